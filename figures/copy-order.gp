# copy-order.gp - copies by int4 from DRAM by size: a loop, loops that take their pieces in
# order and in random order, no loop, and cudaMemcpy. Each line has its name at its end.
height = narrow ? 430 : 420; load "figures/style.gp"
variants = "int4 shuffled ticket memcpy once"; styles = "3 8 10 6 5"
most = 0
stats csv using (most = larger(most, when("memory", "dram", column("array_bytes")))) nooutput

set margins screen part(0.085), screen 1 - part(0.015), screen 0.15, screen 0.9
set xrange [14*mib:7*gib]; set yrange [*:peak*1.06]
set xtics ("16 MiB" 16*mib, "64 MiB" 64*mib, "256 MiB" 256*mib, "1 GiB" gib)
set ytics ()
do for [y=0:8000:500] { set ytics add (thousands(y) y) }
set xlabel "Size of the array"; unset key
set arrow 1 from 14*mib,peak to 7*gib,peak nohead linestyle 9
set label 1 sprintf("theoretical peak of DRAM, %s", thousands(peak)) at 15*mib,peak left offset 0,-0.7 textcolor rgb colour_muted
set label 3 "{/:Bold Every byte from DRAM, GB/s}" at graph -part(0.08),1.08 left textcolor rgb colour_ink
drawn(variant) = when("variant", variant, when("memory", "dram", column("array_bytes")))
# Names that would lie on each other are moved a little up or down.
lift(variant) = variant eq "once" ? 1.012 : variant eq "memcpy" ? 0.996 : variant eq "ticket" ? 0.988 : 1
plot for [i=1:words(variants)] csv using (drawn(word(variants, i))):@gbs with yerrorlines linestyle style(i), \
    for [i=1:words(variants)] csv using (drawn(word(variants, i)) == most ? most : NaN):(column("gbs") * lift(word(variants, i))):(word(variants, i)) \
    with labels left offset 0.9,0 textcolor rgb colour_ink
