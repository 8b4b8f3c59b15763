# copy-registers.gp - a drawing of where the bytes of a load go. Four loads of 4 bytes each fill
# one register of every lane, and one load of 16 bytes fills four registers of every lane.
height = narrow ? 812 : 400; load "figures/style.gp"
eval drawing
# Four lanes are drawn, the last of them lane 31. Each is a column of its four registers, and
# above it are the bytes that it asks for.
lanes = 4; side = 56; gap = 30
at_x(i) = (i < 3 ? i * side : 3 * side + gap)
high = slide ? 26 : 30

do for [wide=0:1] {
    left = wide && !narrow ? 448 : 90; top = wide && narrow ? 412 : 0
    bytes = top + (slide ? 82 : 88); registers = top + (slide ? 190 : 218)
    colour = wide ? colour_int4 : colour_int
    middle = left + (at_x(3) + side) / 2.0
    eval text(middle, top + 16, wide ? "{/:Bold one LDG.E.128: a row of 512 bytes}" : "{/:Bold four LDG.E: four rows of 128 bytes}")
    eval small(middle, top + 38, wide ? "16 bytes for each lane" : "4 bytes for each lane from each row")
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
        eval text(x + side / 2.0, registers + 4 * high + 15, i < 3 ? sprintf("%d", i) : "31")
    }
    do for [k=0:3] {
        eval text(left - 22, registers + (k + 0.5) * high, sprintf("R%d", 4 + k))
        if (!wide) { eval small(left - 30, bytes - 14 + k * 22, sprintf("load %d", k + 1)) }
        eval small(left + 3 * side + gap / 2.0, registers + (k + 0.5) * high, "...")
    }
    eval small(left + 3 * side + gap / 2.0, registers + 4 * high + 15, "lane")
    eval text(middle, registers + 4 * high + (slide ? 38 : 44), wide ? "one instruction" : "four instructions")
}
plot NaN notitle linestyle 9
