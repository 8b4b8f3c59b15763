# judge.awk - sets the GPUs of a fleet beside each other: what is the spread of each model, and which
# GPUs are slow? awk -v to=FOLDER -f judge.awk reads the sorted lines of rows.awk, in which those of a
# point follow each other, so that it holds only sums and the lines of one point.
#
# The rule. A row is slow (or fast) if it is on the slow (or fast) side of its model's median by
# more than half the width of its own interval plus the larger of 1 % and 3.5 robust standard
# deviations, which are 1.4826 times the median absolute deviation. A row with a rate and a latency
# is slow if either is. The 3.5 is the cut of Iglewicz and Hoaglin, "How to Detect and Handle
# Outliers" (1993), as in NIST's e-Handbook of Statistical Methods, 1.3.5.17. Among many rows a few
# are outside by chance. So a GPU is named for an experiment only if at least three of its rows are
# slow, and a twentieth of them, and by the same cut more than for the model's other GPUs.
#
# The rule misses a fault that half of a model's GPUs share, a fault in fewer than three rows, and
# what is smaller than the spread. It does not judge a model of fewer than five GPUs, rows that fewer
# than five GPUs share, and rows that were throttled or did not settle.
#
# to/gpus.csv     model and name of each GPU and whether it is slow, not_slow or not_judged; the figure of
#                 the N-th model there is figure-N
# to/fleet.csv    a row for each GPU and experiment
# to/less.csv     a row for each GPU that was measured quickly or in part, and how
# to/versions.txt how many GPUs of each model have each driver and each commit
# to/criteria.txt what the criteria of its model say of each GPU: pass, fail or cannot_be_told, and why
# to/spread.csv   for each model and experiment, its headline point over the GPUs
# to/outliers.csv each row that is slow or fast
# to/figure-N.csv what the figure of the N-th model draws, and names-N.csv its experiments
# to/gpu/NAME.csv what its page says of a GPU: notes on the whole, and its experiments beside those of its model
# to/gpu/NAME-outliers.csv   the rows of outliers.csv that its page shows; only the head is written here
#
# The tables have heads. What holds texts of people or machines are lines with tabs instead.

BEGIN {
    FS = "\t"
    CUT = 3.5 * 1.4826
    FLOOR = 0.01
    FEWEST = 5
    COLUMNS = "experiment,rows,settled,unsettled,throttled,judged,slow,fast,share_percent," \
        "point,unit,value,median,percent,quick,partial"
    OUTLIERS = "name,experiment,words,memory,unit,value,median,off,verdict"
    print "model,name,others" > (to "/gpus.csv")
    print "name,model," COLUMNS ",criteria,verdict" > (to "/fleet.csv")
    print "name,how" > (to "/less.csv")
    print "name,model,slow,judged,memory,experiments,experiment,words,unit,value,median,off" > (to "/named.csv")
    print OUTLIERS > (to "/outliers.csv")
    print "model,experiment,words,unit,median,lowest,lowest_name,highest,highest_name,spread,typical" > (to "/spread.csv")
}

# ---- Medians -------------------------------------------------------------------

# The median of v[1..n], which is sorted.
function median(v, n) { return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2 }

# The median absolute deviation from m. From the middle outwards the deviations are in order.
function deviation(v, n, m,    low, high, i, d, before) {
    for (high = 1; high <= n && v[high] <= m; high++) ;
    low = high - 1
    for (i = 1; i <= int(n / 2) + 1; i++) {
        before = d
        if (high > n || low >= 1 && m - v[low] <= v[high] - m) d = m - v[low--]
        else d = v[high++] - m
    }
    return n % 2 ? d : (before + d) / 2
}

# Shell's sort.
function sort(v, n,    gap, i, j, x) {
    for (gap = int(n / 2); gap; gap = int(gap / 2))
        for (i = gap + 1; i <= n; i++) {
            x = v[i]
            for (j = i; j > gap && v[j - gap] > x; j -= gap) v[j] = v[j - gap]
            v[j] = x
        }
}

# ---- A point of a model: its median and spread, then each row beside the others ---------

# All lines of a point have been read.
function end_point(    e, i) {
    if (!lines) return
    e = m SUBSEP experiment
    if (!known[e]++) experiments[m] = experiments[m] " " experiment
    # A row that has a rate and a latency, and so two points, is counted once.
    is_second = row_point == e SUBSEP words
    if (!is_second) { row_point = e SUBSEP words; split("", is_off) }
    point = words SUBSEP unit
    leads = 0
    if (settled) {
        middle = median(value, settled)
        spread = deviation(value, settled, middle) / middle
        allowed = CUT * spread > FLOOR ? CUT * spread : FLOOR
        range[e, ++ranges[e]] = (value[settled] - value[1]) / middle
        if (leads = is_headline(e)) {
            headline[e] = point; headline_gpus[e] = lines; headline_size[e] = size_of_point()
            unit_of[e] = unit; words_of[e] = words; median_of[e] = middle
            lowest[e] = value[1]; lowest_name[e] = owner[1]
            highest[e] = value[settled]; highest_name[e] = owner[settled]
        }
    }
    for (i = 1; i <= lines; i++) judge(name_at[i] SUBSEP experiment, value_at[i], half_at[i], status_at[i], i)
    lines = settled = 0
}

# The headline of an experiment is a rate if it has any. Among the points that most GPUs have it is
# the fastest of those with the largest array or working set.
function is_headline(e,    size) {
    size = size_of_point()
    return !(e in headline) ? 1 : unit != unit_of[e] ? unit != "ns" : \
        lines != headline_gpus[e] ? lines > headline_gpus[e] : size != headline_size[e] ? size > headline_size[e] : \
        unit == "ns" ? middle < median_of[e] : middle > median_of[e]
}
function size_of_point() { return match(words, /.*_bytes=/) ? substr(words, RLENGTH + 1) + 0 : 0 }

# Judges a row of an experiment of a GPU, e.
function judge(e, its, half, status, i,    off, limit, verdict, once, what) {
    # Until a better point comes, this may be the headline.
    if (leads) { headline_of[e] = point; has_headline[e] = its; headline_status[e] = status }
    if (!settled || status == "unsettled") return
    off = its / middle - 1
    if (status == "throttled") { throttled_share[e] += unit == "ns" ? 1 / (1 + off) : 1 + off; throttled[e]++; return }
    share[e] += unit == "ns" ? 1 / (1 + off) : 1 + off
    compared[e]++
    if (settled < FEWEST) return
    if (!is_second) judged[e]++
    limit = allowed + half
    if (off <= limit && off >= -limit) return
    verdict = (off > 0) == (unit == "ns") ? "slow" : "fast"
    once = !is_off[verdict, e]++
    number[verdict, e] += once
    printf "%s,%s,%s,%s,%s,%.6g,%.6g,%.1f,%s\n", name_at[i], experiment, words, memory_at[i], unit, its, middle, 100 * off, verdict > (to "/outliers.csv")
    if (verdict == "fast") return
    slow_in[memory_at[i], e] += once
    # The headline says what a GPU misses, or if that is not slow, the row that is furthest beyond
    # its limit.
    what = experiment "," words "," unit "," sprintf("%.6g,%.6g,%.1f", its, middle, 100 * off)
    if (leads) { slow_headline[e] = point; headline_misses[e] = what; headline_miss[e] = lost(its) }
    if (off < 0) off = -off
    if (off / limit > furthest[e]) {
        furthest[e] = off / limit
        misses[e] = what; miss[e] = lost(its)
    }
}
# How much is lost, in steps of 5 %, because among about equal ones the first will do.
function lost(its) { return int(20.5 - 20 * (unit == "ns" ? middle / its : its / middle)) }

# More rows of an experiment with a verdict than this are more than chance among a model's GPUs.
function usual(m, experiment, verdict,    i, e, n, middle_count) {
    for (i = 1; i <= gpus[m]; i++) {
        e = gpu[m, i] SUBSEP experiment
        if (judged[e]) list[++n] = number[verdict, e] + 0
    }
    if (!n) return 0
    sort(list, n)
    middle_count = median(list, n)
    return middle_count + CUT * deviation(list, n, middle_count)
}

function is_named(verdict, m, e, experiment,    n) {
    n = number[verdict, e]
    return n >= 3 && 20 * n >= judged[e] && n > chance[verdict, m, experiment]
}
function verdict_of(m, e, experiment) {
    return !rows[e] ? "lacking" : is_named("slow", m, e, experiment) ? "slow" : number["throttled", e] ? "throttled" : \
        is_named("fast", m, e, experiment) ? "fast" : judged[e] ? "ok" : "not_judged"
}

# ---- What is written --------------------------------------------------------------

function percent(part, whole) { return whole ? sprintf("%.2f", 100 * part / whole) : "-" }

function write_gpu(m, name,    i, e, h, is_here, verdict, others, file, line, table, slow, all, dram, worst, where, less) {
    for (i = 1; i <= n_names[m]; i++) {
        e = name SUBSEP experiment_of[m, i]
        h = m SUBSEP experiment_of[m, i]
        is_here = h in headline && headline_of[e] == headline[h]
        verdict = verdict_of(m, e, experiment_of[m, i])
        line = experiment_of[m, i] "," rows[e] + 0 "," number["ok", e] + 0 "," number["unsettled", e] + 0 "," \
            number["throttled", e] + 0 "," judged[e] + 0 "," number["slow", e] + 0 "," number["fast", e] + 0 "," \
            percent(share[e], compared[e]) "," words_of[h] "," unit_of[h] "," \
            (is_here ? sprintf("%.6g,%.6g,%.2f", has_headline[e], median_of[h], 100 * has_headline[e] / median_of[h]) : "-,-,-") \
            "," (e in quick ? "yes" : "no") "," (name in partial ? "yes" : "no")
        print name "," m "," line "," (name in criteria ? criteria[name] : "-") "," verdict > (to "/fleet.csv")
        table = table "\n" line "," verdict "," (h in headline ? sprintf("%.6g,%.6g", lowest[h], highest[h]) : "-,-") "," (is_here ? headline_status[e] : "")
        draw(m, i, name, e, verdict)
        if (e in quick) less = less (less == "" ? "quick in " : " ") experiment_of[m, i]
        all += judged[e]
        if (verdict != "slow") continue
        slow += number["slow", e]
        dram += slow_in["dram", e]
        where = where (where == "" ? "" : " ") experiment_of[m, i]
        if (slow_headline[e] == headline[h]) { misses[e] = headline_misses[e]; miss[e] = headline_miss[e] }
        if (worst == "" || miss[e] > miss[worst]) worst = e
    }
    others = worst != "" ? "slow" : gpus[m] < FEWEST ? "not_judged" : "not_slow"
    print m "," name "," others > (to "/gpus.csv")
    if (name in criteria) print name "\t" criteria[name] "\t" said_of[name] > (to "/criteria.txt")
    file = to "/gpu/" name ".csv"
    print "# model: " m "\n# gpus: " gpus[m] "\n# others: " others > file
    if (name in partial) print "# partial: yes" > file
    if (name in label) print "# label: " label[name] > file
    if (name in criteria) print "# criteria: " criteria[name] "\n# reason: " said_of[name] > file
    if (worst != "") {
        line = slow "," all "," (dram == slow ? "dram" : "-") "," where "," misses[worst]
        print name "," m "," line > (to "/named.csv")
        print "# named: " line > file # its page has this from named.csv, and is made again only if this file changes
    }
    print COLUMNS ",verdict,lowest,highest,status" table > file
    close(file)
    file = to "/gpu/" name "-outliers.csv"
    print OUTLIERS > file
    close(file)
    if (name in partial) less = less (less == "" ? "" : "; ") "only some experiments were asked for"
    if (less != "") print name "," less > (to "/less.csv")
}

# A point of the figure is the average of a GPU's rows of an experiment, each as a part of its
# model's median. Points that would lie on each other are drawn once. Of the slow GPUs of an
# experiment only the slowest has its name.
function draw(m, i, name, e, verdict,    kind, at) {
    kind = verdict == "slow" ? "slow" : throttled[e] ? "throttled" : "other"
    if (!(kind == "throttled" ? throttled[e] : compared[e])) return
    at = sprintf("%.1f", 100 * (kind == "throttled" ? throttled_share[e] / throttled[e] : share[e] / compared[e])) + 0
    if (kind == "slow" && (!slow_gpus[m, i]++ || at < slowest[m, i])) { slowest[m, i] = at; called[m, i] = name }
    if (!drawn[m]++) print "place,percent,kind,name" > (to "/figure-" place[m] ".csv")
    if (!drawn[m, i, at, kind]++) print i "," at "," kind "," > (to "/figure-" place[m] ".csv")
}
function draw_names(m,    i) {
    for (i = 1; i <= n_names[m]; i++)
        if (slow_gpus[m, i])
            print i "," slowest[m, i] ",name," called[m, i] (slow_gpus[m, i] > 1 ? " +" slow_gpus[m, i] - 1 : "") > (to "/figure-" place[m] ".csv")
}

function write_spread(m,    i, j, e, n) {
    for (i = 1; i <= n_names[m]; i++) {
        e = m SUBSEP experiment_of[m, i]
        if (!(e in headline)) continue
        n = ranges[e]
        for (j = 1; j <= n; j++) list[j] = range[e, j]
        sort(list, n)
        printf "%s,%s,%s,%s,%.6g,%.6g,%s,%.6g,%s,%.2f,%.2f\n", m, experiment_of[m, i], words_of[e], \
            unit_of[e], median_of[e], lowest[e], lowest_name[e], highest[e], highest_name[e], \
            100 * (highest[e] - lowest[e]) / median_of[e], 100 * median(list, n) > (to "/spread.csv")
    }
}

function write_versions(m, kind,    i, name, number_of) {
    for (i = 1; i <= gpus[m]; i++)
        if ((kind, gpu[m, i]) in version) number_of[version[kind, gpu[m, i]]]++
    for (name in number_of) print m "\t" kind "\t" name "\t" number_of[name] > (to "/versions.txt")
}

# The experiments of a model by name, with those of the CPU last.
function order_experiments(m,    n, i, names) {
    n_names[m] = n = split(experiments[m], names, " ")
    for (i = 1; i <= n; i++) names[i] = (names[i] ~ /^host_/ ? "~" : " ") names[i]
    sort(names, n)
    for (i = 1; i <= n; i++) experiment_of[m, i] = substr(names[i], 2)
}

# ---- The reading ------------------------------------------------------------------

$1 == "!" {
    if ($3 == "quick") quick[$2, $4] = 1
    else if ($3 == "partial") partial[$2] = 1
    else if ($3 ~ /^(driver|commit)$/) version[$3, $2] = $4
    else if ($3 == "label") label[$2] = $4
    else if ($3 == "criteria") { criteria[$2] = $4; said_of[$2] = $5 }
    else if ($3 == "model") model[$2] = $4
    else { number[$3, $2, $4] = $5; rows[$2, $4] += $5 } # how many have this status
    next
}
$2 != words || $4 != unit || $3 != m || $1 != experiment {
    line = $0
    end_point()
    $0 = line
    experiment = $1; words = $2; m = $3; unit = $4
}
{
    name_at[++lines] = $9
    value_at[lines] = $5 + 0; half_at[lines] = $6; status_at[lines] = $7; memory_at[lines] = $8
    if ($7 == "ok") { value[++settled] = $5 + 0; owner[settled] = $9 }
}

END {
    end_point()
    for (name in model) gpu[model[name], ++gpus[model[name]]] = name
    # The model with the most GPUs comes first, and of two with equally many the first by name.
    n = 0
    for (m in gpus) models[++n] = sprintf("%09d %s", 1e9 - 1 - gpus[m], m)
    sort(models, n)
    for (i = 1; i <= n; i++) {
        m = substr(models[i], 11)
        place[m] = i
        for (j = 1; j <= gpus[m]; j++) list[j] = gpu[m, j]
        sort(list, gpus[m])
        for (j = 1; j <= gpus[m]; j++) gpu[m, j] = list[j]
        order_experiments(m)
        print "place,experiment" > (to "/names-" i ".csv")
        for (j = 1; j <= n_names[m]; j++) {
            chance["slow", m, experiment_of[m, j]] = usual(m, experiment_of[m, j], "slow")
            chance["fast", m, experiment_of[m, j]] = usual(m, experiment_of[m, j], "fast")
            print j "," experiment_of[m, j] > (to "/names-" i ".csv")
        }
        write_spread(m)
        write_versions(m, "driver")
        write_versions(m, "commit")
        for (j = 1; j <= gpus[m]; j++) write_gpu(m, gpu[m, j])
        draw_names(m)
    }
}
