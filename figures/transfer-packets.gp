# transfer-packets.gp - a drawing of how many bytes a packet of PCIe spends on data and how many
# around the data: for lines, for both ways at once and for an int, to scale.
height = narrow ? 356 : 274; load "figures/style.gp"
eval drawing
left = narrow ? 50.0 : 196.0; byte = narrow ? 1.86 : 2.8; high = 24
piece(row, from, bytes, fill, colour) = filled(left + from * byte, row, bytes * byte, high, colour, fill)
says(row, x, text, side, colour) = sprintf("set label \"%s\" at %g,%g %s textcolor rgb '%s'", text, x, row + high / 2.0, side, colour)

# A row has up to two packets: the bytes around the data, the data, and a request behind them.
rows = narrow ? "34 92 122 190 220 282" : "14 56 86 140 170 212"
names = "'write a line' 'read a line' '' 'both at once' '' 'write an int'"
directions = "out out in out in out"
sizes_around = "24 24 20 24 20 24"
sizes = "128 0 128 128 128 4"
do for [i=1:words(rows)] {
    row = real(word(rows, i)); around = real(word(sizes_around, i)); data = real(word(sizes, i))
    # In a narrow drawing the name of a row stands above it.
    eval says(narrow ? row - 22 : row, 12, "{/:Bold ".word(names, i)."}", "left", colour_ink)
    eval says(row, narrow ? 12 : 142, word(directions, i), "left", colour_muted)
    eval piece(row, 0, around, "empty", colour_muted)
    eval says(row, left + around / 2 * byte, sprintf("%.0f", around), "center", colour_muted)
    if (data > 0) {
        eval piece(row, around, data, "transparent solid 0.3", colour_int4)
        eval says(row, left + (around + (data > 10 ? data / 2 : data + 4)) * byte, sprintf("%.0f", data), "center", colour_ink)
    }
    if (i == 4) {
        eval piece(row, around + data, 24, "empty", colour_int)
        eval says(row, left + (around + data + 12) * byte, "24", "center", colour_int)
        set label "the request of the read" at left + (around + data + 24) * byte,row - 10 right textcolor rgb colour_int font smaller
    }
}
set label "around" at left,height - 16 left textcolor rgb colour_muted font smaller
set label "data" at left + 24 * byte + 4 + 12 * narrow,height - 16 left textcolor rgb colour_ink font smaller
plot NaN notitle linestyle 9
