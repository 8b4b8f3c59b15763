# copy-sweep.gp - a drawing of which piece of an array each block copies, and when: with a loop, whose
# blocks drift apart, and without one. What is copied at one moment is dark.
height = narrow ? 680 : 330; load "figures/style.gp"
eval drawing
blocks = 6; each = 10; w = 262.0; top = 52; bottom = 292; step = (bottom - top) / (1.0 * blocks * each)
lefts = narrow ? "34 34" : "34 408"; down = narrow ? 345 : 0 # the second drawing stands below or beside
paces = "14 16 18 21 24 26" # how long each block takes for a piece
moment = 133

array free[blocks]; array pieces[blocks]
do for [n=1:2] {
    colour = n == 1 ? colour_int : colour_int4
    left = int(word(lefts, n)); y = (n - 1) * down; lowest = blocks * each; highest = 0
    set label n == 1 ? "{/:Bold With a loop}: shares are fixed" : "{/:Bold Without}: the next piece" at left,18 + y left textcolor rgb colour_ink
    do for [b=1:blocks] { free[b] = 0; pieces[b] = 0 }
    do for [k=0:blocks*each-1] {
        # A loop gives each block one piece in six. Without one, the block that is free first takes the next.
        b = k % blocks + 1
        if (n == 2) { do for [c=1:blocks] { if (free[c] < free[b]) { b = c } } }
        pace = int(word(paces, b)); now = free[b] <= moment && moment < free[b] + pace
        if (now) { lowest = k < lowest ? k : lowest; highest = larger(highest, k) }
        set object rectangle from left + free[b],y + bottom - (k + 1) * step to left + free[b] + pace - 1,y + bottom - k * step - 0.8 \
            fillstyle transparent solid (now ? 1 : 0.25) noborder fillcolor rgb colour
        free[b] = free[b] + pace
    }
    # With a loop, lines join the pieces of the fastest block and of the slowest.
    if (n == 1) {
        do for [b=1:blocks:blocks-1] {
            pace = int(word(paces, b))
            set arrow from left + 0.5 * pace,y + bottom - (b - 0.5) * step \
                to left + (each - 0.5) * pace,y + bottom - (blocks * (each - 1) + b - 0.5) * step \
                nohead back linewidth 1 linecolor rgb colour_muted
        }
        set label "fast block" at left + 92,y + bottom - 45 * step right textcolor rgb colour_muted font smaller
        set label "slow block" at left + 206,y + bottom - 44 * step left textcolor rgb colour_muted font smaller
    }
    # The moment, and how far apart the addresses are that it uses.
    set arrow from left + moment,y + top - 8 to left + moment,y + bottom nohead linestyle 9 dashtype (3,3) back
    x = left + moment + 34
    set arrow from x,y + bottom - (highest + 1) * step to x,y + bottom - lowest * step heads size 7,90 linewidth 2 linecolor rgb colour_ink
    set label n == 1 ? "in use at one\nmoment: far apart" : "in use at one\nmoment: close" at x - 8,y + bottom - lowest * step + 18 left textcolor rgb colour_ink
    set arrow from left,y + bottom + 4 to left + w + 8,y + bottom + 4 head size 9,20 filled linewidth 1 linecolor rgb colour_muted
    set arrow from left - 6,y + bottom to left - 6,y + top - 6 head size 9,20 filled linewidth 1 linecolor rgb colour_muted
    set label "time" at left + w,y + bottom + 20 right textcolor rgb colour_muted font smaller
    set label "address" at left - 21,y + top + 26 center rotate by 90 textcolor rgb colour_muted font smaller
}
plot NaN notitle linestyle 9
