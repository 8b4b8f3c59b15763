# ladder-roofline.gp - the roofline: a slope for what each level of the memory can feed, a level line for what each
# unit of arithmetic reaches, where that was measured, and the book's kernels below them.
height = 640; load "figures/style.gp"
value_unit = "GFLOP/s"

# The tables that this machine has measured itself, as it has the ladder.
folder = system(sprintf("dirname '%s'", csv))."/"
is_own(table) = note_of(folder.table.".csv", "edition") eq note("edition")
value_tables = csv
do for [table in "peaks saxpy polynomial stride counters"] {
    if (is_own(table)) { value_tables = value_tables." ".folder.table.".csv" }
}
has(table) = strstrt(value_tables, "/".table.".csv") > 0

# Memory: level i of six. Two that are within 5 % are one line: the L1 and shared memory.
levels = "shared l1 l2 dram remote host"
level_names = "'shared memory' L1 L2 DRAM DSM 'host memory'"
array slope[6]; array said[6]
do for [i=1:6] {
    slope[i] = 0; said[i] = word(level_names, i)
    stats csv using (is("level", word(levels, i)) ? (slope[i] = column("gbs")) : 0) nooutput
}
if (abs(slope[1] - slope[2]) < 0.05 * slope[1]) { slope[2] = 0; said[1] = "L1 and shared memory" }

# Arithmetic: of each format the best, by the lanes and by the tensor cores. bf16 is as fast as fp16.
units = "'fma fp64' 'fma fp32' 'tensor fp64' 'tensor tf32' 'tensor fp16' 'tensor fp8'"
unit_names = "'FP64' 'FP32' 'FP64, tensor' 'TF32, tensor' 'FP16, tensor' 'FP8, tensor'"
array reached[6]
top = 0
do for [i=1:6] {
    reached[i] = 0; kind = word(word(units, i), 1)
    if (has("peaks")) {
        stats folder."peaks.csv" using (is("precision", word(word(units, i), 2)) && is("variant", "fma") == (kind eq "fma") \
            ? (reached[i] = larger(reached[i], column("operations") / column("ms") / 1e6)) : 0) nooutput
    }
    top = larger(top, reached[i])
}

left = 0.001; low = 0.1; right = top > 0 ? 1e5 : 50
most = top > 0 ? top : slope[1] * right
set margins screen part(0.125), screen 1 - part(0.02), screen 0.12, screen 0.93
set logscale xy 10
set xrange [left:right]; set yrange [low:most * 3]
set xtics ("0.01" 0.01, "1" 1, "100" 100, "10,000" 1e4)
if (!narrow || top == 0) { set xtics add ("0.001" 0.001, "0.1" 0.1, "10" 10, "1,000" 1000) }
set ytics ("0.1" 0.1, "1" 1, "10" 10, "100" 100, "1,000" 1e3, "10,000" 1e4, "100,000" 1e5, "1,000,000" 1e6)
set xlabel "Operations per byte"; set samples 400
set label 1 "{/:Bold Operations, GFLOP/s}" at graph -part(0.135),1.045 left textcolor rgb colour_ink
unset key

# A slope carries its name where it begins, above it, or below it if the next slope is close.
angle = atan(0.81 * height / log10(most * 3 / low) / ((1 - part(0.145)) * width / log10(right / left))) * 180 / pi
do for [i=1:6] {
    if (slope[i] > 0) {
        above = 1
        do for [j=1:6] { if (slope[j] > slope[i] && slope[j] < 1.6 * slope[i]) { above = 0 } }
        begin = larger(left, low / slope[i]) * (narrow ? 1.8 : 1.3)
        set label 10 + i narrow ? said[i] : sprintf("%s, %s GB/s", said[i], thousands(slope[i])) at begin,begin * slope[i] left \
            rotate by angle offset (narrow ? above ? -0.3 : 0.3 : 0),(above ? 0.6 : -0.7) font smaller textcolor rgb colour_muted
    }
}

# A level line carries its name at its right end, above it: names are as far apart as text is high.
apart = 0.025 * log10(most * 3 / low) * (narrow ? 1.1 : 1.4) # in powers of ten
tera(x) = x < 1000 ? sprintf("%.3g", x) : thousands(x)
array level[6]
do for [i=1:6] { level[i] = reached[i] > 0 ? log10(reached[i]) : NaN }
do for [round=1:6] {
    do for [i=1:6] {
        do for [j=1:6] {
            is_above = reached[i] > reached[j] || (reached[i] == reached[j] && i > j)
            if (is_above && level[i] < level[j] + apart) { level[i] = level[j] + apart }
        }
    }
}
do for [i=1:6] {
    if (reached[i] > 0) {
        set label 20 + i narrow ? word(unit_names, i) : sprintf("%s, %s TFLOP/s", word(unit_names, i), tera(reached[i] / 1000)) at right * 0.9,10**level[i] \
            right offset 0,0.5 font smaller textcolor rgb colour_muted
    }
}

# Kernels. A kernel that adds 1 to every so many floats has as many operations as floats; the GPU has counted the
# sectors of 32 bytes that it asked for. Without counters, as for all others, the bytes are those that it meant.
largest = 0
if (has("stride")) {
    stats folder."stride.csv" using (largest = larger(largest, when("precision", "fp32", column("touched_bytes")))) nooutput
}
array sectors[32]
do for [i=1:32] { sectors[i] = 0 }
if (has("stride") && has("counters")) {
    stats folder."counters.csv" using (is("experiment", "stride") && is("precision", "fp32") && column("touched_bytes") == largest \
        ? (sectors[int(column("stride"))] = column("load_sectors") + column("store_sectors")) : 0) nooutput
}
floats = largest / 4
is_strided(counted) = is("memory", "dram") && is("precision", "fp32") && column("touched_bytes") == largest \
    && (sectors[int(column("stride"))] > 0) == counted
strided_x(counted) = is_strided(counted) ? floats / (counted ? 32 * sectors[int(column("stride"))] : column("bytes")) : NaN
of_saxpy(row) = is("memory", "dram") && column("bytes") > 8 * number(note("l2_bytes"))
kernels = "saxpy polynomial stride stride"
of(i) = i == 1 ? (of_saxpy(0) ? column("operations") / column("bytes") : NaN) \
    : i == 2 ? (column("coefficients") - 1) / 4 : strided_x(i == 3)
rate(i) = i == 1 ? column("operations") / column("ms") / 1e6 : i == 2 ? column("gbs") * (column("coefficients") - 1) / 4 \
    : floats / column("ms") / 1e6
array first_x[4]; array first_y[4]
do for [i=1:4] {
    first_x[i] = 0; first_y[i] = 1e9
    if (has(word(kernels, i))) {
        stats folder.word(kernels, i).".csv" using (at = of(i), at > 0 && rate(i) < first_y[i] ? (first_x[i] = at, first_y[i] = rate(i)) : 0, 0) nooutput
    }
}
words_of = "'add, SAXPY, triad' 'polynomials' 'every n-th float, + 1' 'every n-th float, + 1'"
do for [i=1:4] {
    if (first_x[i] > 0) { set label 30 + i word(words_of, i) at first_x[i],first_y[i] left offset 1.2,-0.3 font smaller textcolor rgb colour_ink }
}
table_of(i) = has(word(kernels, i)) ? folder.word(kernels, i).".csv" : csv
plot for [i=1:6] slope[i] > 0 ? (x * slope[i] < most ? x * slope[i] : NaN) : NaN with lines linewidth 1.5 linecolor rgb colour_int4 notitle, \
     for [i=1:6] reached[i] > 0 ? reached[i] : NaN with lines linewidth 1.5 linecolor rgb colour_int notitle, \
     for [i=1:4] table_of(i) using (has(word(kernels, i)) ? of(i) : NaN):(has(word(kernels, i)) ? rate(i) : NaN) \
         with points linestyle 5 pointtype (i == 3 ? 7 : 6) pointsize 0.8 notitle
