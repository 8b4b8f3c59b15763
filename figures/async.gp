# async.gp - reading DRAM through shared memory with 128 threads per SM: loads into registers beside
# copies past them, with two tiles in flight.
height = 430; load "figures/style.gp"
variants = "bulk groups plain"; styles = "3 7 1"
lines = 3; low = 0; high = 1.06 * peak
x_of(i) = when("variant", word(variants, i), when("threads_per_sm", "128", when("ahead", i < 3 ? "2" : "1", column("bytes_in_flight_per_sm"))))
y_of(i) = column("gbs")
name_of(i) = word("'bulk copies' 'cp.async' 'loads".(narrow ? "" : " into registers")."'", i)

set margins screen part(0.095), screen 1 - part(0.13), screen 0.15, screen 0.9
set xrange [1.7*kib:68*kib]; set yrange [low:high]; unset key
set xtics ("2 KiB" 2*kib, "4 KiB" 4*kib, "8 KiB" 8*kib, "16 KiB" 16*kib, "32 KiB" 32*kib, "64 KiB" 64*kib)
if (narrow) { set xtics ("2 KiB" 2*kib, "8 KiB" 8*kib, "32 KiB" 32*kib) }
set ytics ("0" 0, "1,000" 1000, "2,000" 2000, "3,000" 3000, "4,000" 4000)
set xlabel "Bytes in flight on each SM"
set label 1 sprintf(narrow ? "peak, %s" : "theoretical peak of DRAM, %s", thousands(peak)) at graph 0.01,first peak left offset 0,-0.8 textcolor rgb colour_muted
set label 3 "{/:Bold Bandwidth of reading, GB/s}" at graph -part(0.08),1.07 left textcolor rgb colour_ink
eval naming
set label 23 offset 0.9,-0.6 # below the lines of the copies, which go on
plot peak with lines linewidth 1 linecolor rgb colour_rule, \
    for [i=1:lines] csv using (x_of(i)):@gbs with yerrorlines linestyle style(i) title name_of(i)
