# overlap-timeline.gp - a drawing of when the copy engines and the SMs are busy in each method
# of overlapping, for four chunks of which each takes one step in each stage.
height = 420; load "figures/style.gp"
eval drawing
left = 170; step = 43.0; high = 22
chunk(row, start, length, words, colour, fill) = filled(left + start * step, row, length * step - 2, high, colour, fill) \
    .text(left + (start + length / 2.0) * step - 1, row + high / 2.0, words)." font ',13'"

methods = "sequential streams mapped"
do for [m=1:3] {
    y = 24 + (m - 1) * 128
    set label sprintf("{/:Bold %s}", word(methods, m)) at 12,y left textcolor rgb colour_ink
    do for [r=1:3] {
        row = y + 14 + (r - 1) * (high + 6)
        set label (r == 1 ? "way in" : r == 2 ? "SMs" : "way out") at left - 12,row + high / 2.0 right textcolor rgb colour_muted font ",13"
        colour = r == 1 ? colour_int4 : r == 2 ? colour_int : colour_int8
        style = r == 2 ? "empty" : "transparent solid 0.25"
        if (m == 1) { eval chunk(row, (r - 1) * 4, 4, "0 1 2 3", colour, style) }
        if (m == 2) { do for [k=0:3] { eval chunk(row, k + r - 1, 1, sprintf("%d", k), colour, style) } }
        if (m == 3) { eval chunk(row, 0.12 * (r - 1), 4.1, "all, warp by warp", colour, style) }
    }
}
set arrow from left,402 to 700,402 head size 9,20 filled linewidth 1 linecolor rgb colour_muted
set label "time" at 700,388 right textcolor rgb colour_muted
plot NaN notitle linestyle 9
