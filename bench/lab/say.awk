# say.awk - what a student is told, in a few lines: awk -F , -f say.awk RESULT POINTS. Shares are those of the
# better ends of the intervals, as in points.awk.

# The sectors that a request of a warp touches, if ncu could count them.
function requests() {
    if (!("sectors_per_load" in note)) return "were not counted: ncu is missing, or may not read the GPU's counters"
    return note["sectors_per_load"] " sectors per load" ("sectors_per_store" in note ? ", " note["sectors_per_store"] " per store" : "")
}
# Three digits, but no exponent.
function short(gbs) { return sprintf(gbs >= 1000 ? "%.0f" : "%.3g", gbs) }
FNR == 1 { files++ }
/^# / { key = substr($1, 3, index($1, ":") - 3); note[key] = substr($0, length(key) + 5); next }
files == 1 && head1++ {
    low = $3 / $6 / 1e6; high = $3 / $5 / 1e6
    if ($2 == "yours") {
        mine = high
        yours = sprintf("%s GB/s (95 %%: %s to %s, %d samples)", short($NF), short(low), short(high), $7)
        if ($6 >= 1.1 * $4 || $5 <= 0.9 * $4) noisy = "\nThe machine was busy meanwhile: measure again when it is not."
    }
    if ($2 == "book" && high > most) { most = high; best = $1 }
    if ($2 == "limit" && (limit == "" || high < least)) { least = high; limit = $1 }
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
        printf "the book     %.0f %% of its best here, %s (%s GB/s)\n", 100 * mine / most, best, short(most)
        printf "the limit    %.0f %% of what was measured for it, %s (%s GB/s)\n", 100 * mine / least, limit, short(least)
        printf "its loads    %s\n", (note["load_bytes"] > 0 ? "up to " note["load_bytes"] " bytes wide" : "of unknown width")
        if ("gpu" in note) print "its requests " requests()
    }
    if (noisy != "") print substr(noisy, 2)
    printf "points       %d of %d\n%s", sum, of, list
    if (read != "") print "read next    " read
}
