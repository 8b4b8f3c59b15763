# copy.gp - bandwidth of copies within the GPU's memory by size, for loads of different widths:
# from DRAM above, from the L2 below, with the theoretical peak of DRAM.
height = 700; load "figures/style.gp"
l2_quarter = real(note("l2_bytes")) / 4
fastest = peak
stats csv using (fastest = larger(fastest, when("memory", "l2", column("gbs")))) nooutput
variants = "int int2 struct int4"; styles = "1 2 4 3"

set multiplot layout 2,1 margins 0.07,0.985,0.095,0.965 spacing 0,0.11
set xrange [3.5*kib:2.4*gib]
set xtics ("4 KiB" 4*kib, "64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib, "2 GiB" 2*gib)
set ytics 1000
set key at graph 0.01,0.8 left top
set arrow 1 from 3.5*kib,peak to 2.4*gib,peak nohead linestyle 9
set label 1 sprintf("theoretical peak of DRAM, %s", thousands(peak)) at 2.4*gib,peak right offset 0,0.6 textcolor rgb colour_muted

do for [memory in "dram l2"] {
    high = 1.2 * (memory eq "l2" ? fastest : peak)
    set yrange [0:high]
    if (memory eq "l2") {
        set xlabel "Size of the array"; unset key
        set arrow 2 from l2_quarter,0 to l2_quarter,high nohead linestyle 9 dashtype (2,4)
        set label 2 "both arrays fill half of the L2" at l2_quarter,0 offset 0.8,1 textcolor rgb colour_muted
    }
    set label 3 (memory eq "dram" ? "{/:Bold Every byte from DRAM, GB/s}" : "{/:Bold Every byte from the L2, GB/s}") \
        at graph -0.065,1.07 left textcolor rgb colour_ink
    plot for [i=1:words(variants)] csv \
        using (when("variant", word(variants, i), when("memory", memory, column("array_bytes")))):@gbs \
        with yerrorlines linestyle style(i) title word(variants, i)
}
