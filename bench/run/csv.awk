# csv.awk - reads tables of results for a program that follows it: awk -f csv.awk -f compare.awk CSV...
#
# bench/README.md describes the format. With each line these variables say what it is:
#   line_is     note, header or row
#   table       the name of the table, such as copy
#   notes       the notes so far, by their keys
#   columns     how many columns there are; title has their names, and column their numbers by name
#   varied      how many of them tell rows apart; the next one is the first that was measured
#   has_medians whether it has medians with intervals; other tables are counted, or describe the machine

BEGIN { FS = "," }
FNR == 1 {
    table = FILENAME
    sub(/.*\//, "", table); sub(/\.csv$/, "", table)
    columns = varied = 0
    split("", notes); split("", title); split("", column)
}
{ line_is = /^#/ ? "note" : columns ? "row" : "header" }
line_is == "note" && match($0, /^# [a-z][a-z0-9_]*: /) { notes[substr($0, 3, RLENGTH - 4)] = substr($0, RLENGTH + 1) }
line_is == "header" {
    columns = varied = NF
    for (i = NF; i > 0; i--) {
        title[i] = $i
        column[$i] = i
        if ($i ~ /^(bytes|ns|gpu_ns|value|registers|load_requests|cards|outcome)$/) varied = i - 1
    }
    has_medians = "ms_low" in column || "ns_low" in column
}

# Names the gpu or the cpu as machine.csv in a folder does, whose path ends in a slash; nothing if it names none.
function machine_in(folder, key,    text) {
    if (!looked_in[folder]++) {
        while ((getline text < (folder "machine.csv")) > 0)
            if (text ~ /^[gc]pu,/) named_in[folder, substr(text, 1, 3)] = substr(text, 5)
        close(folder "machine.csv")
    }
    return named_in[folder, key]
}

# The text that identifies this row, such as "variant=int4 memory=dram".
function point_of_row(    i, text) {
    for (i = 1; i <= varied; i++) text = text (i > 1 ? " " : "") title[i] "=" $i
    return text
}

# Programs call an interval settled that is within 0.5 % of its median; times are printed with six digits.
function is_settled(half) { return half <= 0.00502 }

# Half of the interval around a median, as a part of the median: name is ms or ns.
function half_interval(name) { return half_of($column[name] + 0, $column[name "_low"], $column[name "_high"]) }
function half_of(median, low, high) {
    return median ? (median - low > high - median ? median - low : high - median) / median : 0
}
