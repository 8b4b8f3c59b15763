# saxpy-memory.gp - bandwidth of one SAXPY by size, with the same arrays in each launch, which
# the L2 still has, and with other ones, which come from DRAM.
height = 400; load "figures/style.gp"
l2_quarter = real(note("l2_bytes")) / 4
fastest = peak; again = 0; least = 0; last_again = 0
wanted(memory, x) = when("variant", "wide", when("precision", "fp32", when("memory", memory, x)))
stats csv using (x = wanted("l2", column("array_bytes")), x > last_again ? (last_again = x, again = column("gbs")) : 0, \
    fastest = larger(fastest, wanted("l2", column("gbs"))), 0) nooutput
last = 0; other = 0
stats csv using (x = wanted("dram", column("array_bytes")), x > last ? (last = x, other = column("gbs")) : 0, 0) nooutput

set margins screen part(0.085), screen 1 - part(0.03), screen 0.16, screen 0.9
set xrange [3.5*kib:last * 1.3]; set yrange [0:1.12 * fastest]
set xtics ("4 KiB" 4*kib, "64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib)
set ytics ("0" 0)
do for [y=2000:40000:2000] { set ytics add (thousands(y) y) }
set xlabel "Size of the array"; unset key
set label 3 "{/:Bold One kernel, two sets of arrays, GB/s}" at graph -part(0.09),1.08 left textcolor rgb colour_ink
set arrow 1 from 3.5*kib,peak to last * 1.3,peak nohead linestyle 9
set label 1 sprintf(narrow ? "peak of DRAM, %s" : "theoretical peak of DRAM, %s", thousands(peak)) at 4.4*kib,peak left offset 0,0.7 textcolor rgb colour_muted
same = "the same arrays".(narrow ? "\n" : " ")."in each launch"; others = "other arrays".(narrow ? "\n" : " ")."in each launch"
set label 2 same at last_again,again left offset 1.2,0 textcolor rgb colour_ink
set label 4 others at last,other right offset 0,-2.4 textcolor rgb colour_ink
plot csv using (wanted("dram", column("array_bytes"))):@gbs with yerrorlines linestyle 6 title others, \
     csv using (wanted("l2", column("array_bytes"))):@gbs with yerrorlines linestyle 3 title same
