# tile.gp - the blur by its radius, without a ring (plain) and with one (tensor), with a full SM and
# with a quarter of its threads.
height = 430; load "figures/style.gp"
variants = "tensor plain plain"; threads = "512 2048 512"; styles = "3 2 1"
lines = 3; low = 0; high = 0; apart = narrow ? 0.13 : 0.11
x_of(i) = when("variant", word(variants, i), when("threads_per_sm", word(threads, i), column("radius")))
y_of(i) = column("gbs")
begins(i) = 1
name_of(i) = sprintf("{/:Bold %s,}\n%s threads", i == 1 ? "ring" : "no ring", thousands(real(word(threads, i))))
stats csv using (high = larger(high, 1.08 * column("gbs"))) nooutput

set margins screen part(0.095), screen 1 - part(0.03), screen 0.15, screen 0.9
unset logscale x
set xrange [(narrow ? -5.8 : -2.1):8.3]; set yrange [low:high]; unset key
set xtics ("0" 0, "1" 1, "2" 2, "4" 4, "8" 8)
set ytics ("0" 0, "1,000" 1000, "2,000" 2000, "3,000" 3000, "4,000" 4000)
set xlabel "Radius of the blur, in pixels"
set label 3 "{/:Bold Pixels read and written, GB/s}" at graph -part(0.08),1.07 left textcolor rgb colour_ink
eval naming
plot for [i=1:lines] csv using (x_of(i)):@gbs with yerrorlines linestyle style(i) title name_of(i)
