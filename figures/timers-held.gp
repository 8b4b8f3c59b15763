# timers-held.gp - a drawing of what host and GPU do in three methods of timing, and of what lies
# between the first and the last mark of the clock.
height = 430; load "figures/style.gp"
eval drawing
left = 96; high = 26
block(x, y, w, colour, fill, words) = filled(left + x, y, w, high, colour, fill) \
    .text(left + x + w / 2.0, y + high / 2.0, words)." font ',13'"
mark(x, y) = sprintf("set arrow from %g,%g to %g,%g nohead linewidth 2.5 linecolor rgb '%s'", left + x, y - 5, left + x, y + high + 5, colour_ink)
span(x, to, y, words) = sprintf("set arrow from %g,%g to %g,%g heads size 7,20 filled linewidth 1 linecolor rgb '%s'; ", left + x, y, left + to, y, colour_ink) \
    .sprintf("set label \"%s\" at %g,%g center textcolor rgb '%s' font ',13'", words, left + (x + to) / 2.0, y + 14, colour_ink)
kernel = "transparent solid 0.3"

names = "sync events held"
do for [m=1:3] {
    y = 12 + (m - 1) * 140
    set label sprintf("{/:Bold %s}", word(names, m)) at 10,y + 4 left textcolor rgb colour_ink
    set label "host" at left - 12,y + 26 right textcolor rgb colour_muted font ",13"
    set label "GPU" at left - 12,y + 62 right textcolor rgb colour_muted font ",13"
}
host = 13; gpu = 49 # below the top of a method

y = 12
eval mark(0, y + host)
eval block(2, y + host, 96, colour_muted, "empty", "enqueue")
eval block(100, y + host, 258, colour_muted, "transparent solid 0.12", "wait")
eval mark(360, y + host)
eval block(140, y + gpu, 150, colour_int4, kernel, "kernel")
eval span(0, 360, y + gpu + 40, "measured")

y = 152
eval block(2, y + host, 40, colour_muted, "empty", "event")
eval block(44, y + host, 96, colour_muted, "empty", "enqueue")
eval block(142, y + host, 40, colour_muted, "empty", "event")
eval mark(72, y + gpu)
eval block(74, y + gpu, 104, colour_muted, "transparent solid 0.12", "wait")
eval block(180, y + gpu, 150, colour_int4, kernel, "kernel")
eval mark(332, y + gpu)
eval span(72, 332, y + gpu + 40, "measured")

y = 292
eval block(2, y + host, 40, colour_muted, "empty", "hold")
eval block(44, y + host, 220, colour_muted, "empty", "event, three launches, event")
eval block(266, y + host, 70, colour_vain, "empty", "open")
eval block(44, y + gpu, 300, colour_vain, "transparent solid 0.12", "hold: wait at the gate")
eval mark(348, y + gpu)
do for [k=0:2] { eval block(350 + k * 82, y + gpu, 80, colour_int4, kernel, "kernel") }
eval mark(596, y + gpu)
eval span(348, 596, y + gpu + 40, "measured")
plot NaN notitle linestyle 9
