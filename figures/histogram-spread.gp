# histogram-spread.gp - values counted per second by atomics in global memory, by number of
# bins, for uniform input: with counters side by side, and with counters 1 KiB apart.
height = 340; load "figures/style.gp"
variants = "spread global"; styles = "10 6"

set margins screen part(0.08), screen 1 - part(0.025), screen 0.19, screen 0.9
set xrange [190:1.4e6]; set yrange [0:*]
if (narrow) { set xtics ("256" 256, "4,096" 4096, "65,536" 65536, "2²⁰" 1048576) } \
else { set xtics ("256" 256, "1,024" 1024, "4,096" 4096, "16,384" 16384, "65,536" 65536, "262,144" 262144, "2^{20}" 1048576) }
set xlabel "Bins"; set key bottom right
set label 3 "{/:Bold Values counted per second, billions}" at graph -part(0.075),1.08 left textcolor rgb colour_ink
plot for [i=1:words(variants)] csv \
    using (when("variant", word(variants, i), when("input", "uniform", column("bins")))):(column("gbs") / 4) \
    with linespoints linestyle style(i) title word(variants, i)
