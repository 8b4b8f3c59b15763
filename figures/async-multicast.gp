# async-multicast.gp - a drawing of the same place in the four blocks of a cluster over time: a tile comes
# in parts from all blocks, and the next one once the slowest block has read it.
height = 300; load "figures/style.gp"
eval drawing
left = narrow ? 69 : 96; top = 66; step = 46; bar = 30; unit = narrow ? 35.0 : 66.0; right = left + 9 * unit
full = left + 3.6 * unit; empty = left + 6.4 * unit # when the tile is complete, and when all have read it
array read[4] = [5.3, 6.4, 5.0, 5.7]                # when each block has
tile(x, y, to, colour, fill) = sprintf("set object rectangle from %g,%g to %g,%g fillstyle transparent solid %g border rgb '%s' fillcolor rgb '%s' linewidth 1", \
    x, y, to, y + bar, fill, colour, colour)
moment(x) = sprintf("set arrow from %g,%g to %g,%g nohead linewidth 1.2 dashtype (5,4) linecolor rgb '%s' front", x, top - 8, x, top + 4 * step - 8, colour_ink)

do for [b=0:3] {
    y = top + b * step; end = left + read[b + 1] * unit
    set label sprintf("block %d", b) at left - 14,y + bar / 2.0 right textcolor rgb colour_ink
    eval tile(left, y, full, colour_int4, 0.2)
    eval tile(full, y, end, colour_int, 0.75)
    eval tile(empty, y, right, colour_int4, 0.2)
    set label (narrow ? "4 parts" : "a part from each block") at left + 8,y + bar / 2.0 left textcolor rgb colour_ink font smaller front
    set label (narrow ? "next" : "the next tile") at empty + 8,y + bar / 2.0 left textcolor rgb colour_ink font smaller front
    if (empty - end > unit) { set label "waits" at (end + empty) / 2,y + bar / 2.0 center textcolor rgb colour_muted font smaller }
}
eval moment(full); eval moment(empty)
set label (narrow ? "full" : "full: the tile is complete") at full,top - 20 center textcolor rgb colour_ink font smaller
set label (narrow ? "empty" : "empty: all have read it") at empty,top - 20 center textcolor rgb colour_ink font smaller
eval filled(left, 8, 22, 13, colour_int4, "transparent solid 0.2")
set label "in flight" at left + 30,15 left textcolor rgb colour_muted font smaller
eval filled(left + 120, 8, 22, 13, colour_int, "transparent solid 0.75")
set label "being read" at left + 150,15 left textcolor rgb colour_muted font smaller
set arrow from left,top + 4 * step + 4 to right,top + 4 * step + 4 head size 9,20 filled linewidth 1 linecolor rgb colour_muted
set label "time" at right,top + 4 * step + 20 right textcolor rgb colour_muted font smaller
plot NaN notitle linestyle 9
