# dsm-who.gp - a drawing of who reads whose shared memory in a cluster of four blocks. An
# arrow leads from the memory to the block that asks for it.
height = 235; load "figures/style.gp"
eval drawing
set margins screen 0.01, screen 0.99, screen 0.01, screen 0.99
set xrange [0:72]; set yrange [0:23.5]

# Block b of panel p stands at x(p, b),y(b): 0 and 1 above, 3 and 2 below.
x(p, b) = 0.4 + 18 * p + (b == 1 || b == 2 ? 9.8 : 0)
y(b) = b < 2 ? 12.5 : 1
w = 6.7; h = 5.5
patterns = "next pair all hot"
saying = "'a ring' 'in pairs' 'all from all' 'all from one'"
set style arrow 1 linecolor rgb colour_int4 linewidth 2 size screen 0.008,22 filled
set style arrow 2 linecolor rgb colour_int4 linewidth 2 size screen 0.008,22 filled heads

do for [p=0:3] {
    set label sprintf("{/:Bold %s}  %s", word(patterns, p + 1), word(saying, p + 1)) at 0.4 + 18*p,21.5 left textcolor rgb colour_ink
    do for [b=0:3] {
        set object rectangle from x(p, b),y(b) to x(p, b) + w,y(b) + h fillstyle empty border linecolor rgb colour_muted linewidth 1
        set label sprintf("block %d", b) at x(p, b) + w/2.0,y(b) + h/2.0 center textcolor rgb (p == 3 && b == 0 ? colour_int : colour_ink)
    }
    l = 0.4 + 18*p; r = l + 9.8
    top = y(0) + h/2.0; low = y(2) + h/2.0
    # In a ring each block reads the memory of the next: 1 feeds 0, 2 feeds 1, and so on.
    kind = p == 1 || p == 2 ? 2 : 1
    set arrow from (p == 3 ? l + w : r),top to (p == 3 ? r : l + w),top arrowstyle kind
    if (p < 3) { set arrow from l + w,low to r,low arrowstyle kind }
    if (p != 1) { set arrow from l + w/2.0,top - h/2 to l + w/2.0,low + h/2 arrowstyle kind }
    if (p == 0 || p == 2) { set arrow from r + w/2.0,low + h/2 to r + w/2.0,top - h/2 arrowstyle kind }
    if (p > 1) { set arrow from l + w,top - h/2 to r,low + h/2 arrowstyle kind }
    if (p == 2) { set arrow from r,top - h/2 to l + w,low + h/2 arrowstyle kind }
}
plot NaN notitle linestyle 9
