# say.awk - what a student is told, in a few lines: awk -f csv.awk -f read.awk -f say.awk RESULT POINTS.

# The sectors that a request of a warp touches, if ncu could count them.
function requests() {
    if (!("sectors_per_load" in note)) return "were not counted: ncu is missing, or may not read the GPU's counters"
    return note["sectors_per_load"] " sectors per load" ("sectors_per_store" in note ? ", " note["sectors_per_store"] " per store" : "") ",\n             " note["sectors_mean"]
}
# Three digits, but no exponent.
function short(gbs) { return sprintf(gbs >= 1000 ? "%.0f" : "%.3g", gbs) }
line_is == "header" { for (key in notes) note[key] = notes[key] } # those of both tables
table == "result" && line_is == "row" {
    variant = $column["variant"]
    low = $column["bytes"] / $column["ms_high"] / 1e6
    high[variant] = $column["bytes"] / $column["ms_low"] / 1e6
    if (variant == "yours")
        yours = sprintf("%s GB/s (95 %%: %s to %s, %d samples)", short($column["gbs"]), short(low), short(high[variant]), $column["samples"])
}
table == "points" && line_is == "row" {
    sum += $column["points"]; of += $column["of"]
    list = list sprintf("    %2d of %2d  %s\n", $column["points"], $column["of"], $column["criterion"])
    if ($column["points"] < $column["of"] && read == "") read = $column["read"]
    # A share compares the better end of the interval, which reaches from there by twice the noise.
    noise = note["noise_percent"] / 100
    reached = $column["reached"]
    if ($column["measure"] ~ /^percent_of_/ && reached * (1 - 2 * noise) < $column["at_least"] && reached * (1 + noise) >= $column["at_least"] + 0)
        unsure = unsure "\n    " $column["criterion"]
}
END {
    print note["fault"] == "" ? "right for every input" : "not right: " note["said"]
    if (yours != "") {
        print "bandwidth    " yours
        printf "the book     %.0f %% of its best here, %s (%s GB/s)\n", note["percent_of_best"], note["best"], short(high[note["best"]])
        printf "the limit    %.0f %% of what was measured for it, %s (%s GB/s)\n", note["percent_of_limit"], note["limit"], short(high[note["limit"]])
        if (noise >= 0.1) printf "             (shares take the better end of your interval, %s GB/s)\n", short(high["yours"])
        if ("plan" in note) print "its plan     " note["plan"]
        else printf "its loads    %s\n", (note["load_bytes"] > 0 ? "up to " note["load_bytes"] " bytes wide" : \
            "gpu" in note ? "of unknown width" : "none in the machine code of yours")
        if ("gpu" in note && !("plan" in note)) print "its requests " requests()
    }
    printf "points       %d of %d\n%s", sum, of, list
    if (unsure != "") print "Measure again: with noise of " note["noise_percent"] " %, another run may decide otherwise about" unsure
    else if (noise >= 0.1) print "The machine was busy, so the bandwidth is uncertain by " note["noise_percent"] " %; no points depend on that."
    if (read != "") print "read next    " to_read(read, 1)
}
