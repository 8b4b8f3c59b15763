# ladder-roofline.gp - the roofline: a slope for what each level of the memory can feed, a level line for what each
# unit of arithmetic reaches, where that was measured, and the book's kernels below them.
height = 620; load "figures/style.gp"
value_unit = "GFLOP/s"

# The tables that this machine has measured itself, as it has the ladder.
folder = system(sprintf("dirname '%s'", csv))."/"
do for [table in "peaks saxpy polynomial tile stride offset counters"] {
    if (note_of(folder.table.".csv", "edition") eq note("edition")) { value_tables = value_tables." ".folder.table.".csv" }
}
has(table) = strstrt(value_tables, "/".table.".csv") > 0

# Arithmetic: of each format the best, by the lanes and by the tensor cores, and of fp16 and bf16 the faster.
units = "'fma fp64' 'fma fp32' 'tensor fp64' 'tensor tf32' 'tensor fp16' 'tensor fp8'"
unit_names = "'FP64' 'FP32' 'FP64 tensor' 'TF32 tensor' '16-bit tensor' 'FP8 tensor'"
is_of(format) = is("precision", format) || format eq "fp16" && is("precision", "bf16")
array reached[6]
do for [i=1:6] {
    reached[i] = 0; is_fma = word(word(units, i), 1) eq "fma"
    if (has("peaks")) {
        stats folder."peaks.csv" using (is_of(word(word(units, i), 2)) && is("variant", "fma") == is_fma \
            ? (reached[i] = larger(reached[i], column("operations") / column("ms") / 1e6)) : 0) nooutput
    }
}
top = 0; do for [i=1:6] { top = larger(top, reached[i]) }

# Memory, from the fastest level down. The L1 and shared memory are one line where they are equally fast.
levels = "shared l1 l2 dram remote host"
level_names = "'Shared memory' L1 L2 DRAM DSM 'Host memory'"
styles = "3 1 7 2 8 10"
array slope[6]
do for [i=1:6] {
    slope[i] = 0
    stats csv using (is("level", word(levels, i)) ? (slope[i] = column("gbs")) : 0) nooutput
}
if (abs(slope[1] - slope[2]) < 0.05 * slope[1]) { slope[2] = 0; level_names = "'L1, shared memory' ".level_names[17:] }

# Kernels: operations per byte, and per nanosecond. A kernel that adds 1 to every so many floats, or to floats that
# begin so much too late, is shown where the GPU has counted the sectors of 32 bytes that it asked for. The bytes of
# all others are those that they meant. The image filter adds the pixels of a square, and without a radius nothing.
tables = "saxpy polynomial tile stride offset"
kernel_names = "'add, SAXPY, triad' 'polynomials' 'image filter' 'every n-th float, + 1' 'from the n-th float, + 1'"
file(i) = has(word(tables, i)) ? folder.word(tables, i).".csv" : csv
array counted[65] # operations per byte, by stride and behind that by offset
do for [i=1:65] { counted[i] = 0 }
place(table) = table eq "stride" ? int(column("stride")) : 33 + int(column("offset"))
are_floats(row) = is("memory", "dram") && is("precision", "fp32")
if (has("counters")) {
    do for [table in "stride offset"] {
        stats folder."counters.csv" using (is("experiment", table) && are_floats(0) \
            ? (counted[place(table)] = column("touched_bytes") / 128 / (column("load_sectors") + column("store_sectors"))) : 0) nooutput
    }
}
array largest[5]
do for [i=4:5] {
    largest[i] = 0
    if (has("counters") && has(word(tables, i))) {
        stats file(i) using (largest[i] = larger(largest[i], when("precision", "fp32", column("touched_bytes")))) nooutput
    }
}
saxpy_x(row) = is("memory", "dram") && column("bytes") > 8 * number(note("l2_bytes")) ? column("operations") / column("bytes") : NaN
counted_x(i) = are_floats(0) && column("touched_bytes") == largest[i] && counted[place(word(tables, i))] > 0 ? counted[place(word(tables, i))] : NaN
additions(row) = (2 * column("radius") + 1) ** 2
kernel_x(i) = !has(word(tables, i)) ? NaN : i == 1 ? saxpy_x(0) : i == 2 ? (column("coefficients") - 1) / 4 \
    : i == 3 ? (column("radius") > 0 ? additions(0) / 8 : NaN) : counted_x(i)
kernel_y(i) = i == 1 ? column("operations") / column("ms") / 1e6 : i == 2 ? column("gbs") * (column("coefficients") - 1) / 4 \
    : i == 3 ? column("gbs") * additions(0) / 8 : largest[i] / 4 / column("ms") / 1e6
is_drawn(i) = has(word(tables, i)) && (i < 4 || largest[i] > 0)

left = 0.01; low = narrow ? 0.001 : 0.01; right = top > 0 ? 1e3 : 100
high = (top > 0 ? top : larger(slope[1], slope[3]) * right) * 1.5
set margins screen part(0.125), screen 1 - (top > 0 ? (narrow ? 0.23 : 0.15) : part(0.025)), screen 0.12, screen 0.93
set logscale xy 10; set xrange [left:right]; set yrange [low:high]
set xtics ("0.01" 0.01, "0.1" 0.1, "1" 1, "10" 10, "100" 100)
if (!narrow) { set xtics add ("1,000" 1000) }
set ytics ("0.001" 0.001, "0.01" 0.01, "0.1" 0.1, "1" 1, "10" 10, "100" 100, "1,000" 1e3, "10,000" 1e4, "100,000" 1e5, "1,000,000" 1e6)
set xlabel "Operations per byte"
set label 1 "{/:Bold Operations, GFLOP/s}" at graph -part(0.135),1.045 left textcolor rgb colour_ink
set key bottom right samplen (narrow ? 1.5 : 1.8) spacing (narrow ? 0.9 : 1) width (narrow ? -10 : -4) @shrunk

roof = top > 0 ? top : high
do for [i=1:6] {
    if (slope[i] > 0) {
        begin = larger(left, low / slope[i]); end = right < roof / slope[i] ? right : roof / slope[i]
        set arrow from begin,begin * slope[i] to end,end * slope[i] nohead linestyle style(i)
    }
}

# A level line carries its name behind its right end. Names are as far apart as text is high.
lines = 6; logarithmic = 1; apart = 20.0 / (0.81 * height)
x_of(i) = right
y_of(i) = reached[i]
name_of(i) = word(unit_names, i)
eval naming
do for [i=1:6] {
    if (reached[i] > 0) {
        set arrow from left,reached[i] to right,reached[i] nohead linestyle 9
        set label 20+i offset 0.6,0 @shrunk
    }
}

plot for [i=1:6] keyentry with lines linestyle style(i) title slope[i] > 0 ? word(level_names, i) : "", \
     for [i=1:5] file(i) using (kernel_x(i)):(kernel_y(i)) with points linecolor rgb colour_ink pointtype int(word("4 6 8 7 5", i)) \
         pointsize 0.7 title is_drawn(i) ? word(kernel_names, i) : ""
