# transpose-banks.gp - a drawing of the bank of each word of a tile in shared memory, 32 and 33
# words wide, with the column that a warp reads.
height = narrow ? 430 : 374; load "figures/style.gp"
eval drawing
# The words in the middle of a row are left out: a place for each of the others, and one for them.
cell = narrow ? 25.4 : 25.8; left = 70; lead = narrow ? 24 : 0
first = narrow ? 7 : 12; last = narrow ? 28 : 21
is_shown(x) = x < first || x > last
place(x) = x > last ? x - last + first : x
rows = "0 1 2 31"; step = slide ? 26 : 28
do for [tile=32:33] {
    top = tile == 32 ? 8 : (slide ? 178 : 200) + 1.2 * lead
    set label sprintf("{/:Bold A tile %d wide}:%sthe first column is %s", tile, narrow ? "\n" : " ", \
        tile == 32 ? "in bank 0 alone, 32 turns" : "in all 32 banks, one turn") at left - 2.5 * lead,top + 8 left textcolor rgb colour_ink
    do for [r=1:4] {
        # A row has a cell for each word, with its bank. The lane at its left reads the first word.
        row = int(word(rows, r))
        y = top + lead + 26 + (r - 1) * step + (r == 4 ? step - 8 : 0)
        set label sprintf("lane %d", row) at left - 10,y + 11 right textcolor rgb colour_muted
        if (r == 4) { set label "..." at left - 10,y - 12 right textcolor rgb colour_muted }
        set object rectangle from left,y to left + place(32) * cell,y + 22 fillcolor rgb colour_rule \
            fillstyle solid 0.3 border linecolor rgb colour_muted linewidth 0.7
        if (tile == 33) { set object rectangle from left + place(32) * cell,y to left + place(33) * cell,y + 22 \
            fillstyle empty border linecolor rgb colour_muted linewidth 0.7 }
        set object rectangle from left,y to left + cell,y + 22 \
            fillcolor rgb (tile == 32 ? colour_int : colour_int4) fillstyle solid 0.45 noborder
        set label "..." at left + (first + 0.5) * cell,y + 11 center textcolor rgb colour_muted front
        do for [x=0:tile - 1] { if (is_shown(x)) {
            set label sprintf(x ? "%d" : "{/:Bold %d}", (row * tile + x) % 32) at left + (place(x) + 0.5) * cell,y + 11 center \
                textcolor rgb (x == 32 ? colour_muted : colour_ink) font smaller front
        } }
    }
}
set label "not used" at left + place(33) * cell,(slide ? 336 : 362) + 2.2 * lead right textcolor rgb colour_muted font smaller
plot NaN notitle linestyle 9
