# offset.gp - how much of the bandwidth misalignment leaves, by offset in bytes: floats in DRAM,
# in front of what the number of sectors predicts.
height = 400; load "figures/style.gp"
value_unit = "% of what offset 0 reaches"
unset logscale x

stats csv using "touched_bytes" nooutput
size = STATS_max
bytes = '(is("precision", "fp32") && column("touched_bytes") == size ? 4 * column("offset") : NaN)'
# An aligned array is 100 %.
aligned = 1; least = 80
stats csv using (@bytes == 0 ? (aligned = column("gbs")) : 0) nooutput
share = '(100 * column("gbs") / aligned)'
# Only floats, because a NaN is never less.
stats csv using (@bytes >= 0 && @share < least ? (least = @share) : 0) nooutput
bottom = 10 * floor(least / 10 - 0.3)
end = 0
stats csv using (@bytes == 128 ? (end = @share) : 0) nooutput

set margins screen part(0.085), screen 1 - part(0.115), screen 0.16, screen 0.88
set xrange [-3:131]; set yrange [bottom:104]
set xtics 32; set ytics 5 format percent; set grid noxtics
set xlabel "Offset, bytes"; unset key
set label 1 "{/:Bold Floats in DRAM: share of what offset 0 reaches}" at graph -part(0.08),1.1 left textcolor rgb colour_ink
set label 2 "if time followed the sectors" at 80,80 center offset 0,-1.1 textcolor rgb colour_muted
set label 3 "measured" at 128,end left offset 1.2,0 textcolor rgb colour_int
set label 4 "a whole line" at 128,100 right offset 0.4,1.1 textcolor rgb colour_muted
plot csv using @bytes:(100 / column("overfetch")) with lines linecolor rgb "#a8".colour_muted[2:] linewidth 9 title "if time followed the sectors", \
     csv using @bytes:@share with linespoints linestyle 1 dashtype solid linewidth 2.5 title "measured"
