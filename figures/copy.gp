# copy.gp - bandwidth of copies within the GPU's memory by size, for loads of different widths: from
# DRAM, and from the L2 for the narrowest and the widest, with the theoretical peak of DRAM.
height = 520; load "figures/style.gp"
lines = 5
variants = "int int2 int4 int int4"; memories = "dram dram dram l2 l2"
colours = "1 - 3 1 3"; names = "int int2 int4 int, int4,"
x_of(i) = when("variant", word(variants, i), when("memory", word(memories, i), column("array_bytes")))
y_of(i) = column("gbs")
name_of(i) = word(names, i).(i < 4 ? "" : " from the L2")
side(i) = word(memories, i)
colour_of(i) = i == 2 ? colour_muted : colour_ink
fastest = peak; last = 0; low = 0; apart = 0.05
do for [i=1:lines] { stats csv using (a = x_of(i), a > 0 ? (last = larger(last, a), fastest = larger(fastest, y_of(i))) : 0, 0) nooutput }
high = 1.1 * fastest; clear_of = peak

set margins screen part(0.085), screen 1 - part(0.1), screen 0.13, screen 0.915
set xrange [60*kib:last * 1.2]; set yrange [low:high]
set xtics ("64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib, "2 GiB" 2*gib)
if (narrow) { set xtics ("64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib) }
set ytics ("0" 0)
do for [y=1000:20000:1000] { set ytics add (thousands(y) y) }
set xlabel "Size of the array"; unset key
set label 3 "{/:Bold Read and written, GB/s}" at graph -part(0.095),1.06 left textcolor rgb colour_ink
set arrow 1 from 60*kib,peak to last * 1.2,peak nohead linestyle 9
# It is short, because copies in the L2 cross the line.
set label 1 sprintf(narrow ? "peak, %s" : "peak of DRAM, %s", thousands(peak)) at 70*kib,peak left offset 0,-0.7 textcolor rgb colour_muted
eval naming
plot for [i=2:2] csv using (x_of(i)):"gbs" with lines linestyle 9 title name_of(i), \
    for [i=1:3:2] csv using (x_of(i)):@gbs with yerrorlines linestyle int(word(colours, i)) title name_of(i), \
    for [i=4:5] csv using (x_of(i)):@gbs with yerrorlines linestyle int(word(colours, i)) dashtype (2,4) title name_of(i)
