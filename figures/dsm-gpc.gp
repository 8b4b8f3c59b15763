# dsm-gpc.gp - a drawing of where a cluster runs: two GPCs with their TPCs and SMs, a cluster of four
# blocks in one of them, and the two paths that a request may take.
height = narrow ? 488 : 300; load "figures/style.gp"
eval drawing
sm = 33.0; tpc = 82.0; top = 58
# The other GPC stands beside the first one or, in a narrow drawing, below the L2.
down(gpc) = narrow ? gpc * 296 : 0
left(gpc, t) = (narrow ? 36 : 16 + gpc * 352) + t * tpc # of TPC t
centre(gpc, t, s) = left(gpc, t) + 5 + s * (sm + 2) + sm / 2
path(x, y, to_x, to_y, colour, kind) = sprintf("set arrow from %g,%g to %g,%g %s linewidth 2.2 linecolor rgb '%s'; ", \
    x, y, to_x, to_y, kind, colour)

do for [gpc=0:1] {
    top = 58 + down(gpc)
    eval box(left(gpc, 0) - 8, 8 + down(gpc), 4 * tpc + 10, 176, colour_muted)
    set label (gpc == 0 ? "{/:Bold a GPC}" : "{/:Bold another GPC}") at left(gpc, 0),24 + down(gpc) left textcolor rgb colour_ink
    do for [t=0:3] {
        eval box(left(gpc, t), top, tpc - 6, 54, colour_rule)
        do for [s=0:1] {
            rank = gpc == 0 && t > 0 && t < 3 ? 2 * (t - 1) + s : -1
            x = centre(gpc, t, s) - sm / 2
            eval filled(x, top + 6, sm, 42, rank < 0 ? colour_muted : colour_int4, rank < 0 ? "empty" : "transparent solid 0.3")
            eval text(x + sm / 2, top + 27, rank < 0 ? "SM" : sprintf("%d", rank))
        }
    }
    # The network of a GPC joins its SMs.
    eval filled(left(gpc, 0), 146 + down(gpc), 4 * tpc - 6, 26, colour_muted, "transparent solid 0.12")
    set label "network" at left(gpc, 0) + 8,159 + down(gpc) left textcolor rgb colour_ink
}
top = 58
set label "a TPC" at left(0, 0) + 38,top - 11 center textcolor rgb colour_muted font smaller
set object rectangle from left(0, 1) - 3,top - 22 to left(0, 3) - 3,top + 58 fillstyle empty border linecolor rgb colour_int4 linewidth 2 dashtype (6,4)
set label "{/:Bold a cluster of four}" at left(0, 2) - 3,top - 11 center textcolor rgb colour_int4 font smaller
eval filled(8, 246, width - 18, 40, colour_muted, "transparent solid 0.12")
eval text(width / 2.0, 266, "L2, for all SMs")

# From rank 0 to rank 3 the path has two corners in the network, and the path to the L2 leaves it.
eval path(centre(0, 1, 0), top + 48, centre(0, 1, 0), 159, colour_int4, "nohead")
eval path(centre(0, 1, 0), 159, centre(0, 2, 1), 159, colour_int4, "nohead")
eval path(centre(0, 2, 1), 159, centre(0, 2, 1), top + 50, colour_int4, "head size 8,20 filled")
eval path(centre(0, 3, 1), top + 48, centre(0, 3, 1), 244, colour_int, "head size 8,20 filled")
set label "to a neighbour" at left(0, 2) - 3,129 center textcolor rgb colour_int4 font smaller
set label "to the L2" at centre(0, 3, 1) - 8,216 right textcolor rgb colour_int font smaller
plot NaN notitle linestyle 9
