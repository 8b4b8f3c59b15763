# dsm.gp - what each SM at work moves in a cycle between the shared memories of a
# cluster, by the size of the cluster and by who uses whose: loads, stores and bulk
# copies.
width = 720; height = 400
load "figures/style.gp"

patterns = "next pair all"
styles = "1 2 7"
variants = "load store bulk"
saying = "'Loads' 'Stores' 'Bulk copies'"

# How many SMs work: the blocks at once over the blocks on each.
blocks = real(system(sprintf("awk -F, '$2 == \"local\" { print $4; exit }' '%s'", csv)))
each = blocks / real(note("sms"))
clocks(gbs) = gbs * 1000 / column("sm_mhz") / (column("cluster_size") * column("active_clusters") / each)
stats csv using (strcol("pattern") eq "local" || strcol("pattern") eq "hot" ? NaN : clocks(column("gbs"))) nooutput
top = (STATS_max > 16 ? STATS_max : 16) * 1.12

set multiplot layout 1,3 margins 0.055,0.86,0.17,0.88 spacing 0.02,0
set xrange [1.6:20]
set yrange [0:top]
set xtics (2, 4, 8, 16)
set ytics 4
set key at screen 0.995,0.72 right top samplen 1.6 spacing 1.2 reverse Left
do for [v=1:3] {
    set label 1 sprintf("{/:Bold %s%s}", word(saying, v), v == 1 ? ", bytes a cycle" : "") \
        at graph (v == 1 ? -0.17 : 0),1.07 left textcolor rgb colour_ink
    set arrow 1 from 1.6,16 to 20,16 nohead linestyle 9
    if (v == 2) { set format y ""; set xlabel "Blocks in a cluster" } else { set xlabel "" }
    plot for [i=1:words(patterns)] csv \
        using (when("variant", word(variants, v), when("pattern", word(patterns, i), column("cluster_size")))): \
              (clocks(column("gbs"))): \
              (clocks(gbs_low(column("bytes"), column("ms_high")))): \
              (clocks(gbs_high(column("bytes"), column("ms_low")))) \
        with yerrorlines linestyle int(word(styles, i)) title (v == 3 ? word(patterns, i) : "")
}
unset multiplot
