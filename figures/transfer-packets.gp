# transfer-packets.gp - what a packet of PCIe spends on data and on the rest: lines,
# a sector and an int, to scale. No data.
width = 720; height = 262
load "figures/style.gp"

unset border; unset tics; unset key; unset grid
unset logscale x
set margins 0,0,0,0
set xrange [0:720]
set yrange [262:0]

left = 214.0; byte = 3.1; high = 24
n = 0
piece(row, from, bytes, style, colour) = sprintf("set object %d rectangle from %g,%g to %g,%g fillstyle %s border rgb '%s' fillcolor rgb '%s' linewidth 1.2", \
    n, left + from * byte, row, left + (from + bytes) * byte, row + high, style, colour, colour)
says(row, x, text, side, colour) = sprintf("set label %d \"%s\" at %g,%g %s textcolor rgb '%s'", \
    n, text, x, row + high / 2.0, side, colour)

# A packet: the bytes around the data, then the data.
rows = "14 56 86 128 158 200"
do for [i=1:words(rows)] {
    row = real(word(rows, i))
    name = word("write|a|line read|a|line - read|a|sector - write|an|int", i)
    way = word("out out in out in out", i)
    around = real(word("24 24 20 24 20 24", i))
    data = real(word("128 0 128 0 32 4", i))
    if (name ne "-") { n = n + 1; eval says(row, 12, "{/:Bold ".system("echo '".name."' | tr '|' ' '")."}", "left", colour_ink) }
    n = n + 1; eval says(row, 150, way eq "out" ? "out" : "in", "left", colour_muted)
    n = n + 1; eval piece(row, 0, around, "empty", colour_muted)
    n = n + 1; eval says(row, left + around / 2 * byte, sprintf("%.0f", around), "center", colour_muted)
    if (data > 0) {
        n = n + 1; eval piece(row, around, data, "transparent solid 0.3", colour_int4)
        n = n + 1; eval says(row, left + (around + (data > 10 ? data / 2 : data + 4)) * byte, sprintf("%.0f", data), "center", colour_ink)
    }
}
set label 90 "around" at left,246 left textcolor rgb colour_muted font ",13"
set label 91 "data" at left + 24 * byte + 4,246 left textcolor rgb colour_ink font ",13"
plot NaN notitle linestyle 9
