# offset-sectors.gp - a drawing of the sectors and lines that a warp touches when it asks for
# 128 bytes side by side, at three offsets.
height = narrow ? 390 : 330; load "figures/style.gp"
eval drawing
set margins screen part(0.01), screen 1 - part(0.01), screen 0.01, screen 0.99
# In a narrow drawing the names stand above, and not beside.
apart = narrow ? 1.6 : 1.25; beside = narrow ? 0 : -74
set xrange [(narrow ? -4 : -76):290]; set yrange [(narrow ? -4.1 : -3.35):(narrow ? 0.95 : 0.75)]
names = "'an aligned warp' 'one float late' 'eight floats late'"
starts = "0 4 32"
counts = "'4 sectors, 1 line' '5 sectors, 2 lines' '4 sectors, 2 lines'"
count = narrow ? "288,y + 0.62 right" : "-74,y-0.34 left"
do for [row=1:3] {
    y = -(row - 1) * apart
    start = int(word(starts, row))
    first = start / 32; last = (start + 127) / 32
    set label word(names, row) at beside,y + (narrow ? 0.62 : -0.02) left textcolor rgb colour_ink
    set label word(counts, row) at @count textcolor rgb colour_muted
    # Above are the 32 lanes of the warp.
    do for [lane=0:31] {
        x = start + lane * 4
        set object rectangle from x+0.4,y+0.1 to x+3.6,y+0.34 fillcolor rgb colour_int fillstyle solid noborder front
    }
    # Below are the sectors. Those that the warp touches are darker.
    do for [s=0:8] {
        lit = s >= first && s <= last
        set object rectangle from s*32,y-0.4 to s*32+32,y-0.1 behind fillcolor rgb (lit ? colour_int2 : colour_rule) \
            fillstyle solid (lit ? 0.55 : 0.25) border linecolor rgb colour_muted
    }
    # A line begins at every fourth sector.
    do for [l=0:2] { set arrow from l*128,y-0.5 to l*128,y+0.42 nohead linecolor rgb colour_ink linewidth 2 }
}
below = -2 * apart - 0.48
set label "a sector: 32 bytes" at 208,below - 0.17 center textcolor rgb colour_muted
set label "a line: 128 bytes" at 64,below - 0.17 center textcolor rgb colour_muted
set arrow from 193,below to 223,below heads size 4,20 linecolor rgb colour_muted
set arrow from 2,below to 126,below heads size 4,20 linecolor rgb colour_muted
plot NaN notitle linestyle 9
