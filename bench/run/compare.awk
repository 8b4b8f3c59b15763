# compare.awk - where do second tables disagree with first ones? awk -f csv.awk -f compare.awk
# PROCESSES... CSV... reads what is known of the spread between processes, and then pairs of tables:
# first, second, first, second and so on. `lacking` is the number of tables that only the first machine has.
#
# The rule. Two values are apart if they differ by more than half of each interval and twice the
# spread between processes: from the least to the most that processes.csv has of their row, or 1 %
# if that is more. Two new processes are farther apart than twice the range of six others in one of
# 70 cases, if their medians are normal. So an experiment disagrees only if three of its values and
# a twentieth are apart, or one by three times as much as it may be. Where nobody has recorded the
# spread we take it to be between 3 and 25 %: what is apart by less than 25 % cannot be told.
# Throttled rows are not compared, and an experiment cannot be told if most of its rows are.
#
# A line of output is for `sort -t TAB -k 1,1n -k 2,2gr`: where it belongs, by how much, the experiment
# and the text; and if it is about an experiment as a whole, the change of its speed in percent, and its
# verdict. The exit status is 1 if an experiment disagrees, 3 if one cannot be told, else 0.

FNR == 1 && table != "processes" { is_first = ++files % 2 }
line_is != "row" { next }
table == "processes" {
    key = $column["experiment"] "," $column["point"] "," $column["unit"]
    wide = $column["least"] > 0 ? $column["most"] / $column["least"] - 1 : 0
    if (wide >= spread[key]) spread[key] = wide
    next
}
{
    point = point_of_row()
    if ("gbs" in column) compare("GB/s", $column["gbs"], "ms")
    if ("ns" in column) compare("ns", $column["ns"], "ns")
}

function compare(unit, value, time,    key, change, off, wide, limit, sure) {
    key = table "," point "," time
    if (is_first) {
        was[key] = value; half[key] = half_interval(time); status[key] = $NF
        points++
        return
    }
    if (!(key in was)) { only_second++; return }
    if (!(table in common)) names[++tables] = table
    common[table]++; both++
    if ((status[key] $NF) ~ /throttled/) { throttled[table]++; return }
    change = value / was[key]
    speed[table] += log(time == "ms" ? change : 1 / change)
    off = (change < 1 ? 1 / change : change) - 1
    wide = !(key in spread) ? 0.03 : 2 * spread[key] > 0.01 ? 2 * spread[key] : 0.01
    limit = half[key] + half_interval(time) + wide
    sure = key in spread ? limit : limit - wide + 0.25
    if (off <= limit) return
    if (off > sure) { apart[table]++; if (off > 3 * sure) far[table]++ }
    else unsure[table]++
    printf "1\t%.9f\t%s\t%+8.1f %%  %7.1f %%  %-14s %s: %s %s, was %s%s\n", off, table, (change - 1) * 100, limit * 100, \
        table, point, value, unit, was[key], (status[key] $NF) ~ /unsettled/ ? ", unsettled" : ""
}

# Are so many of an experiment's values more than chance?
function many(name, n) { return n >= 3 && 20 * n >= common[name] }

END {
    for (i = 1; i <= tables; i++) {
        name = names[i]
        n = common[name] - throttled[name]
        verdict = far[name] || many(name, apart[name]) ? "disagrees" : \
            2 * n < common[name] ? "cannot be told: " throttled[name] " were throttled: measure them again" : \
            many(name, apart[name] + unsure[name]) ? "cannot be told without the spread: make processes ONLY=" name : "agrees"
        count[substr(verdict, 1, 6)]++
        if (verdict == "agrees" && !apart[name] && !unsure[name]) continue
        if (!told++) print "2\t9\t\t   speed          apart  experiment"
        change = n ? (exp(speed[name] / n) - 1) * 100 : 0
        printf "2\t%.4f\t%s\t%+8.1f %%  %4d of %4d  %-14s %s\t%.2f\t%s\n", (verdict ~ /^c/) + 2 * (verdict ~ /^d/) + (apart[name] + unsure[name]) / common[name], \
            name, change, apart[name] + unsure[name], common[name], name, verdict, change, verdict
        if (apart[name] + unsure[name] && !listed++) print "0\t0\t\t  change    allowed  the five values of each experiment that are farthest apart"
    }
    if (lacking || only_second || points > both) printf "3\t0\t\tnot compared: %d experiments and %d values that only the first has, %d values that only the second has\n", \
        lacking, points - both, only_second
    d = count["disagr"]; c = count["cannot"]
    printf "4\t0\t\t%s: %d of %d experiments with %d values agree%s%s\n", d ? "they disagree" : c || !both ? "it cannot be told" : "they agree", \
        tables - d - c, tables, both, d ? ", " d " disagree" : "", c ? ", " c " cannot be told" : ""
    exit d ? 1 : c || !both ? 3 : 0
}
