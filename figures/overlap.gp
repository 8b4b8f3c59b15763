# overlap.gp - the time to bring an array to the GPU, compute on it and bring it back, by how
# often 1 is added to each int (the column cycles). The axis is logarithmic, so 0 stands left of it.
height = 620; load "figures/style.gp"
# Each line has a variant, an unroll and a style.
variants = "sequential mapped mapped streams stages"; unrolls = "4 1 4 4 4"; styles = "6 1 12 3 7"
names = "sequential 'mapped, 1 int a thread' 'mapped, 4 ints a thread' streams stages"
set style line 12 linecolor rgb colour_int linewidth 1.5 pointtype 1 pointsize 0.7 dashtype (6,3)

# What computing alone takes is the time that it adds to the copies of `sequential`.
copies = NaN
stats csv using (is("variant", "sequential") && is("cycles", "0") ? (copies = column("ms")) : 0) nooutput
stats csv using "ms" nooutput

set margins screen 0.06, screen 0.975, screen 0.115, screen 0.93
set xrange [7:5200]
set xtics ("0" 8, 16, 48, 128, 256, 512, "1,024" 1024, "2,048" 2048, "4,096" 4096)
set logscale y 2; set yrange [STATS_min*0.8:STATS_max*1.15]
set ytics (0.25, 0.5, 1, 2, 3, 4, 6, 8, 12, 16)
set xlabel "Rounds: additions to each int"; set key top left
set label 3 "{/:Bold Time for the whole array, ms}" at graph -0.055,1.05 left textcolor rgb colour_ink
plot csv using (when("variant", "sequential", is("cycles", "0") ? NaN : column("cycles"))):(column("ms") - copies) \
    with lines linestyle 9 linewidth 1.5 title "computing alone", \
    for [i=1:words(variants)] csv \
    using (when("variant", word(variants, i), when("unroll", word(unrolls, i), is("cycles", "0") ? 8 : column("cycles")))):"ms":"ms_low":"ms_high" \
    with yerrorlines linestyle style(i) title word(names, i)
