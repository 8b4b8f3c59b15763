# l2.gp - bandwidth of the L2 by the size of the working set, which all SMs share or divide.
height = narrow ? 500 : 430; load "figures/style.gp"
l2 = real(note("l2_bytes"))
variants = "read read write write"; sharings = "shared private shared private"; styles = "3 7 11 12"
lines = 4; low = 0; high = 0; apart = narrow ? 0.15 : 0.065
x_of(i) = when("variant", word(variants, i), when("sharing", word(sharings, i), column("working_set_bytes")))
y_of(i) = column("gbs")
begins(i) = i == 2
name_of(i) = sprintf("{/:Bold %s}%s%s", i < 3 ? "reads," : "writes,", narrow ? "\n" : " ", word(sharings, i))
stats csv using (high = larger(high, 1.1 * column("gbs"))) nooutput

set style line 11 linecolor rgb colour_muted linewidth 1.5 pointtype 7 pointsize 0.45 dashtype (8,3,2,3)
set style line 12 linecolor rgb colour_muted linewidth 1.5 pointtype 9 pointsize 0.6
set margins screen part(narrow ? 0.095 : 0.085), screen 1 - part(narrow ? 0.11 : 0.165), screen 0.15, screen 0.9
set xrange [0.9*mib:130*mib]; set yrange [low:high]
set xtics ("1 MiB" mib, "2 MiB" 2*mib, "4 MiB" 4*mib, "8 MiB" 8*mib, "16 MiB" 16*mib, "32 MiB" 32*mib, "64 MiB" 64*mib, "128 MiB" 128*mib)
set ytics ("0" 0, "5,000" 5000, "10,000" 10000, "15,000" 15000); set xlabel "Size of the working set"
unset key
if (narrow) { set xtics ("1 MiB" mib, "4 MiB" 4*mib, "16 MiB" 16*mib, "64 MiB" 64*mib) }
set label 3 "{/:Bold All SMs together, GB/s}" at graph -part(0.08),1.07 left textcolor rgb colour_ink
set arrow 1 from l2/2,graph 0 to l2/2,graph 1 nohead linestyle 9 dashtype (2,4)
set label 4 "half of the L2" at l2/2,graph 1 right offset -0.6,-0.8 textcolor rgb colour_muted
set arrow 2 from l2,graph 0 to l2,graph 1 nohead linestyle 9 dashtype (2,4)
set label 5 "all of it" at l2,graph 1 left offset 0.6,-0.8 textcolor rgb colour_muted
eval naming
plot for [i=1:lines] csv using (x_of(i)):@gbs with yerrorlines linestyle style(i) title name_of(i)
