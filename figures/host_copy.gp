# host_copy.gp - bandwidth of copies on one core of the CPU by size and width.
height = 400; load "figures/style.gp"
variants = "int int2 int4 int8 int16 past memcpy"; styles = "1 2 3 7 8 4 6"

set lmargin at screen part(0.07)
set rmargin at screen 1 - part(0.04)
set tmargin at screen 0.9
set xrange [3.5*kib:330*mib]; set logscale y 10; set yrange [5:*]
set xtics ("4 KiB" 4*kib, "64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib)
set label 3 "{/:Bold One core, GB/s}" at graph -part(0.065),1.09 left textcolor rgb colour_ink
set xlabel "Size of the array"; set key at graph 0.99,1.05 right top maxrows 3 width 1; if (narrow) { set key samplen 1 width -1 }
plot for [i=1:words(variants)] csv using (when("variant", word(variants, i), when("threads", "1", column("array_bytes")))):@gbs \
    with yerrorlines linestyle style(i) title word(variants, i)
