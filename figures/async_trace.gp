# async_trace.gp - when the tiles of one block were in flight, and when they were read, as it noted. A
# row is a place of the ring. A panel begins when its first tile has arrived, and ends before tiles are
# asked for that have no rows. Tiles have numbers from 0, as in the text.
height = narrow ? 346 : 334; load "figures/style.gp"
eval bars
panels = "bulk:1 bulk:4"
names = "'{/:Bold One copy} in flight' '{/:Bold Four copies} in flight'"
variant(p) = word(panels, p)[1:strstrt(word(panels, p), ":")-1]
ahead(p) = word(panels, p)[strstrt(word(panels, p), ":")+1:*]
tiles = 12
array asked[2*tiles]; array arrived[2*tiles]
at(p, k) = (p - 1) * tiles + k
rows(p, event) = when("variant", variant(p), when("ahead", ahead(p), when("event", event, at(p, int(column("tile"))))))
do for [p=1:2] {
    stats csv using (i = rows(p, "asked"), i == i ? (asked[i] = column("ns")) : 0) nooutput
    stats csv using (i = rows(p, "arrived"), i == i ? (arrived[i] = column("ns")) : 0) nooutput
}
end = arrived[at(2, tiles - 3)] - arrived[at(2, 1)]

set margins screen part(0.03), screen 1 - part(0.03), screen 0.207, screen 0.97
set xrange [0:end]; set yrange [246:0]; set xlabel "Nanoseconds"
set xtics (); do for [t=0:20] { set xtics add (thousands(1000 * t) 1000 * t) }
inside(x) = x < 0 ? 0 : x > end ? end : x
# The key, and then the panels.
key = narrow ? 0.47 : 0.62; apart = narrow ? 0.27 : 0.18; wide = narrow ? 0.06 : 0.04
eval filled(key * end, 0, wide * end, 18, colour_int4, "transparent solid 0.2")
set label "in flight" at (key + wide + 0.01) * end,10 left textcolor rgb colour_muted font smaller
eval filled((key + apart) * end, 0, wide * end, 18, colour_int, "transparent solid 0.75")
set label "being read" at (key + apart + wide + 0.01) * end,10 left textcolor rgb colour_muted font smaller
array top[2]; y = 0
row(p, k) = top[p] + (k - 1) % (int(ahead(p)) + 1) * 24
do for [p=1:2] {
    set label word(names, p) at 0,y + 14 left textcolor rgb colour_ink
    top[p] = y + 26
    do for [k=1:tiles] {
        here = arrived[at(p, k)] - arrived[at(p, 1)]; from = inside(asked[at(p, k)] - arrived[at(p, 1)])
        if (here >= 0 && from < 0.97 * end) {
            set label sprintf("%d", k - 1) at from,row(p, k) + 9.5 left offset 0.6,0 textcolor rgb colour_ink font smaller front
        }
    }
    y = y + 36 + (int(ahead(p)) + 1) * 24
}
# A bar ends at the event of its row, and begins at the one before.
tile(p) = at(p, int(column("tile")))
begun(p, event) = (event eq "read" ? arrived[tile(p)] : asked[tile(p)]) - arrived[at(p, 1)]
done(p) = column("ns") - arrived[at(p, 1)]
is_drawn(p, event) = rows(p, event) == rows(p, event) && done(p) > 0 && begun(p, event) < end
y_of(p) = row(p, int(column("tile")))
bar = '(is_drawn(p, event) ? column("ns") : NaN):(y_of(p) + 9):(inside(begun(p, event))):(inside(done(p))):(y_of(p)):(y_of(p) + 18)'
plot for [event in "arrived read"] for [p=1:2] csv using @bar with boxxyerror notitle \
    fillcolor rgb (event eq "read" ? colour_int : colour_int4) fillstyle transparent solid (event eq "read" ? 0.75 : 0.2) border rgb (event eq "read" ? colour_int : colour_int4)
