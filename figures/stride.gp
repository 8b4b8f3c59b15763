# stride.gp - bandwidth by stride, large arrays above and small ones below, with
# what the bus could carry if only the sectors touched moved.
width = 720; height = 760
load "figures/style.gp"

peak = real(note("peak_gbs"))
sizes = system(sprintf("grep -v '^#' '%s' | cut -d, -f4 | grep -x '[0-9]*' | sort -nu", csv))
# The first stride at which the small arrays' lines no longer stay in the L2, so
# that the program gives each launch other memory.
step = real(system(sprintf("awk -F, -v size=%s '$1 == \"fp32\" && $4 == size && $2 == \"dram\" { print $3; exit }' '%s'", word(sizes, 1), csv))."0") / 10

set multiplot layout 2,1 margins 0.08,0.985,0.09,0.96 spacing 0,0.1
set xrange [0.93:34.5]
set xtics (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
set logscale y 10
set yrange [100:peak*1.35]
set ytics (100, 200, 500, 1000, 2000, 5000)
set key bottom left samplen 2.5 spacing 1.1 reverse Left
set arrow 1 from 0.93,peak to 34.5,peak nohead linestyle 9
set label 4 "doubles, if only the bus counted" at 34.5,peak/4 right offset 0,0.6 textcolor rgb colour_muted
set label 5 "floats, if only the bus counted" at 34.5,peak/8 right offset 0,0.6 textcolor rgb colour_muted
set label 1 sprintf("theoretical peak of DRAM, %s", thousands(peak)) at 34.5,peak right offset 0,-0.7 textcolor rgb colour_muted

do for [i=words(sizes):1:-1] {
    size = word(sizes, i)
    if (i == 1) {
        set xlabel "Stride, elements"
        unset label 4; unset label 5
        if (step > 1) {
            set arrow 2 from step,100 to step,peak nohead linestyle 9 dashtype (2,4)
            set label 2 "from here on each launch\nreads other memory" at step,peak offset 0.8,-2.2 textcolor rgb colour_muted
        }
    }
    set label 3 sprintf("{/:Bold %.0f MiB touched, whatever the stride, GB/s}", size / mib) \
        at graph -0.07,1.05 left textcolor rgb colour_ink
    plot csv using (when("precision", "fp32", when("touched_bytes", size, column("stride")))):(peak / column("overfetch")) \
             with lines linecolor rgb colour_int linewidth 1 dashtype (2,3) notitle, \
         csv using (when("precision", "fp64", when("touched_bytes", size, column("stride")))):(peak / column("overfetch")) \
             with lines linecolor rgb colour_int2 linewidth 1 dashtype (2,3) notitle, \
         csv using (when("precision", "fp32", when("touched_bytes", size, column("stride")))):"gbs": \
             (gbs_low(column("bytes"), column("ms_high"))):(gbs_high(column("bytes"), column("ms_low"))) \
             with yerrorlines linestyle 1 title (i == words(sizes) ? "floats, measured" : ""), \
         csv using (when("precision", "fp64", when("touched_bytes", size, column("stride")))):"gbs": \
             (gbs_low(column("bytes"), column("ms_high"))):(gbs_high(column("bytes"), column("ms_low"))) \
             with yerrorlines linestyle 2 title (i == words(sizes) ? "doubles, measured" : "")
}
unset multiplot
