# dsm_latency.gp - how many cycles one load of shared memory takes, by whose memory it is: a bar
# for a block's own memory, for other blocks of small and large clusters, and, where it was
# measured on the same GPU, for the L2.
patterns = "local self next next last all l2"
height = 350; load "figures/style.gp"

l2 = 0; most = 2
ladder = system(sprintf("dirname '%s'", csv))."/ladder.csv"
if (note_of(ladder, "gpu") eq note("gpu")) {
    stats ladder using (is("level", "l2") ? (l2 = column("cycles")) : 0) nooutput
    value_tables = csv." ".ladder
}
stats csv using (most = larger(most, when("pattern", "next", column("cluster_size")))) nooutput
sizes = sprintf("1 2 2 %d %d %d 1", most, most, most)
names = sprintf("'own memory' 'own memory, by LD' 'next, in a cluster of 2' 'next, in a cluster of %d' 'last, in a cluster of %d' 'any, in a cluster of %d' 'the L2'", most, most, most)

array cycles[7]
top = l2
do for [i=1:7] {
    cycles[i] = i == 7 ? l2 : 0
    stats csv using (is("pattern", word(patterns, i)) && column("cluster_size") == int(word(sizes, i)) \
        ? (cycles[i] = column("cycles")) : 0) nooutput
    top = larger(top, cycles[i])
}
eval bars
unset grid; unset xtics; unset border
set margins screen (narrow ? 0.46 : 0.3), screen 1 - part(0.015), screen 0.02, screen 0.88
set xrange [0:top * (narrow ? 1.25 : 1.12)]; set yrange [0.5:7.5]
set label "{/:Bold Cycles of one load}" at graph -(narrow ? 0.82 : 0.43),1.07 left textcolor rgb colour_ink
set arrow from 0,0.5 to 0,7.5 nohead linestyle 9
y_of(i) = 8 - i
do for [i=1:7] {
    if (cycles[i] > 0) {
        eval bar_name(word(names, i), y_of(i))
        eval bar_says(sprintf("%.0f", cycles[i]), cycles[i], y_of(i))
    }
}
is_drawn(i) = i == 7 ? is("level", "l2") : is("pattern", word(patterns, i)) && column("cluster_size") == int(word(sizes, i))
x_of(i) = cycles[i] > 0 && is_drawn(i) ? column("cycles") : NaN
remote(i) = i > 2 && i < 7
plot for [i=1:7] word(value_tables, i == 7 ? words(value_tables) : 1) using @bar \
    with boxxyerror fillstyle solid (remote(i) ? 0.85 : 0.3) noborder linecolor rgb (remote(i) ? colour_int4 : colour_memcpy) notitle
