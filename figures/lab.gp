# lab.gp - the bandwidth of a submission to a lab, of the book's variants and of the measured limits, each with
# its interval.
lines = int(system(sprintf("grep -vc '^#' '%s'", csv))) - 1
height = 74 + 34 * lines; load "figures/style.gp"
eval bars
names = ""; most = 0
stats csv using (names = names." ".strcol("variant"), most = larger(most, gbs_high(0))) nooutput

set margins screen part(0.14), screen 1 - part(0.04), screen 62.0 / height, screen 1 - 8.0 / height
set xrange [0:1.03 * most]; set yrange [lines + 0.6:0.4]
step = 10 ** floor(log10(most)); step = most / step > 5 ? 2 * step : most / step > 2 ? step : step / 2
set xtics 0,step
set xlabel "Bandwidth (GB/s)" offset 0,0.2
do for [i=1:lines] { eval bar_name(word(names, i), i) }
kinds = "yours book limit"
x_of(i) = when("kind", word(kinds, i), column("gbs"))
y_of(i) = int(column(0)) + 1
array looks[3] = [colour_int, colour_int4, colour_muted]
plot for [i=1:3] csv using @bar with boxxyerror fillstyle solid noborder linecolor rgb looks[i] notitle, \
     csv using "gbs":(y_of(1)):(gbs_low(0)):(gbs_high(0)) with xerrorbars pointtype 0 linecolor rgb colour_ink notitle
