# fleet.gp - the GPUs of a model, an experiment a line: each a dot, as a part of the
# median of them all. A slow one stands apart, and has its name.
names = system(sprintf("cut -d, -f2 '%s'", word(csvs, 2)))
lines = words(names)
width = 720; height = 92 + 22 * lines
load "figures/style.gp"

# The least, the most and the longest name.
range = system(sprintf("awk -F, 'NR == 1 { least = most = $2 } $2 < least { least = $2 } $2 > most { most = $2 } \
    length($4) > long { long = length($4) } END { print least, most, long + 0 }' '%s'", csv))
least = real(word(range, 1))
longest = int(word(range, 3))
# To the left of who is slow there is to be room for the name.
room = (9 * longest + 12) / (0.765 * width)
right = 5 * ceil((real(word(range, 2)) + 0.01) / 5)
left = least - 1 - room / (1 - room) * (right - least + 1)
left = left < 95 ? left : 95
is(kind, x) = strcol(3) eq kind ? x : NaN

unset logscale x
set lmargin at screen 0.2
set rmargin at screen 0.965
set tmargin at screen 1 - 30.0 / height
set bmargin at screen 62.0 / height
set xrange [left:right]
set yrange [lines + 0.6:0.4]
set xtics format "%g %%"
set xlabel "Speed, of the model's median" offset 0,0.2
set border 1
set ytics scale 0 () textcolor rgb colour_ink noenhanced
do for [i=1:lines] { set ytics add (word(names, i) i) }
set grid ytics linecolor rgb colour_rule linewidth 1 dashtype solid
set key at graph 1,1 right bottom horizontal samplen 0.6 width 1
set arrow 1 from 100,0.4 to 100,lines + 0.6 nohead linestyle 9
# Of labels none of which is there gnuplot dies.
plot csv using (is("other", $2)):1 with points pointtype 7 pointsize 0.5 linecolor rgb colour_int4 title "a GPU", \
     csv using (is("throttled", $2)):1 with points pointtype 8 pointsize 0.8 linecolor rgb colour_ink title "throttled", \
     csv using (is("slow", $2)):1 with points pointtype 13 pointsize 0.9 linecolor rgb colour_vain title "slow", \
     for [n=1:longest > 0] csv using (is("name", $2)):1:4 with labels noenhanced right offset -0.9,0 textcolor rgb colour_vain notitle
