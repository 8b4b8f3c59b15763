# gather.gp - random reads above and random writes below, by the size of the region they fall in.
height = 760; load "figures/style.gp"
l2 = real(note("l2_bytes"))
granules = "128 64 32"; styles = "3 2 1"

most = peak
stats csv using (most = larger(most, column("gbs"))) nooutput
lines = words(granules); logarithmic = 1; low = 100; high = 1.4 * most
x_of(i) = when("variant", variant, when("granule_bytes", word(granules, i), column("region_bytes")))
y_of(i) = column("gbs")
name_of(i) = word(granules, i)." bytes"
stats csv using (low = y_of(0) < 1.4 * low ? y_of(0) / 1.4 : low) nooutput
if (slide) { set multiplot layout 1,2 margins 0.085,0.89,0.16,0.88 spacing 0.2,0 } \
else { set multiplot layout 2,1 margins part(0.09),1 - part(0.11),0.09,0.955 spacing 0,0.1 }
set xrange [0.8*mib:140*gib]; set logscale y 10; set yrange [low:high]; unset key
set xtics ("1 MiB" mib, "16 MiB" 16*mib, "256 MiB" 256*mib, "1 GiB" gib, "4 GiB" 4*gib, "16 GiB" 16*gib, "64 GiB" 64*gib)
if (narrow || slide) { set xtics ("1 MiB" mib, "16 MiB" 16*mib, "1 GiB" gib, "64 GiB" 64*gib) }
set ytics ("20" 20, "50" 50, "100" 100, "200" 200, "500" 500, "1,000" 1000, "2,000" 2000, "5,000" 5000, "10,000" 10000)
set arrow 1 from l2,low to l2,high nohead linestyle 9 dashtype (2,4)
if (narrow || slide) { set label 1 "size of\nthe L2" at l2,low right offset -0.6,1.9 textcolor rgb colour_muted } \
else { set label 1 "size of the L2" at l2,low left offset 0.6,0.9 textcolor rgb colour_muted }
set arrow 2 from 0.8*mib,peak to 140*gib,peak nohead linestyle 9
set label 2 sprintf(narrow || slide ? "peak, %s" : "theoretical peak of DRAM, %s", thousands(peak)) at 140*gib,peak right offset 0,0.6 textcolor rgb colour_muted

do for [variant in "gather scatter"] {
    if (variant eq "scatter" || slide) { set xlabel "Size of the region" }
    set label 3 (variant eq "gather" ? "{/:Bold Random reads, GB/s}" : "{/:Bold Random writes, GB/s}") at graph -part(0.09),1.06 left textcolor rgb colour_ink
    eval naming
    plot for [i=1:lines] csv using (x_of(i)):@gbs with yerrorlines linestyle style(i) title name_of(i)
    eval panel
}
