# compare-copy.gp - copies by int4 from DRAM by size: a line for each machine, and its
# theoretical peak at the right.
rows = narrow ? words(csvs) : (words(csvs) + 1) / 2 # rows of the key, below the axis
height = 396 + 22 * rows; load "figures/style.gp"
set margins screen part(narrow ? 0.095 : 0.085), screen 1 - part(0.025), screen (80.0 + 22 * rows) / height, screen 1 - 38.0 / height
set xrange [3.5*kib:2.6*gib]
set logscale y 10
set xtics ("4 KiB" 4*kib, "64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib, "2 GiB" 2*gib)
if (narrow) { set xtics ("4 KiB" 4*kib, "64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib) }
set ytics ("1" 1, "10" 10, "100" 100, "1,000" 1000, "10,000" 10000)
set xlabel "Size of the array"; set key at screen 0.06,screen (22.0 * rows + 8) / height left top vertical maxrows rows width -1 spacing 1
if (narrow) { set key at screen 0.02,screen (22.0 * rows + 8) / height samplen 1 width -4 }
set label 3 "{/:Bold Every byte from DRAM, GB/s}" at graph -part(0.08),1.07 left textcolor rgb colour_ink
do for [i=1:words(csvs)] {
    peak = number(note_of(word(csvs, i), "peak_gbs"))
    set arrow i from 600*mib,peak to 2.6*gib,peak nohead linestyle style_of(i) linewidth 1 dashtype solid
}
set label 4 "theoretical peak" at 2.6*gib,peak right offset 0,0.6 textcolor rgb colour_muted
plot for [i=1:words(csvs)] word(csvs, i) using (when("variant", "int4", when("memory", "dram", column("array_bytes")))):"gbs" \
    with linespoints linestyle style_of(i) title called(i)
