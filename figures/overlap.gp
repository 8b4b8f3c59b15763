# overlap.gp - time to bring an array to the GPU, compute on it and bring it back,
# by rounds of computing for an int (the column `cycles`). 0 has its place left of the logarithmic axis.
width = 720; height = 620
load "figures/style.gp"

# A line for each: variant, unroll and style.
variants = "sequential mapped mapped streams stages"
unrolls = "4 1 4 4 4"
styles = "6 1 12 3 7"
set style line 12 linecolor rgb colour_int linewidth 1.5 pointtype 1 pointsize 0.7 dashtype (6,3)

# What computing alone takes: what it adds to `sequential`.
stats csv using (when("variant", "sequential", when("cycles", "0", column("ms")))) nooutput
copies = STATS_max
stats csv using "ms" nooutput
most = STATS_max; least = STATS_min

place(cycles) = cycles == 0 ? 8 : cycles
set lmargin at screen 0.06
set rmargin at screen 0.975
set tmargin at screen 0.93
set bmargin at screen 0.115
set xrange [7:5200]
set xtics ("0" 8, 16, 48, 128, 256, 512, "1,024" 1024, "2,048" 2048, "4,096" 4096)
set logscale y 2
set yrange [least*0.8:most*1.15]
set ytics (0.25, 0.5, 1, 2, 3, 4, 6, 8, 12, 16)
set xlabel "Rounds: additions to each int"
set key top left samplen 2.5 spacing 1.1 reverse Left
set label 3 "{/:Bold Time for the whole array, ms}" at graph -0.055,1.05 left textcolor rgb colour_ink
plot csv using (when("variant", "sequential", column("cycles") == 0 ? NaN : column("cycles"))): \
        (column("ms") - copies) with lines linestyle 9 linewidth 1.5 title "computing alone", \
    for [i=1:5] csv \
    using (when("variant", word(variants, i), when("unroll", word(unrolls, i), place(column("cycles"))))): \
          "ms":"ms_low":"ms_high" \
    with yerrorlines linestyle int(word(styles, i)) \
    title word(variants, i) eq "mapped" ? "mapped, ".(word(unrolls, i) eq "1" ? "1 int a thread" : word(unrolls, i)." ints a thread") : word(variants, i)
