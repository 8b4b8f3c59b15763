# ladder.gp - bandwidth and latency of every level of the memory. Along a thin
# line their product is the same: the bytes that are in flight.
width = 720; height = 520
load "figures/style.gp"

sms = real(note("sms"))
name_of(level) = level eq "registers" ? "registers" : level eq "shared" ? "shared memory" \
    : level eq "l1" ? "L1" : level eq "remote" ? "shared memory of a neighbour" \
    : level eq "l2" ? "L2" : level eq "dram" ? "DRAM" : "host memory"

set lmargin at screen 0.125
set rmargin at screen 0.985
set tmargin at screen 0.93
set bmargin at screen 0.13
set logscale x 10
set logscale y 10
set xrange [1:6000]
set yrange [10:1.5e6]
set xtics (1, 10, 100, "1,000" 1000)
set ytics ("10" 10, "100" 100, "1,000" 1e3, "10,000" 1e4, "100,000" 1e5, "1,000,000" 1e6)
set xlabel "Latency of one load, ns"
set label 1 "{/:Bold Bandwidth of all SMs together, GB/s}" at graph -0.135,1.045 left textcolor rgb colour_ink
unset key

# Little's law: bytes in flight = bandwidth x latency, for four amounts an SM.
each(i) = 128.0 * 8**i
name_at(i) = word("25 1.7 2000 130", i + 1) + 0
do for [i=0:3] {
    x = name_at(i)
    said = each(i) < 1024 ? sprintf("%.0f B", each(i)) : sprintf("%.0f KiB", each(i)/1024)
    said = i == 0 ? said." in flight on each SM" : said
    set label 10+i said at x,each(i) * sms / x center textcolor rgb colour_muted
}
# A line of the law is straight here, and interrupted where its name stands.
wide(i) = i == 0 ? 3.9 : 1.45
do for [i=0:3] {
    left = name_at(i) / wide(i); right = name_at(i) * wide(i)
    set arrow 20+i from 1,each(i) * sms to left,each(i) * sms / left nohead linestyle 9 dashtype (2,4)
    set arrow 30+i from right,each(i) * sms / right to 6000,each(i) * sms / 6000 nohead linestyle 9 dashtype (2,4)
}

# Shared memory and the L1 lie close: their names stand on either side.
before(level) = level eq "shared" || level eq "remote"
plot csv using "ns":"gbs" with points linestyle 5 pointtype 7 pointsize 0.9, \
    csv using (before(strcol("level")) ? NaN : column("ns")):"gbs":(name_of(strcol("level"))) \
        with labels left offset 0.9,0.15 textcolor rgb colour_ink, \
    csv using (before(strcol("level")) ? column("ns") : NaN):"gbs":(name_of(strcol("level"))) \
        with labels right offset -0.9,-0.25 textcolor rgb colour_ink
