# histogram-spread.gp - values counted per second by atomics in global memory, by number of
# bins, for uniform input: with counters side by side, and with counters 1 KiB apart.
height = 340; load "figures/style.gp"
value_unit = "billion values per second"
variants = "spread global"; styles = "10 6"

lines = 2; low = 0; high = 0
x_of(i) = when("variant", word(variants, i), when("input", "uniform", column("bins")))
y_of(i) = column("gbs") / 4
name_of(i) = word(variants, i)
do for [i=1:lines] { stats csv using (x_of(i) > 0 ? (high = larger(high, 1.15 * y_of(i))) : 0) nooutput }

set margins screen part(0.08), screen 1 - part(narrow ? 0.082 : 0.075), screen 0.19, screen 0.9
set xrange [190:1.15e6]; set yrange [low:high]
if (narrow) { set xtics ("256" 256, "16,384" 16384, "1,048,576" 1048576) } \
else { set xtics ("256" 256, "1,024" 1024, "4,096" 4096, "16,384" 16384, "65,536" 65536, "262,144" 262144, "1,048,576" 1048576) }
set xlabel "Bins"; unset key
set label 3 "{/:Bold Values counted per second, billions}" at graph -part(0.075),1.08 left textcolor rgb colour_ink
eval naming
plot for [i=1:lines] csv using (x_of(i)):(y_of(i)) with linespoints linestyle style(i) title name_of(i)
