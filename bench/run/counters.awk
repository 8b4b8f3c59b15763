# counters.awk - the rows of counters.csv, from pairs of files: what ncu counted of a program's
# launches, N.NAME.ncu, and the table that the program printed meanwhile, N.NAME.table. csv.awk
# reads the tables. `metrics` is the list of counters.txt: a column and ncu's name for it, in turn.

function wrong(what) {
    print "counters: " experiment ": " what > "/dev/stderr"
    failed = 1
    exit 1
}

# The fields of a line of ncu's CSV, in which some are quoted.
function split_quoted(line, field,    n, i, c, quoted) {
    split("", field)
    n = 1
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (c == "\"") quoted = !quoted
        else if (c == "," && !quoted) n++
        else field[n] = field[n] c
    }
    return n
}

# A count is a whole number; what is counted per instruction has six digits.
function as_text(name, value) { return sprintf(name ~ /^wait_/ ? "%.6g" : "%.0f", value) }

function check_launches() {
    if (asked != launches) wrong(asked " launches have rows, but " launches " were counted")
}

# A row of partition is of two kernels, which sort and then count.
function kernels_of_row() { return "variant" in column && $column["variant"] == "partition" ? 2 : 1 }

# Counts that only some programs or GPUs have stand last.
BEGIN {
    metric_count = split(metrics, words, /[ \n]+/) / 2
    for (i = 1; i <= metric_count; i++) {
        name[i] = words[2 * i - 1]; metric[i] = words[2 * i]
        if (name[i] !~ /^(remote|missed|fabric|wait)_/) everywhere = i
    }
}

FNR == 1 && FILENAME ~ /ncu$/ {
    check_launches()
    experiment = FILENAME
    sub(/.*\/[0-9]+\./, "", experiment); sub(/\.ncu$/, "", experiment)
    launches = asked = ncu_lines = 0
}

# ncu's table has names, then units, then a line for each launch. What is not of the table begins
# with ==.
FILENAME ~ /ncu$/ && /^"/ {
    n = split_quoted($0, field)
    if (++ncu_lines == 1) {
        split("", at)
        for (i = 1; i <= n; i++) at[field[i]] = i
        for (i = 1; i <= metric_count; i++) {
            if (metric[i] in at) is_counted[i] = 1
            else if (i <= everywhere || experiment ~ /^dsm/ && name[i] ~ /^remote_/) wrong("ncu did not count " metric[i])
        }
    } else if (ncu_lines > 2) {
        kernel = field[at["Kernel Name"]]
        sub(/^void /, "", kernel); sub(/\(.*/, "", kernel)
        gsub(/[<>, ]+/, "_", kernel); sub(/_$/, "", kernel)
        kernels[++launches] = kernel
        for (i = 1; i <= metric_count; i++) {
            if (!(metric[i] in at)) continue
            value = field[at[metric[i]]]
            gsub(/,/, "", value)
            if (value !~ /^[0-9.]+$/) wrong("ncu counted \"" value "\" for " metric[i])
            counted[launches, i] = value + 0
        }
    }
}
FILENAME ~ /ncu$/ { next }

line_is == "header" { for (i = 1; i <= columns; i++) if (!known[$i]++) all[++all_count] = $i }
line_is == "row" {
    for (rest = kernels_of_row(); rest; rest--) {
        asked++
        if ("memory" in column && $column["memory"] == "l2") continue
        rows++
        who[rows] = experiment "," kernels[asked]
        for (i = 1; i <= columns; i++) varied_value[rows, title[i]] = $i
        for (i = 1; i <= metric_count; i++) count[rows, name[i]] = metric[i] in at ? counted[asked, i] : 0
        # ncu's value is the mean of a slice, and what we want is the number of slices.
        mean = count[rows, "l2_slices"]
        count[rows, "l2_slices"] = mean ? count[rows, "l2_requests"] / mean : 0
    }
}

END {
    if (failed) exit 1
    check_launches()
    if (!rows) wrong("nothing was counted")
    line = "experiment,kernel"
    for (i = 1; i <= all_count; i++) line = line "," all[i]
    for (i = 1; i <= everywhere; i++) line = line "," name[i]
    line = line ",sectors_per_load,sectors_per_store"
    for (; i <= metric_count; i++) if (i in is_counted) line = line "," name[i]
    print line
    for (row = 1; row <= rows; row++) {
        line = who[row]
        for (i = 1; i <= all_count; i++) line = line "," ((row, all[i]) in varied_value ? varied_value[row, all[i]] : "-")
        for (i = 1; i <= everywhere; i++) line = line sprintf(",%.0f", count[row, name[i]])
        loads = count[row, "load_requests"]; stores = count[row, "store_requests"]
        line = line sprintf(",%.6g,%.6g", loads ? count[row, "load_sectors"] / loads : 0, stores ? count[row, "store_sectors"] / stores : 0)
        for (; i <= metric_count; i++) if (i in is_counted) line = line "," as_text(name[i], count[row, name[i]])
        print line
    }
}
