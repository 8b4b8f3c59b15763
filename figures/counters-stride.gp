# counters-stride.gp - what the GPU counted of the stride kernel with floats: the bytes that
# DRAM delivered and took for each byte that the kernel read and wrote.
height = 400; load "figures/style.gp"
lines = 3; low = 0; high = 20
columns = "load_sectors dram_read_bytes dram_write_bytes"
names_of = narrow ? "'sectors\ntouched' 'read' 'written\nmeanwhile'" : "'sectors touched' 'read from DRAM' 'written before\nthe kernel ended'"
x_of(i) = when("experiment", "stride", when("precision", "fp32", column("stride")))
y_of(i) = column(word(columns, i)) * (i == 1 ? 32 : 1) / column("touched_bytes")
name_of(i) = word(names_of, i)
value_unit = "bytes per byte asked for"; apart = 0.16
set margins screen part(0.06), screen 1 - part(narrow ? 0.13 : 0.17), screen 0.16, screen 0.9
set xrange [0.93:34.5]
if (narrow) { set xtics (1, 2, 4, 8, 16, 32) } else { set xtics (1, 2, 3, 4, 6, 8, 12, 16, 24, 32) }
set yrange [low:high]
set ytics 4; set xlabel "Stride, floats"; unset key
set label 3 "{/:Bold Bytes moved for each byte asked for}" at graph -part(0.05),1.08 left textcolor rgb colour_ink
eval naming
plot csv using (x_of(1)):(y_of(1)) with lines linecolor rgb "#a8".colour_muted[2:] linewidth 9 title name_of(1), \
    csv using (x_of(2)):(y_of(2)) with linespoints linestyle 3 title name_of(2), \
    csv using (x_of(3)):(y_of(3)) with linespoints linestyle 6 title name_of(3)
