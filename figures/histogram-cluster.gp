# histogram-cluster.gp - values counted per second by cluster size, for two numbers of bins:
# what a larger cluster costs.
height = narrow ? 700 : 380; load "figures/style.gp"
value_unit = "billion values per second"
variants = "owner exchange remote"; styles = "3 5 1"
limit = peak / 4
lines = 3; logarithmic = 1; low = 20; high = limit * 2
x_of(i) = when("variant", word(variants, i), when("input", "uniform", when("bins", bins, column("cluster_size"))))
y_of(i) = column("gbs") / 4
name_of(i) = first && !narrow ? "" : word(variants, i)
do for [bins in "16384 65536"] { do for [i=1:lines] {
    stats csv using (low = x_of(i) > 0 && y_of(i) < low * 1.2 ? y_of(i) / 1.2 : low) nooutput
} }

if (narrow) { set multiplot layout 2,1 margins 0.145,0.8,0.1,0.94 spacing 0,0.12 } \
else { set multiplot layout 1,2 margins 0.085,0.89,0.18,0.87 spacing 0.03,0 }
set xrange [0.85:17]; set logscale y 10; set yrange [low:high]; unset key
set xtics (1, 2, 4, 8, 16)
set ytics ("30" 30, "100" 100, "300" 300, "1,000" 1000)
do for [bins in "16384 65536"] {
    first = bins eq "16384"
    set label 3 sprintf("{/:Bold %s bins%s}", thousands(real(bins)), first ? ": billions of values per second" : "") \
        at graph (narrow ? -0.13 : first ? -0.17 : 0),1.08 left textcolor rgb colour_ink
    if (!first && !narrow) { set ytics ("" 30, "" 100, "" 300, "" 1000) }
    set xlabel (first && narrow ? "" : "Blocks in a cluster")
    set arrow 1 from 0.85,limit to 17,limit nohead linestyle 9
    if (first) { set label 1 "limit of reading" at 16.5,limit right offset 0,0.6 textcolor rgb colour_muted } \
    else { unset label 1 }
    eval naming
    plot for [i=1:lines] csv using (x_of(i)):(y_of(i)) with linespoints linestyle style(i) title name_of(i)
    eval panel
}
