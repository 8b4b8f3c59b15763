# async.gp - reading DRAM through shared memory with 128 threads per SM: loads into registers beside
# copies past them, with two tiles in flight.
height = 430; load "figures/style.gp"
rows(variant, ahead) = when("variant", variant, when("threads_per_sm", "128", when("ahead", ahead, column("bytes_in_flight_per_sm"))))

set margins screen part(0.095), screen 1 - part(0.03), screen 0.15, screen 0.9
set xrange [1.7*kib:90*kib]; set yrange [0:1.06*peak]
set xtics ("2 KiB" 2*kib, "4 KiB" 4*kib, "8 KiB" 8*kib, "16 KiB" 16*kib, "32 KiB" 32*kib, "64 KiB" 64*kib)
set ytics ("0" 0, "1,000" 1000, "2,000" 2000, "3,000" 3000, "4,000" 4000)
set xlabel "Bytes in flight on each SM"
set key at graph 0.03,0.78 left top spacing 1.2
if (narrow) { set key at graph 0.99,0.03 right bottom samplen 1 width -4 }
set label 1 sprintf("theoretical peak of DRAM, %s", thousands(peak)) at graph 0.01,first peak left offset 0,-0.8 textcolor rgb colour_muted
set label 3 "{/:Bold Bandwidth of reading, GB/s}" at graph -part(0.08),1.07 left textcolor rgb colour_ink
plot peak with lines linewidth 1 linecolor rgb colour_rule notitle, \
    csv using (rows("bulk", "2")):@gbs with yerrorlines linestyle 3 title "bulk copies", \
    csv using (rows("groups", "2")):@gbs with yerrorlines linestyle 7 title (narrow ? "cp.async, 16 bytes" : "cp.async, 16 bytes at a time"), \
    csv using (rows("plain", "1")):@gbs with yerrorlines linestyle 1 title "loads into registers"
