# chapters.awk - lists the chapters, each with its title and the ids that others may link to, such as
# "04-vector<tab>Vector loads<tab> sec-scalar V1 ". It stops at what only a look at all chapters can
# tell: that one has no title or two, or that two claims have one id.

function stop(text) {
	print text > "/dev/stderr"
	failed = 1
	exit 1
}

# Editors of Windows begin a file with a byte order mark, and end lines with a carriage return.
FNR == 1 { in_code = 0; sub(/^\357\273\277/, "") }
{ sub(/\r$/, "") }
/^ *(```|~~~)/ { in_code = !in_code }
/^<!--/ { in_comment = 1 }
in_comment { in_comment = !/-->/; next }
in_code { next }

{
	text = $0
	if (text ~ /^:::/)
		gsub(/'[^']*'|"[^"]*"/, "", text)
	for (; match(text, /\{[^{}]*#[^ }]+/); text = substr(text, RSTART + RLENGTH)) {
		id = substr(text, RSTART, RLENGTH)
		sub(/.*#/, " ", id)
		ids[FILENAME] = ids[FILENAME] id
	}
}

/^# / && FILENAME in title {
	stop(FILENAME ":" FNR ": a second title: a chapter has one '# Title', and its sections have '##'")
}
# A title stands in menus, so it loses its markup and attributes.
/^# / {
	gsub(/[*`]|\{[^}]*\}/, "")
	gsub(/^# *| *$/, "")
	title[FILENAME] = $0
}

/^:::/ {
	gsub(/'[^']*'|"[^"]*"/, "")
	if ($0 ~ /[{ ]\.claim[ }]/ && match($0, /#[^ }]+/)) {
		id = substr($0, RSTART + 1, RLENGTH - 1)
		if (id in place)
			stop(FILENAME ":" FNR ": there is a claim " id " at " place[id] " already: give this one another number")
		place[id] = FILENAME ":" FNR
	}
}

END {
	for (i = 1; i < ARGC && !failed; i++) {
		if (!(ARGV[i] in title))
			stop(ARGV[i] ":1: no title: begin it with '# ' and the name of the chapter")
		name = ARGV[i]
		gsub(/.*\/|\.md$/, "", name)
		print name "\t" title[ARGV[i]] "\t" ids[ARGV[i]] " "
	}
	exit failed
}
