# transpose.gp - bandwidth of each method to transpose the largest matrix, and of a copy of it.
height = narrow ? 420 : 330; load "figures/style.gp"
stats csv using "n" nooutput
n = STATS_max
# The first bar is the lowest.
variants = "copy wide padded tiled gather naive"
at(variant) = sum [i=1:words(variants)] i * (word(variants, i) eq variant)
largest(x) = column("n") == n ? x : NaN
x_of(i) = when("variant", word(variants, i), largest(column("gbs")))
y_of(i) = i

eval bars
set margins screen (narrow ? 0.36 : 0.29), screen 1 - part(0.03), screen 0.13, screen 0.9
set xrange [0:peak*1.06]
set xtics ("0" 0)
do for [x=1000*(1+narrow):8000:1000*(1+narrow)] { set xtics add (thousands(x) x) }
top = narrow ? 7.3 : 6.7
set yrange [0.4:top]
then = narrow ? "\n" : " "
set ytics scale 0 ("writes columns".then."{/:Bold naive}" 6, "reads columns".then."{/:Bold gather}" 5, "a tile".then."{/:Bold tiled}" 4, \
    "a tile, 33 wide".then."{/:Bold padded}" 3, "16 bytes per lane".then."{/:Bold wide}" 2, "no transpose".then."{/:Bold copy}" 1) \
    textcolor rgb colour_ink enhanced
set arrow 1 from peak,0.4 to peak,top nohead linestyle 9
set label 1 sprintf("theoretical peak, %s", thousands(peak)) at peak,top - 0.35 right offset -0.6,0 textcolor rgb colour_muted
set label 3 sprintf("{/:Bold %s x %s floats, GB/s}", thousands(n), thousands(n)) at graph -(narrow ? 0.5 : 0.4),1.07 left textcolor rgb colour_ink
set style fill solid 0.85 noborder
# In a narrow figure a number that would lie on the line of the peak stands in its bar.
beside(x) = !narrow || x < 0.75 * peak
in_bars = narrow ? ", csv using (largest(beside(column('gbs')) ? NaN : column('gbs'))):(at(strcol('variant'))):(thousands(column('gbs'))) \
    with labels offset -0.5,0 right textcolor rgb colour_paper notitle" : ""
colours = "memcpy int4 int int int int"
plot for [i=1:6] csv using @bar \
         with boxxyerror linecolor rgb value("colour_".word(colours, i)) notitle, \
     csv using (largest(beside(column("gbs")) ? column("gbs") : NaN)):(at(strcol("variant"))):(thousands(column("gbs"))) \
         with labels offset 0.5,0 left textcolor rgb colour_ink notitle @in_bars
