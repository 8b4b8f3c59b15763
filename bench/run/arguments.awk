# arguments.awk - prints what is wrong with the targets and variables that make was given:
#
#     awk -v level=MAKELEVEL -f arguments.awk MAKEFILE... -- TARGET... NAME=...
#
# The makefiles document both, in lines such as these. A variable is for the targets that are named,
# and one of "any" for all.
#
#     validate: ## check all results
#     ONLY ?=# measure fleet: experiments to measure
#
# A word that is misspelt, or that means nothing to the targets asked for, would have no effect, and
# nobody would be told. A make that another one runs is passed all that this one was given.

BEGIN {
	for (i = 1; i < ARGC; i++) {
		if (behind)
			given[++words] = ARGV[i]
		behind = behind || ARGV[i] == "--"
		if (behind)
			delete ARGV[i]
	}
}

/^[a-z-]+:.* ## / { targets[substr($0, 1, index($0, ":") - 1)] }

match($0, /^[A-Z_]+ *\?=/) {
	name = substr($0, 1, RLENGTH - 2)
	sub(/ *$/, "", name)
	variables = variables " " name
	sub(/[^#]*# */, "")
	sub(/:.*/, "")
	targets_of[name] = $0
}

function stop(text) {
	print text
	exit
}

END {
	for (i = 1; i <= words; i++) {
		word = given[i]
		if (word ~ /\//)
			file = 1 # which any variable may be for
		else if (word !~ /=$/) {
			if (!(word in targets))
				stop("there is no target '" word "'" hint(word, targets) ": 'make help' lists them all")
			goals = goals (goals == "" ? "" : " ") word
		}
	}
	if (goals == "" && !file)
		goals = "all"
	if (chosen("clean") && (goals != "clean" || file))
		stop("clean first, then build: make clean && make ...")
	early = chosen("measure counters record")
	late = chosen("site pdf epub handout slides worksheet")
	if (chosen("all measure counters") && chosen("record validate compare-results"))
		stop("measure first, then look or record: make measure && make record MACHINE=my-gpu")
	if (early && late)
		stop("what '" early "' makes, '" late "' would not see: 'make " early " && make " late "'")
	for (i = 1; i <= words; i++) {
		word = given[i]
		if (!sub(/=$/, "", word))
			continue
		if (!(word in targets_of))
			stop("there is no variable '" word "'" hint(word, targets_of) ": there are" variables)
		if (targets_of[word] != "any" && !chosen(targets_of[word]) && !file && level == 0)
			stop(word "= means nothing to 'make " goals "': it is for " targets_of[word])
	}
}

# chosen NAMES - those of the goals that are among the names.
function chosen(names,    k, goal, found) {
	for (k = split(goals, goal, " "); k > 0; k--)
		if (index(" " names " ", " " goal[k] " "))
			found = goal[k] (found == "" ? "" : " ") found
	return found
}

# hint WORD NAMES - the name that is nearest to the word, unless more than half of its letters differ.
function hint(word, names,    name, d, least, nearest) {
	least = length(word) / 2
	for (name in names) {
		d = distance(tolower(word), tolower(name))
		if (d < least || d == least && (nearest == "" || name < nearest)) {
			least = d
			nearest = name
		}
	}
	return nearest == "" ? "" : " (did you mean " nearest "?)"
}

# The number of letters to insert, remove or replace, by dynamic programming over prefixes.
function distance(a, b,    above, row, i, j, cost) {
	for (j = 0; j <= length(b); j++)
		above[j] = j
	for (i = 1; i <= length(a); i++) {
		row[0] = i
		for (j = 1; j <= length(b); j++) {
			cost = above[j - 1] + (substr(a, i, 1) != substr(b, j, 1))
			if (above[j] + 1 < cost)
				cost = above[j] + 1
			if (row[j - 1] + 1 < cost)
				cost = row[j - 1] + 1
			row[j] = cost
		}
		for (j in row)
			above[j] = row[j]
	}
	return above[length(b)]
}
