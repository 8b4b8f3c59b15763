# mapped_stride.gp - bandwidth of ints in host memory that a kernel reads or writes with a
# stride, and what the sectors alone would cost.
height = 420; load "figures/style.gp"
set style line 11 linecolor rgb colour_int linewidth 2 pointtype 6 pointsize 0.7
# If nothing but sectors mattered, the bandwidth at stride 1 would be shared with the bytes wasted.
whole = NaN
stats csv using (is("direction", "to_device") && is("stride", "1") ? (whole = column("gbs")) : 0) nooutput

set margins screen part(0.07), screen 1 - part(0.03), screen 0.17, screen 0.9
set xrange [0.93:36]; set logscale y 2; set yrange [1:100]
set xtics (1, 2, 4, 8, 16, 32)
set ytics (1, 2, 4, 8, 16, 32, 64)
set xlabel "Stride, ints"; set key top right; if (narrow) { set key samplen 1.5 }
set label 3 "{/:Bold Ints of host memory, GB/s}" at graph -part(0.065),1.08 left textcolor rgb colour_ink
plot csv using (when("direction", "to_device", column("stride"))):(whole / column("overfetch")) \
        with lines linestyle 9 linewidth 1.5 dashtype (2,3) title (narrow ? "reads, by sectors alone" : "reads, if only sectors mattered"), \
    csv using (when("direction", "to_device", column("stride"))):@gbs with yerrorlines linestyle 11 title "the kernel reads", \
    csv using (when("direction", "to_host", column("stride"))):@gbs with yerrorlines linestyle 1 title "the kernel writes"
