# dsm_latency.gp - cycles that one load of shared memory takes, by whose memory
# it is and by the size of the cluster.
width = 720; height = 360
load "figures/style.gp"

patterns = "local self next last all"
styles = "5 4 1 3 7"

set lmargin at screen 0.07
set rmargin at screen 0.985
set tmargin at screen 0.9
set bmargin at screen 0.19
set xrange [0.8:20]
set yrange [0:*]
set xtics ("alone" 1, 2, 4, 8, 16)
set xlabel "Blocks in the cluster"
set key at graph 1,0.68 right top samplen 2.2 spacing 1.2 reverse Left
set label 3 "{/:Bold One load, cycles}" at graph -0.07,1.09 left textcolor rgb colour_ink
plot for [i=1:words(patterns)] csv \
    using (when("pattern", word(patterns, i), column("cluster_size"))):"cycles": \
          (column("ns_low") * column("cycles") / column("ns")): \
          (column("ns_high") * column("cycles") / column("ns")) \
    with yerrorlines linestyle int(word(styles, i)) pointsize 1 title word(patterns, i)
