# overlap.gp - time to bring an array to the GPU, compute on it and bring it back,
# by rounds of computing for an int (the column `cycles`). 0 has its place left of the logarithmic axis.
width = 720; height = 620
load "figures/style.gp"

# variant:unroll:style
lines = "sequential:4:6 mapped:1:1 mapped:4:12 streams:4:3 stages:4:7"
part(s, n) = word(system("echo '".s."' | tr : ' '"), n)
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
    for [l in lines] csv \
    using (when("variant", part(l, 1), when("unroll", part(l, 2), place(column("cycles"))))): \
          "ms":"ms_low":"ms_high" \
    with yerrorlines linestyle int(part(l, 3)) \
    title part(l, 1) eq "mapped" ? "mapped, ".(part(l, 2) eq "1" ? "1 int a thread" : part(l, 2)." ints a thread") : part(l, 1)
