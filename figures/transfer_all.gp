# transfer_all.gp - what the host and its GPUs move together, by the number of GPUs
# that copy at once. Thin, broken: the sum of what the same GPUs move alone.
width = 720; height = 400
load "figures/style.gp"

unset logscale x
directions = "both to_host to_device"
styles = "5 1 3"
gpus = int(note("gpus"))
# The sums of what the first GPU, the first two ... move alone.
alone(direction) = sprintf("< awk -F, '/^#/ { next } !at { for (i = 1; i <= NF; i++) if ($i == \"gbs\") at = i; next } \
    $1 == \"%s\" && $3 == 1 { sum += $at; print ++n \",\" sum }' '%s'", direction, csv)

set lmargin at screen 0.075
set rmargin at screen 0.97
set tmargin at screen 0.9
set bmargin at screen 0.17
set xrange [0.8:gpus + 0.2]
set xtics 1
set xlabel "GPUs that copy at once"
set yrange [0:*]
set label 1 "{/:Bold All together, GB/s}" at graph -0.065,1.06 left textcolor rgb colour_ink
set key left top samplen 2.5 spacing 1.1 reverse Left
# Of one direction, the rows that begin with the first GPU.
rows(direction) = sprintf("< awk -F, '/^#/ { next } !header { header = 1; print; next } $1 == \"%s\" && $2 == 0' '%s'", \
    direction, csv)
plot for [i=1:3] alone(word(directions, i)) using 1:2 notitle with lines linestyle 6 linecolor rgb colour_muted linewidth 1 dashtype (10,6), \
     for [i=1:3] rows(word(directions, i)) using "gpus":"gbs": \
         (gbs_low(column("bytes"), column("ms_high"))):(gbs_high(column("bytes"), column("ms_low"))) \
         with yerrorlines linestyle int(word(styles, i)) title word(directions, i)
