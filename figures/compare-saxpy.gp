# compare-saxpy.gp - the share of the theoretical peak that a SAXPY with one float per thread
# reaches: a bar for each machine and, hatched, for each result that others published.
theirs = int(system("grep -c '^saxpy,' chapters/published.csv"))
bars_drawn = theirs + words(csvs)
height = 92 + (narrow ? 66 : 40) * bars_drawn; load "figures/style.gp"
# Lists of words: the names of published bars, and of each bar its GB/s and its peak.
names = ""; rates = ""; peaks = ""
stats "chapters/published.csv" using (is("row", "saxpy") ? (names = names." '".strcol("card")." (published)'", \
    rates = rates." ".strcol("value"), peaks = peaks." ".strcol("limit"), 0) : 0) nooutput
do for [i=1:words(csvs)] {
    # Our array of 80 MiB is as large as theirs.
    most = 0
    stats word(csvs, i) using (most = larger(most, when("variant", "article", when("precision", "fp32", \
        when("memory", "dram", when("array_bytes", "83886080", column("gbs"))))))) nooutput
    rates = rates.sprintf(" %g", most); peaks = peaks." ".note_of(word(csvs, i), "peak_gbs")
}

eval bars
set margins screen (narrow ? 0.03 : 0.26), screen 1 - part(0.025), screen 34.0 / height, screen 1 - 34.0 / height
set xrange [0:narrow ? 110 : 138] # with room for the numbers behind the line of the peak
set xtics ("0" 0, "25 %%" 25, "50 %%" 50, "75 %%" 75, "100 %%" 100)
set yrange [0.4:bars_drawn + 0.6]
set arrow from 100,0.4 to 100,bars_drawn + 0.6 nohead linestyle 9
set label "theoretical peak" at 100,bars_drawn + 0.62 right offset 0,0.6 textcolor rgb colour_muted
set label "{/:Bold SAXPY, share of the peak}" at graph (narrow ? 0 : -0.35),1 left offset 0,0.9 textcolor rgb colour_ink
half = narrow ? 0.15 : 0.3
y_of(i) = bars_drawn - i + 1
do for [i=1:bars_drawn] {
    y = y_of(i); said = i > theirs ? called(i - theirs) : word(names, i)
    rate = real(word(rates, i)); peak = number(word(peaks, i))
    # In a narrow figure the name stands above its bar, and the numbers below.
    if (narrow) { set label said at 0,y + 0.34 left noenhanced textcolor rgb colour_ink } else { set label said at 0,y right offset -0.8,0 noenhanced textcolor rgb colour_ink }
    set label sprintf("%s of %s GB/s", thousands(rate), thousands(peak)) at (narrow ? 0 : 100),y - 0.34 * narrow left offset 0.6 * !narrow,0 \
        textcolor rgb colour_ink
}
# A bar is a share, and what was measured are GB/s.
value_unit = "GB/s"; value_tables = "chapters/published.csv ".csvs
is_drawn(i) = i <= theirs ? is("row", "saxpy") && is("value", word(rates, i)) \
    : is("variant", "article") && is("precision", "fp32") && is("memory", "dram") && is("array_bytes", "83886080")
x_of(i) = is_drawn(i) ? column(i <= theirs ? "value" : "gbs") : NaN
end_of(i) = 100 * real(word(rates, i)) / number(word(peaks, i))
plot for [i=1:theirs] "chapters/published.csv" using @bar \
         with boxxyerror fillcolor rgb colour_memcpy fillstyle pattern 4 border rgb colour_memcpy notitle, \
     for [i=theirs+1:bars_drawn] word(csvs, i - theirs) using @bar \
         with boxxyerror fillstyle solid 0.85 noborder linecolor rgb colour_int4 notitle
