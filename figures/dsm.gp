# dsm.gp - how many bytes each working SM moves per cycle between the shared memories of a
# cluster, by cluster size and by who uses whose: loads, stores and bulk copies. If loads were
# measured with several numbers in flight, each point is the fastest of them.
height = narrow ? 780 : 400; load "figures/style.gp"
patterns = "next pair all"; styles = "1 2 7"
variants = "load store bulk"; saying = "'Loads' 'Stores' 'Bulk copies'"

# As many SMs work as there are blocks at once, divided by the blocks on each SM.
blocks = 0
stats csv using (blocks == 0 && is("pattern", "local") ? (blocks = column("active_clusters")) : 0) nooutput
each = blocks / real(note("sms"))
clocks(gbs) = gbs * 1000 / column("sm_mhz") / (column("cluster_size") * column("active_clusters") / each)
top = 16
stats csv using (is("pattern", "local") || is("pattern", "hot") || is("pattern", "one_way") || is("variant", "alone") ? 0 : (top = larger(top, clocks(column("gbs"))))) nooutput

# The fastest row of each variant, pattern and cluster size has a place in `most`.
array most[192]
do for [k=1:192] { most[k] = 0 }
place(v, i) = is("variant", word(variants, v)) && is("pattern", word(patterns, i)) ? 64*v + 16*i + int(column("cluster_size")) - 80 : 0
do for [v=1:3] {
    do for [i=1:3] {
        stats csv using (place(v, i) > 0 ? (most[place(v, i)] = larger(most[place(v, i)], column("gbs"))) : 0) nooutput
    }
}
fastest(v, i) = place(v, i) > 0 ? (column("gbs") == most[place(v, i)] ? column("cluster_size") : NaN) : NaN

lines = 3; low = 0; high = top * 1.12; apart = narrow ? 0.1 : 0.065
x_of(i) = fastest(v, i)
y_of(i) = clocks(column("gbs"))
name_of(i) = narrow || v == 3 ? word(patterns, i) : ""

if (narrow) { set multiplot layout 3,1 margins 0.1,0.87,0.085,0.955 spacing 0,0.07 } \
else { set multiplot layout 1,3 margins 0.055,0.93,0.17,0.88 spacing 0.02,0 }
set xrange [1.6:17]; set yrange [low:high]; unset key
set xtics (2, 4, 8, 16)
set ytics 4
do for [v=1:3] {
    set label 1 sprintf("{/:Bold %s%s}", word(saying, v), v == 1 ? ", bytes per cycle" : "") \
        at graph (narrow ? -0.09 : v == 1 ? -0.17 : 0),1.07 left textcolor rgb colour_ink
    if (v == 2 && !narrow) { set format y "" }
    set xlabel (v == 2 + narrow ? "Blocks in a cluster" : "")
    eval naming
    # The rows are in the order of the loads in flight, so the lines need points sorted by size.
    plot for [i=1:words(patterns)] csv \
        using (x_of(i)):(y_of(i)) smooth unique \
        with linespoints linestyle style(i) notitle, \
        for [i=1:words(patterns)] csv \
        using (fastest(v, i)):(clocks(gbs_low(0))):(0):(clocks(gbs_high(0)) - clocks(gbs_low(0))) \
        with vectors heads size screen 0.005,90 linestyle style(i) dashtype solid notitle
    eval panel
}
