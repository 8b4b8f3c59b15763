# transfer_all.gp - what the host and its GPUs move together, by the number of GPUs that copy
# at once. A thin, broken line of the same colour is the sum of what the same GPUs move alone.
height = 400; load "figures/style.gp"
unset logscale x
directions = "both to_host to_device"
styles = "5 1 3"; colours = colour_ink." ".colour_int." ".colour_int4
gpus = int(note("gpus"))
# The sum of what the first GPU, the first two and so on move alone. It begins with GPU 0.
sum_alone = 0
alone(row) = sum_alone = (is("first", "0") ? 0 : sum_alone) + column("gbs")

lines = 5; low = 0; high = 0; apart = 0.075
x_of(i) = i < 4 ? when("direction", word(directions, i), when("first", "0", column("gpus"))) \
    : when("direction", word(directions, i - 3), when("gpus", "1", column("first") + 1))
y_of(i) = i < 4 ? column("gbs") : when("direction", word(directions, i - 3), when("gpus", "1", alone(0)))
name_of(i) = word("'both at once' 'to the host' 'to the GPUs' 'both, sum' 'one way, sum'", i)
colour_of(i) = i < 4 ? word(colours, i) : colour_muted
do for [i=1:lines] { stats csv using (a = x_of(i), b = y_of(i), a > 0 ? (high = larger(high, 1.06 * b)) : 0, 0) nooutput }
set margins screen part(0.075), screen 1 - part(narrow ? 0.15 : 0.14), screen 0.17, screen 0.9
set xrange [0.9:gpus + 0.03]
set xtics 1
set xlabel "GPUs that copy at once"
set yrange [low:high]
set label 1 "{/:Bold All together, GB/s}" at graph -part(0.065),1.06 left textcolor rgb colour_ink
unset key
eval naming
plot for [i=1:3] csv using (when("direction", word(directions, i), when("gpus", "1", column("first") + 1))): \
         (is("direction", word(directions, i)) && is("gpus", "1") ? alone(0) : NaN) with lines linestyle 6 linecolor rgb word(colours, i) linewidth 1 dashtype (10,6) title i < 3 ? name_of(i + 3) : "", \
     for [i=1:3] csv using (x_of(i)):@gbs with yerrorlines linestyle style(i) title name_of(i)
