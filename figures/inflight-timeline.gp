# inflight-timeline.gp - a drawing of loads over time: one in flight, four, and as many as the bus
# can deliver.
height = 430; load "figures/style.gp"
eval drawing
left = narrow ? 80 : 150; latency = narrow ? 100.0 : 182.0; right = left + 3 * latency
step = slide ? 11 : 14
bar(x, y, to, colour) = sprintf("set object rectangle from %g,%g to %g,%g fillstyle transparent solid 0.3 border rgb '%s' fillcolor rgb '%s' linewidth 1", \
    x, y, to, y + (slide ? 8 : 9), colour, colour)

# How many are in flight, and where each row of bars begins.
foot = slide ? 305 : 380
many = "1 4 10"; top = slide ? "30 76 156" : "30 90 202"
do for [m=1:3] {
    n = int(word(many, m)); y = int(word(top, m))
    set label sprintf("{/:Bold %s}", word("one four ten", m)) at left - 14,y + n * step / 2.0 - 9 right textcolor rgb colour_ink
    set label "in flight" at left - 14,y + n * step / 2.0 + 8 right textcolor rgb colour_muted font smaller
    # A load begins each time that one arrives, and the first ones are in flight from the start.
    do for [k=0:n - 1] {
        do for [trip=0:3] {
            end = left + (trip + 1 - real(k) / n) * latency
            from = end - latency < left ? left : end - latency
            if (from < right) { eval bar(from, y + k * step, end > right ? right : end - 2, colour_int4) }
            # gnuplot writes a circle as a long polygon.
            if (end <= right && narrow) { set label at end - 2,y + k * step + 4.5 point pointtype 7 pointsize 0.53 linecolor rgb colour_int4 }
            if (end <= right && !narrow) { set object circle at end - 2,y + k * step + (slide ? 4 : 4.5) size 3.2 fillstyle solid 1 noborder fillcolor rgb colour_int4 }
        }
    }
    set label sprintf("%d arrive", 3 * n) at right,y - 10 right textcolor rgb colour_ink font smaller
}
set arrow from left,22 to left + latency - 2,22 heads size 7,20 filled linewidth 1 linecolor rgb colour_muted
eval small(left + latency / 2, 10, "latency")
set arrow from left,foot to right,foot head size 9,20 filled linewidth 1 linecolor rgb colour_muted
set label "time" at right,foot + 16 right textcolor rgb colour_muted
plot NaN notitle linestyle 9
