# figure.awk - turns what gnuplot wrote into a page's figure: awk -f figure.awk style.gp FIGURE, or with -v narrow=1
# the narrow one into a script that brings it into the page.
#
# A colour that style.gp names becomes a CSS variable, so that a figure follows the theme of its page:
# because of colour_int4 = "#0a6c74", #0a6c74 becomes var(--int4). Pages load faster without what draws
# nothing and what SVG assumes anyway, so this removes both, and error bars that points hide. The patterns of a
# narrow drawing have names of their own, because a browser draws none that it finds in the hidden wide drawing
# first.

function byte(digits) {
	return 16 * index("123456789abcdef", substr(digits, 1, 1)) + index("123456789abcdef", substr(digits, 2, 1))
}

# Writes horizontal and vertical lines by their lengths. Those of error bars are then all alike, so the
# page compresses better.
function straight(d,   out, p) {
	while (match(d, /M[0-9.]+,[0-9.]+ L[0-9.]+,[0-9.]+/)) {
		split(substr(d, RSTART, RLENGTH), p, /[ML, ]+/)
		out = out substr(d, 1, RSTART - 1) "M" p[2] "," p[3] (p[3] == p[5] ? "h" p[4] - p[2] : p[2] == p[4] ? "v" p[5] - p[3] : " L" p[4] "," p[5])
		d = substr(d, RSTART + RLENGTH)
	}
	return out d
}

# A path without error bars that are shorter than a pixel. gnuplot draws one in three pieces: from end to
# end, and a line across each end. One that has no length is a place.
function long_bars(d,   n, i, piece, bar, low, high, out) {
	n = split(d, piece, "M")
	for (i = 2; i <= n; i++) {
		if (split(piece[i], bar, /[L, ]+/) < 4) {
			bar[3] = bar[1]
			bar[4] = bar[2]
		}
		split(piece[i + 1], low, /[L, ]+/)
		split(piece[i + 2], high, /[L, ]+/)
		if (i + 2 <= n && bar[1] == bar[3] && bar[2] - bar[4] < 1 && bar[4] - bar[2] < 1 && low[2] == bar[2] && low[4] == bar[2] && high[2] == bar[4] && high[4] == bar[4])
			i += 2
		else
			out = out "M" piece[i]
	}
	return out
}

FILENAME ~ /\.gp$/ {
	if (split($0, part, "\"") == 3 && part[1] ~ /^colour_[a-z0-9]+ *= *$/) {
		gsub(/^colour_| *= *$/, "", part[1])
		hex = part[2]
		rgb = "rgb\\( *" byte(substr(hex, 2)) ", *" byte(substr(hex, 4)) ", *" byte(substr(hex, 6)) "\\)"
		variable[hex] = variable[toupper(hex)] = variable[rgb] = "var(--" part[1] ")"
	}
	next
}

/<path / {
	while (!/\/>/ && (getline more) > 0) {
		sub(/^[ \t]+/, " ", more)
		$0 = $0 more
	}
	if (match($0, /d='M[^']*/))
		$0 = substr($0, 1, RSTART + 2) long_bars(substr($0, RSTART + 3, RLENGTH - 3)) substr($0, RSTART + RLENGTH)
}

/<filter/, /<\/filter>/ { next }
/<desc>|<rect .* fill="none"\/>/ { next }

{
	for (colour in variable)
		gsub(colour, variable[colour])
	# All groups share these, so the outermost one says them for all.
	gsub(/ fill="none" color="black" stroke="currentColor"| stroke-linecap="butt" stroke-linejoin="miter"| font-family="IBM Plex Sans"| class="gridline"|<title>.*<\/title>/, "")
	sub(/<g id="gnuplot_canvas"/, "& fill=\"none\" color=\"black\" stroke=\"currentColor\" font-family=\"IBM Plex Sans\"")
	if (narrow)
		gsub(/gpPat/, "gpNarrow")
	gsub(/^[ \t]+|[ \t]+$/, "")
}

# A tenth of a pixel is precise enough, except for shapes, which are scaled. Texts stay as they are.
!/<text>|id='gp|data-axes/ {
	gsub(/ += +/, "=")
	gsub(/ +'/, "'")
	gsub(/0000'/, "'")
	$0 = $0 " "
	while (match($0, /[1-9]\.[0-9][0-9]+[^0-9.]|[0-9][0-9]\.[0-9][0-9]+[^0-9.]/)) {
		at = index(substr($0, RSTART), ".")
		$0 = substr($0, 1, RSTART + at) substr($0, RSTART + RLENGTH - 1)
	}
	while (match($0, /[0-9]\.0[ ,')]/))
		$0 = substr($0, 1, RSTART) substr($0, RSTART + 3)
	sub(/ $/, "")
	$0 = straight($0)
}

$0 { line[++n] = $0 }

# Goes from the last line to the first, because a shape may be used by one that stands above it.
END {
	for (i = n; i > 0; i--) {
		if (match(line[i], /id='gp(Dot|Pt)[0-9]*/) && !(substr(line[i], RSTART + 4, RLENGTH - 4) in used))
			line[i] = ""
		if (match(line[i], /href='#gp[A-Za-z0-9]+/))
			used[substr(line[i], RSTART + 7, RLENGTH - 7)] = 1
		# A group that ends where it begins draws nothing.
		if (line[i] ~ /^<g [^>]*>$/ && line[i + 1] == "</g>")
			line[i] = line[i + 1] = ""
		# gnuplot draws a box twice: as an area in a group of its own, then as a border.
		if (line[i] == "<g stroke='none' shape-rendering='crispEdges'>" && line[i + 2] == "</g>" && match(line[i + 3], /^<path stroke='[^']*'  d='M[^M']*Z'\/>/)) {
			split(line[i + 3], part, "'")
			sub(/^<polygon/, "& stroke='" part[2] "'", line[i + 1])
			line[i] = line[i + 2] = ""
			line[i + 3] = substr(line[i + 3], RLENGTH + 1)
		}
	}
	if (narrow) {
		print "narrowDrawing(`"
		line[1] = "" # says that it is XML
	}
	for (i = 1; i <= n; i++) {
		if (narrow)
			gsub(/[`$\\]/, "\\\\&", line[i])
		if (line[i])
			print line[i]
	}
	if (narrow)
		print "`);"
}
