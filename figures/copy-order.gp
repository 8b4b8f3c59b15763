# copy-order.gp - copies by int4 from DRAM by size: a loop, loops that take their pieces in
# order and in random order, no loop, and cudaMemcpy. Each line has its name at its end.
height = narrow ? 430 : 420; load "figures/style.gp"
variants = "int4 shuffled ticket memcpy once"; styles = "3 8 10 6 5"
lines = words(variants); low = peak; high = peak * 1.06
drawn(variant) = when("variant", variant, when("memory", "dram", column("array_bytes") < 16*mib ? NaN : column("array_bytes")))
x_of(i) = drawn(word(variants, i))
y_of(i) = column("gbs")
name_of(i) = word(variants, i)
do for [i=1:lines] { stats csv using (low = x_of(i) > 0 && y_of(i) < low ? y_of(i) : low) nooutput }
low = 500 * floor(low / 500)

set margins screen part(0.085), screen 1 - part(0.1), screen 0.16, screen 0.9
set xrange [14*mib:2.1*gib]; set yrange [low:high]
set xtics ("16 MiB" 16*mib, "64 MiB" 64*mib, "256 MiB" 256*mib, "1 GiB" gib)
set ytics ()
do for [y=0:8000:500] { set ytics add (thousands(y) y) }
set xlabel "Size of the array"; unset key
set arrow 1 from 14*mib,peak to 2.1*gib,peak nohead linestyle 9
set label 1 sprintf("theoretical peak of DRAM, %s", thousands(peak)) at 15*mib,peak left offset 0,-0.7 textcolor rgb colour_muted
set label 3 "{/:Bold Read and written, GB/s}" at graph -part(0.08),1.08 left textcolor rgb colour_ink
eval naming
plot for [i=1:lines] csv using (x_of(i)):@gbs with yerrorlines linestyle style(i) title name_of(i)
