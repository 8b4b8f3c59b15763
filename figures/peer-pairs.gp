# peer-pairs.gp - all pairs of GPUs: what lies between them, and how many GB/s the copy engines
# move in the largest copy.
gpus = int(system(sprintf("sed -n 's/^# gpus: //p' '%s'", csv)))
side = gpus > 8 ? 46 : gpus > 4 ? 62 : 96
height = 90 + gpus * (side < 62 ? 40 : 52); load "figures/style.gp"
unset logscale x
stats csv using "array_bytes" nooutput
largest = STATS_max
chosen(x) = when("variant", "copy", when("direction", "one_way", column("array_bytes") == largest ? x : NaN))
stats csv using (chosen(column("gbs"))) nooutput
best = STATS_max

unset border; unset key; unset grid; unset xtics
right = 0.16 + gpus * side / 720.0
set margins screen 0.16, screen (right < 0.99 ? right : 0.99), screen 12.0 / height, screen 1 - 62.0 / height
set xrange [-0.5:gpus - 0.5]; set yrange [gpus - 0.5:-0.5]
set x2range [-0.5:gpus - 0.5]
set x2tics 1 scale 0 format "GPU %.0f"
set ytics 1 scale 0 format "from GPU %.0f"
set label 1 "{/:Bold To, GB/s}" at screen 0.16,screen 1 - 16.0 / height left textcolor rgb colour_ink
do for [i=0:gpus] {
    set arrow 100+i from i - 0.5,graph 0 to i - 0.5,graph 1 nohead linestyle 9
    set arrow 200+i from graph 0,first i - 0.5 to graph 1,first i - 0.5 nohead linestyle 9
}
# The length of the bar below each number is its share of the best.
plot csv using (chosen(column("to"))):(column("from")):(column("to") - 0.4):(column("to") - 0.4 + 0.8 * column("gbs") / best): \
         (column("from") + 0.36):(column("from") + 0.42) with boxxyerror fillcolor rgb colour_int4 fillstyle solid 0.85 noborder axes x1y1, \
     csv using (chosen(column("to"))):(column("from") - 0.2):(sprintf("%.0f", column("gbs"))) \
         with labels textcolor rgb colour_ink axes x1y1, csv using (chosen(column("to"))):(column("from") + 0.13):(strcol("link")) \
         with labels textcolor rgb colour_muted font ",12" axes x1y1
