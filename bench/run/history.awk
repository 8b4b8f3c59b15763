# history.awk - on which levels do the headline numbers of a machine lie? awk -f csv.awk -f
# steps.awk -f history.awk HISTORY prints a table: for each number its levels in order, and why
# each began.
#
# Numbers of different cards are no series, so those of each card are searched for steps by
# themselves. A number whose card is not known counts to the card before it. Throttled numbers are
# left out.

line_is == "row" && $NF != "throttled" {
    key = $column["headline"]
    if (!(key in many)) keys[++headlines] = key
    n = ++many[key]
    value[key, n] = $column["value"]
    recording[key, n] = $column["recording"]
    identity[key, n] = $column["identity"]
}

# Identities are averages, and two of one card may differ in their last digits.
function is_other(a, b) { return a != "-" && b != "-" && (a - b > 0.02 || b - a > 0.02) }

function print_levels(key,    n, i, v, began, first, card, end) {
    n = many[key]
    first = 1; card = "-"
    for (i = 1; i <= n; i++) v[i] = value[key, i]
    for (i = 1; i <= n + 1; i++) {
        if (i <= n && !is_other(identity[key, i], card)) {
            if (identity[key, i] != "-") card = identity[key, i]
            continue
        }
        find_steps(v, first, i - 1, began)
        if (i > n) break
        first = i; card = identity[key, i]
        began[i] = "card"
    }
    began[1] = "first"
    for (i = 1; i <= n; i = end + 1) {
        for (end = i; end < n && !(end + 1 in began); end++) ;
        printf "%s,%s,%d,%d,%d,%.6g\n", key, began[i], recording[key, i], recording[key, end], \
            end - i + 1, level_of(v, i, end)
    }
}

END {
    print "# program: levels"
    print "# schema: 1"
    print "headline,began,first,last,recordings,level"
    for (h = 1; h <= headlines; h++) print_levels(keys[h])
}
