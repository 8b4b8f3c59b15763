# l2-halves.gp - a drawing of an L2 in two halves, and of an SM that reads a line of its own half and
# one of the other.
height = narrow ? 446 : 300; load "figures/style.gp"
eval drawing
path(x, y, to_x, to_y) = sprintf("set arrow from %g,%g to %g,%g heads size 7,20 filled linewidth 1.6 linecolor rgb '%s'", \
    x, y, to_x, to_y, colour_int4)
zoom(x, y, to_x, to_y) = sprintf("set arrow from %g,%g to %g,%g nohead linewidth 1 dashtype (3,4) linecolor rgb '%s'; ", \
    x, y, to_x, to_y, colour_muted)
if (narrow) {
    # The other half stands below, with its SMs at the bottom.
    eval small(195, 16, "SMs"); eval small(195, 430, "SMs")
    do for [half=0:1] {
        top = half == 0 ? 104 : 246
        eval box(31, top, 328, 96, colour_muted)
        eval small(half == 0 ? 252 : 195, half == 0 ? 118 : 328, half == 0 ? "slices of the half of its SMs" : "slices of the other half")
        do for [i=0:7] {
            eval filled(43 + i * 38.5, half == 0 ? 132 : 258, 34, 58, colour_int4, i == (half == 0 ? 2 : 5) ? "transparent solid 0.4" : "empty")
            eval box(43 + i * 38.5, half == 0 ? 30 : 376, 34, 40, half == 0 && i == 2 ? colour_int4 : colour_rule)
        }
    }
    eval text(137, 50, "SM"); eval text(137, 148, "near"); eval text(252.5, 300, "far")
    eval path(137, 72, 137, 130)
    eval path(137, 192, 252.5, 256)
    eval small(288, 223, "the link between the halves")
} else {
    do for [half=0:1] {
        left = 14 + half * 364
        eval box(left, 150, 328, 96, colour_muted)
        eval small(left + 164, 264, half == 0 ? "the half that this SM is attached to" : "the other half")
        # The slices, and above them the SMs that are attached to this half.
        do for [i=0:7] {
            eval filled(left + 11 + i * 38.5, 176, 36, 58, colour_int4, i == (half == 0 ? 2 : 5) ? "transparent solid 0.4" : "empty")
            eval box(left + 11 + i * 38.5, 30, 36, 40, half == 0 && i == 2 ? colour_int4 : colour_rule)
        }
        eval small(left + 164, 16, "SMs")
        eval small(left + 164, 162, "slices of the L2")
    }
    eval text(14 + 12 + 2 * 38.5 + 17, 50, "SM")
    eval text(14 + 12 + 2 * 38.5 + 17, 192, "near")
    eval text(378 + 12 + 5 * 38.5 + 17, 192, "far")
    eval path(14 + 12 + 2 * 38.5 + 17, 72, 14 + 12 + 2 * 38.5 + 17, 174)
    eval path(14 + 12 + 2 * 38.5 + 35, 220, 378 + 11 + 5 * 38.5, 220)
    eval small(360, 136, "the link between the halves")
    eval zoom(360, 146, 360, 214)
}
plot NaN notitle linestyle 9
