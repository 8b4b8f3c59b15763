# host_latency.gp - how long one load takes on one core of the CPU, by the size of the memory
# that the loads are spread over, with the sizes of the caches.
height = 430; load "figures/style.gp"
variants = "random huge sequential"; styles = "7 6 10"
lines = 3; logarithmic = 1; low = 1e9; high = 0; apart = 0.11
x_of(i) = when("variant", word(variants, i), column("working_set_bytes"))
y_of(i) = column("ns")
name_of(i) = word("'random' 'random,\nlarge pages' 'in order'", i)
stats csv using (low = y_of(0) * 0.6 < low ? y_of(0) * 0.6 : low, high = larger(high, 2.5 * y_of(0))) nooutput

set margins screen part(0.065), screen 1 - part(0.13), screen 0.15, screen 0.9
set xrange [3.5*kib:520*mib]; set logscale y 10; set yrange [low:high]
set xtics ("4 KiB" 4*kib, "32 KiB" 32*kib, "256 KiB" 256*kib, "2 MiB" 2*mib, "16 MiB" 16*mib, "128 MiB" 128*mib)
set ytics (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500)
set xlabel "Size of the working set"; unset key
if (narrow) { set xtics ("4 KiB" 4*kib, "128 KiB" 128*kib, "4 MiB" 4*mib, "128 MiB" 128*mib) }
set label 3 "{/:Bold One load, ns}" at graph -part(0.06),1.07 left textcolor rgb colour_ink
do for [n=1:3] {
    if (cpu_cache(n) > 0 && cpu_cache(n) < 520*mib) {
        set arrow n from cpu_cache(n),low to cpu_cache(n),high nohead linestyle 9 dashtype (2,4)
        set label 10+n sprintf("L%d", n) at cpu_cache(n),high right offset -0.4,-0.7 textcolor rgb colour_muted
    }
}
eval naming
plot for [i=1:lines] csv using (x_of(i)):"ns":"ns_low":"ns_high" with yerrorlines linestyle style(i) title name_of(i)
