# histogram-exchange.gp - a drawing of how the blocks of a cluster of two sort their values by
# owner, and then fetch each other's.
height = 300; load "figures/style.gp"
eval drawing
side = narrow ? 15.0 : 23.0; high = 24; count = 12
left(b) = b == 0 ? 12 : width - 12 - count * side
tiles = "011010010110 110100101101" # for each value a digit, the block that owns its bin
owner(b, i) = int(substr(word(tiles, b + 1), i + 1, i + 1))
colour(o) = o == 0 ? colour_int4 : colour_int
# A square for one value, or a wide one for the counters, with text in its middle.
square(x, y, w, o, words) = filled(x, y, w, high, colour(o), o == 0 ? "transparent solid 0.3" : "empty") \
    .text(x + w / 2.0, y + high / 2.0, words).shrunk

do for [b=0:1] {
    set label sprintf("{/:Bold block %d}", b) at left(b),14 left textcolor rgb colour_ink
    set label "a tile, as it was read" at left(b),40 left textcolor rgb colour_muted font smaller
    set label "sorted by owner" at left(b),112 left textcolor rgb colour_muted font smaller
    zeros = 0
    do for [i=0:count-1] { zeros = zeros + (owner(b, i) == 0) }
    do for [i=0:count-1] {
        x = left(b) + i * side
        eval square(x, 52, side - 2, owner(b, i), sprintf("%d", owner(b, i)))
        eval square(x, 124, side - 2, i >= zeros, sprintf("%d", i >= zeros))
    }
    eval square(left(b), 250, count * side - 2, b, sprintf("counters of block %d", b))
    do for [o=0:1] {
        from = left(b) + (o == 0 ? zeros / 2.0 : (zeros + count) / 2.0) * side
        to = left(o) + (b == 0 ? 0.3 : 0.7) * count * side
        set arrow from from,153 to to,245 head size 9,20 filled linewidth 2 linecolor rgb colour(o)
    }
}
set label "cluster.sync()" at (narrow ? 124 : width / 2.0),(narrow ? 190 : 170) center textcolor rgb colour_muted font smaller
plot NaN notitle linestyle 9
