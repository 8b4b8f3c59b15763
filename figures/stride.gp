# stride.gp - bandwidth by stride, for large arrays above and small ones below, with what the
# bus could carry if only the sectors that are touched moved.
height = 760; load "figures/style.gp"
stats csv using "touched_bytes" nooutput
small_size = STATS_min; large_size = STATS_max
# From some stride on the lines of the small arrays no longer stay in the L2. The program then
# gives each launch other memory, and says that the rows are of DRAM.
step = 0
stats csv using (step == 0 && is("precision", "fp32") && is("memory", "dram") && column("touched_bytes") == small_size ? (step = column("stride")) : 0) nooutput

set multiplot layout 2,1 margins 0.08,0.985,0.09,0.96 spacing 0,0.1
set xrange [0.93:34.5]
set xtics (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
set logscale y 10; set yrange [100:peak*1.35]
set ytics (100, 200, 500, 1000, 2000, 5000)
set key bottom left
set arrow 1 from 0.93,peak to 34.5,peak nohead linestyle 9
set label 4 "doubles, if only the bus counted" at 34.5,peak/4 right offset 0,0.6 textcolor rgb colour_muted
set label 5 "floats, if only the bus counted" at 34.5,peak/8 right offset 0,0.6 textcolor rgb colour_muted
set label 1 sprintf("theoretical peak of DRAM, %s", thousands(peak)) at 34.5,peak right offset 0,-0.7 textcolor rgb colour_muted

stride(precision) = is("precision", precision) && column("touched_bytes") == size ? column("stride") : NaN
do for [i=1:(small_size < large_size ? 2 : 1)] {
    size = i == 1 ? large_size : small_size
    if (size == small_size) {
        set xlabel "Stride, elements"
        unset label 4; unset label 5
        if (step > 1) {
            set arrow 2 from step,100 to step,peak nohead linestyle 9 dashtype (2,4)
            set label 2 "from here on each launch\nreads other memory" at step,peak offset 0.8,-2.2 textcolor rgb colour_muted
        }
    }
    set label 3 sprintf("{/:Bold %.0f MiB touched, whatever the stride, GB/s}", size / mib) at graph -0.07,1.05 left textcolor rgb colour_ink
    plot csv using (stride("fp32")):(peak / column("overfetch")) with lines linecolor rgb colour_int linewidth 1 dashtype (2,3) notitle, \
         csv using (stride("fp64")):(peak / column("overfetch")) with lines linecolor rgb colour_int2 linewidth 1 dashtype (2,3) notitle, \
         csv using (stride("fp32")):@gbs with yerrorlines linestyle 1 title (i == 1 ? "floats, measured" : ""), \
         csv using (stride("fp64")):@gbs with yerrorlines linestyle 2 title (i == 1 ? "doubles, measured" : "")
}
