# nearest.awk WORD NAME... - prints the NAME that needs the fewest changed letters to become
# WORD, unless that is most of them.

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

BEGIN {
    for (k = 2; k < ARGC; k++) {
        d = distance(tolower(ARGV[1]), tolower(ARGV[k]))
        if (k == 2 || d < least) {
            least = d
            nearest = ARGV[k]
        }
    }
    if (least <= length(ARGV[1]) / 2)
        print nearest
}
