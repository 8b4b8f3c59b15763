# counters-stride.gp - what the GPU counted of the stride kernel with floats: the bytes that
# DRAM delivered and took for each byte that the kernel read and wrote.
height = 400; load "figures/style.gp"
set margins screen part(0.06), screen 1 - part(0.015), screen 0.16, screen 0.9
set xrange [0.93:34.5]
if (narrow) { set xtics (1, 2, 4, 8, 16, 32) } else { set xtics (1, 2, 3, 4, 6, 8, 12, 16, 24, 32) }
set yrange [0:20]
set ytics 4; set xlabel "Stride, floats"; set key top left
set label 3 "{/:Bold Bytes moved for each byte asked for}" at graph -part(0.05),1.08 left textcolor rgb colour_ink
stride = '(when("experiment", "stride", when("precision", "fp32", column("stride"))))'
plot csv using @stride:(column("load_sectors") * 32 / column("touched_bytes")) \
         with lines linecolor rgb "#a8".colour_muted[2:] linewidth 9 title "sectors touched", \
     csv using @stride:(column("dram_read_bytes") / column("touched_bytes")) with linespoints linestyle 3 title "read from DRAM", \
     csv using @stride:(column("dram_write_bytes") / column("touched_bytes")) \
         with linespoints linestyle 6 title (narrow ? "written meanwhile" : "written to DRAM before the kernel ended")
