# answers.awk - what a page answers at the points of a figure, as a script:
# awk -f csv.awk -f answers.awk FS=' ' FIGURE NOTES POINTS FS=, CSV...
#
# POINTS is what gnuplot wrote in place of the figure: each row of each plot, so that the row of the table can be
# told by its place. NOTES has what axes.gp says of each panel. A point has the number of its plot, its place in the
# units of the axes, and what was measured there: "int4, dram, 2 GiB: 3,980 GB/s, 95 % interval 3,967 to 3,992, ok;
# line 31 of copy.csv". A bar has the other end as well. Plots without points or bars answer only if all that they
# draw was measured.

# A number with this many digits, and with commas between thousands. What was measured always shows three.
function digits(x, many,   text) {
	text = sprintf(many == 3 ? "%#.3g" : "%." many "g", x)
	sub(/\.$/, "", text)
	if (x >= 1000 || x <= -1000)
		text = sprintf("%.0f", x)
	while (match(text, /[0-9][0-9][0-9][0-9]($|,)/))
		text = substr(text, 1, RSTART) "," substr(text, RSTART + 1)
	return text
}

function size(x,   i) {
	for (i = 1; x >= 1024 && i < 5; i++)
		x /= 1024
	return digits(x, 4) " " substr("B  KiBMiBGiBTiB", 3 * i - 2, i > 1 ? 3 : 1)
}

function is_near(a, b) { return a != "" && a != "-" && (a - b) ^ 2 <= (2e-5 * b) ^ 2 }

# The value that a row measured in a column, with its interval.
function measured_in(t, row, name,   unit, factor, low, high) {
	factor = 1
	low = cell[t, row, name "_low"]
	high = cell[t, row, name "_high"]
	if (name == "gbs") {
		unit = " GB/s"
		low = cell[t, row, "bytes"] / cell[t, row, "ms_high"] / 1e6
		high = cell[t, row, "bytes"] / cell[t, row, "ms_low"] / 1e6
	} else if (name == "cycles") {
		unit = " cycles"
		low = cell[t, row, "ns_low"] * cell[t, row, "cycles"] / cell[t, row, "ns"]
		high = cell[t, row, "ns_high"] * cell[t, row, "cycles"] / cell[t, row, "ns"]
	} else if (name == "ns") {
		unit = " ns"
	} else if (name == "ms") {
		factor = cell[t, row, name] < 1e-3 ? 1e6 : cell[t, row, name] < 1 ? 1e3 : 1
		unit = factor == 1 ? " ms" : factor == 1e3 ? " µs" : " ns"
	}
	return digits(factor * cell[t, row, name], 3) unit ", 95 % interval " digits(factor * low, 4) " to " digits(factor * high, 4)
}

# The text that identifies this row: its columns before the first that was measured.
function point_said(   i, said) {
	for (i = 1; i <= varied; i++)
		if ($i != "-" && $i != "")
			said = said (said ? ", " : "") ($i ~ /[^0-9]/ ? $i : title[i] ~ /_bytes$/ ? size($i) : title[i] " " digits($i, 4))
	return said
}

# In which column a row has what was drawn, if it was measured.
function column_of(t, row, drawn,   i, name, names) {
	split("gbs ns ms cycles", names, " ")
	for (i = 1; i in names; i++)
		if ((t, names[i]) in has && is_near(cell[t, row, names[i]], drawn))
			return names[i]
}

# The table whose rows a plot went through, if its rows are as many: it says in each column what was drawn.
function table_of(c,   t, i, first) {
	for (t = 1; t <= tables; t++) {
		if (rows[t] - length_of[c] > 1 || rows[t] < length_of[c])
			continue
		first = first ? first : t
		for (i = 1; i <= length_of[c] && (!in_range[c, i] || column_of(t, i, drawn_of(c, i))); i++)
			;
		if (i > length_of[c])
			return t
	}
	return first
}

function drawn_of(c, i) { return axis[panel_of[c]] == "x" ? x_at[c, i] : y_at[c, i] }

FNR == 1 { file++ }

file == 1 && match($0, /_plot_[0-9]+[a-z]*"/) { plot = substr($0, RSTART + 6, RLENGTH - 7) }
file == 1 && /<use|<polygon/ { has_marks[plot] = 1 }

file == 2 {
	split($0, note, ";")
	panels++
	axis[panels] = note[2]
	unit[panels] = note[3]
	row_numbers[panels] = note[4]
}

# The first plot of a panel begins it.
file == 3 && /^# Curve 0 of/ { panel++ }
file == 3 && /^# Curve [0-9]+ of/ { curves++; panel_of[curves] = panel; number[curves] = $3 + 1 }
file == 3 && /^# x/ { kind[curves] = $0 }
file == 3 && NF && !/^#/ {
	i = ++length_of[curves]
	x_at[curves, i] = $1
	y_at[curves, i] = $2
	in_range[curves, i] = $NF == "i" || $NF == "o" && kind[curves] ~ /xlow/
	if (kind[curves] ~ /xlow/) {
		low_at[curves, i] = $3
		end_at[curves, i] = $4
	}
}

file > 3 && FNR == 1 {
	name_of_table[++tables] = FILENAME
	sub(/.*(data|results|chapters|fleet|\.)\//, "", name_of_table[tables])
}
file > 3 && line_is == "header" {
	for (i = 1; i <= columns; i++)
		has[tables, title[i]]
}
file > 3 && line_is == "row" {
	row = ++rows[tables]
	line[tables, row] = FNR - ("edition" in notes)
	point[tables, row] = point_said()
	for (i = 1; i <= columns; i++)
		cell[tables, row, title[i]] = $i
}

END {
	print "measuredPoints(["
	for (c = 1; c <= curves; c++) {
		p = panel_of[c]
		id = number[c] (panel > 1 ? substr("abcdefgh", p, 1) : "")
		if (kind[c] ~ /label|delta|y1/)
			continue
		t = row_numbers[p] ? 0 : table_of(c)
		said = ""
		all = 1
		many = t ? 0 : split(row_numbers[p], list, " ")
		for (i = 1; i <= length_of[c]; i++) {
			if (!in_range[c, i])
				continue
			row = many ? list[i] : i
			at = t ? t : 1
			name = t || many ? column_of(at, row, drawn_of(c, i)) : ""
			text = digits(drawn_of(c, i), 3) " " unit[p]
			all = all && name
			if (t || many) {
				from = (at, "gbs") in has ? "gbs" : (at, "ns") in has ? "ns" : ""
				text = point[at, row] ": " (name ? measured_in(at, row, name) : text (from ? ", from " measured_in(at, row, from) : "")) \
					((at, "status") in has ? ", " cell[at, row, "status"] : "") "; line " line[at, row] " of " name_of_table[at]
			} else
				text = text "; computed from " name_of_table[1]
			gsub(/["\\]/, "\\\\&", text)
			said = said sprintf("[\"%s\",%s,%s,\"%s\"%s],\n", id, kind[c] ~ /xlow/ ? end_at[c, i] : x_at[c, i], y_at[c, i], text, kind[c] ~ /xlow/ ? "," low_at[c, i] : "")
		}
		if (has_marks[id] || all && t)
			printf "%s", said
	}
	print "]);"
}
