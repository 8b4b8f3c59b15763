# ladder-map.gp - a drawing of the levels of a program beside those of the GPU: who runs where, and
# which memory each group of threads shares.
height = narrow ? 560 : 470; load "figures/style.gp"
eval drawing
# In a narrow drawing a group of threads stands below its name, and what is said of a place below its box.
row(i) = (slide ? 28 : 46) + i * (narrow ? 104.0 : slide ? 61 : 88.0)
left = narrow ? 14 : 90; lane_step = narrow ? 5.0 : 7.2; lane_width = lane_step - 1.2
under = narrow ? 18 : 0; gpu = narrow ? 226 : 396
note_x = narrow ? 301 : 632; note_y = narrow ? 58 : 26
tile(x, y, w, h, colour) = sprintf("set object rectangle from %g,%g to %g,%g fillstyle solid 1 noborder fillcolor rgb '%s'; ", \
    x, y, x + w, y + h, colour)
link(y) = sprintf("set arrow from %g,%g to %g,%g heads size 7,20 filled linewidth 1.4 linecolor rgb '%s'", narrow ? 184 : 330, y, gpu - 10, y, colour_muted)

set label "{/:Bold The program}" at 14,16 left textcolor rgb colour_ink
set label "{/:Bold The GPU}" at gpu,16 left textcolor rgb colour_ink

# A thread is a square, a warp 32 of them, a block some warps, and a grid many blocks.
do for [i=0:3] { set label word("thread warp block grid", i + 1) at 14,row(i) + (narrow ? 6 : 26) left textcolor rgb colour_ink }
eval tile(left, row(0) + 22 + under, lane_width + 1, 8, colour_int4)
do for [lane=0:31] { eval tile(left + lane * lane_step, row(1) + 22 + under, lane_width, 8, colour_int4) }
do for [warp=0:3] { do for [lane=0:31] { eval tile(left + lane * lane_step, row(2) + 7 + under + warp * 11, lane_width, 8, colour_int4) } }
eval box(left - 5, row(2) + 1 + under, 32 * lane_step + 9.6, 51, colour_muted)
do for [n=0:17] {
    x = left - 4 + (n % 9) * (narrow ? 18.6 : 26.7); y = row(3) + 3 + under + (n / 9) * 26
    do for [warp=0:3] { eval tile(x + 2, y + 2 + warp * 4.6, narrow ? 12 : 18, 3, colour_int4) }
    eval box(x, y, narrow ? 16 : 22, 20.5, colour_muted)
}

eval named(gpu, row(0) + 6, 150, 40, colour_int4, "registers")
eval small(note_x, row(0) + note_y, "its own, until it ends")
eval named(gpu, row(1) + 6, 150, 40, colour_muted, "one instruction")
eval small(note_x, row(1) + note_y, "32 lanes at a time")
eval named(gpu, row(2) + 6, narrow ? 150 : 164, 40, colour_int4, "shared memory, L1")
eval small(note_x, row(2) + note_y, "of the SM it runs on")
eval named(gpu, row(3) + 6, 70, 40, colour_int4, "L2")
eval named(gpu + 80, row(3) + 6, 70, 40, colour_int4, "DRAM")
eval small(note_x, row(3) + note_y, "of the whole GPU")
do for [i=0:3] { eval link(row(i) + 26) }

host = narrow ? 490 : slide ? 284 : 410
set arrow from 14,host to width - 14,host nohead linewidth 1 dashtype (3,4) linecolor rgb colour_muted
set label "PCIe, the bus to the host" at width - 14,host - 8 right textcolor rgb colour_muted font smaller
set label "host program" at 14,host + 30 left textcolor rgb colour_ink
eval named(gpu, host + 10, 150, 40, colour_int4, "host memory")
eval link(host + 30)
plot NaN notitle linestyle 9
