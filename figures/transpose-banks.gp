# transpose-banks.gp - the bank that holds what each lane asks for, when a warp
# reads a column of a tile in shared memory. A drawing: no measured number is in it.
width = 720; height = 360
load "figures/style.gp"
unset logscale x
unset key

set multiplot layout 1,2 margins 0.07,0.99,0.09,0.88 spacing 0.09,0
set xrange [-0.7:31.7]
set yrange [31.7:-0.7]
set xtics 0,8,31 add (31)
set ytics 0,8,31 add (31)
set grid noxtics noytics
set samples 32
do for [tile=32:33] {
    set label 1 sprintf("{/:Bold A tile %d wide: lanes down, banks across}", tile) at graph 0,1.07 left textcolor rgb colour_ink
    set label 2 (tile == 32 ? "all in one bank: 32 turns" : "a bank for each lane: one turn") \
        at 30.5,(tile == 32 ? 15 : 4) right textcolor rgb colour_muted
    bank(lane) = int(lane + 0.5) * tile % 32
    plot [lane=0:31] "+" using (bank($1)):1 with points pointtype 5 pointsize 0.55 \
        linecolor rgb (tile == 32 ? colour_int : colour_int4)
}
unset multiplot
