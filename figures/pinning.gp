# pinning.gp - the time to allocate memory, by its kind and size.
height = 470; load "figures/style.gp"
variants = "malloc malloc_host register write_combined device"; styles = "6 3 2 4 8"

set margins screen part(0.09), screen 1 - part(0.04), screen 0.15, screen 0.91
set xrange [3.2*kib:20*mib]; set logscale y 10; set yrange [1e-5:10]
set xtics ("4 KiB" 4*kib, "256 KiB" 256*kib, "16 MiB" 16*mib)
set ytics ("10 ns" 1e-5, "100 ns" 1e-4, "1 µs" 1e-3, "10 µs" 1e-2, "100 µs" 0.1, "1 ms" 1, "10 ms" 10)
set xlabel "Size of the block"
set label 3 "{/:Bold Time to allocate one block}" at graph -part(0.095),1.06 left textcolor rgb colour_ink
set key at graph 0.98,0.05 right bottom
plot for [i=1:words(variants)] csv \
    using (when("variant", word(variants, i), when("operation", "allocate", column("array_bytes")))):"ms":"ms_low":"ms_high" \
    with yerrorlines linestyle style(i) title word(variants, i)
