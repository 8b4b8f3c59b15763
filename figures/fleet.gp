# fleet.gp - the GPUs of a model: a line for each experiment, and a dot for each GPU, as a part
# of the median of them all. A slow GPU has another dot, and its name.
lines = int(system(sprintf("wc -l < '%s'", word(csvs, 2)))) - 1
height = 92 + 22 * lines; load "figures/style.gp"
value_unit = "% of the model's median"; value_tables = csv[1:strstrt(csv, "figure-") - 1]."fleet.csv"; value_rows = " "

names = ""
stats word(csvs, 2) using (names = names." ".strcol("experiment"), 0) nooutput
longest = 0 # the length of a name
stats csv using (longest = is("kind", "name") ? larger(longest, strlen(strcol("name"))) : longest):"percent" nooutput
# There has to be room for a name to the left of its dot.
room = (9 * longest + 12) / ((1 - part(0.235)) * width)
right = 5 * ceil((STATS_max_y + 0.01) / 5)
left = STATS_min_y - 1 - room / (1 - room) * (right - STATS_min_y + 1)

eval bars
set margins screen part(0.2), screen 1 - part(narrow ? 0.06 : 0.035), screen 62.0 / height, screen 1 - 30.0 / height
set xrange [left < 95 ? left : 95:right]; set yrange [lines + 0.6:0.4]
set xtics format percent; step = right - left > 20 ? 10 : 5; if (narrow) { set xtics step }
set xlabel "Speed, of the model's median" offset 0,0.2
set ytics scale 0 () textcolor rgb colour_ink noenhanced
do for [i=1:lines] { set ytics add (word(names, i) i) }
set grid noxtics ytics
set key on at graph 1,1 right bottom horizontal samplen 0.6 spacing 1 width 1 noreverse Right
if (narrow) { set key vertical maxrows 1 width -2 }
set arrow 1 from 100,0.4 to 100,lines + 0.6 nohead linestyle 9
# In a table of points each row has a label, because gnuplot crashes if it writes labels there and has none.
plot csv using (when("kind", "other", column("percent"))):"place" with points pointtype 7 pointsize 0.5 linecolor rgb colour_int4 title "a GPU", \
     csv using (when("kind", "throttled", column("percent"))):"place" with points pointtype 8 pointsize 0.8 linecolor rgb colour_ink title "throttled", \
     csv using (when("kind", "slow", column("percent"))):"place" with points pointtype 13 pointsize 0.9 linecolor rgb colour_vain title "slow", \
     csv using (exists("measured") ? column("percent") : when("kind", "name", column("percent"))):"place":"name" with labels noenhanced right offset -0.9,0 textcolor rgb colour_vain notitle
