# histogram-skew.gp - what skewed values cost: for each way to count, an arrow from the values per
# second with uniform values to those with equal values, and a mark at those with Zipf's, for two
# numbers of bins. A way has its best cluster size with uniform values.
height = narrow ? 860 : 480; load "figures/style.gp"
value_axis = "x"; value_unit = "billion values per second"
variants = "owner narrow packed exchange partition remote cub global"
limit = peak / 4
array at[3]

if (narrow) { set multiplot layout 2,1 margins 0.22,0.96,0.1,0.94 spacing 0,0.11 } \
else { set multiplot layout 1,2 margins 0.115,0.985,0.2,0.86 spacing 0.03,0 }
unset key; unset grid; set grid xtics linecolor rgb colour_rule linewidth 1 dashtype solid
set logscale x 10; set xrange [0.3:limit * 1.6]; set yrange [0.3:8.7]
set xtics ("1" 1, "10" 10, "100" 100, "1,000" 1000); unset ytics; set border 1
do for [bins in "65536 1048576"] {
    first = bins eq "65536"
    unset arrow; unset label
    set label sprintf("{/:Bold %s bins}", first ? "65,536" : narrow ? "2²⁰" : "2^{20}") at graph 0,1.08 left textcolor rgb colour_ink
    set arrow from limit,0.3 to limit,8.7 nohead linestyle 9
    if (first) { set label "limit of reading" at limit,8.7 right offset 0,0.7 textcolor rgb colour_muted }
    set xlabel (first && narrow ? "" : "Values counted per second, billions")
    set print $dots
    print "input,x,y"
    value_rows = ""
    do for [i=1:words(variants)] {
        y = 9 - i
        if (first || narrow) { set label word(variants, i) at graph 0,first y right offset -1,0 noenhanced textcolor rgb colour_ink }
        do for [k=1:3] {
            at[k] = 0
            stats csv using (here = when("variant", word(variants, i), when("bins", bins, \
                when("input", word("uniform zipf equal", k), column("gbs") / 4))), here > at[k] ? (at[k] = here, row = column(0)) : 0, 0) nooutput
            if (at[k] > 0) {
                print sprintf("%s,%g,%g", word("uniform zipf equal", k), at[k], y)
                value_rows = value_rows.sprintf("%d ", row + 1)
            }
        }
        falls = at[3] > 0 && at[3] < at[1] / 1.5
        if (at[1] == 0) { set label "too many bins" at graph 0.03,first y left textcolor rgb colour_muted font ",13" }
        if (at[1] > 0 && at[3] > 0) {
            # The arrow at the bottom says what its ends are.
            if (i == words(variants) && first) {
                do for [k=1:3] { set label word("uniform Zipf equal", k) at at[k],y + 0.42 center textcolor rgb colour_ink font ",13" }
            }
            set arrow from at[1],y to at[3],y head size screen 0.011,22 filled linewidth (falls ? 3 : 2) \
                linecolor rgb (falls ? colour_int : colour_int4)
        }
    }
    unset print
    plot $dots using (when("input", "uniform", column("x"))):"y" with points pointtype 7 pointsize 0.9 linecolor rgb colour_ink title "uniform", \
        $dots using (when("input", "zipf", column("x"))):"y" with points pointtype 2 pointsize 0.7 linewidth 1.5 linecolor rgb colour_ink title "Zipf", \
        $dots using (when("input", "equal", column("x"))):"y" with points pointtype 6 pointsize 0.5 linecolor rgb colour_muted title "equal"
    eval panel
}
