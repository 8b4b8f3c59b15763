# histogram-exchange.gp - how the blocks of a cluster of two sort their values by
# owner, and fetch each other's. No data.
width = 720; height = 300
load "figures/style.gp"

unset border; unset tics; unset key; unset grid
unset logscale x
set margins 0,0,0,0
set xrange [0:720]
set yrange [300:0]

side = 23.0; high = 24; count = 12
left(b) = b == 0 ? 12 : 720 - 12 - count * side
tiles = "011010010110 110100101101" # whose bins: a digit for each value
owner(b, i) = int(substr(word(tiles, b + 1), i + 1, i + 1))
colour(o) = o == 0 ? colour_int4 : colour_int
style(o) = o == 0 ? "transparent solid 0.3" : "empty"
n = 0
square(x, y, w, o, text) = sprintf("set object %d rectangle from %g,%g to %g,%g fillstyle %s border rgb '%s' fillcolor rgb '%s' linewidth 1.2; set label %d \"%s\" at %g,%g center textcolor rgb '%s' font ',13'", \
    n, x, y, x + w, y + high, style(o), colour(o), colour(o), n, text, x + w / 2.0, y + high / 2.0, colour_ink)

do for [b=0:1] {
    set label (900 + b) sprintf("{/:Bold block %d}", b) at left(b),14 left textcolor rgb colour_ink
    set label (910 + b) "a tile, as it was read" at left(b),40 left textcolor rgb colour_muted font ",13"
    set label (920 + b) "sorted by owner" at left(b),112 left textcolor rgb colour_muted font ",13"
    zeros = 0
    do for [i=0:count-1] { zeros = zeros + (owner(b, i) == 0) }
    do for [i=0:count-1] {
        n = n + 1
        eval square(left(b) + i * side, 52, side - 2, owner(b, i), sprintf("%d", owner(b, i)))
        n = n + 1
        o = i >= zeros
        eval square(left(b) + i * side, 124, side - 2, o, sprintf("%d", o))
    }
    n = n + 1
    eval square(left(b), 250, count * side - 2, b, sprintf("counters of block %d", b))
    do for [o=0:1] {
        from = left(b) + (o == 0 ? zeros / 2.0 : (zeros + count) / 2.0) * side
        to = left(o) + (b == 0 ? 0.3 : 0.7) * count * side
        set arrow (10 + 2 * b + o) from from,153 to to,245 head size 9,20 filled linewidth 2 linecolor rgb colour(o)
    }
}
set label 930 "cluster.sync()" at 360,170 center textcolor rgb colour_muted font ",13"
plot NaN notitle linestyle 9
