# transfer_all.gp - what the host and its GPUs move together, by the number of GPUs that copy
# at once. A thin, broken line of the same colour is the sum of what the same GPUs move alone.
height = 400; load "figures/style.gp"
unset logscale x
directions = "both to_host to_device"
styles = "5 1 3"; colours = colour_ink." ".colour_int." ".colour_int4
titles = "'both at once' 'to the host' 'to the GPUs' 'the same GPUs alone, ".(narrow ? "summed" : "added up")."'"
gpus = int(note("gpus"))
# The sum of what the first GPU, the first two and so on move alone. It begins with GPU 0.
sum_alone = 0
alone(row) = sum_alone = (is("first", "0") ? 0 : sum_alone) + column("gbs")

set margins screen part(0.075), screen 1 - part(0.03), screen 0.17, screen 0.9
set xrange [0.8:gpus + 0.2]
set xtics 1
set xlabel "GPUs that copy at once"
set yrange [0:*]
set label 1 "{/:Bold All together, GB/s}" at graph -part(0.065),1.06 left textcolor rgb colour_ink
set key left top; if (narrow) { set key samplen 1 width -4 }
plot for [i=1:3] csv using (when("direction", word(directions, i), when("gpus", "1", column("first") + 1))): \
         (is("direction", word(directions, i)) && is("gpus", "1") ? alone(0) : NaN) title (i == 3 ? word(titles, 4) : "") with lines linestyle 6 linecolor rgb word(colours, i) linewidth 1 dashtype (10,6), \
     for [i=1:3] csv using (when("direction", word(directions, i), when("first", "0", column("gpus")))):@gbs \
         with yerrorlines linestyle style(i) title word(titles, i)
