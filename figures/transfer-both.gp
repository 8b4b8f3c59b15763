# transfer-both.gp - bandwidth across the bus with a copy in each direction at once: both
# together, beside one direction alone.
height = 420; load "figures/style.gp"
variants = "pinned mapped"; styles = "3 1"

stats csv using "array_bytes":"gbs" nooutput
right = STATS_max_x * 1.25
set margins screen part(0.06), screen 1 - part(0.035), screen 0.17, screen 0.9
set xrange [3.5*kib:right]; set yrange [0:STATS_max_y*1.1]
set xtics ("4 KiB" 4*kib, "64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib, "1 GiB" gib)
set xlabel "Size of the copy, each way"; if (narrow) { set key bottom right samplen 1 width -5 } else { set key top left }
set label 3 "{/:Bold Across the bus, GB/s}" at graph -part(0.055),1.08 left textcolor rgb colour_ink
plot for [i=1:2] csv using (when("variant", word(variants, i), when("direction", "both", column("array_bytes")))):@gbs \
    with yerrorlines linestyle style(i) title word(variants, i).(narrow ? ", both ways" : ", both ways together"), \
    for [i=1:2] csv using (when("variant", word(variants, i), when("direction", "to_device", column("array_bytes")))):"gbs" \
    with lines linestyle style(i) linewidth 1.5 dashtype (4,4) title word(variants, i).(narrow ? ", to the GPU" : ", to the GPU alone")
