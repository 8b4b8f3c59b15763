# transpose-swizzle.gp - a drawing of a tile of rows of eight float4, each in four banks: the pieces
# that eight lanes store at once, without the swizzle and with it.
height = narrow ? 616 : 330; load "figures/style.gp"
eval drawing
w = 36.0; h = 26.0
line(x, y, to_x, to_y) = sprintf("set arrow from %g,%g to %g,%g nohead linecolor rgb '%s' linewidth 0.7", x, y, to_x, to_y, colour_muted)
do for [tile=0:1] {
    left = 62 + (narrow ? 0 : tile * 354); top = 64 + (narrow ? tile * 284 : 0)
    set label tile ? "{/:Bold Swizzled}: all 32 banks, one turn" : "{/:Bold Plain}: banks 0 to 3, eight turns" at left,top - 46 left textcolor rgb colour_ink
    set label "banks" at left - 8,top - 14 right textcolor rgb colour_muted font smaller
    set label "0–3" at left + w / 2,top - 14 center textcolor rgb colour_muted font smaller
    set label "28–31" at left + 7.5 * w,top - 14 center textcolor rgb colour_muted font smaller
    do for [i=0:8] {
        eval line(left, top + i * h, left + 8 * w, top + i * h)
        eval line(left + i * w, top, left + i * w, top + 8 * h)
    }
    do for [tx=0:7] {
        x = left + (tile ? tx : 0) * w; y = top + tx * h
        set label sprintf("tx %d", tx) at left - 8,y + h / 2 right textcolor rgb colour_muted font smaller
        set object rectangle from x,y to x + w,y + h fillcolor rgb (tile ? colour_int4 : colour_int) fillstyle solid 0.45 noborder
    }
}
set label "Marked: where the lane of each tx stores, for ty = 0." at 62,top + 8 * h + 26 left textcolor rgb colour_muted font smaller
plot NaN notitle linestyle 9
