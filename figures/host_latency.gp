# host_latency.gp - how long one load takes on one core of the CPU, by the size of the memory
# that the loads are spread over, with the sizes of the caches.
height = 430; load "figures/style.gp"
variants = "random huge sequential"; styles = "7 6 10"
names = "'random lines' 'random lines, large pages' 'neighbours in turn'"

set margins screen part(0.065), screen 1 - part(0.015), screen 0.15, screen 0.9
set xrange [3.5*kib:600*mib]; set logscale y 10; set yrange [0.9:(narrow ? 3000 : 400)]
set xtics ("4 KiB" 4*kib, "32 KiB" 32*kib, "256 KiB" 256*kib, "2 MiB" 2*mib, "16 MiB" 16*mib, "128 MiB" 128*mib)
set ytics (1, 2, 5, 10, 20, 50, 100, 200)
set xlabel "Size of the working set"; set key at graph 0.02,0.88 left top spacing 1.15
if (narrow) { set key at graph 0.02,0.99 samplen 1.5; set xtics ("4 KiB" 4*kib, "128 KiB" 128*kib, "4 MiB" 4*mib, "128 MiB" 128*mib) }
set label 3 "{/:Bold One load, ns}" at graph -part(0.06),1.07 left textcolor rgb colour_ink
do for [n=1:3] {
    if (cpu_cache(n) > 0 && cpu_cache(n) < 600*mib) {
        set arrow n from cpu_cache(n),0.9 to cpu_cache(n),400 nohead linestyle 9 dashtype (2,4)
        set label 10+n sprintf("L%d", n) at cpu_cache(n),400 right offset -0.4,-0.7 textcolor rgb colour_muted
    }
}
plot for [i=1:words(variants)] csv using (when("variant", word(variants, i), column("working_set_bytes"))):"ns":"ns_low":"ns_high" \
    with yerrorlines linestyle style(i) title word(names, i)
