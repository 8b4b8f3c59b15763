# transfer-both.gp - bandwidth across the bus with a copy in each direction at once: both
# together, beside one direction alone.
height = 420; load "figures/style.gp"
variants = "pinned mapped"; styles = "3 1"

stats csv using "array_bytes":"gbs" nooutput
right = STATS_max_x * 1.02
lines = 4; low = 0; high = STATS_max_y * 1.1
both(i) = i < 3
variant(i) = word(variants, (i - 1) % 2 + 1)
x_of(i) = when("variant", variant(i), when("direction", both(i) ? "both" : "to_device", column("array_bytes")))
y_of(i) = column("gbs")
name_of(i) = both(i) ? "{/:Bold both ways,}".(narrow ? "\n" : " ").variant(i) : "in only,".(narrow ? "\n" : " ").variant(i)
apart = narrow ? 0.17 : 0.065
set margins screen part(0.06), screen 1 - part(narrow ? 0.135 : 0.21), screen 0.17, screen 0.9
set xrange [3.5*kib:right]; set yrange [low:high]
set xtics ("4 KiB" 4*kib, "64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib, "1 GiB" gib)
if (narrow) { set xtics ("4 KiB" 4*kib, "1 MiB" mib, "256 MiB" 256*mib) }
set xlabel "Size of the copy, each way"; unset key
set label 3 "{/:Bold Across the bus, GB/s}" at graph -part(0.055),1.08 left textcolor rgb colour_ink
eval naming
plot for [i=1:2] csv using (x_of(i)):@gbs with yerrorlines linestyle style(i) title name_of(i), \
    for [i=3:4] csv using (x_of(i)):"gbs" with lines linestyle style(i - 2) linewidth 1.5 dashtype (4,4) title name_of(i)
