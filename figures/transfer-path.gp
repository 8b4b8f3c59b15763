# transfer-path.gp - the ways of data between host memory and GPU: from pageable
# memory, from pinned memory, and by a kernel that reads it. No data.
width = 720; height = 330
load "figures/style.gp"

unset border; unset tics; unset key; unset grid
unset logscale x
set margins 0,0,0,0
set xrange [0:720]
set yrange [330:0]

box(n, x, y, w, h, colour) = sprintf("set object %d rectangle from %g,%g to %g,%g fillstyle empty border rgb '%s' linewidth 1.2", \
    n, x, y, x + w, y + h, colour)
text(n, x, y, words) = sprintf("set label %d \"%s\" at %g,%g center textcolor rgb '%s'", n, words, x, y, colour_ink)
way(n, x, to, y, colour) = sprintf("set arrow %d from %g,%g to %g,%g head size 9,20 filled linewidth 2 linecolor rgb '%s'", \
    n, x, y, to, y, colour)
over(n, x, y, words) = sprintf("set label %d \"%s\" at %g,%g center textcolor rgb '%s' font ',13'", n, words, x, y, colour_muted)

set label 1 "{/:Bold host memory}" at 195,16 center textcolor rgb colour_ink
set label 2 "{/:Bold GPU}" at 620,16 center textcolor rgb colour_ink
set label 3 "{/:Bold PCIe}" at 461,16 center textcolor rgb colour_ink
set arrow 1 from 461,30 to 461,318 nohead linewidth 1 dashtype (3,4) linecolor rgb colour_muted

names = "pageable pinned mapped"
colours = colour_memcpy." ".colour_int4." ".colour_int
do for [i=1:3] {
    y = 40 + (i - 1) * 98
    c = word(colours, i)
    eval box(i * 10, 12, y, 130, 64, c)
    eval text(i * 10, 77, y + 32, word(names, i)." array")
    if (i == 1) {
        eval way(11, 142, 258, y + 32, c)
        eval over(11, 200, y + 18, "CPU copies")
        eval box(11, 258, y, 130, 64, colour_int4)
        eval text(12, 323, y + 32, "pinned buffer")
    }
    from = i == 1 ? 388 : 142
    eval way(i * 10 + 2, from, 555, y + 32, i == 1 ? colour_int4 : c)
    eval over(i * 10 + 3, i == 1 ? 510 : 300, y + 18, i == 3 ? "SMs load and store" : "copy engine")
    eval box(i * 10 + 4, 555, y, 130, 64, c)
    eval text(i * 10 + 5, 620, y + 32, i == 3 ? "registers" : "array")
}
plot NaN notitle linestyle 9
