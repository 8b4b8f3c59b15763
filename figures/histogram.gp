# histogram.gp - values counted per second by number of bins, for uniform input: each method
# of counting at its best cluster size, and the limit that reading alone would set.
height = narrow ? 550 : 460; load "figures/style.gp"
set style line 7 dashtype (10,4)
variants = "owner narrow packed exchange partition remote global cub"; styles = "3 7 2 5 8 1 6 4"
limit = peak / 4

# The best row of each variant and number of bins.
set print $best
print "variant,bins,gbs"
do for [variant in variants] {
    do for [k=8:20] {
        most = 0
        stats csv using (most = larger(most, when("variant", variant, when("input", "uniform", column("bins") == 2**k ? column("gbs") : NaN)))) nooutput
        if (most > 0) { print sprintf("%s,%d,%g", variant, 2**k, most) }
    }
}
unset print

set margins screen part(0.09), screen 1 - part(0.025), screen (narrow ? 0.285 : 0.15), screen 0.92
set xrange [190:1.4e6]; set logscale y 10; set yrange [2:limit*2]
if (narrow) { set xtics ("256" 256, "4,096" 4096, "65,536" 65536, "2²⁰" 1048576) } \
else { set xtics ("256" 256, "1,024" 1024, "4,096" 4096, "16,384" 16384, "65,536" 65536, "262,144" 262144, "2^{20}" 1048576) }
set ytics ("3" 3, "10" 10, "30" 30, "100" 100, "300" 300, "1,000" 1000)
set xlabel "Bins"; set key at graph 0.98,0.03 right bottom maxrows 3
if (narrow) { set key at screen 0.97,0.02 samplen 1.6 width -3 }
set arrow 1 from 190,limit to 1.4e6,limit nohead linestyle 9
set label 1 sprintf("limit of reading, %s", thousands(limit)) at 1.35e6,limit right offset 0,0.6 textcolor rgb colour_muted
set label 3 "{/:Bold Values counted per second, billions}" at graph -part(0.085),1.06 left textcolor rgb colour_ink
plot for [i=1:words(variants)] $best using (when("variant", word(variants, i), column("bins"))):(column("gbs") / 4) \
    with linespoints linestyle style(i) title word(variants, i)
