# table.awk - checks the CSV of a benchmark: notes, columns, numbers, and that no
# two rows are of the same point. A table holds rates, latencies or both; its header
# tells which.
# Prints what is wrong, with the line's number, and then exits 1.
function wrong(what) { print FILENAME ":" FNR ": " what ": " $0; bad = 1 }
function number(name) { return $column[name] ~ /^[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?$/ }
function value(name) { return $column[name] + 0 }
# Both are printed with six digits.
function differ(a, b) { return a > b * 1.00002 || a < b * 0.99998 }

# Half of a median's interval, as a part of the median.
function width(name,    m, low, high) {
    m = value(name); low = value(name "_low"); high = value(name "_high")
    if (low > m || m > high) wrong(name " is outside of its interval")
    return m ? (high - m > m - low ? high - m : m - low) / m : 0
}

BEGIN {
    FS = ","
    rate = "bytes,ms,ms_low,ms_high,samples,gbs"
    clock = ",(sm|cpu)_mhz,status$"
    kinds["rate"] = rate
    kinds["latency"] = "ns,ns_low,ns_high,samples,cycles"
    kinds["both"] = rate ",ns,ns_low,ns_high,cycles"
}
/[\r\t"]/ || /[^ -~]/ { wrong("a character that has no place here") }
/^#/ {
    if (!/^# [a-z0-9_]+: ./) wrong("not '# key: value'")
    if (header) wrong("a note below the table's header")
    split($0, note, /: |# /)
    seen[note[2]]++
    if (note[2] == "seconds" && !/^# seconds: [0-9]+\.[0-9]$/) wrong("no number of seconds")
    next
}
!header {
    header = 1
    for (i = 1; i <= NF; i++) column[$i] = i
    fields = NF
    has_rate = "gbs" in column; has_latency = "ns" in column
    kind = has_rate && has_latency ? "both" : has_rate ? "rate" : "latency"
    if ($0 !~ "^[a-z0-9_,]+," kinds[kind] clock) wrong("columns are not as agreed")
    if (kind == "latency" && "bytes" in column) wrong("bytes of a latency")
    numbers_count = split(kinds[kind], numbers, ",")
    varied = column[numbers[1]] - 1
    next
}
{
    rows++
    if (NF != fields) wrong(NF " fields, not " fields)
    for (i = 1; i <= NF; i++) if ($i == "" || $i ~ /^ | $/) wrong("an empty or padded value")
    point = ""
    for (i = 1; i <= varied; i++) point = point "," $i
    if (met[point]++) wrong("the same point again")
    for (i = 1; i <= numbers_count; i++) if (!number(numbers[i])) wrong(numbers[i] " is no number")
    clock_mhz = $(NF - 1)
    if (clock_mhz !~ /^[0-9]+$/) wrong("no clock")
    widest = 0
    if (has_rate) {
        widest = width("ms")
        if (differ(value("gbs"), value("bytes") / value("ms") / 1e6)) wrong("gbs is not bytes / ms / 1e6")
        if (value("bytes") < 1) wrong("no bytes")
    }
    if (has_latency) {
        if (width("ns") > widest) widest = width("ns")
        if (value("ns") <= 0) wrong("no time")
        # The clock is printed without decimals.
        cycles = value("ns") * clock_mhz / 1e3
        slack = value("ns") * 0.51 / 1e3 + value("cycles") * 2e-5
        if (value("cycles") > cycles + slack || value("cycles") < cycles - slack) wrong("cycles are not ns * clock")
    }
    if (value("samples") < 10 || value("samples") > 1000) wrong("too few or many samples")
    if ($column["status"] !~ /^(ok|unsettled|throttled)$/) wrong("no such status")
    if ($column["status"] == "ok" && widest > 0.00502) wrong("ok, but not settled")
    if ($column["status"] == "unsettled" && widest < 0.00498) wrong("unsettled, but it is")
}
END {
    split("program schema options commit date seconds", notes, " ")
    for (i in notes) if (seen[notes[i]] != 1) { print FILENAME ": no '# " notes[i] ":'"; bad = 1 }
    if (!rows) { print FILENAME ": no rows"; bad = 1 }
    exit bad
}
