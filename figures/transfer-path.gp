# transfer-path.gp - a drawing of the paths of data between host memory and GPU: from pageable
# memory, from pinned memory, and through a kernel that reads it.
height = 330; load "figures/style.gp"
eval drawing
path(x, to, y, colour) = sprintf("set arrow from %g,%g to %g,%g head size 9,20 filled linewidth 2 linecolor rgb '%s'", x, y, to, y, colour)

set label "{/:Bold host memory}" at 195,16 center textcolor rgb colour_ink
set label "{/:Bold GPU}" at 620,16 center textcolor rgb colour_ink
set label "{/:Bold PCIe}" at 461,16 center textcolor rgb colour_ink
set arrow from 461,30 to 461,318 nohead linewidth 1 dashtype (3,4) linecolor rgb colour_muted

names = "pageable pinned mapped"
colours = colour_memcpy." ".colour_int4." ".colour_int
do for [i=1:3] {
    y = 40 + (i - 1) * 98
    c = word(colours, i)
    eval named(12, y, 130, 64, c, word(names, i)." array")
    if (i == 1) {
        eval path(142, 258, y + 32, c)
        eval small(200, y + 18, "CPU copies")
        eval named(258, y, 130, 64, colour_int4, "pinned buffer")
    }
    eval path(i == 1 ? 388 : 142, 555, y + 32, i == 1 ? colour_int4 : c)
    eval small(i == 1 ? 510 : 300, y + 18, i == 3 ? "SMs load and store" : "copy engine")
    eval named(555, y, 130, 64, c, i == 3 ? "registers" : "array")
}
plot NaN notitle linestyle 9
