# transfer-path.gp - a drawing of the paths of data between host memory and GPU: from pageable
# memory, from pinned memory, and through a kernel that reads it.
height = narrow ? 424 : 330; load "figures/style.gp"
eval drawing
path(x, to, y, colour) = sprintf("set arrow from %g,%g to %g,%g head size 9,20 filled linewidth 2 linecolor rgb '%s'", x, y, to, y, colour)

# In a narrow drawing the pinned buffer stands below the pageable array.
gpu = narrow ? 268 : 555; bus = narrow ? 257 : 461; box_width = narrow ? 112 : 130; first = narrow ? 124 : 130
set label "{/:Bold host memory}" at (narrow ? 74 : 195),16 center textcolor rgb colour_ink
set label "{/:Bold GPU}" at gpu + box_width / 2.0,16 center textcolor rgb colour_ink
set label "{/:Bold PCIe}" at (narrow ? 200 : bus),16 center textcolor rgb colour_ink
set arrow from bus,30 to bus,height - 12 nohead linewidth 1 dashtype (3,4) linecolor rgb colour_muted

names = "pageable pinned mapped"
colours = colour_memcpy." ".colour_int4." ".colour_int
do for [i=1:3] {
    y = 40 + (i - 1) * 98 + (narrow && i > 1 ? 98 : 0)
    c = word(colours, i)
    eval named(12, y, first, 64, c, word(names, i)." array")
    if (narrow && i == 1) {
        set arrow from 74,y + 64 to 74,y + 98 head size 9,20 filled linewidth 2 linecolor rgb c
        set label "CPU copies" at 84,y + 80 left textcolor rgb colour_muted font smaller
        y = y + 98
        eval named(12, y, first, 64, colour_int4, "pinned buffer")
    }
    if (!narrow && i == 1) {
        eval path(142, 258, y + 32, c)
        eval small(200, y + 18, "CPU copies")
        eval named(258, y, 130, 64, colour_int4, "pinned buffer")
    }
    eval path(narrow ? 12 + first : i == 1 ? 388 : 142, gpu, y + 32, i == 1 ? colour_int4 : c)
    eval small(narrow ? 196 : i == 1 ? 510 : 300, y + 18, i == 3 ? "SMs load" : "copy engine")
    eval named(gpu, y, box_width, 64, c, i == 3 ? "registers" : "array")
}
plot NaN notitle linestyle 9
