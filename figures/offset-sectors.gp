# offset-sectors.gp - which sectors and lines a warp touches that asks for 128
# bytes side by side, at three offsets. A drawing: no measured number is in it.
width = 720; height = 330
load "figures/style.gp"
unset logscale x
unset border; unset tics; unset key; unset grid

set lmargin at screen 0.01
set rmargin at screen 0.99
set tmargin at screen 0.99
set bmargin at screen 0.01
set xrange [-76:290]
set yrange [-3.35:0.75]
set style fill solid noborder
names = "'an aligned warp' 'one float on' 'eight floats on'"
starts = "0 4 32"
counts = "'4 sectors, 1 line' '5 sectors, 2 lines' '4 sectors, 2 lines'"
n = 0
do for [row=1:3] {
    y = -(row - 1) * 1.25
    start = int(word(starts, row))
    first = start / 32; last = (start + 127) / 32
    set label n + 1 word(names, row) at -74,y-0.02 left textcolor rgb colour_ink
    set label n + 2 word(counts, row) at -74,y-0.34 left textcolor rgb colour_muted
    # The warp, and its 32 lanes.
    do for [lane=0:31] {
        x = start + lane * 4
        set object 1000 + row * 100 + lane rectangle from x+0.4,y+0.1 to x+3.6,y+0.34 \
            fillcolor rgb colour_int fillstyle solid noborder front
    }
    # Sectors: those touched are filled.
    do for [s=0:8] {
        lit = s >= first && s <= last
        set object 100 * row + s rectangle from s*32,y-0.4 to s*32+32,y-0.1 behind \
            fillcolor rgb (lit ? colour_int2 : colour_rule) fillstyle solid (lit ? 0.55 : 0.25) border linecolor rgb colour_muted
    }
    # Lines.
    do for [l=0:2] {
        set arrow n + 1 + l from l*128,y-0.5 to l*128,y+0.42 nohead linecolor rgb colour_ink linewidth 2
    }
    n = n + 5
}
set label 100 "a sector: 32 bytes" at 208,-3.15 center textcolor rgb colour_muted
set label 101 "a line: 128 bytes" at 64,-3.15 center textcolor rgb colour_muted
set arrow 101 from 193,-2.98 to 223,-2.98 heads size 4,20 linecolor rgb colour_muted
set arrow 100 from 2,-2.98 to 126,-2.98 heads size 4,20 linecolor rgb colour_muted
plot NaN notitle linestyle 9
