# saxpy.gp - bandwidth of y = a x + y from DRAM by size, for three widths of load, with the
# theoretical peak.
height = 430; load "figures/style.gp"
variants = "article article wide"; precisions = "fp32 fp64 fp32"; styles = "1 2 3"
wanted(i, x) = when("variant", word(variants, i), when("precision", word(precisions, i), when("memory", "dram", x)))
lines = 3; low = 0; high = 1.06 * peak; last = 0; apart = narrow ? 0.1 : 0.065
x_of(i) = wanted(i, column("array_bytes"))
y_of(i) = column("gbs")
name_of(i) = sprintf("{/:Bold %s bytes}%s", word("4 8 16", i), !narrow ? " per load" : i == 1 ? "\nper load" : "")
do for [i=1:lines] { stats csv using (last = larger(last, x_of(i))) nooutput }

set margins screen part(0.085), screen 1 - (narrow ? 0.21 : 0.215), screen 0.15, screen 0.9
set xrange [200*kib:last * 1.15]; set yrange [low:high]
set xtics ("256 KiB" 256*kib, "4 MiB" 4*mib, "64 MiB" 64*mib, "1 GiB" gib)
set ytics ("0" 0)
do for [y=1000:20000:1000] { set ytics add (thousands(y) y) }
set xlabel "Size of the array"; unset key
set label 3 "{/:Bold SAXPY, every byte from DRAM, GB/s}" at graph -part(0.11),1.07 left textcolor rgb colour_ink
set arrow 1 from 200*kib,peak to last * 1.15,peak nohead linestyle 9
set label 1 sprintf("theoretical peak, %s", thousands(peak)) at 230*kib,peak left offset 0,-0.7 textcolor rgb colour_muted
eval naming
plot for [i=1:lines] csv using (x_of(i)):@gbs with yerrorlines linestyle style(i) title name_of(i)
