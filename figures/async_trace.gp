# async_trace.gp - when the tiles of one block were in flight, and when they were read, as it noted. A
# row is a place of the ring. A panel begins when its first tile has arrived, and ends before tiles are
# asked for that have no rows.
height = narrow ? 432 : 420; load "figures/style.gp"
eval bars
panels = "plain:1 bulk:1 bulk:4"
names = "'{/:Bold Loads into registers}' '{/:Bold Bulk copies,} one tile in flight' '{/:Bold Bulk copies,} four tiles in flight'"
variant(p) = word(panels, p)[1:strstrt(word(panels, p), ":")-1]
ahead(p) = word(panels, p)[strstrt(word(panels, p), ":")+1:*]
tiles = 12
array asked[3*tiles]; array arrived[3*tiles]; array read[3*tiles]
at(p, k) = (p - 1) * tiles + k
rows(p, event) = when("variant", variant(p), when("ahead", ahead(p), when("event", event, at(p, int(column("tile"))))))
do for [p=1:3] {
    stats csv using (i = rows(p, "asked"), i == i ? (asked[i] = column("ns")) : 0) nooutput
    stats csv using (i = rows(p, "arrived"), i == i ? (arrived[i] = column("ns")) : 0) nooutput
    stats csv using (i = rows(p, "read"), i == i ? (read[i] = column("ns")) : 0) nooutput
}
end = arrived[at(3, tiles - 3)] - arrived[at(3, 1)]

set margins screen part(0.03), screen 1 - part(0.03), screen 0.165, screen 0.97
set xrange [0:end]; set yrange [330:0]; set xlabel "Nanoseconds"
set xtics (); do for [t=0:20] { set xtics add (thousands(1000 * t) 1000 * t) }
inside(x) = x < 0 ? 0 : x > end ? end : x
bar(from, to, y, colour, fill) = from >= end || to <= 0 ? "" : sprintf( \
    "set object rectangle from %g,%g to %g,%g front fillstyle transparent solid %g border rgb '%s' fillcolor rgb '%s' linewidth 1", \
    inside(from), y, inside(to), y + 18, fill, colour, colour)
# The key, and then the panels.
key = narrow ? 0.43 : 0.62; apart = narrow ? 0.28 : 0.18; wide = narrow ? 0.07 : 0.04
eval bar(key * end, (key + wide) * end, 0, colour_int4, 0.2)
set label "in flight" at (key + wide + 0.01) * end,10 left textcolor rgb colour_muted font ",13"
eval bar((key + apart) * end, (key + apart + wide) * end, 0, colour_int, 0.75)
set label "being read" at (key + apart + wide + 0.01) * end,10 left textcolor rgb colour_muted font ",13"
y = 0
do for [p=1:3] {
    set label word(names, p) at 0,y + 14 left textcolor rgb colour_ink
    places = int(ahead(p)) + 1
    do for [k=1:tiles] {
        row = y + 26 + (k - 1) % places * 24
        zero = arrived[at(p, 1)]
        from = asked[at(p, k)] - zero; here = arrived[at(p, k)] - zero; done = read[at(p, k)] - zero
        eval bar(from, here, row, colour_int4, 0.2)
        eval bar(here, done, row, colour_int, 0.75)
        if (here > 0 && inside(from) < 0.97 * end) {
            set label sprintf("%d", k) at inside(from),row + 9.5 left offset 0.6,0 textcolor rgb colour_ink font ",13" front
        }
    }
    y = y + 36 + places * 24
}
plot NaN notitle linestyle 9
