# async-tiles.gp - reading DRAM by bulk copies with 128 threads per SM: how far more tiles in flight
# carry, by the size of a tile.
height = 430; load "figures/style.gp"
sizes = "32 16 8 4 2"
those(size) = when("variant", "bulk", when("threads_per_sm", "128", when("tile_bytes", sprintf("%d", size * kib), column("ahead"))))
# Each line has its name where it begins, with one tile in flight.
array heights[5]
do for [i=1:5] {
    heights[i] = 0
    stats csv using (x = those(word(sizes, i)), x == 1 ? (heights[i] = column("gbs")) : 0) nooutput
}

set margins screen part(0.095), screen 1 - part(0.03), screen 0.15, screen 0.9
set xrange [(narrow ? 0.42 : 0.66):8.9]; set yrange [0:1.12*peak]
set xtics ("1" 1, "2" 2, "4" 4, "8" 8)
set ytics ("0" 0, "1,000" 1000, "2,000" 2000, "3,000" 3000, "4,000" 4000)
set xlabel "Tiles in flight"; unset key
set label 1 sprintf("theoretical peak of DRAM, %s", thousands(peak)) at graph 0.01,first peak left offset 0,0.6 textcolor rgb colour_muted
set label 3 "{/:Bold Bandwidth of reading, GB/s}" at graph -part(0.08),1.07 left textcolor rgb colour_ink
do for [i=1:5] { set label 10 + i word(sizes, i)." KiB" at 1,heights[i] right offset -1,0 textcolor rgb colour_int4 }
plot peak with lines linewidth 1 linecolor rgb colour_rule notitle, \
    for [i=1:5] csv using (those(word(sizes, i))):@gbs with yerrorlines linestyle 3 title word(sizes, i)." KiB"
