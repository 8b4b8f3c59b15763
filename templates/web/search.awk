# search.awk - writes the text of a page by section, for search.js:
# ["vector.html", "chapter", [["id", "title", "text"], ...]],
#
# Readers search for what a section says: text, captions, code and claims. The data below figures,
# drawings, and the origins of numbers are left out.

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
name == "svg" || tag ~ /^div class="data"/ || tag ~ /^span class="(from|ref|number|sr)"/ {
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
	printf "[%s,%s,[", quoted(page), quoted(title[1])
	for (i = 1; i <= sections; i++)
		printf("%s[%s,%s,%s]", (i > 1 ? ",\n" : ""), quoted(i > 1 ? id[i] : ""), quoted(title[i]), quoted(said[i]))
	print "]],"
}
