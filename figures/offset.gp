# offset.gp - how much of the bandwidth misalignment leaves, by offset in bytes: for large
# arrays above and small ones below, with the prediction that comes from counting sectors.
height = 640; load "figures/style.gp"
unset logscale x

stats csv using "touched_bytes" nooutput
small_size = STATS_min; large_size = STATS_max

set multiplot layout 2,1 margins 0.085,0.985,0.1,0.95 spacing 0,0.13
set xrange [-4:260]; set yrange [73:104]
set xtics 32
set grid noxtics
set ytics 5 format "%g %%"
do for [i=1:2] { set arrow i from 128*i,73 to 128*i,104 nohead linestyle 9 }
set label 1 "a line of 128 bytes" at 128,102.2 offset 0.6,0 textcolor rgb colour_muted
set key at first 134,87.6 left top samplen 1.8

offset_bytes(precision) = is("precision", precision) && column("touched_bytes") == size ? column("offset") * (precision eq "fp32" ? 4 : 8) : NaN
do for [i=1:(small_size < large_size ? 2 : 1)] {
    size = i == 1 ? large_size : small_size
    if (size == small_size) { unset key; set xlabel "Offset, bytes" }
    # What an aligned array reaches is 100 %.
    aligned32 = NaN; aligned64 = NaN; memory = ""
    stats csv using (offset_bytes("fp32") == 0 ? (aligned32 = column("gbs"), memory = strcol("memory"), 0) \
        : offset_bytes("fp64") == 0 ? (aligned64 = column("gbs")) : 0) nooutput
    set label 3 sprintf("{/:Bold %.0f MiB in %s: share of what offset 0 reaches}", size / mib, \
        memory eq "l2" ? "the L2" : "DRAM") at graph -0.08,1.06 left textcolor rgb colour_ink
    plot csv using (offset_bytes("fp32")):(100 / column("overfetch")) \
             with points pointtype 2 pointsize 0.5 linecolor rgb colour_int title "floats, if sectors counted", \
         csv using (offset_bytes("fp64")):(100 / column("overfetch")) \
             with points pointtype 1 pointsize 0.7 linecolor rgb colour_int2 title "doubles, if sectors counted", \
         csv using (offset_bytes("fp32")):(column("gbs") / aligned32 * 100) with linespoints linestyle 1 title "floats, measured", \
         csv using (offset_bytes("fp64")):(column("gbs") / aligned64 * 100) with linespoints linestyle 2 title "doubles, measured"
}
