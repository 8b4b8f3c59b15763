# inflight.gp - reading DRAM with a chosen number of bytes in flight: above the bandwidth, under the
# roof that Little's law and the theoretical peak make, and below the time of one trip of the loop.
height = 640; load "figures/style.gp"
sms = real(note("sms"))
# The fewest bytes in flight are those of one warp with one load of 4 bytes per thread.
fewest = 128.0; trip = 0
stats csv using (is("variant", "int") && is("loads", "1") && is("threads_per_sm", "32") \
    ? (trip = fewest * sms / column("gbs")) : 0) nooutput
corner = peak * trip / sms # with more bytes in flight the law promises more than the peak
law(x) = x * sms / trip

# Each row has the bytes in flight, for the points of so many loads per thread. `sum` has no loop,
# and so no trips.
bytes = 'column("bytes_in_flight_per_sm")'
loads(n) = is("variant", "sum") ? NaN : when("loads", n, @bytes)
set style line 11 linecolor rgb colour_int4 pointtype 7 pointsize 0.6
set style line 12 linecolor rgb colour_memcpy pointtype 4 pointsize 0.65
set style line 14 linecolor rgb colour_memcpy pointtype 6 pointsize 0.75
in_turn = "4 2 1"; titles = "'four loads' 'two loads' 'one load per thread'"

set multiplot layout 2,1 margins part(0.095),1 - part(0.015),0.1,0.95 spacing 0,0.13
set xrange [100:200000]; set samples 400
set xtics ("128 B" 128, "512 B" 512, "2 KiB" 2*kib, "8 KiB" 8*kib, "32 KiB" 32*kib, "128 KiB" 128*kib)
set logscale y 10; set yrange [0.6*law(fewest):1.9*peak]
set ytics ("20" 20, "50" 50, "100" 100, "200" 200, "500" 500, "1,000" 1000, "2,000" 2000, "5,000" 5000)
# The key of a narrow figure stands in its lower half.
set key at graph 0.99,0.04 right bottom invert samplen 0.2 spacing 1.15
set label 1 sprintf("theoretical peak of DRAM, %s", thousands(peak)) at 110,peak left offset 0,0.75 textcolor rgb colour_muted
if (narrow) { set label 2 sprintf("Little's law,\n%.0f ns", trip) at 115,law(2.6*kib) left textcolor rgb colour_muted } \
else { set label 2 sprintf("Little's law, %.0f ns", trip) at 1.1*kib,law(1.1*kib) right offset -1,0.5 textcolor rgb colour_muted }
set label 3 "{/:Bold Bandwidth of reading, GB/s}" at graph -part(0.1),1.07 left textcolor rgb colour_ink
if (!narrow) { set label 4 "twice the bytes,\ntwice the bandwidth" at 1.6*kib,law(0.75*kib) left textcolor rgb colour_int4 }
set arrow 1 from corner,0.6*law(fewest) to corner,peak nohead linestyle 9 dashtype (2,4)
set label 5 narrow ? "enough by\nthe law" : "enough by the law" at corner,law(fewest) right offset -0.6,-0.4 + narrow textcolor rgb colour_muted
plot (x < corner ? law(x) : peak) with lines linewidth 5 linecolor rgb colour_rule notitle, \
    for [i=1:3] csv using (loads(word(in_turn, i))):"gbs" with points linestyle 10+int(word(in_turn, i)) title (narrow ? "" : word(titles, i))
eval panel

unset arrow 1; unset label 1; unset label 2; unset label 4; unset label 5; unset key
if (narrow) { set key at graph 0.02,0.98 left top }
set xlabel "Bytes in flight on each SM"
unset logscale y; set yrange [0:*]
set ytics ("0" 0, "500" 500, "1,000" 1000, "2,000" 2000, "3,000" 3000, "4,000" 4000, "6,000" 6000, "8,000" 8000)
set label 3 "{/:Bold Time of one trip of the loop, ns}"
set label 6 "loads wait for one another" at 40*kib,graph 0.62 right textcolor rgb colour_int4
set label 7 "memory has time to spare" at 130,graph 0.27 left textcolor rgb colour_int4
plot for [i=1:3] csv using (loads(word(in_turn, i))):(@bytes * sms / column("gbs")) with points linestyle 10+int(word(in_turn, i)) title (narrow ? word(titles, i) : "")
