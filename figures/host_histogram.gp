# host_histogram.gp - values that a CPU counts per second by number of bins, for three inputs:
# on one core, and by two methods on all cores.
height = narrow ? 860 : 400; load "figures/style.gp"
variants = "private one atomic"; styles = "3 5 1"

if (narrow) { set multiplot layout 3,1 margins 0.13,0.93,0.075,0.955 spacing 0,0.075 } \
else { set multiplot layout 1,3 margins 0.08,0.985,0.18,0.88 spacing 0.025,0 }
set xrange [190:1.4e6]; set logscale y 10; set yrange [0.03:500]
set xtics ("256" 256, "8,192" 8192, "262,144" 262144)
set ytics ("0.03" 0.03, "0.1" 0.1, "0.3" 0.3, "1" 1, "3" 3, "10" 10, "30" 30)
set key samplen 2.2
n = 0
do for [input in "uniform zipf equal"] {
    n = n + 1
    set label 3 sprintf("{/:Bold %s%s}", input, n == 1 ? ": billions per second" : "") \
        at graph (narrow ? -0.13 : n == 1 ? -0.24 : 0),1.07 left textcolor rgb colour_ink
    if (n == 2 && !narrow) { set ytics ("" 0.03, "" 0.1, "" 0.3, "" 1, "" 3, "" 10, "" 30) }
    if (n == 2) { set key at graph 0.1,0.98 left top } else { unset key }
    set xlabel (n == 2 + narrow ? "Bins" : "")
    plot for [i=1:words(variants)] csv using (when("variant", word(variants, i), when("input", input, column("bins")))): \
              (column("gbs") / 4):(gbs_low(0) / 4):(gbs_high(0) / 4) with yerrorlines linestyle style(i) title word(variants, i)
    eval panel
}
