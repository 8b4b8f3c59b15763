# l2_distance-halves.gp - each SM's mean latency to two groups of lines: those that SM 0 finds
# sooner than SMs do on average, as far as it finds lines sooner at all, and the others.
height = 460; load "figures/style.gp"
unset logscale x
lines = 0; sms = 0
stats csv using (lines = larger(lines, column("line") + 1), sms = larger(sms, column("sm") + 1)) nooutput
lines = int(lines); sms = int(sms)
array all[lines]; array first[lines]; array near[sms]; array far[sms]
do for [i=1:lines] { all[i] = 0 }
do for [i=1:sms] { near[i] = 0; far[i] = 0 }
of_line = 'int(column("line")) + 1'; of_sm = 'int(column("sm")) + 1'
stats csv using (all[@of_line] = all[@of_line] + column("ns") / sms, \
    column("sm") == 0 ? (first[@of_line] = column("ns")) : 0) nooutput
sooner = (sum [i=1:lines] (first[i] - all[i])) / lines
is_near(i) = first[i] - all[i] < sooner
nears = sum [i=1:lines] is_near(i)
stats csv using (is_near(@of_line) ? (near[@of_sm] = near[@of_sm] + column("ns") / nears) \
    : (far[@of_sm] = far[@of_sm] + column("ns") / (lines - nears))) nooutput
least = 1e9; most = 0
do for [i=1:sms] {
    least = near[i] < least ? near[i] : least; least = far[i] < least ? far[i] : least
    most = larger(most, larger(near[i], far[i]))
}

set margins screen part(0.085), screen 1 - part(0.015), screen 0.14, screen 0.91
set xrange [least-2:most+2]; set yrange [least-2:most+2]; unset key
set xlabel sprintf("Mean over the %.0f lines near SM 0, ns", nears)
set label 3 sprintf("{/:Bold Mean over the other %.0f lines, ns}", lines - nears) at graph -part(0.08),1.06 left textcolor rgb colour_ink
set label 4 "equally far from both" at least,least left rotate by 31 offset 1.5,1.5 textcolor rgb colour_muted
set arrow 1 from least-2,least-2 to most+2,most+2 nohead linestyle 9 dashtype (2,4)
plot sample [i=1:sms:1] '+' using (near[int(i)]):(far[int(i)]) with points linestyle 3
