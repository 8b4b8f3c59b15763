# saxpy.gp - bandwidth of y = a x + y from DRAM by size, for three widths of load, with the
# theoretical peak.
height = 430; load "figures/style.gp"
variants = "article article wide"; precisions = "fp32 fp64 fp32"; styles = "1 2 3"
wanted(i, x) = when("variant", word(variants, i), when("precision", word(precisions, i), when("memory", "dram", x)))

# A line's name stands behind its last point. Names keep a distance, in GB/s, from each other.
array end[3]; array at[3]
last = 0
do for [i=1:3] {
    end[i] = 0; size = 0
    stats csv using (x = wanted(i, column("array_bytes")), x > size ? (size = x, end[i] = column("gbs")) : 0, 0) nooutput
    last = larger(last, size); at[i] = end[i]
}
apart = 0.065 * peak
do for [round=1:20] {
    do for [i=1:2] { do for [j=i+1:3] {
        near = apart - abs(at[i] - at[j])
        if (near > 0) {
            up = at[i] > at[j] ? 1 : -1
            at[i] = at[i] + up * near / 2; at[j] = at[j] - up * near / 2
        }
    } }
}
do for [i=1:3] {
    set label 10+i sprintf("{/:Bold %s bytes}%s", word("4 8 16", i), !narrow ? " per load" : i == 1 ? "\nper load" : "") at last,at[i] left offset 1.2,0 textcolor rgb colour_ink
}

set margins screen part(0.085), screen 1 - (narrow ? 0.21 : 0.215), screen 0.15, screen 0.9
set xrange [200*kib:last * 1.15]; set yrange [0:1.06 * peak]
set xtics ("256 KiB" 256*kib, "4 MiB" 4*mib, "64 MiB" 64*mib, "1 GiB" gib)
set ytics ("0" 0)
do for [y=1000:20000:1000] { set ytics add (thousands(y) y) }
set xlabel "Size of the array"; unset key
set label 3 "{/:Bold SAXPY, every byte from DRAM, GB/s}" at graph -part(0.11),1.07 left textcolor rgb colour_ink
set arrow 1 from 200*kib,peak to last * 1.15,peak nohead linestyle 9
set label 1 sprintf("theoretical peak, %s", thousands(peak)) at 230*kib,peak left offset 0,-0.7 textcolor rgb colour_muted
plot for [i=1:3] csv using (wanted(i, column("array_bytes"))):@gbs with yerrorlines linestyle style(i)
