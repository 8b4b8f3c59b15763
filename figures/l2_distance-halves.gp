# l2_distance-halves.gp - a dot for each SM, by how much sooner it reaches one of two groups of lines than the
# other, on average. The first group are the lines that SM 0 finds sooner than SMs do on average, as far as it
# finds lines sooner at all.
height = 330; load "figures/style.gp"
value_axis = "x"; value_unit = "ns sooner"
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
# Dots of SMs that differ by the same number of nanoseconds, rounded to even ones, stand upon each other.
array stack[sms]; highest = 1; widest = 1; firsts = 0
sooner_by(i) = 2 * floor((far[i] - near[i]) / 2 + 0.5)
do for [i=1:sms] {
    stack[i] = sum [j=1:i] (sooner_by(j) == sooner_by(i))
    highest = larger(highest, stack[i]); widest = larger(widest, abs(sooner_by(i)))
    firsts = firsts + (near[i] < far[i])
}

set margins screen part(0.015), screen 1 - part(0.015), screen 0.2, screen 0.98
set xrange [-1.15*widest:1.15*widest]; set yrange [0:1.3*highest]; unset key
set border 1; unset ytics; unset grid
set xtics 10; set xlabel narrow ? "How much sooner it gets the first group, ns" : "How much sooner an SM gets the first group than the second, ns"
set arrow 1 from 0,0 to 0,graph 0.66 nohead linestyle 9 dashtype (2,4)
set label 1 "equally far" at 0,graph 0.72 center textcolor rgb colour_muted
second_is = sprintf("%d SMs:\n{/:Bold the second} is nearer", sms - firsts)
first_is = sprintf("%d SMs:\n{/:Bold the first} is nearer", firsts)
set label 2 second_is at -0.6*widest,graph 0.95 center textcolor rgb colour_ink
set label 3 first_is at 0.6*widest,graph 0.95 center textcolor rgb colour_ink
dot(i, first) = (near[i] < far[i]) == first ? sooner_by(i) : NaN
set style line 11 linecolor rgb colour_int4 pointtype 7 pointsize narrow ? 0.5 : 0.6
set style line 12 linecolor rgb colour_int pointtype 5 pointsize narrow ? 0.4 : 0.5
plot sample [i=1:sms:1] '+' using (dot(int(i), 1)):(stack[int(i)] - 0.5) with points linestyle 11 title first_is, \
    [i=1:sms:1] '+' using (dot(int(i), 0)):(stack[int(i)] - 0.5) with points linestyle 12 title second_is
