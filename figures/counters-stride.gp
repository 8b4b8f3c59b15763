# counters-stride.gp - bytes that DRAM gave and took for each byte that the stride
# kernel read and wrote, floats, as the GPU counted them.
width = 720; height = 400
load "figures/style.gp"

set lmargin at screen 0.06
set rmargin at screen 0.985
set tmargin at screen 0.9
set bmargin at screen 0.16
set xrange [0.93:34.5]
set xtics (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
set yrange [0:20]
set ytics 4
set xlabel "Stride, floats"
set key top left samplen 2.5 spacing 1.1 reverse Left
set label 3 "{/:Bold Bytes moved for each byte asked for}" at graph -0.05,1.08 left textcolor rgb colour_ink
of(column_name, x) = when("experiment", "stride", when("precision", "fp32", x))
touched = "touched_bytes"
plot csv using (of("", column("stride"))):(column("dram_read_bytes") / column(touched)) \
         with linespoints linestyle 3 title "read from DRAM", \
     csv using (of("", column("stride"))):(column("load_sectors") * 32 / column(touched)) \
         with lines linecolor rgb colour_ink linewidth 1 dashtype (2,3) title "sectors touched", \
     csv using (of("", column("stride"))):(column("dram_write_bytes") / column(touched)) \
         with linespoints linestyle 6 title "written to DRAM before the kernel ended"
