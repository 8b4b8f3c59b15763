# transpose.gp - the ways to transpose the largest matrix, and a copy of it.
width = 720; height = 330
load "figures/style.gp"
unset logscale x

peak = real(note("peak_gbs"))
largest = system(sprintf("grep -v '^#' '%s' | cut -d, -f3 | grep -x '[0-9]*' | sort -n | tail -1", csv))
at(variant) = variant eq "naive" ? 6 : variant eq "gather" ? 5 : variant eq "tiled" ? 4 : \
    variant eq "padded" ? 3 : variant eq "wide" ? 2 : 1
row(variant, x) = when("n", largest, when("variant", variant, x))

set lmargin at screen 0.29
set rmargin at screen 0.97
set tmargin at screen 0.9
set bmargin at screen 0.13
set xrange [0:peak*1.06]
set xtics 1000
set yrange [0.4:6.7]
set ytics scale 0 ("writes columns {/:Bold naive}" 6, "reads columns {/:Bold gather}" 5, "a tile {/:Bold tiled}" 4, \
    "a tile, 33 wide {/:Bold padded}" 3, "a tile, by 16 bytes {/:Bold wide}" 2, "no transpose {/:Bold copy}" 1) \
    textcolor rgb colour_ink enhanced
set grid noytics xtics
set border 1
unset key
set arrow 1 from peak,0.4 to peak,6.7 nohead linestyle 9
set label 1 sprintf("theoretical peak, %s", thousands(peak)) at peak,6.35 right offset -0.6,0 textcolor rgb colour_muted
set label 3 sprintf("{/:Bold %s x %s floats, GB/s}", thousands(real(largest)), thousands(real(largest))) \
    at graph -0.4,1.07 left textcolor rgb colour_ink
set style fill solid 0.85 noborder
variants = "naive gather tiled padded wide copy"
colours = "colour_int colour_int colour_int colour_int colour_int4 colour_memcpy"
colour(i) = value(word(colours, i))
plot for [i=1:6] csv using (row(word(variants, i), column("gbs") / 2)):(at(word(variants, i))):(column("gbs") / 2):(0.3) \
         with boxxyerror linecolor rgb colour(i) notitle, \
     for [i=1:6] csv using (row(word(variants, i), column("gbs"))):(at(word(variants, i))):(thousands(column("gbs"))) \
         with labels offset 0.5,0 left textcolor rgb colour_ink notitle
