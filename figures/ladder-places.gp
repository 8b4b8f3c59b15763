# ladder-places.gp - a drawing of the places where a GPU finds bytes, and of the paths to them
# from the registers of a thread.
height = narrow ? 548 : 340; load "figures/style.gp"
eval drawing
path(x, y, to_x, to_y) = sprintf("set arrow from %g,%g to %g,%g heads size 7,20 filled linewidth 1.6 linecolor rgb '%s'", \
    x, y, to_x, to_y, colour_int4)

# The chip holds two SMs of a cluster, and the L2 of all SMs.
# In a narrow drawing DRAM and the host stand below the chip.
sm_width = narrow ? 180 : 212; l2 = narrow ? 272 : 318; l2_width = narrow ? 96 : 96
eval box(4, 8, narrow ? 380 : 424, 324, colour_muted)
eval small(l2 + l2_width / 2, 24, "the GPU's chip")
do for [i=0:1] {
    y = 40 + i * 148
    eval box(44, y, sm_width, 134, colour_muted)
    eval small(44 + sm_width / 2, y + 15, i == 0 ? "an SM" : "a neighbour in its cluster")
    eval named(58, y + 28, sm_width - 28, 38, colour_int4, "registers")
    eval named(58, y + 84, 88 - 16 * narrow, 40, colour_int4, "shared")
    eval named(154 - 16 * narrow, y + 84, 88 - 16 * narrow, 40, colour_int4, "L1")
}
eval box(l2, 40, l2_width, 282, colour_int4)
eval text(l2 + l2_width / 2, 128, "L2")
if (narrow) {
    eval named(206, 376, 100, 50, colour_int4, "DRAM")
    eval named(206, 486, 178, 50, colour_int4, "memory of the host")
    set arrow from 4,456 to 386,456 nohead linewidth 1 dashtype (3,4) linecolor rgb colour_muted
    eval small(24, 446, "PCIe")
} else {
    eval named(470, 40, 92, 134, colour_int4, "DRAM")
    eval box(612, 188, 98, 134, colour_int4)
    eval text(661, 245, "memory")
    eval text(661, 265, "of the host")
    set arrow from 587,30 to 587,332 nohead linewidth 1 dashtype (3,4) linecolor rgb colour_muted
    eval small(587, 18, "PCIe")
}

# All paths begin at the registers of the upper SM.
eval path(102, 106, 102, 124)
eval path(198 - 32 * narrow, 106, 198 - 32 * narrow, 124)
eval path(242 - 32 * narrow, 144, l2, 144)
if (narrow) {
    eval path(288, 322, 288, 376)
    eval path(344, 322, 344, 486)
} else {
    eval path(414, 107, 470, 107)
    eval path(414, 255, 612, 255)
}
# The path to the neighbour has two corners.
do for [y in "87 292"] {
    set arrow from 24,int(y) to 58,int(y) head size 7,20 filled linewidth 1.6 linecolor rgb colour_int4
}
set arrow from 24,87 to 24,292 nohead linewidth 1.6 linecolor rgb colour_int4
plot NaN notitle linestyle 9
