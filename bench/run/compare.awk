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
# An experiment cannot be told either if its own program or kernel is another one in the commit of the second
# table, if git knows both commits: then the program may be the reason.
# Throttled rows are not compared, and an experiment cannot be told if most of its rows are.
# Experiments called host_* run on the CPU alone, and are judged apart from those of the GPU. Some need both,
# such as transfers. If one of these does not agree, and neither does the host, it is judged with the host,
# because then it tells nothing of the GPU.
#
# A line of output is for `sort -t TAB -k 1,1n -k 2,2gr`: where it belongs, by how much, the experiment
# and the text; and if it is about an experiment as a whole, or about the GPU or the host instead, the change
# of its speed in percent, its verdict, and whether it is judged with the GPU or with the host. The exit status
# is 1 if an experiment disagrees, 3 if one cannot be told, else 0.

FNR == 1 && table != "processes" { is_first = ++files % 2 }
line_is == "header" && table != "processes" {
    folder[is_first] = FILENAME
    sub(/\/[^\/]*$/, "", folder[is_first])
    origin = is_first SUBSEP notes["date"] ", commit " notes["commit"]
    if (!tables_of[origin]++) origins[is_first]++
    names_of[origin] = names_of[origin] " " table
    commit[table, is_first] = notes["commit"]
}
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

# Has the program of an experiment changed between its two tables? Git knows no commit that ends in -dirty.
function has_changed(name,    a, b, files, differs) {
    a = commit[name, 1]; b = commit[name, 0]
    if (a == b || a " " b !~ /^[0-9A-Za-z][0-9A-Za-z._-]* [0-9A-Za-z][0-9A-Za-z._-]*$/) return 0
    files = name == "exercises" ? "chapters/exercises bench/*.c kernels" : "bench/" name ".c kernels/" name ".*"
    differs = system("git diff --quiet " a " " b " -- " files " 2> /dev/null")
    if (differs > 1) unknown[name] = "; git does not know both commits, " a " and " b
    return differs == 1
}

function needs_both(name) { return name ~ /^(managed|mapped_stride|overlap|pinning|timers|transfer|transfer_all)$/ }

# One sentence about all experiments of the GPUs, or of the hosts, if there are any.
function judge(part, order,    d, c, agree, said, off) {
    if (!values[part]) return
    agree = count[part, "agrees"]; d = count[part, "disagr"]; c = count[part, "cannot"]
    said = d ? "disagree" : c ? "cannot be told" : "agree"
    if (d || c && !result) result = d ? 1 : 3
    off = 100 * off_in[part] / values[part]
    printf "4\t%d\t%s\t%s: %d of %d experiments with %d values agree%s%s%s\t\t%s\n", order, part, \
        said ~ /told/ ? "for the " part "s it cannot be told" : "the " part "s " said, \
        agree, agree + d + c, values[part], d ? ", " d " disagree" : "", c ? ", " c " cannot be told" : "", \
        off ? sprintf(off < 10 ? "; %.2g %% of the values are apart" : "; %.0f %% of the values are apart", off) : "", said
}

END {
    for (i = 1; i <= tables; i++) {
        name = names[i]
        n = common[name] - throttled[name]
        verdict[name] = far[name] || many(name, apart[name]) ? "disagrees" : \
            2 * n < common[name] ? "cannot be told: " throttled[name] " were throttled: measure them again" : \
            many(name, apart[name] + unsure[name]) ? "cannot be told without the spread: make processes ONLY=" name : "agrees"
        if (verdict[name] ~ /^disagrees|the spread/ && has_changed(name))
            verdict[name] = "cannot be told: the program changed from commit " commit[name, 1] " to " commit[name, 0]
        if (name ~ /^host_/ && verdict[name] == "disagrees") other_host = 1
    }
    for (i = 1; i <= tables; i++) {
        name = names[i]
        n = common[name] - throttled[name]
        off = apart[name] + unsure[name]
        part = name ~ /^host_/ || other_host && verdict[name] != "agrees" && needs_both(name) ? "host" : "GPU"
        count[part, substr(verdict[name], 1, 6)]++
        values[part] += common[name]; off_in[part] += off
        if (verdict[name] == "agrees" && !off) continue
        if (!told++) print "2\t9\t\t   speed          apart  experiment"
        change = n ? (exp(speed[name] / n) - 1) * 100 : 0
        printf "2\t%.4f\t%s\t%+8.1f %%  %4d of %4d  %-14s %s\t%.2f\t%s\t%s\n", (verdict[name] ~ /^c/) + 2 * (verdict[name] ~ /^d/) + off / common[name], \
            name, change, off, common[name], name, verdict[name] unknown[name], change, verdict[name], part
        if (off && !listed++) print "0\t0\t\t  change    allowed  the five values of each experiment that are farthest apart"
    }
    for (origin in tables_of) {
        split(origin, side, SUBSEP)
        printf "%d\t%d\t\t%-6s %s, measured %s%s\n", -1 - side[1], tables_of[origin], side[1] ? "before" : "now", folder[side[1]], \
            side[2], (origins[side[1]] > 1 ? ":" names_of[origin] : "")
    }
    if (lacking || only_second || points > both) printf "3\t0\t\tnot compared: %d experiments and %d values that only the first has, %d values that only the second has\n", \
        lacking, points - both, only_second
    judge("GPU", 1); judge("host", 0)
    if (both) exit result
    print "4\t0\t\tit cannot be told: they have no value in common"
    exit 3
}
