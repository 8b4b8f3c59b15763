# mapped_stride.gp - bandwidth of ints in host memory that a kernel reads or
# writes with a stride, and what sectors alone would cost.
width = 720; height = 420
load "figures/style.gp"

directions = "to_device to_host"
names = "read|write"
styles = "11 1"
set style line 11 linecolor rgb colour_int linewidth 2 pointtype 6 pointsize 0.7

# What sectors alone explain: stride 1, divided by the bytes moved in vain.
stats csv using (when("direction", "to_device", when("stride", "1", column("gbs")))) nooutput
whole = STATS_max

set lmargin at screen 0.07
set rmargin at screen 0.97
set tmargin at screen 0.9
set bmargin at screen 0.17
set xrange [0.93:36]
set logscale y 2
set yrange [1:100]
set xtics (1, 2, 4, 8, 16, 32)
set ytics (1, 2, 4, 8, 16, 32, 64)
set xlabel "Stride, ints"
set key top right samplen 2.5 spacing 1.1 reverse Left
set label 3 "{/:Bold Ints of host memory, GB/s}" at graph -0.065,1.08 left textcolor rgb colour_ink
plot csv using (when("direction", "to_device", column("stride"))):(whole / column("overfetch")) \
        with lines linestyle 9 linewidth 1.5 dashtype (2,3) title "reads, if only sectors counted", \
    for [i=1:2] csv \
    using (when("direction", word(directions, i), column("stride"))):"gbs": \
          (gbs_low(column("bytes"), column("ms_high"))):(gbs_high(column("bytes"), column("ms_low"))) \
    with yerrorlines linestyle int(word(styles, i)) title (i == 1 ? "the kernel reads" : "the kernel writes")
