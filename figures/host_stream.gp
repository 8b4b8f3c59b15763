# host_stream.gp - time of a line of memory on one core of the CPU, by how many lines ahead it asks.
height = 400; load "figures/style.gp"
variants = "hash sum"; styles = "1 7"
names = "'hashing a line' 'adding up a line'"
# A logarithmic axis has no place for a distance of 0, so it stands at 1/2.
at(distance) = distance < 1 ? 0.5 : distance
rows(i) = when("variant", word(variants, i), when("pages", "small", at(column("distance"))))

set margins screen part(0.065), screen 1 - part(0.03), screen 0.16, screen 0.89
set xrange [0.45:71]; set yrange [0:*]
set xtics ("none" 0.5, "1" 1, "2" 2, "4" 4, "8" 8, "16" 16, "32" 32, "64" 64)
set xlabel "Lines asked for ahead of time"
set key at graph 0.98,0.95 right top spacing 1.2
set label 3 "{/:Bold One line, ns}" at graph -part(0.06),1.07 left textcolor rgb colour_ink
plot for [i=1:words(variants)] csv using (rows(i)):"ns":"ns_low":"ns_high" with yerrorlines linestyle style(i) title word(names, i)
