# ladder-map.gp - a drawing of the levels of a program beside those of the GPU: who runs where, and
# which memory each group of threads shares.
height = 470; load "figures/style.gp"
eval drawing
row(i) = 46 + i * 88.0
tile(x, y, w, h, colour) = sprintf("set object rectangle from %g,%g to %g,%g fillstyle solid 1 noborder fillcolor rgb '%s'; ", \
    x, y, x + w, y + h, colour)
link(y) = sprintf("set arrow from 330,%g to 386,%g heads size 7,20 filled linewidth 1.4 linecolor rgb '%s'", y, y, colour_muted)

set label "{/:Bold The program}" at 14,16 left textcolor rgb colour_ink
set label "{/:Bold The GPU}" at 396,16 left textcolor rgb colour_ink

# A thread is a square, a warp 32 of them, a block some warps, and a grid many blocks.
do for [i=0:3] { set label word("thread warp block grid", i + 1) at 14,row(i) + 26 left textcolor rgb colour_ink }
eval tile(90, row(0) + 22, 7, 8, colour_int4)
do for [lane=0:31] { eval tile(90 + lane * 7.2, row(1) + 22, 6, 8, colour_int4) }
do for [warp=0:3] { do for [lane=0:31] { eval tile(90 + lane * 7.2, row(2) + 7 + warp * 11, 6, 8, colour_int4) } }
eval box(85, row(2) + 1, 240, 51, colour_muted)
do for [n=0:17] {
    x = 86 + (n % 9) * 26.7; y = row(3) + 3 + (n / 9) * 26
    do for [warp=0:3] { eval tile(x + 2, y + 2 + warp * 4.6, 18, 3, colour_int4) }
    eval box(x, y, 22, 20.5, colour_muted)
}

eval named(396, row(0) + 6, 150, 40, colour_int4, "registers")
eval small(632, row(0) + 26, "its own, until it ends")
eval named(396, row(1) + 6, 150, 40, colour_muted, "one instruction")
eval small(632, row(1) + 26, "32 lanes at a time")
eval named(396, row(2) + 6, 164, 40, colour_int4, "shared memory, L1")
eval small(632, row(2) + 26, "of the SM it runs on")
eval named(396, row(3) + 6, 70, 40, colour_int4, "L2")
eval named(476, row(3) + 6, 70, 40, colour_int4, "DRAM")
eval small(632, row(3) + 26, "of the whole GPU")
do for [i=0:3] { eval link(row(i) + 26) }

set arrow from 14,410 to 706,410 nohead linewidth 1 dashtype (3,4) linecolor rgb colour_muted
set label "PCIe" at 706,402 right textcolor rgb colour_muted font ",13"
set label "host program" at 14,440 left textcolor rgb colour_ink
eval named(396, 420, 150, 40, colour_int4, "host memory")
eval link(440)
plot NaN notitle linestyle 9
