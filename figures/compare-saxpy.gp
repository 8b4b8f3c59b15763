# compare-saxpy.gp - the share of the theoretical peak that a SAXPY with one float a
# thread reaches: a bar for each machine and, hatched, what others published.
published = "chapters/published.csv"
theirs = int(system(sprintf("grep -c '^saxpy,' '%s'", published)))
bars = words(csvs) + theirs
width = 720; height = 92 + 40 * bars
load "figures/style.gp"

# Of the i-th published row, a field.
field(i, n) = system(sprintf("sed -n 's/^saxpy,//p' '%s' | sed -n %dp | cut -d, -f%d", published, i, n))
# Of the i-th machine, GB/s at 80 MiB from DRAM.
reached(i) = real(system(sprintf("awk -F, '!at && !/^#/ { for (n = 1; n <= NF; n++) if ($n == \"gbs\") at = n } \
    $1 == \"article\" && $2 == \"fp32\" && $3 == \"dram\" && $4 == 83886080 { print $at }' '%s'", word(csvs, i))))

unset logscale x
set lmargin at screen 0.26
set rmargin at screen 0.975
set tmargin at screen 1 - 34.0 / height
set bmargin at screen 34.0 / height
set xrange [0:110]
set xtics ("0" 0, "25 %%" 25, "50 %%" 50, "75 %%" 75, "100 %%" 100)
set yrange [0.4:bars + 0.6]
unset ytics
set grid xtics linecolor rgb colour_rule linewidth 1 dashtype solid
set border 1
unset key
set arrow 1 from 100,0.4 to 100,bars + 0.6 nohead linestyle 9
set label 1 "theoretical peak" at 100,bars + 0.62 right offset 0,0.6 textcolor rgb colour_muted
set label 3 "{/:Bold SAXPY, share of the peak}" at graph -0.35,1 left offset 0,0.9 textcolor rgb colour_ink
do for [i=1:bars] {
    y = bars - i + 1
    own = i > theirs
    name = own ? called(i - theirs, "gpu") : field(i, 1)." (published)"
    gbs = own ? reached(i - theirs) : real(field(i, 2))
    peak = own ? real(of(i - theirs, "peak_gbs")) : real(field(i, 4))
    set label 500 + i name at 0,y right offset -0.8,0 noenhanced textcolor rgb colour_ink
    set object i rectangle from 0,y - 0.3 to 100 * gbs / peak,y + 0.3 fillcolor rgb (own ? colour_int4 : colour_memcpy) \
        fillstyle pattern (own ? 3 : 4) border linecolor rgb (own ? colour_int4 : colour_memcpy)
    if (own) { set object i fillstyle solid 0.85 noborder }
    set label 10 + i sprintf("%s of %s GB/s", thousands(gbs), thousands(peak)) at 100 * gbs / peak,y left offset 0.6,0 \
        textcolor rgb colour_ink
}
plot NaN notitle
