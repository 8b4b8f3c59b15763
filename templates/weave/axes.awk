# axes.awk - writes into a figure what axes.gp noted, and marks what a prediction leaves out:
# awk -f axes.awk AXES FIGURE.
#
# data-axes has the axes of each panel. What shows what was measured gets the class "later", because a
# reader who draws a prediction sees it only with the answer: each plot, and what is written between the
# axes or marked there by a line that is not level. A limit keeps its name. It fails if a panel was not noted.
#
# A label that is written as the title of a plot is the name of its line. It moves into the plot, where a key
# has its names, too.

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

# The words of a line of SVG.
function words_of(text) {
	gsub(/<[^>]*>|^[ \t]+/, "", text)
	return text
}

# Moves the label that is called like a plot from above it, within its panel, into its end. A label has three
# lines of SVG for each of its own lines.
function take_name(p,   title, many, part, i, k, name) {
	title = line[begin[p]]
	sub(/.*<title>/, "", title)
	gsub(/\{\/:Bold |\}/, "", title)
	many = split(words_of(title), part, /\\n/)
	for (i = begin[p] - 1; i > above[p]; i--) {
		for (k = 1; k <= many && line[i + 3 * k - 3] ~ /<text>/ && words_of(line[i + 3 * k - 3]) == part[k]; k++)
			;
		if (k > many) {
			for (k = i - 1; k < i - 1 + 3 * many; k++) {
				name = name line[k] "\n"
				line[k] = ""
			}
			line[end[p]] = name line[end[p]]
			return
		}
	}
}

$0 == "<svg " { $0 = "<svg data-axes=\"" axes "\"" }

{ line[++n] = $0 }

# gnuplot numbers the plots of several panels 1a, 2a, 1b and so on.
match($0, /_plot_[0-9]+[a-z]"/) { plotted[substr($0, RSTART + RLENGTH - 2, 1)] }
/<g id="[^"]*_plot_[0-9]+[a-z]*"/ {
	sub(/_plot_[0-9]+[a-z]*"/, "& class=\"later\"", line[n])
	plot = 1
	begin[++plots] = n
	above[plots] = /_plot_1[a-z]*"/ ? end[plots - 1] : above[plots - 1]
}
plot {
	plot += gsub(/<g[ >]/, "&") - gsub(/<\/g>/, "&")
	draws[plots] += /<path|<use|<polygon/
	if (plot == 1) {
		plot = 0
		end[plots] = n
	}
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
	for (i = 1; i <= plots; i++)
		if (draws[i])
			take_name(i)
	for (i = 1; i <= n; i++)
		if (line[i])
			print line[i]
	for (panel in plotted)
		panels--
	exit panels < 0
}
