# dsm_latency.gp - cycles that one load of shared memory takes, by whose memory
# it is and by the size of the cluster, beside one from the L2 of the same GPU.
width = 720; height = 360
load "figures/style.gp"

patterns = "local self next last all"
styles = "3 6 1 2 7"

ladder = system(sprintf("dirname '%s'", csv))."/ladder.csv"
same_gpu = system(sprintf("sed -n 's/^# gpu: //p' '%s' 2> /dev/null", ladder)) eq note("gpu")
l2 = same_gpu ? system(sprintf("awk -F, '/^level/ { for (i = 1; i <= NF; i++) if ($i == \"cycles\") c = i } $1 == \"l2\" { print $c }' '%s'", ladder)) : ""

set lmargin at screen 0.07
set rmargin at screen 0.985
set tmargin at screen 0.9
set bmargin at screen 0.19
set xrange [0.8:20]
set yrange [0:*]
if (l2 ne "") {
    set yrange [0:l2*1.12]
    set arrow 1 from 0.8,real(l2) to 20,real(l2) nohead linestyle 9
    set label 1 "L2" at 0.9,real(l2) left offset 0,0.6 textcolor rgb colour_muted
}
set xtics ("alone" 1, 2, 4, 8, 16)
set xlabel "Blocks in the cluster"
set key at graph 1,0.6 right top samplen 2.2 spacing 1.2 reverse Left
set label 3 "{/:Bold One load, cycles}" at graph -0.07,1.09 left textcolor rgb colour_ink
plot for [i=1:words(patterns)] csv \
    using (when("pattern", word(patterns, i), column("cluster_size"))):"cycles": \
          (column("ns_low") * column("cycles") / column("ns")): \
          (column("ns_high") * column("cycles") / column("ns")) \
    with yerrorlines linestyle int(word(styles, i)) pointsize 1 title word(patterns, i)
