# inflight.gp - reading DRAM with a chosen number of bytes in flight: above the bandwidth, with
# the line of Little's law, and below the time of one iteration of the loop.
height = 760; load "figures/style.gp"
sms = real(note("sms"))
variants = "int int2 int4"; styles = "1 2 3"
hollow = "6 8 4"
# The fewest bytes in flight are those of one warp with one load of 4 bytes per thread.
trip = 0
stats csv using (is("variant", "int") && is("loads", "1") && is("threads_per_sm", "32") \
    ? (trip = column("bytes_in_flight_per_sm") * sms / column("gbs")) : 0) nooutput

set multiplot layout 2,1 margins 0.095,0.985,0.085,0.955 spacing 0,0.1
set xrange [100:180000]
set xtics ("128 B" 128, "512 B" 512, "2 KiB" 2*kib, "8 KiB" 8*kib, "32 KiB" 32*kib, "128 KiB" 128*kib)
set logscale y 10; set yrange [*:peak*1.7]
set ytics ("20" 20, "50" 50, "100" 100, "200" 200, "500" 500, "1,000" 1000, "2,000" 2000, "5,000" 5000)
set key bottom right samplen 1 spacing 1.15
set arrow 1 from 100,peak to 180000,peak nohead linestyle 9
set label 1 sprintf("theoretical peak of DRAM, %s", thousands(peak)) at 110,peak left offset 0,0.7 textcolor rgb colour_muted
set label 2 sprintf("bytes in flight / %.0f ns", trip) at 110,1100*sms/trip left offset 0,0 textcolor rgb colour_muted
set label 3 "{/:Bold Bandwidth of reading, GB/s}" at graph -0.1,1.06 left textcolor rgb colour_ink
plot x*sms/trip with lines linestyle 9 notitle, \
    for [i=1:3] csv using (when("variant", word(variants, i), column("bytes_in_flight_per_sm"))):"gbs" \
    with points linestyle style(i) title word(variants, i)

unset arrow 1; unset label 1; unset label 2
set xlabel "Bytes in flight on each SM"
set yrange [*:*]
set ytics ("100" 100, "200" 200, "500" 500, "1,000" 1000, "2,000" 2000, "5,000" 5000, "10,000" 10000)
set key at graph 0.02,0.95 left top samplen 2.5 maxrows 3
set label 3 "{/:Bold One trip of the loop, ns}"
in_flight(i, loads) = when("variant", word(variants, i), when("loads", loads, column("bytes_in_flight_per_sm")))
plot for [i=1:3] csv using (in_flight(i, "1")):(column("bytes_in_flight_per_sm") * sms / column("gbs")) \
    with linespoints linestyle style(i) title word(variants, i).", 1 load a thread", \
    for [i=1:3] csv using (in_flight(i, "4")):(column("bytes_in_flight_per_sm") * sms / column("gbs")) \
    with linespoints linestyle style(i) pointtype int(word(hollow, i)) pointsize 0.95 \
    linewidth 1 dashtype (2,3) title word(variants, i).", 4 loads"
