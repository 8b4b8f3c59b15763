# histogram-skew.gp - what skewed values cost: how much of its speed with uniform values each kernel keeps
# if values follow Zipf's law, and if all are equal, with 65,536 bins. What loses a third or more has
# another colour. A kernel has its best cluster size for each input.
height = narrow ? 415 : 395; load "figures/style.gp"
value_unit = "% of its speed with uniform values"
variants = "owner narrow packed exchange partition remote global"
inputs = "zipf equal"

eval bars
set margins screen part(0.11), screen 1 - part(0.03), screen 48.0 / height, screen 1 - 60.0 / height
longest = 131 # a longer bar ends there
set xrange [0:longest]; set yrange [0.5:7.5]
set xtics ("0" 0, "25 %%" 25, "50 %%" 50, "75 %%" 75, "100 %%" 100)
set label "{/:Bold Share of its speed that a kernel keeps}" at screen 0.01,screen 1 - 16.0 / height left textcolor rgb colour_ink
set arrow from 100,0.5 to 100,7.5 nohead linestyle 9
set label "speed with uniform values" at 100,7.5 right offset 0,0.7 textcolor rgb colour_muted

half = 0.19
set print $kept
print "input,share,end,y,suffers"
do for [i=1:words(variants)] {
    eval bar_name(word(variants, i), 8 - i)
    uniform = 0
    stats csv using (uniform = larger(uniform, when("variant", word(variants, i), when("bins", "65536", when("input", "uniform", column("gbs")))))) nooutput
    do for [k=1:2] {
        most = 0
        stats csv using (here = when("variant", word(variants, i), when("bins", "65536", when("input", word(inputs, k), column("gbs")))), \
            here > most ? (most = here, row = column(0)) : 0, 0) nooutput
        if (uniform > 0 && most > 0) {
            share = 100 * most / uniform; end = share < longest ? share : longest; y = 8 - i + (k == 1 ? 0.21 : -0.21)
            print sprintf("%s,%g,%g,%g,%d", word(inputs, k), share, end, y, share < 67)
            value_rows = value_rows.sprintf("%d ", row + 1)
            # The number of a bar that ends before the line stands inside, where the line does not cross it.
            said = share < 10 ? sprintf("%.1f %%", share) : thousands(share)." %"
            inside = k == 1 ? colour_ink : colour_paper
            if (share < 75 || share > 100 && share < longest) { eval bar_says(said, share, y) } \
            else { set label said at end,y right offset -0.6,0 front textcolor rgb inside }
            if (i == 1) { set label word(inputs, k) at 0,y left offset 0.6,0 front textcolor rgb inside }
        }
    }
}
unset print
x_of(i) = column("suffers") == i ? when("input", input, column("share")) : NaN
y_of(i) = column("y")
end_of(i) = column("end")
plot for [input in inputs] for [i=0:1] $kept using @bar with boxxyerror fillstyle solid (input eq "zipf" ? 0.35 : 0.85) noborder \
    linecolor rgb (i ? colour_int : colour_int4) notitle
