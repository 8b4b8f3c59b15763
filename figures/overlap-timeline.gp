# overlap-timeline.gp - a drawing of when the bus and the SMs are busy in each method of
# overlapping, for four chunks. The stage that is busy all the time sets the pace, and is filled.
height = 560; load "figures/style.gp"
eval drawing
# On a slide the methods stand two by two.
edge = narrow || slide ? 78 : 170; step = narrow ? 23.0 : slide ? 21 : 40.0; high = 22
chunk(row, start, length, words, colour, fill) = filled(left + start * step, row, length * step - 2, high, colour, fill) \
    .text(left + (start + length / 2.0) * step - 1, row + high / 2.0, words).shrunk
heading(y, words) = sprintf("set label \"%s\" at %g,%g left textcolor rgb '%s'", words, left - edge + 12, y, colour_ink)
limits(x, row) = sprintf("set label \"limits\" at %g,%g left textcolor rgb '%s'", x, row + high / 2.0, colour_int4).shrunk

headings = "'{/:Bold one after the other}' '{/:Bold in chunks,} copying takes longer' '{/:Bold in chunks,} computing takes longer' '{/:Bold mapped,} computing takes longer'"
do for [m=1:4] {
    left = edge + (slide && m % 2 == 0 ? 365 : 0)
    y = 20 + (slide ? (m - 1) / 2 * 150 : (m - 1) * 130)
    eval heading(y, word(headings, m))
    copying = m < 3 ? 1.25 : 0.8; computing = m < 3 ? 0.75 : 1.5
    longest = larger(copying, computing)
    do for [r=1:3] {
        row = y + 15 + (r - 1) * (high + 6)
        set label (r == 1 ? "bus, in" : r == 2 ? "SMs" : "bus, out") at left - 12,row + high / 2.0 right textcolor rgb colour_muted font smaller
        length = r == 2 ? computing : copying
        is_limit = m == 2 ? r != 2 : m > 2 ? r == 2 : 0
        colour = is_limit ? colour_int4 : colour_muted
        fill = is_limit ? "transparent solid 0.3" : "empty"
        if (m == 1) {
            start = r == 1 ? 0 : r == 2 ? 4 * copying : 4 * (copying + computing)
            do for [k=0:3] { eval chunk(row, start + k * length, length, sprintf("%d", k), colour, fill) }
        }
        if (m == 2 || m == 3) {
            start = r == 1 ? 0 : r == 2 ? copying : copying + computing
            do for [k=0:3] { eval chunk(row, start + k * longest, length, sprintf("%d", k), colour, fill) }
        }
        if (m == 4) {
            eval chunk(row, 0.12 * (r - 1), 4 * computing, r == 2 ? "warp by warp" : edge == 78 ? "with gaps" : "warp by warp, with gaps", colour, fill)
        }
        if (is_limit) {
            eval limits(left + (m == 4 ? 4 * computing + 0.12 * (r - 1) : start + 3 * longest + length) * step + 6, row)
        }
    }
}
do for [column=0:slide] {
    end = slide ? 345 + 365 * column : width - 20; foot = slide ? 318 : 544
    set arrow from edge + 365 * column,foot to end,foot head size 9,20 filled linewidth 1 linecolor rgb colour_muted
    set label "time" at end,foot - 14 right textcolor rgb colour_muted
}
plot NaN notitle linestyle 9
