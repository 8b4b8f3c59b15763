# tile.gp - the filter by its radius: by loads and by bulk copies, with a full SM and with a quarter of
# its threads.
height = 430; load "figures/style.gp"
variants = "tensor plain plain"; threads = "512 2048 512"; styles = "3 2 1"
names = "'bulk copies, 512 threads".(narrow ? "" : " per SM")."' 'loads, 2,048 threads' 'loads, 512 threads'"
rows(i) = when("variant", word(variants, i), when("threads_per_sm", word(threads, i), column("radius")))

set margins screen part(0.095), screen 1 - part(0.03), screen 0.15, screen 0.9
unset logscale x
most = 0; stats csv using (most = larger(most, column("gbs"))) nooutput
set xrange [-0.3:8.3]; set yrange [0:1.08*most]
set xtics ("0" 0, "1" 1, "2" 2, "4" 4, "8" 8)
set ytics ("0" 0, "1,000" 1000, "2,000" 2000, "3,000" 3000, "4,000" 4000)
set xlabel "Radius of the filter, in pixels"
set key at graph 0.98,0.97 right top spacing 1.2; if (narrow) { set key samplen 1 width -4 }
set label 3 "{/:Bold Pixels read and written, GB/s}" at graph -part(0.08),1.07 left textcolor rgb colour_ink
plot for [i=1:words(variants)] csv using (rows(i)):@gbs with yerrorlines linestyle style(i) title word(names, i)
