# copy.gp - bandwidth of copies within the GPU's memory by size, for loads of different widths: from
# DRAM, and from the L2 for the narrowest and the widest, with the theoretical peak of DRAM.
height = 520; load "figures/style.gp"
lines = 5
variants = "int int2 int4 int int4"; memories = "dram dram dram l2 l2"
colours = "1 - 3 1 3"; names = "int int2 int4 int, int4,"
wanted(i, x) = when("variant", word(variants, i), when("memory", word(memories, i), x))

said(i) = word(names, i).(i < 4 ? "" : " from the L2")

# The last point of each line, behind which its name stands.
array size[lines]; array end[lines]; array at[lines]
do for [i=1:lines] {
    size[i] = 0; end[i] = 0
    stats csv using (x = wanted(i, column("array_bytes")), x > size[i] ? (size[i] = x, end[i] = column("gbs")) : 0, 0) nooutput
    at[i] = end[i]
}
fastest = peak; last = 0
do for [i=1:lines] { fastest = larger(fastest, end[i]); last = larger(last, size[i]) }

# Names of one memory keep a distance, in GB/s, from each other.
apart = 0.055 * fastest
do for [round=1:40] {
    do for [i=1:lines-1] { do for [j=i+1:lines] {
        near = word(memories, i) eq word(memories, j) ? apart - abs(at[i] - at[j]) : 0
        if (near > 0) {
            up = at[i] > at[j] ? 1 : -1
            at[i] = at[i] + up * near / 2; at[j] = at[j] - up * near / 2
        }
    } }
    # The line of the peak runs through none of them.
    do for [i=1:lines] {
        near = 0.5 * apart - abs(at[i] - peak)
        if (near > 0) { at[i] = at[i] + (at[i] > peak ? near : -near) }
    }
}
do for [i=1:lines] {
    if (size[i] > 0) {
        set label 10+i said(i) at size[i],at[i] left \
            offset 1.2,0 textcolor rgb i == 2 ? colour_muted : colour_ink
    }
}

set margins screen part(0.085), screen 1 - part(0.1), screen 0.13, screen 0.915
set xrange [60*kib:last * 1.2]; set yrange [0:1.1 * fastest]
set xtics ("64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib, "2 GiB" 2*gib)
if (narrow) { set xtics ("64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib) }
set ytics ("0" 0)
do for [y=1000:20000:1000] { set ytics add (thousands(y) y) }
set xlabel "Size of the array"; unset key
set label 3 "{/:Bold Read and written, GB/s}" at graph -part(0.095),1.06 left textcolor rgb colour_ink
set arrow 1 from 60*kib,peak to last * 1.2,peak nohead linestyle 9
# It is short, because copies in the L2 cross the line.
set label 1 sprintf(narrow ? "peak, %s" : "peak of DRAM, %s", thousands(peak)) at 70*kib,peak left offset 0,-0.7 textcolor rgb colour_muted
plot for [i=2:2] csv using (wanted(i, column("array_bytes"))):"gbs" with lines linestyle 9 title said(i), \
    for [i=1:3:2] csv using (wanted(i, column("array_bytes"))):@gbs with yerrorlines linestyle int(word(colours, i)) title said(i), \
    for [i=4:5] csv using (wanted(i, column("array_bytes"))):@gbs with yerrorlines linestyle int(word(colours, i)) dashtype (2,4) title said(i)
