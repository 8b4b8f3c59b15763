# dsm_latency.gp - how many cycles one load of shared memory takes, by whose memory it is and
# by cluster size, beside a load from the L2 of the same GPU.
height = 360; load "figures/style.gp"
patterns = "local self next last all"; styles = "3 6 1 2 7"

l2 = 0
ladder = system(sprintf("dirname '%s'", csv))."/ladder.csv"
if (note_of(ladder, "gpu") eq note("gpu")) {
    stats ladder using (is("level", "l2") ? (l2 = column("cycles")) : 0) nooutput
}

set margins screen 0.07, screen 0.985, screen 0.19, screen 0.9
set xrange [0.8:20]; set yrange [0:*]
if (l2 > 0) {
    set yrange [0:l2*1.12]
    set arrow 1 from 0.8,l2 to 20,l2 nohead linestyle 9
    set label 1 "L2" at 0.9,l2 left offset 0,0.6 textcolor rgb colour_muted
}
set xtics ("alone" 1, 2, 4, 8, 16)
set xlabel "Blocks in the cluster"; set key at graph 1,0.6 right top samplen 2.2 spacing 1.2
set label 3 "{/:Bold One load, cycles}" at graph -0.07,1.09 left textcolor rgb colour_ink
plot for [i=1:words(patterns)] csv using (when("pattern", word(patterns, i), column("cluster_size"))):"cycles": \
          (column("ns_low") * column("cycles") / column("ns")): (column("ns_high") * column("cycles") / column("ns")) \
    with yerrorlines linestyle style(i) pointsize 1 title word(patterns, i)
