# latency-rows.gp - a drawing of what a load from DRAM has to find: first, through the TLB, its page,
# and then the row of its bank, which is drawn larger below.
height = narrow ? 582 : 372; load "figures/style.gp"
eval drawing
to(x, y, to_x, to_y) = sprintf("set arrow from %g,%g to %g,%g head size 8,20 filled linewidth 1.6 linecolor rgb '%s'; ", \
    x, y, to_x, to_y, colour_int4)
zoom(x, y, to_x, to_y) = sprintf("set arrow from %g,%g to %g,%g nohead linewidth 1 dashtype (3,4) linecolor rgb '%s'; ", \
    x, y, to_x, to_y, colour_muted)
light = "transparent solid 0.25"; strong = "transparent solid 0.7"

# The pages of an array, and the entries of the TLB.
# In a narrow drawing the DRAM stands below pages and TLB, and its row below that.
dram = narrow ? 12 : 346; down = narrow ? 216 : 0; row = narrow ? 15 : 188; line = narrow ? 45.0 : 64.75; low = narrow ? 456 : 252
eval small(72, 18, "pages of an array")
do for [i=0:4] { eval filled(14, 32 + i * 30, 116, 26, colour_int4, i == 2 ? light : "empty") }
eval text(72, 105, "page, 2 MiB")
eval small(236, 18, "TLB")
do for [i=0:3] { eval filled(188, 32 + i * 30, 96, 26, colour_muted, i == 2 ? light : "empty") }
eval text(236, 105, "entry")
eval to(130, 105, 188, 105)
if (narrow) { eval to(236, 118, 236, 200) } else { eval to(284, 105, 346, 105) }

# A page is spread over the channels, and each bank of a channel has one row open.
eval small(narrow ? 195 : 526, 18 + down - 4 * narrow, "DRAM: groups of banks, one open row per bank")
do for [c=0:3] {
    x = dram + c * 92
    eval box(x, 32 + down, 80, 146, colour_muted)
    do for [b=0:3] {
        eval filled(x + 8, 41 + down + b * 33, 64, 28, colour_muted, "empty")
        hit = c == 1 && b == 2
        eval filled(x + 8, 43 + down + b * 33 + (b * 7 + c * 5) % 18, 64, 7, colour_int4, hit ? strong : light)
    }
}

# The row that is read, larger: lines, and the half of one that moves.
eval zoom(dram + 100, 119 + down, row, low)
eval zoom(dram + 164, 119 + down, row + 8 * line, low)
do for [i=0:7] { eval filled(row + i * line, low, line, 46, colour_int4, "empty") }
eval filled(row + 3 * line, low, narrow ? line / 2 : 32.4, 46, colour_int4, strong)
if (narrow) { eval small(195, low - 20, "an open row, about 1 KiB") } \
else { eval small(102, 268, "an open row,"); eval small(102, 286, "about 1 KiB") }
eval text(row + 6.5 * line, low + 23, "line")
eval small(row + 3.25 * line, low + 66, "a sector or two move")
eval small(row + 6.5 * line, low + 66, "128 bytes")
eval small(row + 4 * line, low + 98 - 6 * narrow, "another row of the same bank can only be read".(narrow ? "\\n" : " ")."after this one has been closed")
plot NaN notitle linestyle 9
