# mix.gp - bandwidth of DRAM by the share of the words that are written.
height = 430; load "figures/style.gp"
unset logscale x

set margins screen part(0.085), screen 1 - part(narrow ? 0.035 : 0.015), screen 0.15, screen 0.9
least = peak
share(variant) = when("variant", variant, 12.5 * column("writes"))
stats csv using (least = column("gbs") < least ? column("gbs") : least) nooutput
low = 500 * floor(least * 0.95 / 500)
set xrange [-3:103]; set yrange [low:peak+0.08*(peak-low)]
set xtics 12.5 * (1 + narrow) format percent
set ytics ()
do for [y=0:8000:200] { set ytics add (thousands(y) y) }
set xlabel "Share of the bytes that are written"
unset key
words_at = 0; memset_at = 0 # where the two have their names
stats csv using (share("stream") == 50 ? (words_at = column("gbs")) : share("memset") == 100 ? (memset_at = column("gbs")) : 0) nooutput
words_are = narrow ? "eight words\nper thread" : "eight words per thread"; memset_is = "cudaMemset"
set label 4 words_are at 50,words_at left offset 1,(narrow ? 1.9 : 0.7) textcolor rgb colour_ink
set label 5 memset_is at 100,memset_at right offset -1.4,0 textcolor rgb colour_ink
set label 3 "{/:Bold Read and written together, GB/s}" at graph -part(0.08),1.07 left textcolor rgb colour_ink
set arrow 1 from -3,peak to 103,peak nohead linestyle 9
set label 1 sprintf("theoretical peak of DRAM, %s", thousands(peak)) at 0,peak left offset 0,-0.7 textcolor rgb colour_muted
plot csv using (share("stream")):@gbs with yerrorlines linestyle 3 title words_are, \
     csv using (share("memset")):@gbs with yerrorlines linestyle 6 dashtype solid pointsize 0.9 title memset_is
