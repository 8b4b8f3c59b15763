# async-ring.gp - a drawing of a ring of four places over time: which place each tile is copied to, and
# when it is read. Three tiles are in flight at any time.
height = 290; load "figures/style.gp"
eval drawing
left = narrow ? 69 : 96; top = 40; step = 46; bar = 30; trip = narrow ? 35.0 : 66.0; right = left + 9 * trip
# A tile, from one time to another, in units of a trip.
tile(x, y, to, colour, fill) = sprintf("set object rectangle from %g,%g to %g,%g fillstyle transparent solid %g border rgb '%s' fillcolor rgb '%s' linewidth 1", \
    x, y, to, y + bar, fill, colour, colour)
clipped(x) = x > right ? right : x

do for [p=0:3] {
    y = top + p * step
    set label sprintf("place %d", p) at left - 14,y + bar / 2.0 right textcolor rgb colour_ink
    # Tile k is read in trip k. Its copy begins three trips before, and all first copies at once.
    do for [turn=0:2] {
        k = 4 * turn + p
        from = left + (k < 3 ? 0 : k - 2) * trip; read = left + (k + 1) * trip
        if (from < right) { eval tile(from, y, clipped(read) - 2, colour_int4, 0.2) }
        if (read < right) { eval tile(read, y, clipped(read + trip) - 2, colour_int, 0.75) }
        if (from + trip < right) {
            set label sprintf(narrow ? "%d" : "tile %d", k) at from + 8,y + bar / 2.0 left textcolor rgb colour_ink font smaller front
        }
    }
}
eval filled(left, 8, 22, 13, colour_int4, "transparent solid 0.2")
set label "in flight" at left + 30,15 left textcolor rgb colour_muted font smaller
eval filled(left + 120, 8, 22, 13, colour_int, "transparent solid 0.75")
set label "being read" at left + 150,15 left textcolor rgb colour_muted font smaller
set arrow from left,top + 4 * step + 4 to right,top + 4 * step + 4 head size 9,20 filled linewidth 1 linecolor rgb colour_muted
set label "time" at right,top + 4 * step + 20 right textcolor rgb colour_muted font smaller
plot NaN notitle linestyle 9
