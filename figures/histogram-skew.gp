# histogram-skew.gp - values counted per second by number of bins, where some bins are met far
# more often than others (zipf), and where all values are equal.
height = 420; load "figures/style.gp"
variants = "owner narrow exchange remote global cub"; styles = "3 7 5 1 6 4"
limit = peak / 4

set multiplot layout 1,2 margins 0.085,0.985,0.17,0.88 spacing 0.03,0
set xrange [190:1.4e6]; set logscale y 10; set yrange [0.06:limit*2]
set xtics ("256" 256, "4,096" 4096, "65,536" 65536, "2^{20}" 1048576)
set ytics ("1" 1, "3" 3, "10" 10, "30" 30, "100" 100, "300" 300, "1,000" 1000)
set xlabel "Bins"
do for [input in "zipf equal"] {
    first = input eq "zipf"
    set label 3 first ? "{/:Bold zipf: billions of values a second}" : "{/:Bold equal}" \
        at graph (first ? -0.17 : 0),1.07 left textcolor rgb colour_ink
    set arrow 1 from 190,limit to 1.4e6,limit nohead linestyle 9
    if (first) { set key at graph 0.02,0.24 left top samplen 2 spacing 1.05 maxrows 3; \
        set label 1 "limit of reading" at 1.35e6,limit right offset 0,0.6 textcolor rgb colour_muted } \
    else { set ytics ("" 1, "" 3, "" 10, "" 30, "" 100, "" 300, "" 1000); unset key; unset label 1 }
    plot for [i=1:words(variants)] csv \
        using (when("variant", word(variants, i), when("input", input, column("bins")))):(column("gbs") / 4) \
        with linespoints linestyle style(i) title word(variants, i)
}
