# mapped_stride.gp - bandwidth of ints in host memory that a kernel reads or writes with a
# stride, and what the sectors alone would cost.
height = 420; load "figures/style.gp"
set style line 11 linecolor rgb colour_int linewidth 2 pointtype 6 pointsize 0.7
# If nothing but sectors mattered, the bandwidth at stride 1 would be shared with the bytes wasted.
whole = NaN
stats csv using (is("direction", "to_device") && is("stride", "1") ? (whole = column("gbs")) : 0) nooutput

lines = 3; logarithmic = 1; low = 1; high = 100; apart = 0.09
x_of(i) = when("direction", i < 3 ? "to_device" : "to_host", column("stride"))
y_of(i) = i == 1 ? whole / column("overfetch") : column("gbs")
name_of(i) = word(narrow ? "'reads, by\nsectors' 'reads' 'writes'" : "'reads, if only\nsectors mattered' 'the kernel reads' 'the kernel writes'", i)
stats csv using (low = column("gbs") < 1.1 * low ? column("gbs") / 1.1 : low, high = larger(high, 1.5 * column("gbs"))) nooutput
set margins screen part(0.07), screen 1 - part(narrow ? 0.12 : 0.19), screen 0.17, screen 0.9
set xrange [0.93:33]; set logscale y 2; set yrange [low:high]
set xtics (1, 2, 4, 8, 16, 32)
set ytics (1, 2, 4, 8, 16, 32, 64)
set xlabel "Stride, ints"; unset key
set label 3 "{/:Bold Ints of host memory, GB/s}" at graph -part(0.065),1.08 left textcolor rgb colour_ink
eval naming
plot csv using (x_of(1)):(y_of(1)) with lines linestyle 9 linewidth 1.5 dashtype (2,3) title name_of(1), \
    csv using (x_of(2)):@gbs with yerrorlines linestyle 11 title name_of(2), \
    csv using (x_of(3)):@gbs with yerrorlines linestyle 1 title name_of(3)
