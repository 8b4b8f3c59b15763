# overlap-timeline.gp - when the copy engines and the SMs are busy in each way of
# overlapping: a drawing of four chunks in which each stage takes one step.
width = 720; height = 420
load "figures/style.gp"

unset border; unset tics; unset key; unset grid
unset logscale x
set margins 0,0,0,0
set xrange [0:720]
set yrange [420:0]

left = 170; step = 43.0; high = 22
n = 0
bar(row, start, length, words, colour, style) = sprintf("set object %d rectangle from %g,%g to %g,%g fillstyle %s border rgb '%s' fillcolor rgb '%s' linewidth 1.2; set label %d \"%s\" at %g,%g center textcolor rgb '%s' font ',13'", \
    n, left + start * step, row, left + (start + length) * step - 2, row + high, style, colour, colour, \
    n, words, left + (start + length / 2.0) * step - 1, row + high / 2.0, colour_ink)
name(row, words) = sprintf("set label %d \"%s\" at %g,%g right textcolor rgb '%s' font ',13'", n, words, left - 12, row + high / 2.0, colour_muted)
head(row, words) = sprintf("set label %d \"{/:Bold %s}\" at 12,%g left textcolor rgb '%s'", n, words, row, colour_ink)

n = 1
ways = "sequential streams mapped"
do for [w=1:3] {
    y = 24 + (w - 1) * 128
    n = n + 1; eval head(y, word(ways, w))
    do for [r=1:3] {
        row = y + 14 + (r - 1) * (high + 6)
        n = n + 1; eval name(row, r == 1 ? "way in" : r == 2 ? "SMs" : "way out")
        colour = r == 1 ? colour_int4 : r == 2 ? colour_int : colour_int8
        style = r == 2 ? "empty" : "transparent solid 0.25"
        if (w == 1) { n = n + 1; eval bar(row, (r - 1) * 4, 4, "0 1 2 3", colour, style) }
        if (w == 2) {
            do for [k=0:3] { n = n + 1; eval bar(row, k + r - 1, 1, sprintf("%d", k), colour, style) }
        }
        if (w == 3) { n = n + 1; eval bar(row, 0.12 * (r - 1), 4.1, "all, warp by warp", colour, style) }
    }
}
set arrow 1 from left,402 to 700,402 head size 9,20 filled linewidth 1 linecolor rgb colour_muted
set label 1 "time" at 700,388 right textcolor rgb colour_muted
plot NaN notitle linestyle 9
