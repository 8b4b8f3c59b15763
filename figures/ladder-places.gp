# ladder-places.gp - the places where a GPU finds bytes, and the ways to them from the
# registers of a thread. A drawing: no measured number is in it.
width = 720; height = 340
load "figures/style.gp"

unset border; unset tics; unset key; unset grid
unset logscale x
set margins 0,0,0,0
set xrange [0:720]
set yrange [340:0]

box(n, x, y, w, h, colour) = sprintf("set object %d rectangle from %g,%g to %g,%g fillstyle empty border rgb '%s' linewidth 1.2", \
    n, x, y, x + w, y + h, colour)
text(n, x, y, words) = sprintf("set label %d \"%s\" at %g,%g center textcolor rgb '%s'", n, words, x, y, colour_ink)
said(n, x, y, words) = sprintf("set label %d \"%s\" at %g,%g center textcolor rgb '%s' font ',13'", n, words, x, y, colour_muted)
way(n, x, y, to_x, to_y) = sprintf("set arrow %d from %g,%g to %g,%g heads size 7,20 filled linewidth 1.6 linecolor rgb '%s'", \
    n, x, y, to_x, to_y, colour_int4)

# The chip: two SMs of a cluster, and the L2 of all.
eval box(1, 4, 8, 424, 324, colour_muted)
eval said(1, 366, 24, "the GPU's chip")
do for [i=0:1] {
    y = 40 + i * 148
    eval box(10 + i, 44, y, 212, 134, colour_muted)
    eval said(10 + i, 150, y + 15, i == 0 ? "an SM" : "a neighbour in its cluster")
    eval box(20 + i, 58, y + 28, 184, 38, colour_int4)
    eval text(20 + i, 150, y + 47, "registers")
    eval box(30 + i, 58, y + 84, 88, 40, colour_int4)
    eval box(40 + i, 154, y + 84, 88, 40, colour_int4)
    eval text(30 + i, 102, y + 104, "shared")
    eval text(40 + i, 198, y + 104, "L1")
}
eval box(50, 318, 40, 96, 282, colour_int4)
eval text(50, 366, 128, "L2")
eval box(60, 470, 40, 92, 134, colour_int4)
eval text(60, 516, 107, "DRAM")
eval box(70, 612, 188, 98, 134, colour_int4)
eval text(70, 661, 245, "memory")
eval text(71, 661, 265, "of the host")
set arrow 1 from 587,30 to 587,332 nohead linewidth 1 dashtype (3,4) linecolor rgb colour_muted
eval said(72, 587, 18, "PCIe")

# From the registers of the upper SM.
eval way(10, 102, 106, 102, 124)
eval way(11, 198, 106, 198, 124)
eval way(12, 242, 144, 318, 144)
eval way(13, 414, 107, 470, 107)
eval way(14, 414, 255, 612, 255)
# The way to the neighbour has two corners.
eval way(15, 24, 87, 58, 87)
eval way(16, 24, 292, 58, 292)
set arrow 15 head
set arrow 16 head
set arrow 17 from 24,87 to 24,292 nohead linewidth 1.6 linecolor rgb colour_int4
plot NaN notitle linestyle 9
