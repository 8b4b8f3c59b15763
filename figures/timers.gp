# timers.gp - the bandwidth that each method of timing claims for one SAXPY, by size. What times the
# kernel alone has a colour, and what adds to it is grey.
height = 480; load "figures/style.gp"
l2_half = real(note("l2_bytes")) / 2
variants = "launch sync events graph held"
colours = colour_vain." ".colour_muted." ".colour_muted." ".colour_int4." ".colour_int4
points = "9 4 7 10 5"
left = (narrow ? 0.012 : 0.35)*kib; right = 430*mib

set margins screen part(0.125), screen 1 - part(0.015), screen 0.155, screen slide ? 0.9 : 0.92
set logscale y 10
set xrange [left:right]; set yrange [0.8:1e6]
if (narrow) { set xtics ("4 KiB" 4*kib, "256 KiB" 256*kib, "16 MiB" 16*mib) } \
else { set xtics ("4 KiB" 4*kib, "64 KiB" 64*kib, "1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib) }
set ytics ("1" 1, "10" 10, "100" 100, "1,000" 1e3, "10,000" 1e4, "100,000" 1e5, "1,000,000" 1e6)
set xlabel "Size of the array"; unset key
set arrow 1 from left,peak to right,peak nohead linestyle 9
set label 1 sprintf(narrow ? "theoretical peak, %s" : "theoretical peak of DRAM, %s", thousands(peak)) at left*1.35,peak left offset 0.8,0.6 textcolor rgb colour_muted
set arrow 2 from l2_half,0.8 to l2_half,peak nohead linestyle 9 dashtype (2,4)
set label 2 narrow ? "both arrays\nfill the L2" : "both arrays fill the L2" at l2_half,0.8 right offset -0.8,1 + narrow textcolor rgb colour_muted
set label 3 "{/:Bold Bandwidth claimed, GB/s}" at graph -part(0.135),(slide ? 1.08 : 1.055) left textcolor rgb colour_ink

# Each line has its name where it begins, and launch, which is far away at the end, has it there.
least = 1e300; most = 0
stats csv using (least = column("array_bytes") < least ? column("array_bytes") : least, most = larger(most, column("array_bytes"))) nooutput
named_at(variant) = variant eq "launch" ? most : least
lift(variant) = variant eq "events" ? 1.12 : variant eq "sync" ? 0.9 : variant eq "held" ? 1.6 : variant eq "graph" ? 0.8 : 1.7
do for [i=1:words(variants)] {
    variant = word(variants, i); here = 0
    stats csv using (when("variant", variant, column("array_bytes")) == named_at(variant) ? (here = column("gbs")) : 0) nooutput
    if (here > 0) { set label 10+i variant at named_at(variant),here * lift(variant) right offset -0.9,0 textcolor rgb colour_ink }
}
plot for [i=1:words(variants)] csv using (when("variant", word(variants, i), column("array_bytes"))):@gbs \
    with yerrorlines linewidth 2 linecolor rgb word(colours, i) pointtype int(word(points, i)) pointsize 0.6 title word(variants, i)
