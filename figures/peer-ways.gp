# peer-ways.gp - a drawing of two GPUs, the switch between them, and the path through the host.
height = 300; load "figures/style.gp"
eval drawing
path(x, y, to_x, to_y, colour) = sprintf("set arrow from %g,%g to %g,%g heads size 7,20 filled linewidth 1.6 linecolor rgb '%s'", \
    x, y, to_x, to_y, colour)

do for [i=0:1] {
    x = 4 + i * 454
    eval box(x, 8, 258, 180, colour_muted)
    eval small(x + 129, 26, sprintf("GPU %d", i))
    # The L2 is on the side of the link.
    l2 = i == 0 ? x + 156 : x + 12
    other = i == 0 ? x + 12 : x + 156
    eval named(l2, 42, 90, 134, colour_int4, "L2")
    eval named(other, 42, 90, 56, colour_int4, "SMs")
    eval named(other, 120, 90, 56, colour_int4, "DRAM")
    from = i == 0 ? other + 90 : l2 + 90
    to = i == 0 ? l2 : other
    eval path(from, 70, to, 70, colour_int4)
    eval path(from, 148, to, 148, colour_int4)
}
eval named(324, 84, 72, 50, colour_int, "switch")
eval path(250, 109, 324, 109, colour_int)
eval path(396, 109, 470, 109, colour_int)
eval small(291, 92, "NVLink")
eval small(430, 92, "NVLink")

eval named(232, 240, 256, 50, colour_memcpy, "host: switches, CPU, memory")
eval path(205, 176, 268, 240, colour_memcpy)
eval path(515, 176, 452, 240, colour_memcpy)
eval small(200, 218, "PCIe")
eval small(520, 218, "PCIe")
plot NaN notitle linestyle 9
