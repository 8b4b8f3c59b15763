# peer-ways.gp - two GPUs, the switch between them, and the way by the host. A
# drawing: no measured number is in it.
width = 720; height = 300
load "figures/style.gp"

unset border; unset tics; unset key; unset grid
unset logscale x
set margins 0,0,0,0
set xrange [0:720]
set yrange [300:0]

box(n, x, y, w, h, colour) = sprintf("set object %d rectangle from %g,%g to %g,%g fillstyle empty border rgb '%s' linewidth 1.2", \
    n, x, y, x + w, y + h, colour)
text(n, x, y, words) = sprintf("set label %d \"%s\" at %g,%g center textcolor rgb '%s'", n, words, x, y, colour_ink)
said(n, x, y, words) = sprintf("set label %d \"%s\" at %g,%g center textcolor rgb '%s' font ',13'", n, words, x, y, colour_muted)
way(n, x, y, to_x, to_y, colour) = sprintf("set arrow %d from %g,%g to %g,%g heads size 7,20 filled linewidth 1.6 linecolor rgb '%s'", \
    n, x, y, to_x, to_y, colour)

do for [i=0:1] {
    x = 4 + i * 454
    eval box(1 + i, x, 8, 258, 180, colour_muted)
    eval said(1 + i, x + 129, 26, sprintf("GPU %d", i))
    # The L2 is on the side of the link.
    l2 = i == 0 ? x + 156 : x + 12
    other = i == 0 ? x + 12 : x + 156
    eval box(10 + i, l2, 42, 90, 134, colour_int4)
    eval text(10 + i, l2 + 45, 109, "L2")
    eval box(20 + i, other, 42, 90, 56, colour_int4)
    eval text(20 + i, other + 45, 70, "SMs")
    eval box(30 + i, other, 120, 90, 56, colour_int4)
    eval text(30 + i, other + 45, 148, "DRAM")
    from = i == 0 ? other + 90 : l2 + 90
    to = i == 0 ? l2 : other
    eval way(10 + i, from, 70, to, 70, colour_int4)
    eval way(20 + i, from, 148, to, 148, colour_int4)
}
eval box(40, 324, 84, 72, 50, colour_int)
eval text(40, 360, 109, "switch")
eval way(30, 250, 109, 324, 109, colour_int)
eval way(31, 396, 109, 470, 109, colour_int)
eval said(41, 291, 92, "NVLink")
eval said(42, 430, 92, "NVLink")

eval box(50, 232, 240, 256, 50, colour_memcpy)
eval text(50, 360, 265, "host: switches, CPU, memory")
eval way(40, 205, 176, 268, 240, colour_memcpy)
eval way(41, 515, 176, 452, 240, colour_memcpy)
eval said(51, 200, 218, "PCIe")
eval said(52, 520, 218, "PCIe")
plot NaN notitle linestyle 9
