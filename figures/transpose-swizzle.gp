# transpose-swizzle.gp - a drawing of eight boxes of four by four floats: as eight lanes load them from the
# matrix, and where they store them in the tile, without the swizzle and with it.
height = narrow ? 526 : 314; load "figures/style.gp"
eval drawing
w = narrow ? 21.0 : 26.0
colours = colour_memcpy." ".colour_int." ".colour_int4
line(x, y, to_x, to_y) = sprintf("set arrow from %g,%g to %g,%g nohead linecolor rgb '%s' linewidth 0.7", x, y, to_x, to_y, colour_muted)
array titles[3] = ["{/:Bold Loaded} from one row", "{/:Bold Plain}: eight turns", "{/:Bold Swizzled}: one turn"]
do for [panel=0:2] {
    left = 12 + (narrow ? (panel % 2) * 192 : panel * 240); top = 60 + (narrow ? (panel / 2) * 240 : 0)
    set label titles[panel + 1] at left,top - 44 left textcolor rgb colour_ink
    if (panel) {
        set label "banks 0–3" at left,top - 14 left textcolor rgb colour_muted font smaller
        set label "28–31" at left + 8 * w,top - 14 right textcolor rgb colour_muted font smaller
    }
    do for [i=0:8] {
        eval line(left, top + i * w, left + 8 * w, top + i * w)
        eval line(left + i * w, top, left + i * w, top + 8 * w)
    }
    do for [tx=0:7] {
        x = left + (panel == 1 ? 0 : tx) * w; y = top + (panel == 0 ? 0 : tx) * w
        set object rectangle from x,y to x + w,y + w fillcolor rgb word(colours, panel + 1) fillstyle solid 0.45 noborder
        set label sprintf("%d", tx) at x + w / 2,y + w / 2 center textcolor rgb colour_ink font smaller front
    }
}
set label "The number in a box is tx; all have ty = 0." at 12,height - 22 left textcolor rgb colour_muted font smaller
plot NaN notitle linestyle 9
