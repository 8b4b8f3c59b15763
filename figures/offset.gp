# offset.gp - what misalignment leaves of the bandwidth, by offset in bytes: large
# arrays above, small ones below, with what counting sectors would predict.
width = 720; height = 640
load "figures/style.gp"
unset logscale x

sizes = system(sprintf("grep -v '^#' '%s' | cut -d, -f4 | grep -x '[0-9]*' | sort -nu", csv))
bytes_of(precision) = precision eq "fp32" ? 4 : 8
aligned(precision, size) = real(system(sprintf( \
    "awk -F, '$1 == \"%s\" && $3 == 0 && $4 == %s { print $11 }' '%s'", precision, size, csv)))
memory_of(size) = system(sprintf("awk -F, '$3 == 0 && $4 == %s { print toupper($2); exit }' '%s'", size, csv))

set multiplot layout 2,1 margins 0.085,0.985,0.1,0.95 spacing 0,0.13
set xrange [-4:260]
set yrange [73:104]
set xtics 32
set grid noxtics
set ytics 5 format "%g %%"
set arrow 1 from 128,73 to 128,104 nohead linestyle 9
set arrow 2 from 256,73 to 256,104 nohead linestyle 9
set label 1 "a line of 128 bytes" at 128,102.2 offset 0.6,0 textcolor rgb colour_muted
set key at first 134,87.6 left top samplen 1.8 spacing 1.1 reverse Left

do for [i=words(sizes):1:-1] {
    size = word(sizes, i)
    full32 = aligned("fp32", size); full64 = aligned("fp64", size)
    if (i == 1) { unset key; set xlabel "Offset, bytes" }
    set label 3 sprintf("{/:Bold %.0f MiB in %s: share of what offset 0 reaches}", size / mib, \
        memory_of(size) eq "L2" ? "the L2" : "DRAM") at graph -0.08,1.06 left textcolor rgb colour_ink
    plot csv using (when("precision", "fp32", when("touched_bytes", size, column("offset") * 4))):(100 / column("overfetch")) \
             with points pointtype 2 pointsize 0.5 linecolor rgb colour_int title "floats, if sectors counted", \
         csv using (when("precision", "fp64", when("touched_bytes", size, column("offset") * 8))):(100 / column("overfetch")) \
             with points pointtype 1 pointsize 0.7 linecolor rgb colour_int2 title "doubles, if sectors counted", \
         csv using (when("precision", "fp32", when("touched_bytes", size, column("offset") * 4))):(column("gbs") / full32 * 100) \
             with linespoints linestyle 1 title "floats, measured", \
         csv using (when("precision", "fp64", when("touched_bytes", size, column("offset") * 8))):(column("gbs") / full64 * 100) \
             with linespoints linestyle 2 title "doubles, measured"
}
unset multiplot
