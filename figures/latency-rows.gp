# latency-rows.gp - a drawing of what eight loads from DRAM have to find, first their pages, and then the rows
# that hold them: in order one of each, and at random eight.
height = narrow ? 640 : 330; load "figures/style.gp"
eval drawing
light = "transparent solid 0.12"; strong = "transparent solid 0.75"
lefts = narrow ? "54 54" : "78 420"; down = narrow ? 320 : 0 # the second drawing stands below or beside
cell = 34.0
do for [n=1:2] {
    left = int(word(lefts, n)); y = (n - 1) * down; colour = n == 1 ? colour_int4 : colour_int
    set label n == 1 ? "{/:Bold In order}: one page, one row" : "{/:Bold At random}: eight pages, eight rows" at left,18 + y left textcolor rgb colour_ink
    do for [i=0:7] { eval filled(left + 4 * cell + (i - 4) * 24, 62 + y, 20, 34, colour, n == 2 || i == 2 ? strong : light) }
    if (n == 1 || narrow) { eval small(left - (narrow ? 26 : 40), 79 + y, "pages") }
    # A row for each load, with eight lines. Loads in order use them all.
    do for [i=0:7] {
        do for [j=0:7] {
            hit = n == 1 ? i == 2 : j == (i * 5 + 3) % 8
            eval filled(left + j * cell, 136 + y + i * 19, cell, 13, hit ? colour : colour_muted, hit ? strong : light)
        }
    }
    if (n == 1 || narrow) { eval small(left - (narrow ? 26 : 40), 208 + y, "rows of\\nDRAM") }
    eval small(left + 4 * cell, 48 + y, "each page used needs an entry in the TLB")
    eval small(left + 4 * cell, 122 + y, "each row used has to be opened")
    eval small(left + 4 * cell, 302 + y, "a row, drawn with eight lines")
}
plot NaN notitle linestyle 9
