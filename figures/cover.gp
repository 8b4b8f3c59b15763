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
set xrange [0:peak * 1.0001]; set yrange [0.5:words(names) + 0.5]
set ytics scale 0 () textcolor rgb colour_ink; if (narrow) { unset ytics }
set arrow from peak,0.5 to peak,words(names) + 0.5 nohead linestyle 9
set arrow from 0,0.5 to 0,words(names) + 0.5 nohead linestyle 9
set label sprintf("what its memory is rated at: %s GB/s", thousands(peak)) at peak,words(names) + 0.5 right offset 0,0.8 textcolor rgb colour_muted
# Where a bar lies, from below to above. In a narrow figure its name stands above it.
low = narrow ? -0.42 : -0.32; high = narrow ? 0.06 : 0.32; centre = narrow ? -0.18 : 0
do for [n=1:words(names)] {
    x = 0; overfetch = 1
    stats word(csvs, int(word(tables, n))) using (strstrt(strcol(1).",".strcol(2).",".strcol(3).",", word(starts, n)) == 1 \
        ? (x = column("gbs"), overfetch = word(tables, n) eq "2" ? column("overfetch") : 1) : 0) nooutput
    y = words(names) - n + 1
    moved = x * overfetch
    if (narrow) { set label word(names, n) at 0,y + 0.28 left offset 0.4,0 textcolor rgb colour_ink } else { set ytics add (word(names, n) y) }
    set object rectangle from 0,y + low to x,y + high fillstyle solid 1 noborder fillcolor rgb colour_int4
    if (moved > x) {
        set object rectangle from x,y + low to moved,y + high fillstyle pattern 4 border linecolor rgb colour_vain fillcolor rgb colour_vain
    }
    # The number stands beside its bar or, where there is no room, in it. In a hatched bar it needs a background.
    said = thousands(x).(moved > x ? " used, ".thousands(moved - x)." wasted" : "")
    wide = (7.0 * strlen(said) + 10) / ((narrow ? 0.955 : 0.64) * width) * peak
    middle = (x + moved) / 2
    if (moved + wide < peak) { set label said at moved,y + centre left offset 0.6,0 textcolor rgb colour_ink } \
    else { if (moved == x) { set label said at x,y + centre right offset -0.8,0 front textcolor rgb colour_paper } \
    else { set object rectangle from middle - wide / 2,y + low + 0.08 to middle + wide / 2,y + high - 0.08 front fillstyle solid 1 noborder fillcolor rgb colour_paper
        set label said at middle,y + centre center front textcolor rgb colour_ink } }
}
plot NaN notitle
