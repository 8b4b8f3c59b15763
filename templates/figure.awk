# figure.awk - makes a page's figure of what gnuplot wrote: awk -f figure.awk style.gp FIGURE.
#
# A colour that style.gp names becomes a CSS variable, so that a figure follows the theme of
# its page: colour_int4 = "#0a6c74" makes #0a6c74 var(--int4). What SVG takes for granted,
# groups and filters that draw nothing, and hundredths of a pixel go.

function byte(digits) {
	return 16 * index("123456789abcdef", substr(digits, 1, 1)) + index("123456789abcdef", substr(digits, 2, 1))
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

/<filter/, /<\/filter>/ { next }
/<rect .* fill="none"\/>/ { next }

{
	for (colour in variable)
		gsub(colour, variable[colour])
	# All groups share these, so the outermost one says them for all.
	gsub(/ fill="none" color="black" stroke="currentColor"| stroke-linecap="butt" stroke-linejoin="miter"/, "")
	sub(/<g id="gnuplot_canvas"/, "& fill=\"none\" color=\"black\" stroke=\"currentColor\"")
	sub(/<tspan font-family="IBM Plex Sans" >/, "<tspan>")
	while (match($0, /\.[0-9][0-9]+[^0-9.]/))
		$0 = substr($0, 1, RSTART + 1) substr($0, RSTART + RLENGTH - 1)
	gsub(/^[ \t]+|[ \t]+$/, "")
	while (match($0, /[0-9]\.0[^0-9]/))
		$0 = substr($0, 1, RSTART) substr($0, RSTART + 3)
}

# A filled area needs no group of its own, and a group that ends where it begins draws nothing.
$0 == "<g stroke='none' shape-rendering='crispEdges'>" { area = 1; next }
$0 == "</g>" && area { area = 0; next }
area { sub(/^<polygon/, "& stroke='none'") }
$0 == "</g>" && group { group = ""; next }
group { print group; group = "" }
/^<g [^>]*>$/ { group = $0; next }
$0 { print }
