# pinning.gp - the time to allocate a small and a large block of memory, by its kind: a bar for each call.
# Calls that pin memory have a colour.
height = narrow ? 380 : 225; load "figures/style.gp"
variants = "malloc malloc_host register"
names = "'malloc, each page used' 'cudaMallocHost' 'cudaHostRegister'"
stats csv using (is("operation", "allocate") ? column("array_bytes") : NaN) nooutput
sizes = sprintf("%d %d", STATS_min, STATS_max)

eval bars
unset grid; unset xtics; unset border
if (narrow) { set multiplot layout 2,1 margins 0.5,0.97,0.02,0.93 spacing 0,0.1 } \
else { set multiplot layout 1,2 margins 0.28,0.985,0.03,0.87 spacing 0.05,0 }
set yrange [0.5:words(variants) + 0.5]
set arrow from 0,0.5 to 0,words(variants) + 0.5 nohead linestyle 9
pins(i) = i > 1
x_of(i) = when("variant", word(variants, i), when("operation", "allocate", column("array_bytes") == bytes ? column("ms") : NaN))
y_of(i) = words(variants) + 1 - i
end_of(i) = unit * column("ms")
array ms[words(variants)]
do for [n=1:2] {
    most = 0
    do for [i=1:words(variants)] {
        ms[i] = 0
        stats csv using (is("variant", word(variants, i)) && is("operation", "allocate") && column("array_bytes") == real(word(sizes, n)) \
            ? (ms[i] = column("ms")) : 0) nooutput
        most = larger(most, ms[i])
    }
    bytes = real(word(sizes, n)); unit = bytes < mib ? 1000 : 1
    unset label
    set label sprintf(bytes < mib ? "{/:Bold %.0f KiB, µs}" : "{/:Bold %.0f MiB, ms}", bytes / (bytes < mib ? kib : mib)) \
        at graph 0,1.08 left textcolor rgb colour_ink
    set xrange [0:unit * most * 1.25]
    do for [i=1:words(variants)] {
        if (ms[i] > 0) {
            if (n == 1 || narrow) { eval bar_name(word(names, i), y_of(i)) }
            x = unit * ms[i]
            eval bar_says(sprintf(x < 0.1 ? "%.2f" : x < 10 ? "%.1f" : "%.0f", x), x, y_of(i))
        }
    }
    plot for [i=1:words(variants)] csv using @bar \
        with boxxyerror fillstyle solid 0.85 noborder linecolor rgb (pins(i) ? colour_int4 : colour_memcpy) notitle
    eval panel
}
