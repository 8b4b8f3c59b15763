# l2_distance-halves.gp - each SM's latency to the lines, which shows two groups of SMs. Each line
# that SM 0 finds nearer than the middle of its range is in one group, the others in another.
height = 460; load "figures/style.gp"
unset logscale x
lines = 64; sms = 0
array first[lines]; array near[1024]; array far[1024]; array nears[1024]; array fars[1024]
do for [i=1:lines] { first[i] = NaN }
do for [i=1:1024] { near[i] = 0; far[i] = 0; nears[i] = 0; fars[i] = 0 }
stats csv using (column("sm") == 0 ? (first[int(column("line")) + 1] = column("cycles")) : NaN) nooutput
middle = (STATS_min + STATS_max) / 2
is_near(line) = first[int(line) + 1] < middle
sort_in(sm, line, x) = is_near(line) ? (near[sm] = near[sm] + x, nears[sm] = nears[sm] + 1, x) \
                                     : (far[sm] = far[sm] + x, fars[sm] = fars[sm] + 1, x)
stats csv using (sms = larger(sms, column("sm") + 1), sort_in(int(column("sm")) + 1, column("line"), column("cycles"))) nooutput

set margins screen 0.085, screen 0.985, screen 0.14, screen 0.91
set xrange [*:*]; set yrange [*:*]; unset key
set xlabel "Mean over the lines near SM 0, cycles"
set label 3 "{/:Bold Mean over the other lines, cycles}" at graph -0.08,1.06 left textcolor rgb colour_ink
plot sample [i=1:sms:1] '+' using (nears[int(i)] > 0 ? near[int(i)] / nears[int(i)] : NaN):(fars[int(i)] > 0 ? far[int(i)] / fars[int(i)] : NaN) with points linestyle 3
