# dsm.gp - how many bytes each working SM moves per cycle between the shared memories of a
# cluster, by cluster size and by who uses whose: loads, stores and bulk copies. If loads were
# measured with several numbers in flight, each point is the fastest of them.
height = narrow ? 810 : 400; load "figures/style.gp"
value_unit = "bytes per cycle"
patterns = "next pair all"; styles = "1 2 7"
variants = "load store bulk"; saying = "'Loads' 'Stores' 'Bulk copies'"

# As many SMs work as there are blocks at once, divided by the blocks on each SM.
blocks = 0
stats csv using (blocks == 0 && is("pattern", "local") ? (blocks = column("active_clusters")) : 0) nooutput
each = blocks / real(note("sms"))
clocks(gbs) = gbs * 1000 / column("sm_mhz") / (column("cluster_size") * column("active_clusters") / each)
top = 16
stats csv using (is("pattern", "local") || is("pattern", "hot") || is("pattern", "one_way") || is("variant", "alone") ? 0 : (top = larger(top, clocks(column("gbs"))))) nooutput

lines = 3; low = 0; high = top * 1.12; apart = narrow ? 0.1 : 0.065
table = csv; csv = "$fastest"
x_of(i) = when("pattern", word(patterns, i), column("size"))
y_of(i) = column("clocks")
name_of(i) = narrow || v == 3 ? word(patterns, i) : ""

if (narrow) { set multiplot layout 3,1 margins 0.1,0.87,0.085,0.955 spacing 0,0.09 } \
else { set multiplot layout 1,3 margins 0.055,0.93,0.17,0.88 spacing 0.02,0 }
set xrange [1.6:17]; set yrange [low:high]; unset key
set xtics (2, 4, 8, 16)
set ytics 4
do for [v=1:3] {
    set label 1 sprintf("{/:Bold %s%s}", word(saying, v), v == 1 ? ", bytes per cycle" : "") \
        at graph (narrow ? -0.09 : v == 1 ? -0.17 : 0),1.07 left textcolor rgb colour_ink
    if (v == 2 && !narrow && !exists("measured")) { set format y "" }
    set xlabel (v == 2 + narrow ? "Blocks in a cluster" : "")
    # The fastest row of each pattern and size.
    set print $fastest
    print "pattern,size,clocks,least,most"
    value_rows = ""
    do for [pattern in patterns] { do for [size in "2 4 8 16"] {
        best = 0
        stats table using (gbs_here = when("variant", word(variants, v), when("pattern", pattern, when("cluster_size", size, column("gbs")))), \
            gbs_here > best ? (best = gbs_here, row = column(0), here = clocks(best), least = clocks(gbs_low(0)), most = clocks(gbs_high(0))) : 0, 0) nooutput
        if (best > 0) {
            print sprintf("%s,%s,%g,%g,%g", pattern, size, here, least, most)
            value_rows = value_rows.sprintf("%d ", row + 1)
        }
    } }
    unset print
    eval naming
    plot for [i=1:lines] csv using (x_of(i)):(y_of(i)):"least":"most" with yerrorlines linestyle style(i) title name_of(i)
    eval panel
}
