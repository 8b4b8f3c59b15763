# host_memcpy.gp - bandwidth of memcpy on one core of the CPU by size, into pages that have
# been used and into new ones.
height = 400; load "figures/style.gp"
variants = "warm fresh"; styles = "6 8"

set margins screen part(0.07), screen 1 - part(0.04), screen 0.17, screen 0.9
set xrange [3.5*kib:330*mib]; set logscale y 10; set yrange [1:*]
set xtics ("4 KiB" 4*kib, "64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib)
set label 3 "{/:Bold One core, GB/s}" at graph -part(0.065),1.09 left textcolor rgb colour_ink
set xlabel "Size of the copy"; set key top right
plot for [i=1:words(variants)] csv using (when("variant", word(variants, i), when("threads", "1", column("array_bytes")))):@gbs \
    with yerrorlines linestyle style(i) title word(variants, i)
