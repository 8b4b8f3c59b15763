# histogram-spread.gp - values counted in a second by atomics in global memory, by
# number of bins, uniform input: counters side by side, and 1 KiB apart.
width = 720; height = 340
load "figures/style.gp"

variants = "spread global"
styles = "10 6"

set lmargin at screen 0.08
set rmargin at screen 0.975
set tmargin at screen 0.9
set bmargin at screen 0.19
set datafile separator whitespace
set logscale x 2
set xrange [190:1.4e6]
set yrange [0:*]
set xtics ("256" 256, "1,024" 1024, "4,096" 4096, "16,384" 16384, "65,536" 65536, "262,144" 262144, "2^{20}" 1048576)
set xlabel "Bins"
set key bottom right samplen 2.5 spacing 1.1 reverse Left
set label 3 "{/:Bold Values counted in a second, billions}" at graph -0.075,1.08 left textcolor rgb colour_ink
plot for [i=1:words(variants)] sprintf("< awk -F, '$1 == \"%s\" && $5 == \"uniform\" { print $4, $12; n++ } END { if (!n) print \"NaN NaN\" }' '%s'", word(variants, i), csv) \
    using 1:($2 / 4) \
    with linespoints linestyle int(word(styles, i)) title word(variants, i)
