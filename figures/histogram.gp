# histogram.gp - values counted in a second by number of bins, uniform input: each
# way of counting at its best cluster size, and what reading alone would allow.
width = 720; height = 460
load "figures/style.gp"

variants = "owner narrow exchange remote global cub"
styles = "3 7 5 1 6 4"
limit = real(note("peak_gbs")) / 4
# "variant bins best_gbs" for each.
best = sprintf("awk -F, '$5 == \"uniform\" && $12 > top[$1\" \"$4] { top[$1\" \"$4] = $12 } \
    END { for (i in top) print i, top[i] }' '%s' | sort -k1,1 -k2,2n", csv)

set lmargin at screen 0.09
set rmargin at screen 0.975
set tmargin at screen 0.92
set bmargin at screen 0.15
set datafile separator whitespace
set xrange [190:1.4e6]
set logscale y 10
set yrange [2:limit*2]
set xtics ("256" 256, "1,024" 1024, "4,096" 4096, "16,384" 16384, "65,536" 65536, "262,144" 262144, "2^{20}" 1048576)
set ytics ("3" 3, "10" 10, "30" 30, "100" 100, "300" 300, "1,000" 1000)
set xlabel "Bins"
set key at graph 0.98,0.03 right bottom samplen 2.5 spacing 1.1 reverse Left maxrows 3
set arrow 1 from 190,limit to 1.4e6,limit nohead linestyle 9
set label 1 sprintf("limit of reading, %s", thousands(limit)) at 1.35e6,limit right offset 0,0.6 textcolor rgb colour_muted
set label 3 "{/:Bold Values counted in a second, billions}" at graph -0.085,1.06 left textcolor rgb colour_ink
plot for [i=1:words(variants)] sprintf("< %s | grep '^%s ' || echo NaN NaN NaN", best, word(variants, i)) \
    using 2:($3/4) \
    with linespoints linestyle int(word(styles, i)) title word(variants, i)
