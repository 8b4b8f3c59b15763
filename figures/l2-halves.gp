# l2-halves.gp - a drawing of an L2 in two halves, and of an SM that reads a near line and, through its
# own half, a far one, whose home in the other half stays empty.
height = narrow ? 446 : 300; load "figures/style.gp"
eval drawing
path(x, y, to_x, to_y) = sprintf("set arrow from %g,%g to %g,%g heads size 7,20 filled linewidth 1.6 linecolor rgb '%s'", \
    x, y, to_x, to_y, colour_int4)
zoom(x, y, to_x, to_y) = sprintf("set arrow from %g,%g to %g,%g nohead linewidth 1 dashtype (3,4) linecolor rgb '%s'; ", \
    x, y, to_x, to_y, colour_muted)
is_kept(half, i) = half == 0 && (i == 2 || i == 5)
home(x, y) = sprintf("set object rectangle from %g,%g to %g,%g fillstyle empty border rgb '%s' linewidth 2 dashtype (4,3)", \
    x, y, x + 28, y + 50, colour_int4)
if (narrow) {
    # The other half stands below, with its SMs at the bottom.
    eval small(195, 16, "SMs"); eval small(195, 430, "SMs")
    do for [half=0:1] {
        top = half == 0 ? 104 : 246
        eval box(31, top, 328, 96, colour_muted)
        eval small(half == 0 ? 300 : 120, half == 0 ? 118 : 328, half == 0 ? "its half of the L2" : "slices of the other half")
        do for [i=0:7] {
            eval filled(43 + i * 38.5, half == 0 ? 132 : 258, 34, 58, colour_int4, is_kept(half, i) ? "transparent solid 0.4" : "empty")
            eval box(43 + i * 38.5, half == 0 ? 30 : 376, 34, 40, half == 0 && i == 2 ? colour_int4 : colour_rule)
        }
    }
    eval text(137, 50, "SM"); eval text(137, 160, "near"); eval text(252.5, 160, "far"); eval text(252.5, 327, "home")
    eval home(238.5, 262)
    eval path(137, 72, 137, 130)
    eval path(150, 72, 246, 130)
    eval path(252.5, 192, 252.5, 256)
    eval small(150, 223, "the bridge between the halves")
} else {
    do for [half=0:1] {
        left = 14 + half * 364
        eval box(left, 150, 328, 96, colour_muted)
        eval small(left + 164, 264, half == 0 ? "the half that this SM is attached to" : "the other half")
        # The slices, and above them the SMs that are attached to this half.
        do for [i=0:7] {
            eval filled(left + 11 + i * 38.5, 176, 36, 58, colour_int4, is_kept(half, i) ? "transparent solid 0.4" : "empty")
            eval box(left + 11 + i * 38.5, 30, 36, 40, half == 0 && i == 2 ? colour_int4 : colour_rule)
        }
        eval small(left + 164, 16, "SMs")
        eval small(left + 264, 162, "slices of the L2")
    }
    near = 14 + 12 + 2 * 38.5 + 17; far = near + 3 * 38.5; home_of_it = near + 364
    eval text(near, 50, "SM")
    eval text(near, 192, "near"); eval text(far, 192, "far"); eval text(home_of_it, 162, "home")
    eval home(home_of_it - 14, 180)
    eval path(near, 72, near, 174)
    eval path(near + 12, 72, far - 6, 174)
    eval path(far + 17, 220, home_of_it - 17, 220)
    eval small(360, 136, "the bridge between the halves")
    eval zoom(360, 146, 360, 214)
}
plot NaN notitle linestyle 9
