# ladder-places.gp - a drawing of the places where a GPU finds bytes, and of the paths to them
# from the registers of a thread.
height = 340; load "figures/style.gp"
eval drawing
path(x, y, to_x, to_y) = sprintf("set arrow from %g,%g to %g,%g heads size 7,20 filled linewidth 1.6 linecolor rgb '%s'", \
    x, y, to_x, to_y, colour_int4)

# The chip holds two SMs of a cluster, and the L2 of all SMs.
eval box(4, 8, 424, 324, colour_muted)
eval small(366, 24, "the GPU's chip")
do for [i=0:1] {
    y = 40 + i * 148
    eval box(44, y, 212, 134, colour_muted)
    eval small(150, y + 15, i == 0 ? "an SM" : "a neighbour in its cluster")
    eval named(58, y + 28, 184, 38, colour_int4, "registers")
    eval named(58, y + 84, 88, 40, colour_int4, "shared")
    eval named(154, y + 84, 88, 40, colour_int4, "L1")
}
eval box(318, 40, 96, 282, colour_int4)
eval text(366, 128, "L2")
eval named(470, 40, 92, 134, colour_int4, "DRAM")
eval box(612, 188, 98, 134, colour_int4)
eval text(661, 245, "memory")
eval text(661, 265, "of the host")
set arrow from 587,30 to 587,332 nohead linewidth 1 dashtype (3,4) linecolor rgb colour_muted
eval small(587, 18, "PCIe")

# All paths begin at the registers of the upper SM.
eval path(102, 106, 102, 124)
eval path(198, 106, 198, 124)
eval path(242, 144, 318, 144)
eval path(414, 107, 470, 107)
eval path(414, 255, 612, 255)
# The path to the neighbour has two corners.
do for [y in "87 292"] {
    set arrow from 24,int(y) to 58,int(y) head size 7,20 filled linewidth 1.6 linecolor rgb colour_int4
}
set arrow from 24,87 to 24,292 nohead linewidth 1.6 linecolor rgb colour_int4
plot NaN notitle linestyle 9
