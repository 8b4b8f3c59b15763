# compare.awk - where do the second tables of pairs disagree with the first? See
# compare.sh, and tests/bench-agree.sh. It reads them in turn: first, second, first ...
#
# Values disagree if they are more than `most` percent apart, and with intervals=1 only
# if their intervals do not meet. A line is what to sort by, a tab and the text: `word`
# stands before the first value, and `first` is what the first tables are called.

BEGIN {
    FS = ","
    far = 1 + most / 100
}

# Of the row, what is measured in this unit; low and high are of times.
function compare(unit, time,    now, low, high, change, key) {
    key = point SUBSEP unit
    now = $column[unit == "GB/s" ? "gbs" : "ns"]
    low = $column[time "_low"] / $column[time]; high = $column[time "_high"] / $column[time]
    if (unit == "GB/s") { change = high; high = 1 / low; low = 1 / change }
    if (is_first) {
        was[key] = now; least[key] = low * now; most_was[key] = high * now
        status[key] = $NF
        points++
        return
    }
    if (!(key in was)) { only_second++; return }
    both++; of[name]++
    change = now / was[key]
    if (change < far && change > 1 / far || intervals && low * now <= most_was[key] && high * now >= least[key]) return
    apart++; apart_of[name]++
    printf "%.9f\t%+7.1f %%  %-14s %s: %s %s, %s %s%s\n", change < 1 ? 1 / change : change, (change - 1) * 100, \
        name, text, now, unit, word, was[key], (status[key] $NF) ~ /unsettled/ ? ", unsettled" : ""
}

FNR == 1 {
    header = 0
    is_first = ++file % 2
    name = FILENAME
    sub(/.*\//, "", name); sub(/(\.[12])?\.csv$/, "", name)
}
/^#/ { next }
!header {
    header = 1
    split("", column)
    for (i = 1; i <= NF; i++) { title[i] = $i; column[$i] = i }
    varied = "bytes" in column ? column["bytes"] - 1 : column["ns"] - 1
    next
}
{
    point = name; text = ""
    for (i = 1; i <= varied; i++) { point = point "," $i; text = text (i > 1 ? " " : "") title[i] "=" $i }
    if ("gbs" in column) compare("GB/s", "ms")
    if ("ns" in column) compare("ns", "ns")
}

END {
    for (name in apart_of) printf "0\t%s: %d of %d agree\n", name, of[name] - apart_of[name], of[name]
    if (only_second || points > both)
        printf "-1\tnot compared: %d that %s alone has, %d that it lacks\n", points - both, first, only_second
    if (!both) print "-2\tno point in common with " first
    else if (!apart) printf "-2\tall %d values agree with %s\n", both, first
    else printf "-2\t%d of %d values (%.1f %%) agree with %s, the others disagree by more than %s%g %%\n", \
        both - apart, both, 100 * (both - apart) / both, first, intervals ? "their intervals and " : "", most
}
