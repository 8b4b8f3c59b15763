# host_stride.gp - bandwidth of floats by stride on the CPU: on one core, and on all of them.
height = narrow ? 432 : 420; load "figures/style.gp"
stats csv using "threads" nooutput
cores = STATS_min < STATS_max ? sprintf("%d %d", STATS_min, STATS_max) : sprintf("%d", STATS_max)
stats csv using "touched_bytes" nooutput
touched = STATS_max

lines = words(cores); logarithmic = 1; low = 1e9; high = 0
count(i) = word(cores, i)
x_of(i) = when("precision", "fp32", when("threads", count(i), column("stride")))
y_of(i) = column("gbs")
name_of(i) = count(i) eq "1" ? "one core" : count(i)." cores"
apart = 0.08
stats csv using (is("precision", "fp32") ? (low = gbs_low(0) * 0.5 < low ? gbs_low(0) * 0.5 : low, \
    high = larger(high, 1.5 * column("gbs"))) : 0) nooutput
set margins screen part(0.08), screen 1 - part(0.115), screen 0.16, screen 0.9
set xrange [0.93:34.5]
if (narrow) { set xtics (1, 2, 4, 8, 16, 32) } else { set xtics (1, 2, 3, 4, 6, 8, 12, 16, 24, 32) }
set logscale y 10; set yrange [low:high]
set ytics (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
set xlabel "Stride, floats"; unset key
set label 3 sprintf("{/:Bold %.0f MiB of floats used, whatever the stride, GB/s}", touched / mib) at graph -part(0.07),1.08 left textcolor rgb colour_ink
eval naming
plot for [i=1:lines] csv using (x_of(i)):@gbs with yerrorlines linestyle i title name_of(i)
