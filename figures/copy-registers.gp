# copy-registers.gp - a drawing of where the bytes of a load go. Four loads of 4 bytes each fill
# one register of every lane, and one load of 16 bytes fills four registers of every lane.
height = narrow ? 800 : 400; load "figures/style.gp"
eval drawing
# Four lanes are drawn, the last of them lane 31. Each is a column of its four registers, and
# above it are the bytes that it asks for.
lanes = 4; side = 56; gap = 30
at_x(i) = (i < 3 ? i * side : 3 * side + gap)
high = 30

says(x, y, words, colour, size) = sprintf("set label \"%s\" at %g,%g center textcolor rgb '%s' font ',%d'", words, x, y, colour, size)

do for [wide=0:1] {
    left = wide && !narrow ? 448 : 90; top = wide && narrow ? 400 : 0
    bytes = top + 88; registers = top + 218
    colour = wide ? colour_int4 : colour_int
    middle = left + (at_x(3) + side) / 2.0
    eval says(middle, top + 16, wide ? "{/:Bold one LDG.E.128: a row of 512 bytes}" : "{/:Bold four LDG.E: four rows of 128 bytes}", colour_ink, 15)
    eval says(middle, top + 38, wide ? "16 bytes for each lane" : "4 bytes for each lane from each row", colour_muted, 13)
    do for [i=0:lanes - 1] {
        x = left + at_x(i)
        do for [k=0:3] {
            # In memory the bytes of a wide load lie side by side, and each narrow load has its own row.
            shade = sprintf("solid %g", wide ? 0.25 : 0.1 + 0.12 * k)
            eval filled(wide ? x + k * side / 4.0 : x, wide ? bytes : bytes - 22 + k * 22, wide ? side / 4.0 : side, wide ? high : 16, colour, shade)
            eval filled(x, registers + k * high, side, high, colour, shade)
        }
        set arrow from x + side / 2.0,(wide ? bytes + high + 4 : bytes + 66) to x + side / 2.0,registers - 5 \
            head size 7,20 filled linewidth 1.6 linecolor rgb colour
        eval says(x + side / 2.0, registers + 4 * high + 15, i < 3 ? sprintf("%d", i) : "31", colour_ink, 14)
    }
    do for [k=0:3] {
        eval says(left - 22, registers + (k + 0.5) * high, sprintf("R%d", 4 + k), colour_ink, 14)
        if (!wide) { eval says(left - 30, bytes - 14 + k * 22, sprintf("load %d", k + 1), colour_muted, 13) }
        eval says(left + 3 * side + gap / 2.0, registers + (k + 0.5) * high, "...", colour_muted, 14)
    }
    eval says(left + 3 * side + gap / 2.0, registers + 4 * high + 15, "lane", colour_muted, narrow ? 13 : 12)
    eval says(middle, registers + 4 * high + 44, wide ? "one instruction" : "four instructions", colour_ink, 15)
}
plot NaN notitle linestyle 9
