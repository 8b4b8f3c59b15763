# dsm.gp - bandwidth between the shared memories of a cluster by its size and by
# who uses whose: loads, stores and bulk copies.
width = 720; height = 400
load "figures/style.gp"

patterns = "next pair all hot"
styles = "1 3 7 8"
variants = "load store bulk"
saying = "'Loads' 'Stores' 'Bulk copies'"

# How many SMs work: the blocks at once over the blocks on each.
blocks = real(system(sprintf("awk -F, '$2 == \"local\" { print $4; exit }' '%s'", csv)))
each = blocks / real(note("sms"))
mhz = real(system(sprintf("awk -F, '$2 == \"local\" { print $11; exit }' '%s'", csv)))
sixteen(size, active) = 16 * mhz / 1000 * size * active / each

set multiplot layout 1,3 margins 0.075,0.8,0.17,0.88 spacing 0.02,0
set xrange [1.6:20]
set yrange [0:5600]
set xtics (2, 4, 8, 16)
set ytics 1000
set key at screen 0.995,0.72 right top samplen 1.6 spacing 1.2 reverse Left
do for [v=1:3] {
    set label 1 sprintf("{/:Bold %s%s}", word(saying, v), v == 1 ? ", GB/s" : "") \
        at graph (v == 1 ? -0.2 : 0),1.07 left textcolor rgb colour_ink
    if (v == 2) { set format y ""; set xlabel "Blocks in a cluster" } else { unset xlabel }
    plot csv using (strcol(1) eq word(variants, v) && strcol(2) eq "pair" ? column("cluster_size") : NaN): \
            (sixteen(column("cluster_size"), column("active_clusters"))) \
            with lines linestyle 9 title (v == 3 ? "16 B/clock" : ""), \
        for [i=1:words(patterns)] csv \
        using (when("variant", word(variants, v), when("pattern", word(patterns, i), column("cluster_size")))):"gbs": \
              (gbs_low(column("bytes"), column("ms_high"))):(gbs_high(column("bytes"), column("ms_low"))) \
        with yerrorlines linestyle int(word(styles, i)) title (v == 3 ? word(patterns, i) : "")
}
unset multiplot
