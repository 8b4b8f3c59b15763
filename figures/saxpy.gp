# saxpy.gp - bandwidth of y = a x + y by size, bytes per load and precision: from DRAM above,
# from the L2 below, with the theoretical peak.
height = 700; load "figures/style.gp"
l2_quarter = real(note("l2_bytes")) / 4
stats csv using "gbs" nooutput
top = 1.15 * larger(peak, STATS_max)
variants = "article article wide wide"; precisions = "fp32 fp64 fp32 fp64"; styles = "1 2 3 4"
titles = "'article, floats: 4 bytes a load' 'article, doubles: 8 bytes' 'wide, floats: 16 bytes' 'wide, doubles: 16 bytes'"

set multiplot layout 2,1 margins 0.07,0.985,0.095,0.965 spacing 0,0.11
set xrange [3.5*kib:2.4*gib]
set xtics ("4 KiB" 4*kib, "64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib, "2 GiB" 2*gib)
set ytics 1000
set key at graph 0.01,0.8 left top
set arrow 1 from 3.5*kib,peak to 2.4*gib,peak nohead linestyle 9
set label 1 sprintf("theoretical peak of DRAM, %s", thousands(peak)) at 4.6*kib,peak left offset 0,0.6 textcolor rgb colour_muted
set arrow 2 from 80*mib,0 to 80*mib,peak nohead linestyle 9 dashtype (2,4)
set label 2 "the article's 80 MiB" at 80*mib,0 offset 0.8,1 textcolor rgb colour_muted

do for [memory in "dram l2"] {
    set yrange [0:memory eq "l2" ? top : 1.2 * peak]
    if (memory eq "l2") {
        set xlabel "Size of the array"; unset key; set ytics 2000
        set arrow 2 from l2_quarter,0 to l2_quarter,top
        set label 2 "both arrays fill half of the L2" at l2_quarter,0
    }
    set label 3 (memory eq "dram" ? "{/:Bold Every byte from DRAM, GB/s}" : "{/:Bold Every byte from the L2, GB/s}") \
        at graph -0.065,1.07 left textcolor rgb colour_ink
    plot for [i=1:words(variants)] csv \
        using (when("variant", word(variants, i), when("precision", word(precisions, i), when("memory", memory, column("array_bytes"))))):@gbs \
        with yerrorlines linestyle style(i) title word(titles, i), \
        for [v in "add triad"] csv using (when("variant", v, when("memory", memory, column("array_bytes")))):"gbs" \
        with points linestyle 5 title (v eq "add" ? "add and triad" : "")
}
