# class.gp - how many submissions to a lab reach which part of the measured limit.
height = 330; load "figures/style.gp"
most = 1
stats csv using (most = larger(most, column("submissions"))) nooutput
set margins screen part(0.09), screen 1 - part(0.04), screen 0.2, screen 0.94
unset logscale x; unset key
set xrange [0:100]; set yrange [0:1.08 * most]
set xtics 0,(narrow ? 25 : 10) format percent
set ytics 0,(most > 5 ? int(most / 4.0 + 0.5) : 1)
set xlabel "Bandwidth, of the measured limit"
set boxwidth 9.2
value_unit = "submissions"
plot csv using (column("percent") + 5):"submissions" with boxes fillstyle solid noborder linecolor rgb colour_int4 notitle
