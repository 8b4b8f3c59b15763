# host_saxpy.gp - bandwidth of y = a x + y on one core of the CPU by size, in floats, with the sizes at which
# both arrays fill its caches. The wide loop has a colour, and the loop over single elements is grey.
height = 430; load "figures/style.gp"
variants = "simd scalar"; styles = "3 1"
lines = 2; logarithmic = 1; low = 1e9; high = 0
set style line 1 linecolor rgb colour_muted
x_of(i) = when("variant", word(variants, i), when("precision", "fp32", when("threads", "1", column("array_bytes"))))
y_of(i) = column("gbs")
name_of(i) = word(variants, i)
do for [i=1:lines] {
    stats csv using (x_of(i) > 0 ? (high = larger(high, 1.5 * y_of(i)), low = gbs_low(0) * 0.7 < low ? gbs_low(0) * 0.7 : low) : 0) nooutput
}
apart = narrow ? 0.075 : 0.065

left = (narrow ? 1.7 : 3)*kib; right = 800*mib
set margins screen part(0.085), screen 1 - (narrow ? 0.21 : 0.1), screen 0.15, screen 0.9
set xrange [left:right]; set logscale y 10; set yrange [low:high]
set xtics ("4 KiB" 4*kib, "64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib)
if (narrow) { set xtics ("4 KiB" 4*kib, "1 MiB" mib, "256 MiB" 256*mib) }
set ytics ("1" 1, "10" 10, "100" 100, "1,000" 1000)
set xlabel "Size of the array"; unset key
do for [n=1:2] { # it shares the L3 with other cores
    size = cpu_cache(n) / 2
    if (size > 4*kib && size < right) {
        set arrow n from size,low to size,high nohead linestyle 9 dashtype (2,4)
        set label 10+n sprintf("L%d", n) at size,low right offset -0.4,0.7 textcolor rgb colour_muted
    }
}
set label 3 "{/:Bold One core, GB/s}" at graph -part(0.08),1.07 left textcolor rgb colour_ink
eval naming
plot for [i=1:lines] csv using (x_of(i)):@gbs with yerrorlines linestyle style(i) title name_of(i)
