# sm_pairs.gp - how long a load from another SM's shared memory takes: a square for each pair of SMs.
height = 640; load "figures/style.gp"
unset logscale x; unset key

set margins screen 0.08, screen 0.86, screen 0.1, screen 0.93
set xrange [*:*]; set yrange [*:*]
set xlabel "SM that owns the memory"; set ylabel "SM that loads"
set colorbox user origin screen 0.88, screen 0.1 size screen 0.025, screen 0.83
set palette defined (0 colour_int4, 1 colour_paper, 2 colour_int)
set label 3 "{/:Bold Cycles of a load}" at graph 0,1.04 left textcolor rgb colour_ink
plot csv using "owner_sm":"sm":"cycles" with points pointtype 5 pointsize 0.35 linecolor palette
