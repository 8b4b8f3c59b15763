# histogram.gp - values counted per second by number of bins, for uniform input: each method
# of counting at its best cluster size, and the limit that reading alone would set. A band follows the
# fastest method, and methods that are never the fastest are grey, or left out if they would hide others (narrow).
height = narrow ? 500 : 460; load "figures/style.gp"
value_unit = "billion values per second"
variants = "owner narrow packed exchange partition remote global cub"; styles = "3 7 2 5 8 1 6 4"
logarithmic = 1; low = 2; high = peak / 2
limit = peak / 4

# The best row of each variant and number of bins. The first pass finds the fastest.
set print $best
print "variant,bins,gbs"
array best[20]; array winner[20]
do for [k=8:20] { best[k] = 0 }
do for [pass=1:2] { do for [variant in variants] {
    do for [k=8:20] {
        most = 0
        stats csv using (gbs_here = when("variant", variant, when("input", "uniform", column("bins") == 2**k ? column("gbs") : NaN)), \
            gbs_here > most ? (most = gbs_here, row = column(0)) : 0, 0) nooutput
        if (most > best[k]) { best[k] = most; winner[k] = variant }
        if (most > 0 && pass == 2) {
            print sprintf("%s,%d,%g", variant, 2**k, most)
            value_rows = value_rows.sprintf("%d ", row + 1)
        }
    }
}
if (pass == 1 && (sum [k=8:20] (best[k] > 0 && winner[k] eq "narrow")) == 0) {
    variants = "owner packed exchange partition remote global cub"; styles = "3 2 5 8 1 6 4"
} }
lines = words(variants)
unset print
set print $fastest
print "bins,gbs"
do for [k=8:20] { if (best[k] > 0) { print sprintf("%d,%g", 2**k, best[k]) } }
unset print

wins(i) = sum [k=8:20] (best[k] > 0 && winner[k] eq word(variants, i))
x_of(i) = when("variant", word(variants, i), column("bins"))
y_of(i) = column("gbs") / 4
begins(i) = strstrt("owner remote global cub", word(variants, i)) > 0
name_of(i) = wins(i) ? "{/:Bold ".word(variants, i)."}" : word(variants, i)
colour_of(i) = wins(i) ? colour_ink : colour_muted
csv = "$best"

set margins screen part(0.09), screen 1 - part(narrow ? 0.12 : 0.11), screen 0.15, screen 0.92
left = narrow ? 7 : 60; right = 1.4e6
set xrange [left:right]; set logscale y 10; set yrange [low:high]
if (narrow) { set xtics ("256" 256, "16,384" 16384, "1,048,576" 1048576) } \
else { set xtics ("256" 256, "1,024" 1024, "4,096" 4096, "16,384" 16384, "65,536" 65536, "262,144" 262144, "1,048,576" 1048576) }
set ytics ("3" 3, "10" 10, "30" 30, "100" 100, "300" 300, "1,000" 1000)
set xlabel "Bins"; unset key
# Where names stand, the line would cross one.
set arrow 1 from 256,limit to right,limit nohead linestyle 9
set label 1 sprintf("limit of reading, %s", thousands(limit)) at right*0.96,limit right offset 0,0.6 textcolor rgb colour_muted
set label 3 "{/:Bold Values counted per second, billions}" at graph -part(0.085),1.06 left textcolor rgb colour_ink
eval naming
plot $fastest using 1:($2 / 4) with lines linewidth 9 linecolor rgb "#b0".colour_int4[2:], \
    for [i=1:lines] csv using (x_of(i)):(wins(i) ? NaN : y_of(i)) with linespoints linestyle style(i) linecolor rgb colour_muted linewidth 1 title name_of(i), \
    for [i=1:lines] csv using (x_of(i)):(wins(i) ? y_of(i) : NaN) with linespoints linestyle style(i) title name_of(i)
