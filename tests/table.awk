# table.awk - checks the CSV of a benchmark: header lines, columns, numbers.
# Prints what is wrong, with the line's number, and then exits 1.
function wrong(what) { print FILENAME ":" FNR ": " what ": " $0; bad = 1 }
function number(name) { return $column[name] ~ /^[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?$/ }
function value(name) { return $column[name] + 0 }

BEGIN {
    FS = ","
    split("bytes ms ms_low ms_high samples gbs", numbers, " ")
    measured = "bytes,ms,ms_low,ms_high,samples,gbs,(sm|cpu)_mhz,status"
}
/[\r\t"]/ || /[^ -~]/ { wrong("a character that has no place here") }
/^#/ {
    if (!/^# [a-z0-9_]+: ./) wrong("not '# key: value'")
    if (header) wrong("a note below the table's header")
    split($0, note, /: |# /)
    seen[note[2]]++
    next
}
!header {
    header = 1
    for (i = 1; i <= NF; i++) column[$i] = i
    fields = NF
    if ($0 !~ "^[a-z0-9_,]+," measured "$") wrong("columns are not as agreed")
    next
}
{
    rows++
    if (NF != fields) wrong(NF " fields, not " fields)
    for (i = 1; i <= NF; i++) if ($i == "" || $i ~ /^ | $/) wrong("an empty or padded value")
    for (i in numbers) if (!number(numbers[i])) wrong(numbers[i] " is no number")
    if (value("ms_low") > value("ms") || value("ms") > value("ms_high"))
        wrong("the median is outside of its interval")
    # Both are printed with six digits.
    rate = value("bytes") / value("ms") / 1e6
    if (value("gbs") / rate > 1.00002 || value("gbs") / rate < 0.99998)
        wrong("gbs is not bytes / ms / 1e6 = " rate)
    if (value("samples") < 10 || value("samples") > 1000) wrong("too few or many samples")
    if (value("bytes") < 1) wrong("no bytes")
    if ($column["status"] !~ /^(ok|unsettled|throttled)$/) wrong("no such status")
    width = value("ms_high") - value("ms") > value("ms") - value("ms_low") \
          ? value("ms_high") - value("ms") : value("ms") - value("ms_low")
    if ($column["status"] == "ok" && width > 0.00502 * value("ms")) wrong("ok, but not settled")
    if ($column["status"] == "unsettled" && width < 0.00498 * value("ms")) wrong("unsettled, but it is")
}
END {
    split("program schema options commit date", notes, " ")
    for (i in notes) if (seen[notes[i]] != 1) { print FILENAME ": no '# " notes[i] ":'"; bad = 1 }
    if (!rows) { print FILENAME ": no rows"; bad = 1 }
    exit bad
}
