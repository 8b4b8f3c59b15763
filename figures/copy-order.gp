# copy-order.gp - copies by int4 from DRAM: a loop, loops that draw their pieces
# in order and in none, no loop, and cudaMemcpy, by size.
width = 720; height = 380
load "figures/style.gp"

peak = real(note("peak_gbs"))
all = "int4 shuffled ticket memcpy once"
all_styles = "3 8 10 6 5"
present = system(sprintf("grep -v '^#' '%s' | cut -d, -f1 | sort -u | tr '\\n' ' '", csv))
variants = ""; styles = ""
do for [i=1:words(all)] {
    if (strstrt(" ".present, " ".word(all, i)." ")) {
        variants = variants." ".word(all, i)
        styles = styles." ".word(all_styles, i)
    }
}

set lmargin at screen 0.07
set rmargin at screen 0.975
set tmargin at screen 0.9
set bmargin at screen 0.17
set xrange [0.9*mib:2.2*gib]
set yrange [0:peak*1.1]
set xtics ("1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib, "2 GiB" 2*gib)
set ytics 1000
set xlabel "Size of the array"
set key bottom right samplen 2.5 spacing 1.1 reverse Left
set arrow 1 from 0.9*mib,peak to 2.2*gib,peak nohead linestyle 9
set label 1 sprintf("theoretical peak of DRAM, %s", thousands(peak)) at 0.95*mib,peak left offset 0,-0.7 textcolor rgb colour_muted
set label 3 "{/:Bold Every byte from DRAM, GB/s}" at graph -0.065,1.08 left textcolor rgb colour_ink
plot for [i=1:words(variants)] csv \
    using (when("variant", word(variants, i), when("memory", "dram", column("array_bytes")))):"gbs": \
          (gbs_low(column("bytes"), column("ms_high"))):(gbs_high(column("bytes"), column("ms_low"))) \
    with yerrorlines linestyle int(word(styles, i)) title word(variants, i)
