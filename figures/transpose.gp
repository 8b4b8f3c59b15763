# transpose.gp - bandwidth of each method to transpose the largest matrix, and of a copy of it.
height = 330; load "figures/style.gp"
stats csv using "n" nooutput
n = STATS_max
# The first bar is the lowest.
variants = "copy wide padded tiled gather naive"
at(variant) = sum [i=1:words(variants)] i * (word(variants, i) eq variant)
largest(x) = column("n") == n ? x : NaN

eval bars
set margins screen 0.29, screen 0.97, screen 0.13, screen 0.9
set xrange [0:peak*1.06]
set xtics 1000
set yrange [0.4:6.7]
set ytics scale 0 ("writes columns {/:Bold naive}" 6, "reads columns {/:Bold gather}" 5, "a tile {/:Bold tiled}" 4, \
    "a tile, 33 wide {/:Bold padded}" 3, "16 bytes per lane {/:Bold wide}" 2, "no transpose {/:Bold copy}" 1) \
    textcolor rgb colour_ink enhanced
set arrow 1 from peak,0.4 to peak,6.7 nohead linestyle 9
set label 1 sprintf("theoretical peak, %s", thousands(peak)) at peak,6.35 right offset -0.6,0 textcolor rgb colour_muted
set label 3 sprintf("{/:Bold %s x %s floats, GB/s}", thousands(n), thousands(n)) at graph -0.4,1.07 left textcolor rgb colour_ink
set style fill solid 0.85 noborder
colours = "memcpy int4 int int int int"
plot for [i=1:6] csv using (when("variant", word(variants, i), largest(column("gbs") / 2))):(i):(column("gbs") / 2):(0.3) \
         with boxxyerror linecolor rgb value("colour_".word(colours, i)) notitle, \
     csv using (largest(column("gbs"))):(at(strcol("variant"))):(thousands(column("gbs"))) \
         with labels offset 0.5,0 left textcolor rgb colour_ink notitle
