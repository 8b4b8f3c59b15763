# history.gp - the headline numbers over the recordings of a machine: a strip for each, with its median in the
# middle. At its end stand what was measured last, and how far from the median its edges are.
names = system(sprintf("grep '^[0-9]' '%s' | sort -s -t , -k 1,1nr | awk -F , '!seen[$7]++ { print $7 }'", csv))
lines = words(names)
height = 76 + 36 * lines; load "figures/style.gp"

array middle[lines]; array edge[lines]; array newest[lines]; array unit_of[lines]
edges = "1 2 5 10 20 50 100 200 500 1000"
do for [i=1:lines] {
    stats csv using (is("headline", word(names, i)) ? (unit_of[i] = strcol("unit"), newest[i] = column("value")) : NaN) nooutput
    middle[i] = STATS_median
    off = 100 * larger(STATS_max / STATS_median - 1, 1 - STATS_min / STATS_median)
    edge[i] = real(word(edges, 1 + sum [k=1:words(edges)-1] (off > word(edges, k))))
}
number_of(name) = sum [k=1:lines] (word(names, k) eq name ? k : 0)
place(i, x) = i - 0.42 * 100 * (x / middle[i] - 1) / edge[i]
digits(x) = x < 100 ? sprintf("%.3g", x) : thousands(x)
said(x, unit) = unit eq "ms" && x < 1 ? digits(1000 * x)." µs" : digits(x)." ".unit

unset logscale x; unset key; unset grid; set border 1
stats csv using "recording" nooutput
set xrange [0.5:STATS_max + 0.5]; set yrange [lines + 0.6:0.4]
set margins screen part(0.18), screen 1 - part(0.16), screen 60.0 / height, screen 1 - 10.0 / height
if (narrow) { set margins screen 0.3, screen 0.72 }
set xtics format "%.0f"; if (STATS_max < 8) { set xtics 1 }
set xlabel "Recording" offset 0,0.2
set ytics scale 0 () textcolor rgb colour_ink noenhanced
do for [i=1:lines] {
    set ytics add (system(sprintf("echo %s | tr _ ' '", word(names, i))) i)
    set arrow from graph 0,first i to graph 1,first i nohead linecolor rgb colour_rule back
    set label said(newest[i], unit_of[i]) at graph 1,first i - 0.2 left offset 1,0 textcolor rgb colour_ink @shrunk
    set label sprintf("± %g %%", edge[i]) at graph 1,first i + 0.24 left offset 1,0 textcolor rgb colour_muted font ",13"
}
# Each level as a line, behind a mark where a step or another card has begun it.
levels = system(sprintf("grep -v '^#' '%s' | sed '1d; s/,/ /g'", csv[1:strlen(csv) - 11]."levels.csv"))
level = 0
do for [m=1:words(levels):6] {
    i = number_of(word(levels, m)); began = word(levels, m + 1); x = word(levels, m + 2) - 0.5
    before = level; level = real(word(levels, m + 5))
    set arrow from x,place(i, level) to word(levels, m + 3) + 0.5,place(i, level) nohead linecolor rgb colour_int4
    if (began eq "card") {
        set arrow from x,i - 0.42 to x,i + 0.42 nohead linecolor rgb colour_muted dashtype (2,3)
    }
    if (began eq "step") {
        set arrow from x,i - 0.42 to x,i + 0.42 nohead linecolor rgb colour_vain linewidth 2
        set label sprintf("%+.1f %%", 100 * (level / before - 1)) at x,i + (level < before ? 0.3 : -0.3) right offset -0.5,0 textcolor rgb colour_vain font ",13"
    }
}
usual = '"recording":(is("headline", word(names, i)) && !is("status", "throttled") ? place(i, column("value")) : NaN)'
throttled = '"recording":(is("headline", word(names, i)) && is("status", "throttled") ? place(i, column("value")) : NaN)'
plot for [i=1:lines] csv using @usual with points linecolor rgb colour_int4 pointtype 7 pointsize (narrow ? 0.3 : 0.45), \
     for [i=1:lines] csv using @throttled with points linecolor rgb colour_ink pointtype 8 pointsize 0.8
