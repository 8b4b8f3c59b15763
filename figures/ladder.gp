# ladder.gp - bandwidth and latency of every level of the memory. Their product is the number
# of bytes in flight, and it is the same all along a thin line.
height = 520; load "figures/style.gp"
sms = real(note("sms"))
name_of(level) = level eq "shared" ? "shared memory" : level eq "remote" ? "shared memory".(narrow ? "\n" : " ")."of a neighbour" \
    : level eq "l1" ? "L1" : level eq "l2" ? "L2" : level eq "dram" ? "DRAM" : level eq "registers" ? level : "host memory"

set margins screen part(0.125), screen 1 - part(0.015), screen 0.13, screen 0.93
set logscale xy 10
set xrange [(narrow ? 0.1 : 1):6000]; set yrange [10:1.5e6]
set xtics (0.1, 1, 10, 100, "1,000" 1000)
set ytics ("10" 10, "100" 100, "1,000" 1e3, "10,000" 1e4, "100,000" 1e5, "1,000,000" 1e6)
set xlabel "Latency of one load, ns"; set samples 2
set label 1 "{/:Bold Bandwidth of all SMs together, GB/s}" at graph -part(0.135),1.045 left textcolor rgb colour_ink
unset key

# Little's law: bytes in flight = bandwidth x latency. Its lines are drawn for four numbers of
# bytes per SM. On these axes they are straight and fall to the right, and so do their names.
in_flight(i) = 128.0 * 8**i
do for [i=0:3] {
    each = in_flight(i)
    x = real(word("150 300 700 12", i + 1))
    said = each < 1024 ? sprintf("%.0f B", each) : sprintf("%.0f KiB", each/1024)
    tilt = narrow ? (i < 3 ? -53 : 0) : -26 # the long name would lie on those of memories
    set label (i < 3 ? said : said . " in flight per SM") at x,each * sms / x left offset (narrow && tilt ? 1.1 : narrow ? 0.1 : 0.5),0.5 \
        rotate by tilt textcolor rgb colour_muted
}

# Shared memory and the L1 lie close together, so their names stand on either side.
is_left(level) = level eq "shared" || level eq "remote" || (narrow && name_of(level) eq "host memory")
plot for [i=0:3] in_flight(i) * sms / x with lines linewidth 1.5 linecolor rgb colour_rule notitle, \
    csv using "ns":"gbs" with points linestyle 5 pointtype 7 pointsize 0.9, \
    csv using (is_left(strcol("level")) ? NaN : column("ns")):"gbs":(name_of(strcol("level"))) \
        with labels left offset 0.9,0.15 textcolor rgb colour_ink, \
    csv using (is_left(strcol("level")) ? column("ns") : NaN):"gbs":(name_of(strcol("level"))) \
        with labels right offset -0.9,-0.25 textcolor rgb colour_ink
