# timers-held.gp - a drawing of what the host and the GPU do while two events time a launch, and
# while they time launches in a stream that is held.
height = narrow ? 690 : 424; load "figures/style.gp"
eval drawing
# Where the rows lie; on a slide they are closer.
gpu = slide ? 86 : 98; held = slide ? 176 : 206; held_host = slide ? 194 : 226; held_gpu = slide ? 248 : 290
left = 92.0; right = 708.0; high = 30
# A piece of a row, from x to x, with words in it; a tick where the GPU stamps an event.
# In a narrow drawing time runs downwards: the rows are columns, and this is where they begin.
pace = 0.6; column_width = 100.0
column_x(row) = row == 34 || row == held_host ? 70 : 190
at(row, x) = (row < 200 ? 52 : 286) + (x - left) * pace
piece(row, from, to, colour, fill, words) = filled(from, row, to - from, high, colour, fill) \
    .text((from + to) / 2.0, row + high / 2.0, words).shrunk
who(row, words) = sprintf("set label \"%s\" at %g,%g right textcolor rgb '%s'", words, left - 12, row + high / 2.0, colour_muted)
stamp(row, x, words, side) = sprintf("set arrow from %g,%g to %g,%g nohead linewidth 2.5 linecolor rgb '%s'; ", x, row - 14, x, row + high + 22, colour_ink) \
    .sprintf("set label \"%s\" at %g,%g %s textcolor rgb '%s'", words, x + (side eq "left" ? 6 : -6), row - 10, side, colour_ink).shrunk
span(row, from, to, words) = sprintf("set arrow from %g,%g to %g,%g heads size 7,20 filled linewidth 1.4 linecolor rgb '%s'; ", from, row + high + 16, to, row + high + 16, colour_ink) \
    .sprintf("set label \"%s\" at %g,%g center textcolor rgb '%s'", words, (from + to) / 2.0, row + high + 32, colour_ink)
if (narrow) {
    piece(row, from, to, colour, fill, words) = filled(column_x(row), at(row, from), column_width, (to - from) * pace, colour, fill) \
        .text(column_x(row) + column_width / 2, at(row, (from + to) / 2.0), words).shrunk
    who(row, words) = sprintf("set label \"%s\" at %g,%g center textcolor rgb '%s'", words, column_x(row) + column_width / 2, at(row, left) - 12, colour_muted)
    stamp(row, x, words, side) = sprintf("set arrow from %g,%g to %g,%g nohead linewidth 2.5 linecolor rgb '%s'; ", column_x(row) - 10, at(row, x), column_x(row) + column_width + 22, at(row, x), colour_ink) \
        .sprintf("set label \"%s\" at %g,%g left textcolor rgb '%s'", words, column_x(row) + column_width + 28, at(row, x), colour_ink).shrunk
    span(row, from, to, words) = sprintf("set arrow from %g,%g to %g,%g heads size 7,20 filled linewidth 1.4 linecolor rgb '%s'; ", column_x(row) + column_width + 16, at(row, from), column_x(row) + column_width + 16, at(row, to), colour_ink) \
        .sprintf("set label \"%s\" at %g,%g left textcolor rgb '%s'", words, column_x(row) + column_width + 24, at(row, (from + to) / 2.0), colour_ink).shrunk
}
does = "transparent solid 0.3"

# Two events around one launch: the GPU stamps the first one and then has nothing to do.
set label "{/:Bold events}: one launch between two events" at 12,14 left textcolor rgb colour_ink
row = 34
eval who(row, "host")
eval piece(row, 92, 138, colour_memcpy, "empty", "event")
eval piece(row, 140, 224, colour_memcpy, "empty", "launch")
eval piece(row, 226, 272, colour_memcpy, "empty", "event")
row = gpu
eval who(row, "GPU")
eval piece(row, 163, 247, colour_vain, "empty", "waits")
eval piece(row, 249, 301, colour_int4, does, "kernel")
eval stamp(row, 161, "start", "right")
eval stamp(row, 303, "stop", "left")
eval span(row, 161, 303, "measured")
set label "The GPU has stamped the first event," at (narrow ? 70 : 352),(narrow ? 206 : gpu + 6) left textcolor rgb colour_muted font smaller
set label "but does not have the kernel yet." at (narrow ? 70 : 352),(narrow ? 224 : gpu + 24) left textcolor rgb colour_muted font smaller

# A held stream: the gate opens once everything is queued, so nothing between the events waits.
set label "{/:Bold held}: the gate opens once everything is queued" at 12,(narrow ? 254 : held) left textcolor rgb colour_ink
row = held_host
eval who(row, "host")
eval piece(row, 92, 138, colour_memcpy, "empty", "hold")
eval piece(row, 140, 186, colour_memcpy, "empty", "event")
do for [k=0:2] { eval piece(row, 188 + 86 * k, 272 + 86 * k, colour_memcpy, "empty", "launch") }
eval piece(row, 446, 492, colour_memcpy, "empty", "event")
eval piece(row, 494, 540, colour_int, does, "open")
row = held_gpu
eval who(row, "GPU")
eval piece(row, 115, 529, colour_muted, "empty", narrow ? "the kernel\\nhold waits\\nat the gate" : "the kernel hold waits at the gate")
do for [k=0:2] { eval piece(row, 533 + 56 * k, 585 + 56 * k, colour_int4, does, "kernel") }
eval stamp(row, 531, "start", "right")
eval stamp(row, 699, "stop", "right")
eval span(row, 531, 699, "measured")

if (narrow) {
    set arrow from 40,at(held_host, left) to 40,at(held_host, right) head size 9,20 filled linewidth 1 linecolor rgb colour_muted
    set label "time" at 40,at(held_host, right) + 14 center textcolor rgb colour_muted
} else {
    set arrow from left,held_gpu + 89 to right,held_gpu + 89 head size 9,20 filled linewidth 1 linecolor rgb colour_muted
    set label "time" at right,held_gpu + 75 right textcolor rgb colour_muted
}
plot NaN notitle linestyle 9
