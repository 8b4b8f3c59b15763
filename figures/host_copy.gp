# host_copy.gp - bandwidth of copies on one core of the CPU by size and width, and of stores that
# bypass the caches.
height = 430; load "figures/style.gp"
variants = "int int4 int8 past"; styles = "1 3 7 6"
lines = words(variants); logarithmic = 1; low = 1e9; high = 0
x_of(i) = when("variant", word(variants, i), when("threads", "1", column("array_bytes")))
y_of(i) = column("gbs")
begins(i) = 1
name_of(i) = word(variants, i)
do for [i=1:lines] {
    stats csv using (x_of(i) > 0 ? (high = larger(high, 1.4 * y_of(i)), low = gbs_low(0) * 0.8 < low ? gbs_low(0) * 0.8 : low) : 0) nooutput
}

set margins screen part(0.07), screen 1 - part(0.04), screen 0.15, screen 0.9
left = (narrow ? 0.4 : 1.3)*kib
set xrange [left:330*mib]; set logscale y 10; set yrange [low:high]
set xtics ("4 KiB" 4*kib, "64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib)
if (narrow) { set xtics ("4 KiB" 4*kib, "1 MiB" mib, "256 MiB" 256*mib) }
set ytics ("1" 1, "10" 10, "100" 100, "1,000" 1000)
do for [n=1:2] { # what holds both arrays; the core shares its L3 with others
    size = cpu_cache(n) / 2
    if (size > 4*kib) {
        set arrow n from size,low to size,high nohead linestyle 9 dashtype (2,4)
        set label 10+n sprintf("L%d", n) at size,low right offset -0.4,0.7 textcolor rgb colour_muted
    }
}
set label 3 "{/:Bold One core, GB/s}" at graph -part(0.065),1.09 left textcolor rgb colour_ink
set xlabel "Size of the array"; unset key
eval naming
plot for [i=1:lines] csv using (x_of(i)):@gbs with yerrorlines linestyle style(i) title name_of(i)
