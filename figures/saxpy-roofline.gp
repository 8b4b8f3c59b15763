# saxpy-roofline.gp - the roofline: what the memory can feed and what the arithmetic units can do,
# and the largest SAXPY from DRAM below both.
height = 400; load "figures/style.gp"
value_unit = "GFLOP/s"
reached = 0; moved = 1; mhz = 0
stats csv using (is("variant", "wide") && is("precision", "fp32") && is("memory", "dram") \
    ? (reached = column("operations") / column("ms") / 1e6, moved = column("bytes") / column("operations"), mhz = column("sm_mhz"), \
       value_rows = sprintf("%d", column(0) + 1)) : 0) nooutput
# An SM starts 128 multiply-adds in a cycle, each of them two operations.
arithmetic = real(note("sms")) * 128 * 2 * mhz / 1000
corner = arithmetic / peak

set margins screen part(0.115), screen 1 - part(0.015), screen 0.16, screen 0.9
set logscale xy 10
set xrange [0.03:300]; set yrange [100:arithmetic * 4]
set xtics ("0.1" 0.1, "1" 1, "10" 10, "100" 100)
set ytics ("100" 100, "1,000" 1e3, "10,000" 1e4, "100,000" 1e5)
set xlabel "Operations per byte"
set label 1 "{/:Bold Operations, GFLOP/s}" at graph -part(0.12),1.07 left textcolor rgb colour_ink
unset key
beside = narrow ? "left offset 0.8,-0.6" : "right offset -1.2,0.6"
set print $roof
print sprintf("x,y\n%.10g,%.10g\n%.10g,%.10g\n300,%.10g", 0.03, 0.03 * peak, corner, arithmetic, arithmetic)
set print $double_exposure
print sprintf("x,y\n%.10g,%.10g", 1 / moved, reached)
unset print
set label 2 sprintf("what arithmetic can do, %s", thousands(arithmetic)) at 280,arithmetic right offset 0,0.8 textcolor rgb colour_muted
set label 3 sprintf("what %s GB/s can feed", thousands(peak)) \
    at (narrow ? 0.9 : 1.4),(narrow ? 0.9 : 1.4) * peak @beside textcolor rgb colour_muted
set label 4 sprintf("double exposure, %s", thousands(reached)) at 1 / moved,reached left offset 1.2,-0.4 textcolor rgb colour_ink
plot $roof using 1:2 with lines linewidth 2 linecolor rgb colour_ink notitle, \
     $double_exposure using 1:2 with points linestyle 3 pointtype 7 pointsize 0.9 notitle
