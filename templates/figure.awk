# figure.awk - a figure as gnuplot writes it, made lean for a page: it looks the same.
#
# Tenths of a pixel; no point of a line that lies on the line between its neighbours;
# a box is a rectangle, not a group of three; no group that is empty, and no shape of a
# point that is not in it. A colour that style.gp names, if that is read first, becomes
# a variable: colour_int4 = "#0a6c74" makes #0a6c74 var(--int4).

function of_hex(digits) {
	return 16 * (index("0123456789abcdef", substr(digits, 1, 1)) - 1) + index("0123456789abcdef", substr(digits, 2, 1)) - 1
}

FILENAME ~ /\.gp$/ {
	if (split($0, quoted, "\"") == 3 && quoted[1] ~ /^colour_[a-z0-9]+ *= *$/ && quoted[2] ~ /^#......$/) {
		sub(/^colour_/, "", quoted[1]); sub(/ *= *$/, "", quoted[1])
		variable[quoted[2]] = "var(--" quoted[1] ")"
		variable["rgb(" of_hex(substr(quoted[2], 2, 2)) "," of_hex(substr(quoted[2], 4, 2)) "," \
			of_hex(substr(quoted[2], 6, 2)) ")"] = "var(--" quoted[1] ")"
	}
	next
}

function themed(line,    out, colour, key) {
	while (match(line, /#[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]|rgb\( *[0-9]+, *[0-9]+, *[0-9]+\)/)) {
		colour = key = substr(line, RSTART, RLENGTH)
		out = out substr(line, 1, RSTART - 1)
		line = substr(line, RSTART + RLENGTH)
		key = tolower(key)
		gsub(/ /, "", key)
		out = out (key in variable ? variable[key] : colour)
	}
	return out line
}

# Its distance from the line from a to b.
function off(p, a, b,    dx, dy, length_) {
	dx = x[b] - x[a]; dy = y[b] - y[a]
	length_ = sqrt(dx * dx + dy * dy)
	if (length_ == 0)
		return sqrt((x[p] - x[a]) ^ 2 + (y[p] - y[a]) ^ 2)
	return ((x[p] - x[a]) * dy - (y[p] - y[a]) * dx) / length_
}

function on_line(from, to,    p, distance) {
	for (p = from + 1; p < to; p++) {
		distance = off(p, from, to)
		if (distance > 0.05 || distance < -0.05)
			return 0
	}
	return 1
}

# The points of a path, "M1,2 L3,4 ...", that are needed to draw it.
function straightened(d,    n, i, from, parts, pair, out) {
	n = split(d, parts, /[ \t\n]+/)
	for (i = 1; i <= n; i++) {
		split(substr(parts[i], 2), pair, ",")
		x[i] = pair[1]; y[i] = pair[2]
	}
	from = 1
	for (i = 1; i <= n; i++) {
		if (parts[i] ~ /^L/ && parts[i + 1] ~ /^L/ && i < n && i + 1 - from < 100 && on_line(from, i + 1))
			continue
		out = out (out == "" ? "" : " ") parts[i]
		from = i
	}
	return out
}

function tenths(text,    out) {
	while (match(text, /[0-9]\.[0-9][0-9][^0-9.]/)) {
		out = out substr(text, 1, RSTART + 2)
		text = substr(text, RSTART + 3)
		sub(/^[0-9]/, "", text)
		sub(/\.0$/, "", out)
	}
	return out text
}

function add(line) {
	if (line ~ /^<g[ >]/) {
		if (lines[last] == "</g>" && line == closed) {
			last-- # the group before goes on
			opened[++depth] = line
			return
		}
		opened[++depth] = line
	} else if (line == "</g>") {
		closed = opened[depth--]
		if (lines[last] == closed) {
			last--
			closed = ""
			return
		}
	}
	# gnuplot has a group about a box, and its outline behind that.
	if (line ~ /^<path stroke='[^']*' +d='[^']* Z *'\/>$/ && lines[last] == "</g>" && lines[last - 1] ~ /^<polygon /) {
		sub(/^<path /, "", line)
		sub(/ +d='.*$/, "", line)
		sub(/<polygon /, "<polygon " line " ", lines[last - 1])
		lines[last - 2] = lines[last - 1]
		last -= 2
		closed = ""
		return
	}
	lines[++last] = line
}

{ sub(/^[ \t]+/, ""); sub(/[ \t]+$/, "") }
$0 == "" { next }
/^<filter/ { skipping = 1 }
skipping { if (/<\/filter>/) skipping = 0; next }
# A path of many points stands on many lines.
held != "" { held = held " " $0; if (/'/) { put(held); held = "" }; next }
/^<path/ && !/\/>/ { held = $0; next }
{ put($0) }

function put(line,    start, d) {
	if (line ~ /^<text>|id='gp/) {
		add(line)
		return
	}
	if (match(line, / d='M[^']*'/) && line !~ /<defs>|id=/) {
		d = substr(line, RSTART + 4, RLENGTH - 5)
		start = substr(line, 1, RSTART + 3)
		line = start straightened(d) substr(line, RSTART + RLENGTH - 1)
	}
	line = tenths(line)
	gsub(/<\/g>/, "\n&", line)
	gsub(/<g /, "\n&", line)
	gsub(/\n[ \t\n]*/, "\n", line)
	sub(/^\n/, "", line)
	n_parts = split(line, pieces, /[ \t]*\n/)
	for (n_piece = 1; n_piece <= n_parts; n_piece++)
		add(pieces[n_piece])
}

function least(a, b) {
	return a + 0 < b + 0 ? a : b
}

function apart(a, b) {
	return a + 0 < b + 0 ? b - a : a - b
}

# A polygon of four corners with level and upright sides is a rectangle.
function boxed(line,    c, n) {
	if (line !~ /^<polygon / || !match(line, /points = '[^']*'/))
		return line
	n = split(substr(line, RSTART + 10, RLENGTH - 11), c, /[ ,]+/)
	if (c[n] == "")
		n--
	if (n != 8 || c[1] != c[7] || c[2] != c[4] || c[3] != c[5] || c[6] != c[8])
		return line
	return "<rect " substr(line, 10, RSTART - 10) sprintf("x='%.8g' y='%.8g' width='%.8g' height='%.8g'", \
		least(c[1], c[3]), least(c[2], c[6]), apart(c[1], c[3]), apart(c[2], c[6])) substr(line, RSTART + RLENGTH)
}

# Last first: a shape may be made of one before it.
END {
	for (i = last; i > 0; i--) {
		shape = lines[i]
		if (match(shape, /id='gp(Dot|Pt[0-9]+)'/) && !used[substr(shape, RSTART + 4, RLENGTH - 5)])
			lines[i] = ""
		else if (match(shape, /href='#gp[A-Za-z0-9]+'/))
			used[substr(shape, RSTART + 7, RLENGTH - 8)] = 1
	}
	for (i = 1; i <= last; i++)
		if (lines[i] != "")
			print themed(boxed(lines[i]))
}
