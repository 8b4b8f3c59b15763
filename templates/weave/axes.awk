# axes.awk - writes into a figure what axes.gp noted, and marks what a prediction leaves out:
# awk -f axes.awk AXES FIGURE.
#
# data-axes has the axes of each panel. What shows what was measured gets the class "later", because a
# reader who draws a prediction sees it only with the answer: each plot, and what is written between the
# axes or marked there by a line that is not level. A limit keeps its name. It fails if a panel was not noted.

FILENAME == ARGV[1] {
	# The last panel is noted twice.
	if (!seen[$0]++) {
		axes = axes (axes ? ";" : "") $0
		left[++panels] = $1
		right[panels] = $2
		bottom[panels] = $3
		top[panels] = $4
	}
	next
}

# Is a place between the axes of a panel, this far behind its left end and up to so far behind its right one?
function inside(x, y, before, behind,   p) {
	for (p = 1; p <= panels; p++)
		if (x > left[p] + before && x < right[p] + behind && y < bottom[p] - 1 && y > top[p] + 4)
			return 1
	return 0
}

$0 == "<svg " { $0 = "<svg data-axes=\"" axes "\"" }

{ line[++n] = $0 }

# gnuplot numbers the plots of several panels 1a, 2a, 1b and so on.
match($0, /_plot_[0-9]+[a-z]"/) { plotted[substr($0, RSTART + RLENGTH - 2, 1)] }
/<g id="[^"]*_plot_[0-9]+[a-z]*"/ {
	sub(/_plot_[0-9]+[a-z]*"/, "& class=\"later\"", line[n])
	plot = 1
}
plot {
	plot += gsub(/<g[ >]/, "&") - gsub(/<\/g>/, "&")
	if (plot == 1)
		plot = 0
	next
}

match($0, /translate\([-0-9.]+,[-0-9.]+\)/) { split(substr($0, RSTART + 10, RLENGTH - 11), at, ",") }

/<text>/ && !/peak|limit|raw rate/ && inside(at[1], at[2], 4, 30) { sub(/<g transform="[^"]*"/, "& class=\"later\"", line[n - 1]) }

match($0, / d='M[0-9.]+,[0-9.]+ L[0-9.]+,[0-9.]+ *'\/>/) && !/gridline/ {
	split(substr($0, RSTART + 5, RLENGTH), ends, /[, L]+/)
	# A short upright line is a tic.
	if ((ends[1] == ends[3] ? (ends[2] - ends[4]) ^ 2 > 400 : ends[2] != ends[4]) && inside((ends[1] + ends[3]) / 2, (ends[2] + ends[4]) / 2, 4, -4))
		sub(/<path/, "& class=\"later\"", line[n])
}

END {
	for (i = 1; i <= n; i++)
		print line[i]
	for (panel in plotted)
		panels--
	exit panels < 0
}
