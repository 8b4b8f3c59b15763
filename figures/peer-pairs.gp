# peer-pairs.gp - all pairs of GPUs, each in both directions: a bar as long as the GB/s that the
# copy engines move in the largest copy, and the name of what lies between the two.
gpus = int(note_gpus)
pairs = gpus * (gpus - 1)
step = gpus > 5 ? 18 : 26 # from bar to bar, in pixels
height = 116 + step * pairs; load "figures/style.gp"
eval bars
unset grid
stats csv using "array_bytes" nooutput
largest = STATS_max
chosen(x) = when("variant", "copy", when("direction", "one_way", column("array_bytes") == largest ? x : NaN))
stats csv using (chosen(column("gbs"))) nooutput
best = STATS_max; worst = STATS_min

# Bars lie in the order of the later GPU of a pair, and then of the other one: the pairs of a node with fewer GPUs are
# the first ones here, so its points can be laid over them.
later(row) = larger(column("from"), column("to"))
place(row) = later(0) * (later(0) - 1) + 2 * (column("from") + column("to") - later(0)) + (column("from") > column("to"))
is_slow(row) = column("gbs") < 0.9 * best

set margins screen part(0.145), screen 1 - part(0.03), screen 66.0 / height, screen 1 - 44.0 / height
set xrange [0:1.02 * best]; set yrange [pairs - 0.4:-0.6]
set ytics scale 0 font smaller; if (narrow) { set xtics 10**floor(log10(best)) }
set xlabel "Largest copy by copy engine, GB/s"
beginning = narrow ? "screen 0.02" : "graph 0"
set label 1 (worst > 0.98 * best ? sprintf("{/:Bold All %d directions reach %.0f GB/s, to within 2 %%}", pairs, best) \
    : sprintf("{/:Bold From %.0f to %.0f GB/s, depending on the pair}", worst, best)) \
    at @beginning,screen 1 - 16.0 / height left textcolor rgb colour_ink
set arrow 1 from best,-0.6 to best,pairs - 0.4 nohead linestyle 9 front
x_of(i) = is_slow(0) == i ? chosen(column("gbs")) : NaN
y_of(i) = place(0)
plot for [i=0:1] csv using @bar:ytic(sprintf("GPU %s to %s", strcol("from"), strcol("to"))) \
         with boxxyerror fillcolor rgb (i ? colour_vain : colour_int4) fillstyle solid (i ? 0.5 : 0.3) noborder, \
     csv using (chosen(0.012 * best)):(place(0)):(strcol("link")) with labels left textcolor rgb colour_ink font smaller
