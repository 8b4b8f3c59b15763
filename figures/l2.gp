# l2.gp - bandwidth of the L2 by the size of the working set, which all SMs share or divide.
height = narrow ? 500 : 430; load "figures/style.gp"
l2 = real(note("l2_bytes"))
variants = "read read write write"; sharings = "shared private shared private"; styles = "3 7 1 2"
names = "'read, shared by all SMs' 'read, a part for each SM' 'written, shared by all SMs' 'written, a part for each SM'"

set margins screen part(0.085), screen 1 - part(0.035), screen 0.15, screen 0.9
set xrange [0.9*mib:145*mib]; set yrange [0:*]
set xtics ("1 MiB" mib, "2 MiB" 2*mib, "4 MiB" 4*mib, "8 MiB" 8*mib, "16 MiB" 16*mib, "32 MiB" 32*mib, "64 MiB" 64*mib, "128 MiB" 128*mib)
set ytics ("0" 0, "5,000" 5000, "10,000" 10000, "15,000" 15000); set xlabel "Size of the working set"
set key at graph 0.02,0.2 left top spacing 1.15 maxrows 2
foot = narrow ? 0.28 : 0 # where the lines of the L2's size begin
if (narrow) { set xtics ("1 MiB" mib, "4 MiB" 4*mib, "16 MiB" 16*mib, "64 MiB" 64*mib); set key at graph 0.02,0.265 spacing 1 maxrows 4 }
set label 3 "{/:Bold All SMs together, GB/s}" at graph -part(0.08),1.07 left textcolor rgb colour_ink
set arrow 1 from l2/2,graph foot to l2/2,graph 1 nohead linestyle 9 dashtype (2,4)
set label 4 "half of the L2" at l2/2,graph 1 right offset -0.6,-0.8 textcolor rgb colour_muted
set arrow 2 from l2,graph foot to l2,graph 1 nohead linestyle 9 dashtype (2,4)
set label 5 "all of it" at l2,graph 1 left offset 0.6,-0.8 textcolor rgb colour_muted
plot for [i=1:words(variants)] csv using (when("variant", word(variants, i), when("sharing", word(sharings, i), column("working_set_bytes")))):@gbs \
    with yerrorlines linestyle style(i) title word(names, i)
