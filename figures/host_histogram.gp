# host_histogram.gp - values that a CPU counts per second by number of bins, for three inputs:
# on one core, and by two methods on all cores.
height = narrow ? 860 : 400; load "figures/style.gp"
value_unit = "billion values per second"
variants = "private one atomic"; styles = "3 5 1"
lines = 3; logarithmic = 1; low = 1e9; high = 0
x_of(i) = when("variant", word(variants, i), when("input", input, column("bins")))
y_of(i) = column("gbs") / 4
name_of(i) = n == 3 || narrow ? word(variants, i) : ""
stats csv using (low = gbs_low(0) / 5 < low ? gbs_low(0) / 5 : low, high = larger(high, 1.5 * y_of(0))) nooutput

if (narrow) { set multiplot layout 3,1 margins 0.13,0.83,0.075,0.955 spacing 0,0.075 } \
else { set multiplot layout 1,3 margins 0.08,0.91,0.18,0.88 spacing 0.025,0 }
set xrange [190:1.15e6]; set logscale y 10; set yrange [low:high]
set xtics ("256" 256, "8,192" 8192, "262,144" 262144)
set ytics ("0.03" 0.03, "0.1" 0.1, "0.3" 0.3, "1" 1, "3" 3, "10" 10, "30" 30)
unset key
n = 0
do for [input in "uniform zipf equal"] {
    n = n + 1
    set label 3 sprintf("{/:Bold %s%s}", input, n == 1 ? ": billions per second" : "") \
        at graph (narrow ? -0.13 : n == 1 ? -0.24 : 0),1.07 left textcolor rgb colour_ink
    if (n == 2 && !narrow) { set ytics ("" 0.03, "" 0.1, "" 0.3, "" 1, "" 3, "" 10, "" 30) }
    set xlabel (n == 2 + narrow ? "Bins" : "")
    eval naming
    plot for [i=1:lines] csv using (x_of(i)):(y_of(i)):(gbs_low(0) / 4):(gbs_high(0) / 4) with yerrorlines linestyle style(i) title name_of(i)
    eval panel
}
