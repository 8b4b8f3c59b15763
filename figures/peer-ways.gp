# peer-ways.gp - a drawing of two GPUs, the switch between them, and the path through the host.
height = 300; load "figures/style.gp"
eval drawing
path(x, y, to_x, to_y, colour) = sprintf("set arrow from %g,%g to %g,%g heads size 7,20 filled linewidth 1.6 linecolor rgb '%s'", \
    x, y, to_x, to_y, colour)

outer = narrow ? 146 : 258; inner = narrow ? 56 : 90; l2_width = narrow ? 46 : 90
do for [i=0:1] {
    x = 4 + i * (narrow ? 236 : 454)
    eval box(x, 8, outer, 180, colour_muted)
    eval small(x + outer / 2.0, 26, sprintf("GPU %d", i))
    # The L2 is on the side of the link.
    l2 = i == 0 ? x + outer - 12 - l2_width : x + 12
    other = i == 0 ? x + 12 : x + outer - 12 - inner
    eval named(l2, 42, l2_width, 134, colour_int4, "L2")
    eval named(other, 42, inner, 56, colour_int4, "SMs")
    eval named(other, 120, inner, 56, colour_int4, "DRAM")
    from = i == 0 ? other + inner : l2 + l2_width
    to = i == 0 ? l2 : other
    eval path(from, 70, to, 70, colour_int4)
    eval path(from, 148, to, 148, colour_int4)
}
if (narrow) {
    eval named(168, 84, 54, 50, colour_int, "switch")
    eval path(138, 109, 168, 109, colour_int)
    eval path(222, 109, 252, 109, colour_int)
    eval small(195, 72, "NVLink")
} else {
    eval named(324, 84, 72, 50, colour_int, "switch")
    eval path(250, 109, 324, 109, colour_int)
    eval path(396, 109, 470, 109, colour_int)
    eval small(293, 92, "NVLink")
    eval small(427, 92, "NVLink")
}

middle = width / 2.0; aside = narrow ? 80 : 155 # of the L2
eval named(middle - 128, 240, 256, 50, colour_memcpy, "host: switches, CPU, memory")
eval path(middle - aside, 176, middle - (narrow ? 50 : 92), 240, colour_memcpy)
eval path(middle + aside, 176, middle + (narrow ? 50 : 92), 240, colour_memcpy)
eval small(middle - (narrow ? 92 : 160), 218, "PCIe")
eval small(middle + (narrow ? 92 : 160), 218, "PCIe")
plot NaN notitle linestyle 9
