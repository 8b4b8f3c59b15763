# peer.gp - bandwidth between the first two GPUs by size: one way above, both ways below, with
# the raw rate of the links.
height = 700; load "figures/style.gp"
variants = "write read copy"; styles = "1 7 3"
lines = 3; low = 0; apart = 0.075
x_of(i) = when("variant", word(variants, i), pair(direction, column("array_bytes")))
y_of(i) = column("gbs")
name_of(i) = word("'kernel writes' 'kernel reads' 'copy engine'", i)

# The first row belongs to the first pair. A link named NV18 is 18 NVLinks.
stats csv using (from = strcol("from"), to = strcol("to"), link = strcol("link"), 0) every ::::0 nooutput
speed = number(note("nvlink_gbs"))
raw = link[1:2] eq "NV" ? real(link[3:]) * speed : 0
pair(direction, x) = when("direction", direction, when("from", from, when("to", to, x)))

stats csv using "array_bytes" nooutput
right = STATS_max * 1.02
if (slide) { set multiplot layout 1,2 margins 0.07,0.86,0.16,0.88 spacing 0.21,0 } \
else { set multiplot layout 2,1 margins part(0.075),1 - part(0.14),0.095,0.955 spacing 0,0.11 }
set xrange [3.5*kib:right]
set xtics ("4 KiB" 4*kib, "64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib, "1 GiB" gib)
if (narrow || slide) { set xtics ("4 KiB" 4*kib, "1 MiB" mib, "256 MiB" 256*mib) }
set ytics add ("1,000" 1000)
unset key

do for [direction in "one_way both"] {
    ways = direction eq "both" ? 2 : 1
    top = ways * raw
    stats csv using (top = larger(top, pair(direction, column("gbs")))) nooutput
    high = top * 1.2; set yrange [low:high]
    if (raw > 0) {
        set arrow 1 from 3.5*kib,ways*raw to right,ways*raw nohead linestyle 9
        set label 1 sprintf("raw rate of %s%s NVLinks%s: %.0f", ways == 2 ? "2 × " : "", link[3:], narrow || slide ? "" : sprintf(" of %.1f GB/s", speed), ways * raw) \
            at 4.2*kib,ways*raw left offset 1,0.6 textcolor rgb colour_muted
    }
    if (ways == 2 || slide) { set xlabel "Size of the copy, each way" }
    set label 3 (ways == 1 ? "{/:Bold One way, GB/s}" : "{/:Bold Both ways at once, together, GB/s}") \
        at graph -part(0.07),1.07 left textcolor rgb colour_ink
    eval naming
    plot for [i=1:lines] csv using (x_of(i)):@gbs with yerrorlines linestyle style(i) title name_of(i)
    eval panel
}
