# l2_distance.gp - how long a load from the L2 takes, over all pairs of an SM and a line.
height = 400; load "figures/style.gp"
unset logscale x; unset key

set margins screen 0.075, screen 0.985, screen 0.16, screen 0.9
width_of = 5.0; bucket(x) = width_of * (floor(x / width_of) + 0.5)
set boxwidth width_of; set style fill solid 0.6 border rgb colour_paper
set xrange [*:*]; set yrange [0:*]; set xlabel "Latency of one load, cycles"
set label 3 "{/:Bold Pairs of an SM and a line}" at graph -0.07,1.09 left textcolor rgb colour_ink
plot csv using (bucket(column("cycles"))):(1) smooth frequency with boxes linecolor rgb colour_int4
