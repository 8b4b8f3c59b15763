# latency-rows.gp - a drawing of what a load from DRAM has to find: first, through the TLB, its page,
# and then the row of its bank, which is drawn larger below.
height = 372; load "figures/style.gp"
eval drawing
to(x, y, to_x, to_y) = sprintf("set arrow from %g,%g to %g,%g head size 8,20 filled linewidth 1.6 linecolor rgb '%s'; ", \
    x, y, to_x, to_y, colour_int4)
zoom(x, y, to_x, to_y) = sprintf("set arrow from %g,%g to %g,%g nohead linewidth 1 dashtype (3,4) linecolor rgb '%s'; ", \
    x, y, to_x, to_y, colour_muted)
light = "transparent solid 0.25"; strong = "transparent solid 0.7"

# The pages of an array, and the entries of the TLB.
eval small(72, 18, "pages of an array")
do for [i=0:4] { eval filled(14, 32 + i * 30, 116, 26, colour_int4, i == 2 ? light : "empty") }
eval text(72, 105, "page, 2 MiB")
eval small(236, 18, "TLB")
do for [i=0:3] { eval filled(188, 32 + i * 30, 96, 26, colour_muted, i == 2 ? light : "empty") }
eval text(236, 105, "entry")
eval to(130, 105, 188, 105)
eval to(284, 105, 346, 105)

# A page is spread over the channels, and each bank of a channel has one row open.
eval small(526, 18, "DRAM: groups of banks, one open row per bank")
do for [c=0:3] {
    x = 346 + c * 92
    eval box(x, 32, 80, 146, colour_muted)
    do for [b=0:3] {
        eval filled(x + 8, 41 + b * 33, 64, 28, colour_muted, "empty")
        hit = c == 1 && b == 2
        eval filled(x + 8, 43 + b * 33 + (b * 7 + c * 5) % 18, 64, 7, colour_int4, hit ? strong : light)
    }
}

# The row that is read, larger: lines, and the half of one that moves.
eval zoom(446, 119, 188, 252)
eval zoom(510, 119, 706, 252)
do for [i=0:7] { eval filled(188 + i * 64.75, 252, 64.75, 46, colour_int4, "empty") }
eval filled(188 + 3 * 64.75, 252, 32.4, 46, colour_int4, strong)
eval small(102, 268, "an open row,")
eval small(102, 286, "about 1 KiB")
eval text(188 + 6.5 * 64.75, 275, "line")
eval small(188 + 3.25 * 64.75, 318, "a sector or two move")
eval small(188 + 6.5 * 64.75, 318, "128 bytes")
eval small(447, 350, "another row of the same bank can only be read after this one has been closed")
plot NaN notitle linestyle 9
