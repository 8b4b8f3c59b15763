# points.awk - the points of a submission: awk -f csv.awk -f points.awk RUBRIC RESULT prints a line of CSV for each
# criterion of the lab's rubric.csv, with what was reached. Notes above them say what else is told of a submission
# that was timed: the two percentages, the variants best and limit that they compare with, and noise_percent, half of
# the width of its interval.
#
# The measures that a rubric may ask for:
#     correct           1 if nothing was wrong
#     load_bytes        bytes that its widest load in machine code brings
#     percent_of_best   its bandwidth, of the book's best variant's in the same run
#     percent_of_limit  the same of the measured limit: the slowest of the variants that are limits
#     percent_of_NAME   the same of the variant NAME
# Bandwidths are compared by the better ends of their intervals, because whatever disturbs a machine only slows
# it down. What is wrong gets no points at all.

function wrong(what) {
    print FILENAME ":" FNR ": " what > "/dev/stderr"
    faulty = 1
    exit 1
}
function percent_of(of) { return 100 * gbs["yours"] / gbs[of] }

FNR == NR && line_is == "header" && $0 != "criterion,points,measure,at_least,read" {
    wrong("its columns are criterion,points,measure,at_least,read")
}
FNR == NR && line_is == "row" {
    if (NF != 5) wrong(NF " values for 5 columns: none may hold a comma")
    if ($2 !~ /^[0-9]+$/) wrong("points: '" $2 "' is no whole number")
    if ($3 !~ /^(correct|load_bytes|percent_of_[a-z0-9_]+)$/) wrong("measure: '" $3 "' is not correct, load_bytes or percent_of_...")
    if ($4 !~ /^[0-9.]+$/) wrong("at_least: '" $4 "' is no number")
    row[++n] = $0
}
FNR != NR && line_is == "row" {
    variant = $column["variant"]; kind = $column["kind"]
    gbs[variant] = $column["bytes"] / $column["ms_low"] / 1e6
    if (variant == "yours") noise = 100 * half_interval("ms")
    if (kind == "book" && gbs[variant] > gbs["best"]) { gbs["best"] = gbs[variant]; best = variant }
    if (kind == "limit" && (!limit || gbs[variant] < gbs["limit"])) { gbs["limit"] = gbs[variant]; limit = variant }
}
END {
    if (faulty) exit 1
    is_wrong = notes["fault"] != ""
    print "# schema: 1"
    if ("yours" in gbs && !("best" in gbs && "limit" in gbs)) {
        print ARGV[2] ": the lab needs a variant of the book and one that is a limit" > "/dev/stderr"
        exit 1
    }
    if ("yours" in gbs)
        printf "# best: %s\n# limit: %s\n# percent_of_best: %.6g\n# percent_of_limit: %.6g\n# noise_percent: %.0f\n", \
            best, limit, percent_of("best"), percent_of("limit"), noise
    print "criterion,points,of,reached,at_least,measure,read"
    for (i = 1; i <= n; i++) {
        split(row[i], a, ",")
        of = a[3]; sub(/^percent_of_/, "", of)
        if (of != a[3] && !is_wrong && !(of in gbs)) {
            print ARGV[1] ": measure: '" a[3] "': the lab has no variant '" of "'" > "/dev/stderr"
            exit 1
        }
        reached = is_wrong ? 0 : a[3] == "correct" ? 1 : a[3] == "load_bytes" ? notes["load_bytes"] + 0 : percent_of(of)
        # Where a submission does not even start, the text of the lab helps more than the book.
        if (notes["fault"] ~ /^not_/) a[5] = "lab-" notes["lab"] ".html#task"
        printf "%s,%d,%d,%.4g,%s,%s,%s\n", a[1], (!is_wrong && reached >= a[4]) * a[2], a[2], reached, a[4], a[3], a[5]
    }
}
