# cover.gp - one GPU, and how many bytes per second it moves, by how it is asked for them. The
# bars are to scale: first what was asked for and then, hatched, what was moved and wasted.
width = narrow ? 390 : 560; height = narrow ? 430 : 330; load "figures/style.gp"
names = "'16 bytes per load, no loop' '16 bytes per load, a loop' '4 bytes per load, a loop' 'every 8th float' 'every 32nd float' 'from the host, pinned' 'from the host, pageable'"
# The table of each bar, and how its rows begin. The last of them has the largest arrays.
tables = "1 1 1 2 2 3 3"
starts = "once,dram, int4,dram, int,dram, fp32,dram,8, fp32,dram,32, pinned,to_device, pageable,to_device,"

eval bars
unset grid; unset xtics; unset border
set margins screen (narrow ? 0.03 : 0.345), screen 0.985, screen 8.0 / height, screen 1 - 36.0 / height
set xrange [0:peak * 1.0001]; set yrange [0.5 + 0.18 * narrow:words(names) + 0.5 + 0.18 * narrow]
set ytics scale 0 () textcolor rgb colour_ink; if (narrow) { unset ytics }
set arrow from peak,graph 0 to peak,graph 1 nohead linestyle 9
set arrow from 0,graph 0 to 0,graph 1 nohead linestyle 9
set label sprintf("what its memory is rated at: %s GB/s", thousands(peak)) at peak,graph 1 right offset 0,0.8 textcolor rgb colour_muted
# In a narrow figure the name of a bar stands above it.
if (narrow) { half = 0.24 }
array row[words(names)]
x_of(i) = column(0) == row[i] ? column("gbs") : NaN
y_of(i) = words(names) - i + 1
do for [n=1:words(names)] {
    x = 0; overfetch = 1
    stats word(csvs, int(word(tables, n))) using (strstrt(strcol(1).",".strcol(2).",".strcol(3).",", word(starts, n)) == 1 \
        ? (x = column("gbs"), row[n] = column(0), overfetch = word(tables, n) eq "2" ? column("overfetch") : 1) : 0) nooutput
    y = y_of(n)
    moved = x * overfetch
    if (narrow) { set label word(names, n) at 0,y + 0.46 left offset 0.4,0 textcolor rgb colour_ink } else { set ytics add (word(names, n) y) }
    if (moved > x) {
        set object rectangle from x,y - half to moved,y + half fillstyle pattern 4 border linecolor rgb colour_vain fillcolor rgb colour_vain
    }
    # The number stands beside its bar or, where there is no room, in it. In a hatched bar it needs a background.
    said = thousands(x).(moved > x ? " used, ".thousands(moved - x)." wasted" : "")
    wide = (7.0 * strlen(said) + 10) / ((narrow ? 0.955 : 0.64) * width) * peak
    middle = (x + moved) / 2
    if (moved + wide < peak) { eval bar_says(said, moved, y) } \
    else { if (moved == x) { set label said at x,y right offset -0.8,0 front textcolor rgb colour_paper } \
    else { set object rectangle from middle - wide / 2,y - half + 0.08 to middle + wide / 2,y + half - 0.08 front fillstyle solid 1 noborder fillcolor rgb colour_paper
        set label said at middle,y center front textcolor rgb colour_ink } }
}
plot for [i=1:words(names)] word(csvs, int(word(tables, i))) using @bar \
    with boxxyerror fillstyle solid 1 noborder linecolor rgb colour_int4 notitle
