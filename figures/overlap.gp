# overlap.gp - the time to bring an array to the GPU, compute on it and bring it back, by how
# often 1 is added to each int (the column cycles). Both axes are linear, because the point is a
# sum beside a maximum: one after the other takes copies plus computing, all at once the longer.
height = 500; load "figures/style.gp"
unset logscale x
variants = "sequential stages streams mapped"; styles = "6 7 3 1"
set style line 6 linewidth 2

# Computing alone takes the time that it adds to the copies of `sequential`.
copies = NaN; most = 0; longest = 0; level = NaN
stats csv using (is("variant", "sequential") && is("cycles", "0") ? (copies = column("ms")) : 0) nooutput
stats csv using (is("variant", "sequential") ? (most = larger(most, column("cycles")), longest = larger(longest, column("ms"))) : 0) nooutput
stats csv using (is("variant", "stages") && is("cycles", "0") ? (level = column("ms")) : 0) nooutput
top = longest * 1.14
slope = (longest - copies) / most
knee = level / slope # rounds that take as long as the bus

lines = 4; low = 0; high = top
x_of(i) = when("variant", word(variants, i), i == 1 ? column("cycles") : when("unroll", "4", column("cycles")))
y_of(i) = column("ms")
name_of(i) = word(variants, i)

set margins screen part(0.055), screen 1 - part(0.12), screen 0.145, screen 0.92
set xrange [0:most*1.02]; set yrange [low:high]
set xtics ("0" 0, "1,024" 1024, "2,048" 2048, "3,072" 3072, "4,096" 4096)
if (!narrow) { set xtics add ("512" 512) }
set xlabel "Rounds: additions to each int"; unset key
set label 3 "{/:Bold Time for the whole array, ms}" at graph -part(0.05),1.055 left textcolor rgb colour_ink

# Which of the two is the limit, and what the lines mean.
if (knee > 0.18 * most && knee < 0.8 * most) {
    set arrow 1 from knee,0 to knee,graph 0.985 nohead linewidth 1 dashtype (3,4) linecolor rgb colour_muted
    set label 4 narrow ? "the bus\nlimits" : "the bus limits" at knee/2,graph 0.96 center textcolor rgb colour_muted
    set label 5 narrow ? "computing\nlimits" : "computing limits" at (knee + most)/2,graph 0.96 center textcolor rgb colour_muted
}
set label 6 narrow ? "the sum" : "copying plus computing" at 0.02*most,copies+(narrow ? 0.3 : 0.4)*most*slope left offset 0,0.9 textcolor rgb colour_ink
set label 7 narrow ? "the longer" : "the longer of the two" at 0.02*most,level+0.088*top left textcolor rgb colour_ink
set label 8 "computing alone" at 0.55*most,0.55*most*slope left offset 1,-0.9 textcolor rgb colour_muted

eval naming
plot csv using (when("variant", "sequential", column("cycles"))):(column("ms") - copies) \
        with lines linestyle 9 linewidth 1.5 notitle, \
    for [i=1:lines] csv using (x_of(i)):"ms":"ms_low":"ms_high" with yerrorlines linestyle style(i) title name_of(i)
