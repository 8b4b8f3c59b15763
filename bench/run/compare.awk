# compare.awk - where do second tables disagree with first ones? awk -f csv.awk -f compare.awk
# CSV... reads pairs of tables: first, second, first, second and so on.
#
# Two values disagree if they are more than `most` percent apart and their intervals do not overlap
# either. Each line of output is a number to sort by, a tab and text. `first` is what the text calls
# the first tables, and `word` stands before their values.

BEGIN { far = 1 + most / 100 }
FNR == 1 { is_first = ++files % 2 }
line_is == "row" {
    text = point_of_row()
    if ("gbs" in column) compare("GB/s", "gbs", $column["ms"] / $column["ms_high"], $column["ms"] / $column["ms_low"])
    if ("ns" in column) compare("ns", "ns", $column["ns_low"] / $column["ns"], $column["ns_high"] / $column["ns"])
}

# low and high are the ends of the interval, as parts of the value.
function compare(unit, value_column, low, high,    now, change, key) {
    key = table "," text "," unit
    now = $column[value_column]
    if (is_first) {
        was[key] = now; least[key] = low * now; most_was[key] = high * now
        status[key] = $NF
        points++
        return
    }
    if (!(key in was)) { only_second++; return }
    both++; of[table]++
    change = now / was[key]
    if (change < far && change > 1 / far || low * now <= most_was[key] && high * now >= least[key]) return
    apart++; apart_of[table]++
    printf "%.9f\t%+7.1f %%  %-14s %s: %s %s, %s %s%s\n", change < 1 ? 1 / change : change, (change - 1) * 100, \
        table, text, now, unit, word, was[key], (status[key] $NF) ~ /unsettled/ ? ", unsettled" : ""
}

END {
    for (name in apart_of) printf "0\t%s: %d of %d agree\n", name, of[name] - apart_of[name], of[name]
    if (only_second || points > both)
        printf "-1\tnot compared: %d that %s alone has, %d that it lacks\n", points - both, first, only_second
    if (!both) print "-2\tno point in common with " first
    else if (!apart) printf "-2\tall %d values agree with %s\n", both, first
    else printf "-2\t%d of %d values (%.1f %%) agree with %s, the others disagree by more than their intervals and %g %%\n", \
        both - apart, both, 100 * (both - apart) / both, first, most
}
