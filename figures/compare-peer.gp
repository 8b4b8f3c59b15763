# compare-peer.gp - what goes from one GPU to another at the best, and both ways at
# once: two bars for each node and way to copy.
ways = "copy write read"
rows = words(csvs) * words(ways)
width = 720; height = 92 + 40 * rows
load "figures/style.gp"

# The most GB/s of the i-th node's largest copies.
most(i, way, direction) = real(system(sprintf("awk -F, '!at && !/^#/ { for (n = 1; n <= NF; n++) if ($n == \"gbs\") at = n; next } \
    $1 == \"%s\" && $2 == \"%s\" && $at > most { most = $at } END { print most + 0 }' '%s'", way, direction, word(csvs, i))))

unset logscale x
set lmargin at screen 0.26
set rmargin at screen 0.975
set tmargin at screen 1 - 34.0 / height
set bmargin at screen 34.0 / height
top = 0
do for [i=1:words(csvs)] { do for [way in ways] { top = most(i, way, "both") > top ? most(i, way, "both") : top } }
set xrange [0:top * 1.3]
set yrange [0.4:rows + 0.6]
unset ytics
set grid xtics linecolor rgb colour_rule linewidth 1 dashtype solid
set border 1
unset key
set label 3 "{/:Bold From GPU to GPU, GB/s}" at graph -0.35,1 left offset 0,0.9 textcolor rgb colour_ink
set label 4 "both ways at once: the whole bar" at graph 1,1 right offset 0,0.9 textcolor rgb colour_muted
do for [i=1:words(csvs)] {
    do for [k=1:words(ways)] {
        way = word(ways, k)
        n = (i - 1) * words(ways) + k
        y = rows - n + 1
        one = most(i, way, "one_way"); both = most(i, way, "both")
        name = k == 1 ? sprintf("%s × %s", of(i, "gpus"), of(i, "gpu")) : ""
        set label 100 + n name.(k == 1 ? ", " : "").way at 0,y right offset -0.8,0 noenhanced textcolor rgb colour_ink
        if (one > 0) {
            set object n rectangle from 0,y - 0.3 to both,y + 0.3 fillcolor rgb colour_int4 fillstyle solid 0.35 noborder
            set object 100 + n rectangle from 0,y - 0.3 to one,y + 0.3 fillcolor rgb colour_int4 fillstyle solid 0.85 noborder
            set label 200 + n sprintf("%.0f, both %.0f", one, both) at both,y left offset 0.6,0 textcolor rgb colour_ink
        }
    }
}
plot NaN notitle
