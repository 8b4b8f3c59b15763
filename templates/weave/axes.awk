# axes.awk - takes apart the drawings that gnuplot made of a figure, writes into each what axes.gp noted, and marks
# what a prediction leaves out: awk -v kinds="print half" -v new=PATH -f axes.awk DRAWINGS.
#
# The first drawing is of the first kind, and so on; its notes are in PATH.print.axes.tmp, and it becomes
# PATH.print.tmp. What was measured is no drawing, and comes last.
#
# data-axes has the axes of each panel. What shows what was measured gets the class "later", because a
# reader who draws a prediction sees it only with the answer: each plot, and what is written between the
# axes or marked there by a line that is not level. A limit keeps its name. It fails if a panel was not noted.
#
# A label that is written as the title of a plot is the name of its line. It moves into the plot, where a key
# has its names, too.

BEGIN {
	split(kinds, kind, " ")
	begin_drawing()
}

function begin_drawing() {
	out = new "." kind[++drawn] ".tmp"
	n = plots = panels = 0
	axes = ""
	split("", seen)
	split("", plotted)
	split("", draws)
}

# The notes of a drawing, a line for each panel. The last panel is noted twice.
function read_notes(   notes) {
	notes = new "." kind[drawn] ".axes.tmp"
	while ((getline note < notes) > 0) {
		if (seen[note]++)
			continue
		axes = axes (axes ? ";" : "") note
		split(note, at, " ")
		left[++panels] = at[1]
		right[panels] = at[2]
		bottom[panels] = at[3]
		top[panels] = at[4]
	}
	close(notes)
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

kind[drawn] == "measured" { print > out; next }

$0 == "<svg " {
	read_notes()
	$0 = "<svg data-axes=\"" axes "\""
}

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

$0 == "</svg>" {
	for (i = 1; i <= plots; i++)
		if (draws[i])
			take_name(i)
	for (i = 1; i <= n; i++)
		if (line[i])
			print line[i] > out
	if (close(out))
		exit 1
	for (panel in plotted)
		panels--
	if (panels < 0)
		exit 1
	begin_drawing()
}
