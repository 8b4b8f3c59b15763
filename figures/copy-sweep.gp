# copy-sweep.gp - a drawing of which piece of an array each block copies, and when: with a loop, whose
# blocks drift apart, and without one.
height = narrow ? 640 : 330; load "figures/style.gp"
eval drawing
w = 270.0; top = 52; bottom = 282; pieces = 36.0; step = (bottom - top) / pieces
lefts = narrow ? "40 40" : "62 420"; down = narrow ? 320 : 0 # the second drawing stands below or beside
# How long each of six blocks takes for a piece.
paces = "29 33 38 41 44 48"
piece(x, y, length, colour) = sprintf("set object rectangle from %g,%g to %g,%g fillstyle solid 0.6 border rgb '%s' fillcolor rgb '%s' linewidth 0.6", \
    x, y, x + length - 1.5, y + step - 1, colour, colour)

left = int(word(lefts, 1))
set label "{/:Bold With a loop}: shares are fixed" at left,18 left textcolor rgb colour_ink
do for [b=0:5] {
    do for [k=0:5] { eval piece(left + k * int(word(paces, b + 1)), bottom - (6 * k + b + 1) * step, int(word(paces, b + 1)), colour_int) }
}

# Without a loop the block that is free first takes the next piece.
left = int(word(lefts, 2)); top = top + down; bottom = bottom + down
set label "{/:Bold Without}: the next piece" at left,18 + down left textcolor rgb colour_ink
array free[6]
do for [b=1:6] { free[b] = 0 }
do for [n=0:35] {
    first = 1
    do for [b=2:6] { if (free[b] < free[first]) { first = b } }
    eval piece(left + free[first], bottom - (n + 1) * step, int(word(paces, first)), colour_int4)
    free[first] = free[first] + int(word(paces, first))
}
do for [i=1:2] {
    x = word(lefts, i)
    if (i == 1) { top = top - down; bottom = bottom - down } else { top = top + down; bottom = bottom + down }
    set arrow from int(x),bottom + 4 to int(x) + w,bottom + 4 head size 9,20 filled linewidth 1 linecolor rgb colour_muted
    set arrow from int(x) - 6,bottom to int(x) - 6,top - 6 head size 9,20 filled linewidth 1 linecolor rgb colour_muted
    set label "time" at int(x) + w,bottom + 20 right textcolor rgb colour_muted font ",13"
    set label "address" at int(x) - 14,top + 26 center rotate by 90 textcolor rgb colour_muted font ",13"
}
plot NaN notitle linestyle 9
