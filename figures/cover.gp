# cover.gp - one GPU, and the bytes a second that it moves by how it is asked for them.
# Bars to scale: what was asked for, then, hatched, what was moved with it in vain.
width = 560; height = 330
load "figures/style.gp"

# The last row that begins with these fields, a column of it.
cell(i, start, column) = real(system(sprintf("awk -F, '!at && !/^#/ { for (n = 1; n <= NF; n++) if ($n == \"%s\") at = n } \
    index($0, \"%s,\") == 1 { found = $at } END { print found + 0 }' '%s'", column, start, word(csvs, i))))
peak = real(note("peak_gbs"))
rate(n) = n == 1 ? cell(1, "once,dram", "gbs") : n == 2 ? cell(1, "int4,dram", "gbs") : n == 3 ? cell(1, "int,dram", "gbs") \
    : n == 4 ? cell(2, "fp32,dram,8", "gbs") : n == 5 ? cell(2, "fp32,dram,32", "gbs") \
    : n == 6 ? cell(3, "pinned,to_device", "gbs") : cell(3, "pageable,to_device", "gbs")
name_of(n) = word("'16 bytes a load, no loop' '16 bytes a load, a loop' '4 bytes a load, a loop' 'every 8th float' 'every 32nd float' 'from the host, pinned' 'from the host, pageable'", n)
bars = 7

unset logscale x
set lmargin at screen 0.325
set rmargin at screen 0.985
set tmargin at screen 1 - 36.0 / height
set bmargin at screen 8.0 / height
set xrange [0:peak * 1.0001]
set yrange [0.5:bars + 0.5]
set ytics scale 0 () textcolor rgb colour_ink
unset xtics
unset grid
unset border
unset key
set arrow 1 from peak,0.5 to peak,bars + 0.5 nohead linestyle 9
set arrow 2 from 0,0.5 to 0,bars + 0.5 nohead linestyle 9
set label 1 sprintf("what its memory can move: %s GB/s", thousands(peak)) at peak,bars + 0.5 right offset 0,0.8 textcolor rgb colour_muted
do for [n=1:bars] {
    y = bars - n + 1
    x = rate(n)
    moved = x * (n == 4 || n == 5 ? cell(2, n == 4 ? "fp32,dram,8" : "fp32,dram,32", "overfetch") : 1)
    set ytics add (name_of(n) y)
    set object n rectangle from 0,y - 0.32 to x,y + 0.32 fillstyle solid 1 noborder fillcolor rgb colour_int4
    if (moved > x) {
        set object 20 + n rectangle from x,y - 0.32 to moved,y + 0.32 fillstyle pattern 4 border linecolor rgb colour_vain fillcolor rgb colour_vain
    }
    # Where there is no room beside a bar, in it: on paper, where it is hatched.
    said = thousands(x).(moved > x ? " and ".thousands(moved - x)." in vain" : "")
    wide = (7.0 * strlen(said) + 10) / (0.66 * width) * peak
    middle = (x + moved) / 2
    if (moved + wide < peak) { set label 10 + n said at moved,y left offset 0.6,0 textcolor rgb colour_ink } \
    else { if (moved == x) { set label 10 + n said at x,y right offset -0.8,0 front textcolor rgb colour_paper } \
    else { set object 40 + n rectangle from middle - wide / 2,y - 0.24 to middle + wide / 2,y + 0.24 front fillstyle solid 1 noborder fillcolor rgb colour_paper
        set label 10 + n said at middle,y center front textcolor rgb colour_ink } }
}
plot NaN notitle
