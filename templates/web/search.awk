# search.awk - writes the text of a page by section, for search.js:
# ["vector.html", "chapter", [["id", "title", "text", "data"], ...]],
#
# Readers search for what a section says: text, captions, code and claims. Drawings, lists of machines and the
# origins of numbers are left out. Of the data below figures each column has its name and each value once.

# A record is a tag and the text behind it.
BEGIN { RS = "<" }
{
	end = index($0, ">")
	tag = substr($0, 1, end - 1)
	text = substr($0, end + 1)
	name = tag
	sub(/[ \t\n].*/, "", name)
}

name == "main" { inside = 1 }
name == "/main" { exit }
!inside { next }

skipped != "" {
	depth += (name == skipped) - (name == "/" skipped)
	if (depth > 0)
		next
	skipped = ""
}
name == "svg" || tag ~ /^span class="(from|ref|number|sr)"|^label class="others"/ {
	skipped = name
	depth = 1
	next
}

tag ~ /^section id="[^"]*" class="level[12][" ]/ {
	match(tag, /id="[^"]*"/)
	id[++sections] = substr(tag, RSTART + 4, RLENGTH - 5)
}
# The first heading of a section is its title. That of the first section is the chapter's title, of
# which the number is left out.
name ~ /^h[1-6]$/ && !(sections in title) { in_title = 1 }
name ~ /^\/h[1-6]$/ { in_title = 0 }
in_title && sections == 1 && tag ~ /^span class="header-section-number"/ {
	skipped = name
	depth = 1
	next
}

tag ~ /^div class="data"/ { in_data = 1; column = columns = 0; split("", values); split("", seen) }
in_data {
	if (name == "tr")
		column = 0
	else if (name == "th" || name == "td") {
		columns += name == "th"
		if (!seen[++column, text]++)
			values[column] = values[column] " " text
	} else if (name == "/div") {
		in_data = 0
		for (i = 1; i <= columns; i++)
			if (values[i] !~ /^ 95 % interval/)
				data[sections] = data[sections] values[i]
	}
	next
}

name ~ /^\/?(p|div|li|td|th|pre|h[1-6]|dt|dd|figcaption|figure|tr|summary|br)$/ { text = " " text }
in_title { title[sections] = title[sections] text; next }
{ said[sections] = said[sections] text }

# Writes a text as a string of JavaScript.
function quoted(text) {
	gsub(/&lt;/, "<", text)
	gsub(/&gt;/, ">", text)
	gsub(/&quot;/, "\"", text)
	gsub(/&#39;/, "'", text)
	gsub(/&nbsp;|\302\240/, " ", text)
	gsub(/&amp;/, "\\&", text)
	gsub(/[ \t\n]+/, " ", text)
	sub(/^ /, "", text)
	sub(/ $/, "", text)
	gsub(/["\\]/, "\\\\&", text)
	return "\"" text "\""
}

END {
	page = FILENAME
	sub(/.*\//, "", page)
	# The front page and the one for teachers stand above the editions.
	is_front = FILENAME == "build/site/index.html"
	printf "[%s,%s,[", quoted((FILENAME ~ /^build\/site\/[^\/]*$/ ? "../" : "") page), quoted(is_front ? "Front page" : title[1])
	for (i = 1; i <= sections; i++)
		printf("%s[%s,%s,%s,%s]", (i > 1 ? ",\n" : ""), quoted(i > 1 ? id[i] : ""), quoted(title[i]), quoted(said[i]), quoted(data[i]))
	print "]],"
}
