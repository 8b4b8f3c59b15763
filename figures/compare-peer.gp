# compare-peer.gp - the best bandwidth from one GPU to another, one way and both ways at once:
# two bars for each node and each method of copying.
methods = "copy write read"
rows = words(csvs) * words(methods)
height = 92 + (narrow ? 50 : 40) * rows; load "figures/style.gp"
# The bars of a node follow each other, one for each method.
csv_of(n) = word(csvs, (n - 1) / words(methods) + 1)
method(n) = word(methods, (n - 1) % words(methods) + 1)
node(n) = sprintf("%s × %s, ", note_of(csv_of(n), "gpus"), note_of(csv_of(n), "gpu"))
array one_way[rows]; array both[rows]
top = 0; longest = 21
do for [n=1:rows] {
    a = 0; b = 0
    stats csv_of(n) using (a = larger(a, when("variant", method(n), when("direction", "one_way", column("gbs")))), \
        b = larger(b, when("variant", method(n), when("direction", "both", column("gbs"))))) nooutput
    one_way[n] = a; both[n] = b; top = larger(top, b)
    longest = larger(longest, strlen(node(n).method(n)))
}

eval bars
set margins screen (narrow ? 0.03 : (8.0 * longest + 20) / width), screen 1 - part(0.025), screen 34.0 / height, screen 1 - (narrow ? 60.0 : 34.0) / height
set xrange [0:top * (narrow ? 1.42 : 1.3)]; set yrange [0.4 + 0.21 * narrow:rows + 0.6 + 0.21 * narrow]
set label 3 "{/:Bold From GPU to GPU, GB/s}" at screen 0.01,graph 1 left offset 0,(narrow ? 2.1 : 0.9) textcolor rgb colour_ink
if (narrow) { set label 4 "both ways at once: the whole bar" at graph 0,1 left offset 0,0.9 textcolor rgb colour_muted } \
else { set label 4 "both ways at once: the whole bar" at graph 1,1 right offset 0,0.9 textcolor rgb colour_muted }
# In a narrow figure the name of a bar stands above it.
half = narrow ? 0.21 : 0.3
y_of(i) = rows - i + 1
do for [n=1:rows] {
    y = y_of(n)
    said = (method(n) eq word(methods, 1) ? node(n) : "").method(n)
    if (narrow) { set label said at 0,y + 0.45 left noenhanced textcolor rgb colour_ink } \
    else { set label said at 0,y right offset -0.8,0 noenhanced textcolor rgb colour_ink }
    if (one_way[n] > 0) { eval bar_says(sprintf("%.0f, both %.0f", one_way[n], both[n]), both[n], y) }
}
x_of(i) = is("variant", method(i)) && is("direction", direction) && column("gbs") == (direction eq "both" ? both[i] : one_way[i]) \
    ? column("gbs") : NaN
plot for [direction in "both one_way"] for [i=1:rows] csv_of(i) using @bar with boxxyerror \
    fillstyle solid (direction eq "both" ? 0.35 : 0.85) noborder linecolor rgb colour_int4 notitle
