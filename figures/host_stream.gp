# host_stream.gp - time of a line of memory on one core of the CPU, by how many lines ahead it asks.
height = 400; load "figures/style.gp"
variants = "hash sum"; styles = "1 7"
# A logarithmic axis has no place for a distance of 0, so it stands at 1/2.
at(distance) = distance < 1 ? 0.5 : distance
lines = 2; low = 0; high = 0
x_of(i) = when("variant", word(variants, i), when("pages", "small", at(column("distance"))))
y_of(i) = column("ns")
name_of(i) = i == 1 ? "hashing" : "adding up"
do for [i=1:lines] { stats csv using (x_of(i) > 0 ? (high = larger(high, 1.1 * y_of(i))) : 0) nooutput }

set margins screen part(0.065), screen 1 - part(narrow ? 0.12 : 0.11), screen 0.16, screen 0.89
set xrange [0.45:66]; set yrange [low:high]
set xtics ("none" 0.5, "1" 1, "2" 2, "4" 4, "8" 8, "16" 16, "32" 32, "64" 64)
set xlabel "Lines asked for ahead of time"
unset key
set label 3 "{/:Bold One line, ns}" at graph -part(0.06),1.07 left textcolor rgb colour_ink
eval naming
plot for [i=1:lines] csv using (x_of(i)):"ns":"ns_low":"ns_high" with yerrorlines linestyle style(i) title name_of(i)
