# transfer.gp - bandwidth across the bus by size and kind of host memory: to the GPU above, to
# the host below, with the limit of PCIe.
height = 700; load "figures/style.gp"
variants = "pageable mapped pinned"; styles = "6 1 3"

# The generation and the width of PCIe are in machine.csv, if that is of this GPU.
gpu = ""; generation = 0; lanes = 0
machine = system(sprintf("dirname '%s'", csv))."/machine.csv"
if (system(sprintf("test -e '%s' && echo yes", machine)) eq "yes") {
    stats machine using (is("key", "gpu") ? (gpu = strcol("value"), 0) : is("key", "pcie_generation") ? (generation = column("value")) \
        : is("key", "pcie_width") ? (lanes = column("value")) : 0) nooutput
}
array gbit_per_lane[5] = [2.5*8/10, 5.0*8/10, 8.0*128/130, 16.0*128/130, 32.0*128/130]
signals = gpu eq note("gpu") && generation >= 1 && generation <= 5 ? gbit_per_lane[int(generation)] * lanes / 8 : 0
stats csv using "array_bytes" nooutput
right = STATS_max * 1.02
stats csv using (is("direction", "both") ? NaN : column("gbs")) nooutput

lines = words(variants); low = 0; high = larger(signals, STATS_max) * 1.2
x_of(i) = when("variant", word(variants, i), when("direction", direction, column("array_bytes")))
y_of(i) = column("gbs")
name_of(i) = word(variants, i)
if (slide) { set multiplot layout 1,2 margins 0.055,0.885,0.16,0.88 spacing 0.17,0 } \
else { set multiplot layout 2,1 margins part(0.06),1 - part(0.115),0.095,0.955 spacing 0,0.11 }
set xrange [3.5*kib:right]; set yrange [low:high]; unset key
set xtics ("4 KiB" 4*kib, "64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib, "1 GiB" gib)
if (slide) { set xtics ("4 KiB" 4*kib, "1 MiB" mib, "256 MiB" 256*mib) }
if (signals > 0) {
    set arrow 1 from 3.5*kib,signals to right,signals nohead linestyle 9
    set label 1 sprintf("%.0f, the limit of PCIe %d × %d", signals, generation, lanes) at 4.2*kib,signals left offset 0,0.6 textcolor rgb colour_muted
}

do for [direction in "to_device to_host"] {
    if (direction eq "to_host" || slide) { set xlabel "Size of the copy" }
    set label 3 (direction eq "to_device" ? "{/:Bold To the GPU, GB/s}" : "{/:Bold To the host, GB/s}") \
        at graph -part(0.055),1.07 left textcolor rgb colour_ink
    eval naming
    plot for [i=1:lines] csv using (x_of(i)):@gbs with yerrorlines linestyle style(i) title name_of(i)
    eval panel
}
