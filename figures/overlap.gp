# overlap.gp - the time to bring an array to the GPU, compute on it and bring it back, by how
# often 1 is added to each int (the column cycles). Both axes are linear, because the point is a
# sum beside a maximum: one after the other takes copies plus computing, all at once the longer.
height = 500; load "figures/style.gp"
unset logscale x
variants = "stages streams mapped"; styles = "7 3 1"
names = "'stages: in chunks' 'streams: in chunks' 'mapped: no chunks'"
set style line 6 linewidth 2

# What computing alone takes is the time that it adds to the copies of `sequential`.
copies = NaN; most = 0; longest = 0; level = NaN
stats csv using (is("variant", "sequential") && is("cycles", "0") ? (copies = column("ms")) : 0) nooutput
stats csv using (is("variant", "sequential") ? (most = larger(most, column("cycles")), longest = larger(longest, column("ms"))) : 0) nooutput
stats csv using (is("variant", "streams") && is("cycles", "0") ? (level = column("ms")) : 0) nooutput
top = longest * 1.14
slope = (longest - copies) / most
knee = level / slope # rounds that take as long as the bus

set margins screen part(0.055), screen 1 - part(0.025), screen 0.145, screen 0.92
set xrange [0:most*1.02]; set yrange [0:top]
set xtics ("0" 0, "1,024" 1024, "2,048" 2048, "3,072" 3072, "4,096" 4096)
if (!narrow) { set xtics add ("512" 512) }
set xlabel "Rounds: additions to each int"
set key at graph 0.985,0.03 right bottom noreverse Right
set label 3 "{/:Bold Time for the whole array, ms}" at graph -part(0.05),1.055 left textcolor rgb colour_ink

# Which of the two is the limit, and what the lines mean.
if (knee > 0.18 * most && knee < 0.8 * most) {
    set arrow 1 from knee,0 to knee,graph 0.985 nohead linewidth 1 dashtype (3,4) linecolor rgb colour_muted
    set label 4 "the bus limits" at knee/2,graph 0.96 center textcolor rgb colour_muted
    set label 5 "computing limits" at (knee + most)/2,graph 0.96 center textcolor rgb colour_muted
}
set label 6 "{/:Bold sequential:}".(narrow ? "\n" : " ")."copying plus computing" at 0.6*most,copies+0.6*most*slope right offset -1.2,0.9 textcolor rgb colour_ink
set label 7 narrow ? "{/:Bold at once}" : "{/:Bold at once:} the longer of the two" at 0.02*most,level+0.088*top left textcolor rgb colour_ink
set label 8 narrow ? "computing\nalone" : "computing alone" at (narrow ? 0.19 : 0.02)*most,(narrow ? 0.45 : 0.7)*level left textcolor rgb colour_muted

plot csv using (when("variant", "sequential", column("cycles"))):(column("ms") - copies) \
        with lines linestyle 9 linewidth 1.5 notitle, \
    csv using (when("variant", "sequential", column("cycles"))):"ms":"ms_low":"ms_high" with yerrorlines linestyle 6 title "sequential", \
    for [i=1:words(variants)] csv \
    using (when("variant", word(variants, i), when("unroll", "4", column("cycles")))):"ms":"ms_low":"ms_high" \
    with yerrorlines linestyle style(i) title word(names, i)
