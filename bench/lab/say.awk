# say.awk - what a student is told, in a few lines: awk -F , -f say.awk RESULT POINTS.

FNR == 1 { files++ }
/^# / { key = substr($1, 3, index($1, ":") - 3); note[key] = substr($0, length(key) + 5); next }
files == 1 && head1++ {
    gbs[$1] = $NF; low = $3 / $6 / 1e6; high = $3 / $5 / 1e6
    if ($2 == "yours") { yours = sprintf("%.3g GB/s (95 %%: %.3g to %.3g, %d samples)", $NF, low, high, $7) }
    if ($2 == "book" && $NF > most) { most = $NF; best = $1 }
    if ($2 == "limit" && (limit == "" || $NF < least)) { least = $NF; limit = $1 }
}
files == 2 && head2++ {
    sum += $2; of += $3
    list = list sprintf("    %2d of %2d  %s\n", $2, $3, $1)
    if ($2 < $3 && read == "") read = $7
}
END {
    print note["fault"] == "" ? "right for every input" : "not right: " note["said"]
    if (yours != "") {
        print "bandwidth    " yours
        printf "the book     %.0f %% of its best here, %s (%.3g GB/s)\n", 100 * gbs["yours"] / most, best, most
        printf "the limit    %.0f %% of what was measured for it, %s (%.3g GB/s)\n", 100 * gbs["yours"] / least, limit, least
        printf "its loads    %s\n", (note["load_bytes"] > 0 ? "up to " note["load_bytes"] " bytes wide" : "of unknown width")
    }
    printf "points       %d of %d\n%s", sum, of, list
    if (read != "") print "read next    " read
}
