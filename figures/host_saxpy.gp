# host_saxpy.gp - bandwidth of y = a x + y on the CPU by size and precision: on one core above,
# with the sizes at which both arrays fill its caches, and on all cores below.
height = 680; load "figures/style.gp"
cores = note("cores")
variants = "scalar scalar simd simd"; precisions = "fp32 fp64 fp32 fp64"; styles = "1 2 3 4"
titles = "'scalar, floats' 'scalar, doubles' 'simd, floats' 'simd, doubles'"

set multiplot layout 2,1 margins part(0.085),1 - part(narrow ? 0.045 : 0.03),0.095,0.955 spacing 0,0.11
set xrange [3.5*kib:800*mib]; set logscale y 10; set yrange [1:5000]
set xtics ("4 KiB" 4*kib, "64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "640 MiB" 640*mib)
set ytics ("1" 1, "10" 10, "100" 100, "1,000" 1000)
set key at graph 0.99,1.02 right top

do for [threads in (cores eq "1" ? "1" : "1 ".cores)] {
    if (threads eq cores) { set xlabel "Size of the array" }
    do for [n=1:3] {
        size = cpu_cache(n) / 2
        if (threads eq "1" && size > 0 && size < 800*mib) {
            set arrow n from size,1 to size,(n == 3 || (narrow && n == 2) ? 200 : 5000) nohead linestyle 9 dashtype (2,4)
            set label 10+n sprintf("L%d", n) at size,1 right offset -0.4,0.7 textcolor rgb colour_muted
        } else { unset arrow n; unset label 10+n }
    }
    set label 3 (threads eq "1" ? "{/:Bold One core, GB/s}" : sprintf("{/:Bold %s cores, GB/s}", cores)) \
        at graph -part(0.08),1.07 left textcolor rgb colour_ink
    plot for [i=1:words(variants)] csv \
        using (when("variant", word(variants, i), when("precision", word(precisions, i), when("threads", threads, column("array_bytes"))))):@gbs \
        with yerrorlines linestyle style(i) title word(titles, i)
    unset key
    eval panel
}
