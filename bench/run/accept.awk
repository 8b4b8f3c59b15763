# accept.awk - does a GPU reach what criteria demand? awk -f csv.awk -f accept.awk CRITERIA MACHINE CSV...
# judges the tables of one machine, whose machine.csv is MACHINE, and prints a table: the criteria, and
# for each the value, its 95 % interval, the margin and the verdict. With -v brief=1 there may be several
# machines, each a MACHINE and its tables, and a line for each has its folder, the verdict and the reason.
#
# The rule. A criterion passes if the median reaches the limit, and of an unsettled row the worse end of
# its interval as well. It fails if not even the better end does, and cannot be told in between. Nor can it
# be told if the row is missing or throttled, if another process used the GPU, if the GPU is another model
# or is set up in another way than the one the criteria come from, or if it fails at a clock that is 2 %
# lower: then the clock may be the reason. The GPU fails if one criterion does, and passes if all do. The
# exit status is 0, 1 if it fails, 3 if it cannot be told, and 2 if the criteria have a fault. Errors that its
# memory has had are part of the reason, and change no verdict: what they mean is up to the owner.

function wrong(what) {
    print FILENAME ":" FNR ": " what > "/dev/stderr"
    faulty = 1
    exit 2
}

FNR == 1 && ++files > 1 && table == "machine" {
    if (files > 2) report()
    folder = FILENAME
    sub(/\/[^\/]*$/, "", folder); sub(/.*\//, "", folder)
    split("", is); split("", found); split("", verdict); split("", why)
}
files == 1 && line_is == "header" {
    heads = $0
    if (!/^name,experiment,unit,point,bound,limit,sm_mhz,source$/)
        wrong("its columns are name,experiment,unit,point,bound,limit,sm_mhz,source: make criteria makes such a table")
    if (!("gpu" in notes && "clocks" in notes))
        wrong("above it are the notes '# gpu: ...' and '# clocks: ...', as in the results: make criteria makes such a table")
    for (key in notes) demanded[key] = notes[key]
}
files == 1 && line_is == "row" {
    if (NF != columns) wrong(NF " values for " columns " columns: none may hold a comma")
    if ($3 !~ /^(GB\/s|ns)$/) wrong("unit: '" $3 "' is not GB/s or ns")
    if ($5 !~ /^at_(least|most)$/) wrong("bound: '" $5 "' is not at_least or at_most")
    if ($6 !~ /^[0-9]+(\.[0-9]+)?$/ || $6 <= 0) wrong("limit: '" $6 "' is no number above zero")
    if ($7 !~ /^[0-9]+$/) wrong("sm_mhz: '" $7 "' is no clock: 0 where it does not matter")
    key = $2 " " $3 " " $4
    if (key in of) wrong("the same experiment, unit and point as in line " of[key])
    of[key] = FNR
    criterion[++n] = $0; key_of[n] = key
    bound[key] = $5; limit[key] = $6 + 0; clock[key] = $7
}
files > 1 && table == "machine" && line_is == "row" { is[$1] = $2 }
files > 1 && table != "machine" && line_is == "header" {
    odd = notes["clocks"] != demanded["clocks"] ? "its rated clocks are others than those of the criteria" : \
        "launches" in notes ? "measured with CUDA_LAUNCH_BLOCKING" : \
        "other_processes" in notes ? "another process used the GPU" : ""
    # The driver told the memory's clock after the last row.
    split(demanded["clocks"], words, " ")
    slow_memory = "memory_clock_mhz" in notes && notes["memory_clock_mhz"] + 0 < 0.98 * words[5]
}
files > 1 && table != "machine" && line_is == "row" {
    point = point_of_row()
    if ((key = table " GB/s " point) in of) judge(key, $column["gbs"], "ms")
    if ((key = table " ns " point) in of) judge(key, $column["ns"], "ns")
}

# By how much a value keeps a limit, as a part of it: below zero if it does not.
function margin(key, value) { return (value - limit[key]) / limit[key] * (bound[key] == "at_least" ? 1 : -1) }

function judge(key, value, time,    low, high, best, worst) {
    low = $column[time "_low"]; high = $column[time "_high"]
    if (time == "ms") { best = low; low = $column["bytes"] / high / 1e6; high = $column["bytes"] / best / 1e6 }
    best = bound[key] == "at_least" ? high : low
    worst = bound[key] == "at_least" ? low : high
    note_origin()
    found[key] = sprintf("%s,%.6g,%.6g,%.2f", value, low, high, 100 * margin(key, value))
    verdict[key] = ""
    why[key] = odd != "" ? odd : $NF == "throttled" ? "throttled to " $(NF - 1) " MHz" : ""
    if (why[key] != "") return
    if (margin(key, value) >= 0 && (is_settled(half_interval(time)) || margin(key, worst) >= 0)) verdict[key] = "pass"
    else if (margin(key, best) >= 0) why[key] = "the limit is within the interval"
    else if ($(NF - 1) < 0.98 * clock[key]) why[key] = "the SMs ran at " $(NF - 1) " MHz and not at " clock[key]
    else if (slow_memory) why[key] = "the memory ran at " notes["memory_clock_mhz"] " MHz"
    else verdict[key] = "fail"
}

# Notes when what is judged was measured, and by which commits: a folder keeps tables until they are measured again.
function note_origin() {
    if (oldest == "" || notes["date"] < oldest) oldest = notes["date"]
    if (notes["date"] > newest) newest = notes["date"]
    if (!(notes["commit"] in met)) commits = commits (commits == "" ? "" : ", ") notes["commit"]
    met[notes["commit"]]
}

# Prints what the tables of a machine say, once all have been read.
function report(    other, i, key, words, values, count, first, reason, memory) {
    other = is["gpu"] "" != demanded["gpu"] ? "the criteria are for " demanded["gpu"] " and this is " (is["gpu"] == "" ? "no GPU" : is["gpu"]) : \
        differs("ecc") ? "its ECC is " (is["ecc"] ? "on" : "off") : \
        differs("power_limit_watts") ? "its power limit is " is["power_limit_watts"] " W and not " demanded["power_limit_watts"] : ""
    for (i = 1; i <= n; i++) {
        key = key_of[i]
        if (other != "") { verdict[key] = ""; why[key] = other }
        else if (!(key in found)) why[key] = "not measured"
        count[verdict[key]]++
        if (!(verdict[key] in first)) {
            split(criterion[i], words, ",")
            sub(/_/, " ", words[5])
            split(found[key], values, ",")
            first[verdict[key]] = words[1] ": " (verdict[key] == "" ? why[key] : values[1] " " words[3] " and not " words[5] " " words[6])
        }
    }
    result = count["fail"] ? "fail" : count["pass"] == n ? "pass" : ""
    reason = count[result] " of " n " criteria" (result == "pass" ? "" : ", such as " first[result])
    memory = is["ecc_uncorrected"] + 0 ? "its memory has had errors that were not corrected" : ""
    if (is["remapped_rows"] + 0)
        memory = memory (memory == "" ? "" : " and ") is["remapped_rows"] \
            (is["remapped_rows"] == 1 ? " row of its memory was replaced" : " rows of its memory were replaced")
    if (memory != "") reason = reason "; " memory
    if (brief) {
        print folder "\t" (result == "" ? "cannot_be_told" : result) "\t" reason
        return
    }
    print "# schema: 1"
    print "# criteria: " ARGV[1]
    print "# gpu: " is["gpu"]
    if (oldest != "") {
        print "# date: " oldest (newest == oldest ? "" : " to " newest)
        print "# commit: " commits
    }
    if (ENVIRON["label"] != "") print "# label: " ENVIRON["label"]
    if (memory != "") print "# memory: " memory
    print "# verdict: " (result == "" ? "cannot_be_told" : result)
    print "# said: " (result == "fail" ? "it fails" : result == "pass" ? "it passes" : "it cannot be told") ": " reason
    print heads ",value,low,high,margin_percent,verdict,why"
    for (i = 1; i <= n; i++) {
        key = key_of[i]
        print criterion[i] "," (found[key] == "" ? ",,," : found[key]) "," (verdict[key] == "" ? "cannot_be_told" : verdict[key]) "," why[key]
    }
}

END {
    if (faulty) exit 2
    report()
    exit brief || result == "pass" ? 0 : result == "fail" ? 1 : 3
}

# Is the GPU set up in another way than the one that the criteria come from, as far as both are known?
function differs(key) { return key in demanded && key in is && demanded[key] "" != is[key] "" }
