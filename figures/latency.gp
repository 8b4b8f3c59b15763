# latency.gp - how long one load takes, by the size of the memory that the loads are spread
# over, with the sizes of the caches: the L1 has about as much as shared memory can have.
height = 430; load "figures/style.gp"
l2 = real(note("l2_bytes")); shared = real(note("shared_bytes_per_sm"))
variants = "sequential l2 l1"; styles = "10 6 7"
names = narrow ? "'lines\nin order' 'random,\npast the L1' 'random'" : "'lines in order' 'random, past the L1' 'random lines'"

set margins screen part(0.065), screen 1 - part(0.015), screen 0.15, screen 0.9
set xrange [1.8*kib:1.15*gib]; set yrange [0:*]
set xtics ("2 KiB" 2*kib, "128 KiB" 128*kib, "8 MiB" 8*mib, "512 MiB" 512*mib)
if (!narrow) { set xtics ("2 KiB" 2*kib, "16 KiB" 16*kib, "128 KiB" 128*kib, "1 MiB" mib, "8 MiB" 8*mib, "64 MiB" 64*mib, "512 MiB" 512*mib) }
set ytics 50; set xlabel "Size of the working set"; unset key
set label 3 "{/:Bold One load, ns}" at graph -part(0.06),1.07 left textcolor rgb colour_ink
set arrow 1 from shared,graph 0 to shared,graph 1 nohead linestyle 9 dashtype (2,4)
set label 4 narrow ? "about the size\nof the L1" : "about the size of the L1" at shared,graph 1 right offset -0.6,-0.8 textcolor rgb colour_muted
set arrow 2 from l2/2,graph 0 to l2/2,graph 1 nohead linestyle 9 dashtype (2,4)
set label 5 "half of the L2" at l2/2,0 right offset -0.6,0.9 textcolor rgb colour_muted
set arrow 3 from l2,graph 0 to l2,graph 1 nohead linestyle 9 dashtype (2,4)
set label 6 "all of it" at l2,0 left offset 0.6,0.9 textcolor rgb colour_muted
# Each level is named where most of its sizes lie.
do for [n=1:3] {
    from = word(sprintf("%g %g %g", 16*kib, shared * 1.5, l2 * 1.5), n); to = word(sprintf("%g %g %g", shared / 1.5, l2 / 3, gib), n)
    middle = sqrt(real(from) * real(to)); nearest = 1e300; ns = 0
    stats csv using (x = when("variant", "l1", column("working_set_bytes")), x > 0 && abs(log(x / middle)) < nearest \
        ? (nearest = abs(log(x / middle)), ns = column("ns")) : 0, 0) nooutput
    if (ns > 0) { set label 10+n word("'{/:Bold L1}' '{/:Bold L2}' '{/:Bold DRAM}'", n) at middle,ns center offset 0,n == 3 ? -0.9 : 0.8 textcolor rgb colour_ink }
}
# Each line has a name, too, where it begins. Two of them begin together, and colours tell whose name is whose.
do for [i=1:words(variants)] {
    ns = 0
    stats csv using (is("variant", word(variants, i)) && column("working_set_bytes") < 2.1*kib ? (ns = column("ns")) : 0) nooutput
    if (ns > 0) { set label 20+i word(names, i) at (narrow ? 3.2 : 2.4)*kib,ns left offset 0,(i == 1) + (narrow && i < 3) + 0.8 \
        textcolor rgb value("colour_".word("ticket memcpy int8", i)) }
}
plot for [i=1:words(variants)] csv using (when("variant", word(variants, i), column("working_set_bytes"))):"ns":"ns_low":"ns_high" \
    with yerrorlines linestyle style(i) title word(names, i)
