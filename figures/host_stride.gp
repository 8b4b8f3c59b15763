# host_stride.gp - bandwidth by stride on the CPU: one core, and all of them.
width = 720; height = 420
load "figures/style.gp"

cores = system(sprintf("grep -v '^#' '%s' | cut -d, -f2 | grep -x '[0-9]*' | sort -nu | tr '\\n' ' '", csv))
touched = system(sprintf("grep -v '^#' '%s' | cut -d, -f5 | grep -x '[0-9]*' | sort -nu | tail -1", csv))
at_four(threads) = real(system(sprintf("awk -F, '$1 == \"fp64\" && $2 == %s && $4 == 4 { print $12 }' '%s'", threads, csv)))

set lmargin at screen 0.08
set rmargin at screen 0.98
set tmargin at screen 0.9
set bmargin at screen 0.15
set xrange [0.93:34.5]
set xtics (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
set logscale y 10
set yrange [*:*]
set ytics (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
set xlabel "Stride, elements"
set key bottom left samplen 2.5 spacing 1.1 reverse Left
set label 3 sprintf("{/:Bold %.0f MiB touched, whatever the stride, GB/s}", touched / mib) at graph -0.07,1.08 left textcolor rgb colour_ink
do for [i=1:words(cores)] {
    tag = 3 + i; which = word(cores, i) eq "1" ? "one core" : word(cores, i)." cores"
    set label tag which \
        at 4,at_four(word(cores, i)) left offset 0.6,1 textcolor rgb colour_ink
}
plot for [i=1:words(cores)] csv \
         using (when("precision", "fp32", when("threads", word(cores, i), column("stride")))):"gbs": \
         (gbs_low(column("bytes"), column("ms_high"))):(gbs_high(column("bytes"), column("ms_low"))) \
         with yerrorlines linestyle 1 title (i == 1 ? "floats" : ""), \
     for [i=1:words(cores)] csv \
         using (when("precision", "fp64", when("threads", word(cores, i), column("stride")))):"gbs": \
         (gbs_low(column("bytes"), column("ms_high"))):(gbs_high(column("bytes"), column("ms_low"))) \
         with yerrorlines linestyle 2 title (i == 1 ? "doubles" : "")
