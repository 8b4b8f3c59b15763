# inflight.gp - the bandwidth of reading DRAM with a chosen number of bytes in flight, under the roof that
# Little's law and the theoretical peak make.
height = 430; load "figures/style.gp"
sms = real(note("sms"))
fewest = 128.0 # the bytes of one warp with one load of 4 bytes per thread

# The law needs the latency of one load and the best bandwidth. The ladder has both, as the text does, if it
# was measured on the same GPU; if not, they are the time of one warp's trip and the fastest point.
latency = 0; best = 0
ladder = system(sprintf("dirname '%s'", csv))."/ladder.csv"
if (note_of(ladder, "gpu") eq note("gpu")) {
    stats ladder using (is("level", "dram") ? (latency = column("ns"), best = column("gbs")) : 0) nooutput
}
if (latency == 0) {
    stats csv using (is("variant", "int") && is("loads", "1") && is("threads_per_sm", "32") \
        ? (latency = fewest * sms / column("gbs")) : 0, best = larger(best, column("gbs"))) nooutput
}
law(x) = x * sms / latency
enough = best * latency / sms

set margins screen part(0.095), screen 1 - part(0.015), screen 0.16, screen 0.9
set xrange [100:200000]; set samples 400
set xtics ("128 B" 128, "512 B" 512, "2 KiB" 2*kib, "8 KiB" 8*kib, "32 KiB" 32*kib, "128 KiB" 128*kib)
if (narrow) { set xtics ("128 B" 128, "2 KiB" 2*kib, "32 KiB" 32*kib) }
set logscale y 10; set yrange [0.6*law(fewest):1.9*peak]
set ytics ("20" 20, "50" 50, "100" 100, "200" 200, "500" 500, "1,000" 1000, "2,000" 2000, "5,000" 5000)
set xlabel "Bytes in flight on each SM"; unset key
set label 1 sprintf(narrow ? "peak of DRAM, %s" : "theoretical peak of DRAM, %s", thousands(peak)) at 190000,peak right offset 0,0.75 textcolor rgb colour_muted
if (narrow) { set label 2 "Little's law" at 130,law(3.4*kib) left textcolor rgb colour_muted } \
else { set label 2 "Little's law" at 1.1*kib,law(1.1*kib) right offset -1,0.5 textcolor rgb colour_muted }
set label 3 "{/:Bold Bandwidth of reading, GB/s}" at graph -part(0.1),1.07 left textcolor rgb colour_ink
set label 4 "twice the bytes,\ntwice the bandwidth" at 1.6*kib,law(narrow ? 0.4*kib : 0.6*kib) left textcolor rgb colour_int4
set label 6 narrow ? "more only wait" : "more bytes only wait" at 190000,peak right offset 0,-1.4 textcolor rgb colour_int4
foot = narrow ? 0.16 * best : 0.6 * law(fewest)
set arrow 1 from enough,foot to enough,best nohead linestyle 9 dashtype (2,4)
if (narrow) { set label 5 sprintf("%.1f KiB,\nenough by\nthe law", enough / kib) at enough,foot left offset 0.6,1 textcolor rgb colour_muted } \
else { set label 5 sprintf("%.1f KiB, enough by the law", enough / kib) at enough,law(fewest) left offset 0.6,-0.4 textcolor rgb colour_muted }
# `sum` has no loop, and so no trips.
plot (law(x) < peak ? law(x) : peak) with lines linewidth 6 linecolor rgb colour_rule, \
    csv using (is("variant", "sum") ? NaN : column("bytes_in_flight_per_sm")):"gbs" with points linecolor rgb colour_int4 pointtype 7 pointsize 0.6
