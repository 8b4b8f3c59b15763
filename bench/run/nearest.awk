# nearest.awk WORD NAME... - prints the NAME that needs the fewest changed letters to become WORD,
# unless more than half of WORD's letters would change.

function least(a, b, c) { return a <= b && a <= c ? a : b <= c ? b : c }

# The number of letters to insert, remove or replace, by dynamic programming over prefixes.
function distance(a, b,    above, row, i, j) {
    for (j = 0; j <= length(b); j++) above[j] = j
    for (i = 1; i <= length(a); i++) {
        row[0] = i
        for (j = 1; j <= length(b); j++)
            row[j] = least(above[j - 1] + (substr(a, i, 1) != substr(b, j, 1)), above[j] + 1, row[j - 1] + 1)
        for (j in row) above[j] = row[j]
    }
    return above[length(b)]
}

BEGIN {
    fewest = length(ARGV[1]) / 2 + 0.1
    for (k = 2; k < ARGC; k++) {
        d = distance(tolower(ARGV[1]), tolower(ARGV[k]))
        if (d < fewest) { fewest = d; nearest = ARGV[k] }
    }
    if (nearest != "") print nearest
}
