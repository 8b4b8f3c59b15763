# copy-registers.gp - where the bytes of a load go: four loads of 4 bytes fill a
# register of all lanes each, one load of 16 bytes four registers of each. No data.
width = 720; height = 400
load "figures/style.gp"

unset border; unset tics; unset key; unset grid
unset logscale x
set margins 0,0,0,0
set xrange [0:720]
set yrange [400:0]

# Four lanes are drawn, the last of them lane 31; each is a column of its four
# registers, and above it are the bytes that it asks for.
lanes = 4; side = 56; gap = 30
at_x(i) = (i < 3 ? i * side : 3 * side + gap)
lane(i) = i < 3 ? sprintf("%d", i) : "31"
registers = 218; high = 30
bytes = 88

n = 10
box(x, y, w, h, colour, fill) = sprintf("set object %d rectangle from %g,%g to %g,%g fillstyle %s border rgb '%s' fillcolor rgb '%s' linewidth 1.2", \
    n, x, y, x + w, y + h, fill > 0 ? sprintf("solid %g", fill) : "empty", colour, colour)
text(x, y, words, colour, size) = sprintf("set label %d \"%s\" at %g,%g center textcolor rgb '%s' font ',%d'", n, words, x, y, colour, size)
way(x, y, to_x, to_y, colour) = sprintf("set arrow %d from %g,%g to %g,%g head size 7,20 filled linewidth 1.6 linecolor rgb '%s'", \
    n, x, y, to_x, to_y, colour)

do for [part=0:1] {
    left = part ? 448 : 90
    c = part ? colour_int4 : colour_int
    middle = left + (at_x(3) + side) / 2.0
    n = n + 1
    eval text(middle, 16, part ? "{/:Bold one LDG.E.128: a row of 512 bytes}" : "{/:Bold four LDG.E: four rows of 128 bytes}", colour_ink, 15)
    n = n + 1
    eval text(middle, 38, part ? "16 bytes for each lane" : "4 bytes for each lane from each row", colour_muted, 13)
    do for [i=0:lanes - 1] {
        x = left + at_x(i)
        do for [k=0:3] {
            # The bytes: side by side in memory, or a row of memory for each load.
            n = n + 1
            eval box(part ? x + k * side / 4.0 : x, part ? bytes : bytes - 22 + k * 22, part ? side / 4.0 : side, part ? high : 16, c, part ? 0.25 : 0.1 + 0.12 * k)
            # The registers.
            n = n + 1
            eval box(x, registers + k * high, side, high, c, part ? 0.25 : 0.1 + 0.12 * k)
        }
        n = n + 1
        eval way(x + side / 2.0, part ? bytes + high + 4 : bytes + 66, x + side / 2.0, registers - 5, c)
        n = n + 1
        eval text(x + side / 2.0, registers + 4 * high + 15, lane(i), colour_ink, 14)
    }
    do for [k=0:3] {
        n = n + 1
        eval text(left - 22, registers + (k + 0.5) * high, sprintf("R%d", 4 + k), colour_ink, 14)
        if (!part) { n = n + 1; eval text(left - 30, bytes - 14 + k * 22, sprintf("load %d", k + 1), colour_muted, 13) }
        n = n + 1
        eval text(left + 3 * side + gap / 2.0, registers + (k + 0.5) * high, "...", colour_muted, 14)
    }
    n = n + 1
    eval text(left + 3 * side + gap / 2.0, registers + 4 * high + 15, "lane", colour_muted, 12)
    n = n + 1
    eval text(middle, registers + 4 * high + 44, part ? "one instruction" : "four instructions", colour_ink, 15)
}
plot NaN notitle linestyle 9
