# copy-order.gp - copies by int4 from DRAM by size: a loop, loops that take their pieces in
# order and in random order, no loop, and cudaMemcpy.
height = 380; load "figures/style.gp"
variants = "int4 shuffled ticket memcpy once"; styles = "3 8 10 6 5"

set margins screen 0.07, screen 0.975, screen 0.17, screen 0.9
set xrange [0.9*mib:2.2*gib]; set yrange [0:peak*1.1]
set xtics ("1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib, "2 GiB" 2*gib)
set ytics 1000; set xlabel "Size of the array"; set key bottom right
set arrow 1 from 0.9*mib,peak to 2.2*gib,peak nohead linestyle 9
set label 1 sprintf("theoretical peak of DRAM, %s", thousands(peak)) at 0.95*mib,peak left offset 0,-0.7 textcolor rgb colour_muted
set label 3 "{/:Bold Every byte from DRAM, GB/s}" at graph -0.065,1.08 left textcolor rgb colour_ink
plot for [i=1:words(variants)] csv using (when("variant", word(variants, i), when("memory", "dram", column("array_bytes")))):@gbs \
    with yerrorlines linestyle style(i) title word(variants, i)
