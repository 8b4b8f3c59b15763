# stride.gp - bandwidth by stride, of floats in DRAM, in front of what the bus could carry if only
# the sectors that are touched moved.
height = 430; load "figures/style.gp"
stats csv using "touched_bytes" nooutput
size = STATS_max
stride = '(is("precision", "fp32") && column("touched_bytes") == size ? column("stride") : NaN)'
model = '(peak / column("overfetch"))'
# Where the two are far apart, a label says so.
at_one = peak; at_two = peak; at_end = peak
stats csv using (@stride == 1 ? (at_one = column("gbs")) : @stride == 2 ? (at_two = column("gbs")) : @stride == 32 ? (at_end = column("gbs")) : 0) nooutput

set margins screen part(0.08), screen 1 - part(0.015), screen 0.15, screen 0.9
set xrange [0.93:34.5]
set xtics (1, 2, 4, 8, 16, 32)
set logscale y 10; set yrange [100:peak*1.35]
set ytics ("100" 100, "200" 200, "500" 500, "1,000" 1000, "2,000" 2000, "5,000" 5000)
set xlabel "Stride, floats"; unset key
set label 1 "{/:Bold Floats in DRAM, GB/s}" at graph -part(0.07),1.08 left textcolor rgb colour_ink
set arrow 1 from 0.93,peak to 34.5,peak nohead linestyle 9
set label 2 sprintf("theoretical peak, %s", thousands(peak)) at 34.5,peak right offset 0,-0.7 textcolor rgb colour_muted
set label 3 narrow ? "if only sectors\ncost time" : "if only sectors cost time" at 34.5,peak/8 right offset 0,1 + narrow textcolor rgb colour_muted
if (at_one < 0.8 * peak) { set label 4 narrow ? "bus\noften idle" : "bus often idle" at 1.06,at_two offset 0,-0.5 left textcolor rgb colour_int }
# A narrow area has no room for its label.
there = narrow ? "11,0.4*peak/8 right" : "21.5,0.72*peak/8 center"
if (at_end < 0.5 * peak / 8) { set label 5 "something else\ncosts time" at @there textcolor rgb colour_int front }
set style fill solid 0.14 noborder
plot csv using (@stride >= 8 ? @stride : NaN):@model:"gbs" with filledcurves linecolor rgb colour_int notitle, \
     csv using @stride:@model with lines linecolor rgb "#a8".colour_muted[2:] linewidth 9 notitle, \
     csv using @stride:@gbs with yerrorlines linestyle 1 dashtype solid linewidth 2.5 notitle
