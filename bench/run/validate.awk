# validate.awk - what is wrong with results? validate.sh runs it as awk -f csv.awk -f validate.awk
# CSV... It sets bench, the folder of the programs, cut, the files whose last line has no end, and own, the
# names of this host and its user.
#
# A table has the columns that its program prints: bench/copy.c says which tell rows apart, and
# bench/harness/table.c what is measured of them. bench/run/counters.txt has what is counted, and
# the columns of machine and kernels are known here. Of each file only the first five faults are shown, because it may have many.

# ---- What is said ----------------------------------------------------------------

function wrong(where, what, better) {
    failed = 1
    if (++faults <= 5)
        print file ":" line ": " (where == "" ? "" : substr(where, 1, 40) ": ") what ": " (better ? better : cure()) > "/dev/stderr"
}

# How to get the table without its fault. The target of make that makes one is called like a script, or else is measure.
function cure(    folder, text) {
    if (!match(file, /^build\/results\/(here|gpu[0-9]+)\//))
        return (file ~ /^results\// ? "take it back from git: git checkout " file ", or " : "") "measure it again"
    folder = substr(file, 15, RLENGTH - 15)
    return (table_of_file == "kernels" ? "rm build/measured/" folder "/kernels; make measure" : \
        (getline text < (bench "/run/" table_of_file ".sh")) > 0 ? "make " table_of_file : "make measure ONLY=" table_of_file) \
        (folder == "here" ? "" : " DEVICE=" substr(folder, 4))
}

# A value in a message: short, and without what a terminal could take for a command.
function shown(text) {
    if (length(text) > 40) text = substr(text, 1, 37) "..."
    gsub(/[^ -~]/, "?", text)
    return "'" text "'"
}

# How a spreadsheet has changed a line above the rows, if it has. It pads notes to the width of
# the table.
function by_spreadsheet(text) {
    sub(/^\357\273\277/, "", text); sub(/\r$/, "", text)
    return text ~ /^#.*[,;\t]$/ ? "its notes end in separators" : \
        text ~ /^[^#].*[;\t]/ ? "its columns are not separated by commas" : text ~ /^"|^[^#].*"/ ? "there are quotes" : ""
}

# ---- Columns ---------------------------------------------------------------------

# The columns that a table should have, or nothing if no program prints it. The description of an
# experiment in its program says .columns = "...", .kind if that is not a rate, and where it runs.
function columns_expected(    path, text, parts, varied_columns, kind, clock) {
    if (table in columns_of) return columns_of[table] # a fleet has a thousand files of each table
    path = bench "/" table ".c"
    kind = "rate"; clock = "sm_mhz"
    while ((getline text < path) > 0) {
        if (text ~ /\.columns = "/) { split(text, parts, "\""); varied_columns = parts[2] }
        if (text ~ /\.kind = BENCH_LATENCY/) kind = "latency"
        if (text ~ /\.kind = BENCH_BOTH/) kind = "both"
        if (text ~ /\.kind = BENCH_ENERGY/) kind = "energy"
        if (text ~ /BENCH_MAIN\(.*, host_machine\)/) clock = "cpu_mhz"
    }
    close(path)
    return columns_of[table] = varied_columns == "" ? "" : varied_columns "," measured[kind] "," clock ",status"
}

# Is the table's header what it should be?
function check_header(    i, n, names, expected, is_expected, seen, before, kind) {
    before = faults
    expected = columns_expected()
    for (i = 1; i <= NF; i++)
        if (seen[$i]++) wrong($i, "this column is there twice")
    n = split(expected, names, ",")
    for (i = 1; i <= n; i++) {
        is_expected[names[i]] = 1
        if (!(names[i] in column)) wrong(names[i], "this column is lacking")
    }
    for (i = 1; n && i <= NF; i++)
        if (!($i in is_expected)) wrong(shown($i), "there is no such column")
    if (faults > before) return 0
    kind = "watts" in column ? "energy" : !("ns" in column) ? "rate" : "gbs" in column ? "both" : "latency"
    # A GPU without clusters has no remote ones, and one whose L2 is whole has no fabric. Whether misses
    # and the waits of warps are counted depends on ncu.
    if (table == "counters" && $0 !~ "^experiment,kernel,[a-z0-9_,]+" counted "(" counted_remote ")?" counted_maybe "(,wait_[a-z_]+)*$")
        wrong("", "its columns are not as agreed: experiment,kernel,..." counted)
    else if (n ? has_medians && $0 != expected : table != "counters" && $0 !~ "^[a-z0-9_,]+," measured[kind] ",(sm|cpu)_mhz,status$")
        wrong("", "its columns are not as agreed: " (n ? expected : "...," measured[kind] ",sm_mhz,status"))
    return faults == before
}

# ---- Values ----------------------------------------------------------------------

# No value of ours has as many digits, or is as large, as this allows.
function is_number(text) {
    return text ~ /^[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?$/ && length(text) < 25 && text + 0 < 1e25
}
function value(name) { return $column[name] + 0 }
function check_number(i, name) { if (!is_number($i)) wrong(name, shown($i) " is no number of zero or more") }
# The two numbers are printed with six digits, so they may differ in the last.
function differ(a, b) { return a > b * 1.00002 || a < b * 0.99998 }

# The half interval of a median, which has to be inside.
function check_interval(name,    median, low, high) {
    median = $column[name] + 0; low = $column[name "_low"]; high = $column[name "_high"]
    if (low > median || median > high) wrong(name, $column[name] " is outside of its interval, " low " to " high)
    if (median <= 0) wrong(name, "it took no time")
    return half_of(median, low, high)
}

# Columns that tell rows apart hold words or numbers, and no two rows have the same.
function check_point(    i, point, is) {
    for (i = 1; i <= varied; i++) {
        point = point "," $i
        if (i in kind_of && met_as[$i] == kind_of[i]) continue # rows have the same few ones again and again
        if (table == "counters" && $i == "-") continue
        if (title[i] == "point" && $i ~ /^[a-z_0-9]+=[A-Za-z0-9_.]+( [a-z_0-9]+=[A-Za-z0-9_.]+)*$/) continue
        is = is_number($i) ? "number" : \
            $i ~ /^[A-Za-z][A-Za-z0-9_]*$/ && tolower($i) !~ /^(nan|inf|infinity)$/ ? "word" : ""
        if (!is) wrong(title[i], shown($i) " is no word and no number of zero or more")
        else if (!(i in kind_of)) kind_of[i] = is
        else if (is != kind_of[i]) wrong(title[i], shown($i) " is no " kind_of[i])
        else met_as[$i] = is
    }
    if (point in met) wrong("", "the same point as in line " met[point])
    met[point] = line
}

# Which memory a row is about is in a column, or in a note for all rows.
function is_dram() {
    return "memory" in column ? $column["memory"] == "dram" : \
        "level" in column ? $column["level"] == "dram" : notes["memory"] == "dram"
}

# How often a byte counts that DRAM delivers once: multicast counts it in each block of a cluster.
function arrivals() {
    return table == "multicast" ? value("cluster_size") : 1
}

function check_measured(    i, before, mhz, samples, width, widest, bytes, ms, gbs, ns, cycles, off, slack, peak) {
    before = faults
    # Nearly all rows are seen to be well-formed at a glance, which a large fleet needs.
    if ($0 !~ form || $0 ~ long_number) for (i = varied + 1; i < NF; i++) check_number(i, title[i])
    if ($NF !~ /^(ok|unsettled|throttled)$/) wrong("status", shown($NF) " is not ok, unsettled or throttled")
    if (faults > before) return
    mhz = $(NF - 1); samples = $column["samples"]
    if (mhz !~ /^[0-9]+$/ || mhz > 10000) wrong(title[NF - 1], mhz " MHz is no clock")
    if ("gbs" in column) {
        bytes = $column["bytes"]; ms = $column["ms"]; gbs = $column["gbs"]
        widest = check_interval("ms")
        peak = notes["peak_gbs"] * arrivals()
        if (bytes < 1) wrong("bytes", "there are none")
        else if (ms > 0 && differ(gbs, bytes / ms / 1e6)) wrong("gbs", gbs " is not bytes / ms / 1e6")
        else if (peak > 0 && gbs > 1.05 * peak && is_dram())
            wrong("gbs", gbs " GB/s of DRAM, which can deliver no more than " peak)
    }
    if ("watts" in column && differ(value("pj_per_byte"), value("watts") / value("gbs") * 1e3))
        wrong("pj_per_byte", $column["pj_per_byte"] " is not watts / gbs * 1e3")
    if ("ns" in column) {
        ns = $column["ns"]; cycles = $column["cycles"]
        width = check_interval("ns")
        if (width > widest) widest = width
        # The clock is printed without decimals.
        off = cycles - ns * mhz / 1e3
        slack = ns * 0.51 / 1e3 + cycles * 2e-5
        if (off > slack || -off > slack) wrong("cycles", cycles " is not ns * " title[NF - 1] " / 1e3")
    }
    if (samples !~ /^[0-9]+$/ || samples < 10 || samples > 1000) wrong("samples", samples " is not from 10 to 1000")
    if ($NF == "ok" && !is_settled(widest)) wrong("status", "ok, but the interval is wider than 0.5 %")
    # A row of the ladder has an interval of its latency as well, which exercises.csv leaves out.
    if ($NF == "unsettled" && widest < 0.00498 && !(table == "exercises" && $column["point"] ~ /^level=/))
        wrong("status", "unsettled, but the interval is within 0.5 %")
}

# A row of machine.csv.
function check_key() {
    if ($1 !~ /^[a-z][a-z0-9_]*$/) wrong("key", shown($1) " is no key")
    else if (!($1 in explained)) wrong("key", shown($1) " is no property of a machine that bench/README.md explains", take_out)
    else if ($1 in met) wrong("key", $1 " is in line " met[$1] " as well")
    met[$1] = line
    if ($1 == "date") check_date("date", $2)
    else if ($1 ~ /^(gpu|cpu|os|driver|nvcc)$/) check_name($1, $2)
    else check_number(2, $1)
}

# A row of history.csv.
function check_history(    i) {
    if ($1 !~ /^[1-9][0-9]*$/ || $1 + 0 < last_recording) wrong("recording", shown($1) " is no number, or below the one before")
    last_recording = $1 + 0
    check_date("date", $2)
    for (i = 3; i <= 8; i++) if (!is_plain($i)) wrong(title[i], shown($i) " has a character that has no place here")
    if ($6 != "-") check_number(6, "identity")
    for (i = 9; i <= 11; i++) check_number(i, title[i])
    if (value("low") > value("value") || value("value") > value("high") || value("value") <= 0)
        wrong("value", $9 " is zero or outside of its interval, " $10 " to " $11)
    if ($12 !~ /^(ok|unsettled|throttled)$/) wrong("status", shown($12) " is not ok, unsettled or throttled")
    if (($1, $7) in met) wrong("headline", $7 " of recording " $1 " is in line " met[$1, $7] " as well")
    met[$1, $7] = line
}

# ---- Notes -----------------------------------------------------------------------

# This is what bench_plain() of table.c lets through: no quotes, no markup, no path out of a folder.
function is_plain(text) { return text ~ /^[A-Za-z0-9 _.,;:()@+\/!=-]+$/ && text !~ /\.\.|^\// }

# A name comes from a driver or from the system, and is shown everywhere.
function check_name(where, text) {
    if (!is_plain(text)) wrong(where, shown(text) " has a character that has no place in a name")
    else if (length(text) > 255) wrong(where, shown(text) " is longer than a name, 255 characters")
    else check_private(where, text)
}

# ---- What identifies a host --------------------------------------------------------

# Results get published, so no text in them is to tell whose machine it is. A measured number cannot.
function check_private(where, text,    kind, i, n, names) {
    for (kind in private)
        if (text ~ private[kind] && !(kind ~ /serial/ && where ~ /^(commit|older_|options)/)) { # a commit or a seed may be all digits
            wrong(where, shown(text) " has what looks like " kind, take_out)
            return
        }
    if (where == "os" && text ~ host_in_os) wrong(where, shown(text) " has what looks like the name of a host", take_out)
    n = split(own, names, " ")
    for (i = 1; i <= n; i++)
        if (has_word(text, names[i])) wrong(where, shown(text) " has the name of this host or of its user", take_out)
}

function has_word(text, word,    at) {
    at = index(text, word)
    return at && substr(" " text, at, 1) !~ /[A-Za-z0-9_]/ && substr(text, at + length(word), 1) !~ /[A-Za-z0-9_]/
}

# Not every awk can count in a regular expression.
function times(text, n,    all) { while (n-- > 0) all = all text; return all }

BEGIN {
    long_number = times("[0-9]", 10)
    take_out = "results are published: take it out of this line by hand"
    hex = "[0-9A-Fa-f]"
    private["a UUID"] = times(hex, 8) "-" times(hex, 4) "-" times(hex, 4) "-"
    private["a PCI bus id"] = hex hex ":" hex hex "[.][0-7]([^0-9]|$)"
    private["a network address"] = "(^|[^0-9.])" times("[0-9][0-9]?[0-9]?[.]", 3) "[0-9][0-9]?[0-9]?([^0-9.]|$)|" \
        times("(" hex "+:)", 3) "|" hex "::"
    private["a serial number"] = times("[0-9]", 10) "|[Ss]erial|S/N"
    private["a path"] = "(^|[ =:,;(])(/|[A-Za-z]:/)[A-Za-z_.]"
    host_in_os = "(^|[^A-Za-z0-9])[a-z][a-z-]*[0-9]+([^A-Za-z0-9.]|$)" # node17; no distribution is called like that
    private["the name of a host"] = "@[A-Za-z]|(^|[^A-Za-z0-9.])[A-Za-z][A-Za-z0-9-]*([.][A-Za-z0-9-]+)*[.][A-Za-z][A-Za-z]+([^A-Za-z0-9.]|$)"
    # All names that bench/README.md has in code are explained there.
    while ((getline text < (bench "/README.md")) > 0) {
        n = split(text, parts, "`")
        for (i = 2; i <= n; i += 2) if (match(parts[i], /^[a-z][a-z0-9_]*/)) explained[substr(parts[i], 1, RLENGTH)] = 1
    }
}

function check_date(where, text) {
    if (text !~ /^[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]$/) wrong(where, shown(text) " is no date")
}

function check_note(    key, text) {
    if (columns) wrong("", "a note below the table's header")
    if (!match($0, /^# [a-z][a-z0-9_]*: ./)) { wrong("", shown($0) " is not '# key: value'"); return }
    key = substr($0, 3, RLENGTH - 5)
    text = notes[key]
    if (key in noted && key != "left_out") wrong(key, "this note is there twice")
    noted[key] = text
    if (key == "edition") wrong(key, "this note is the site's own")
    else if (!(key in explained) && key !~ /^older_/) wrong(key, "bench/README.md explains no such note", take_out)
    if (key ~ /^(gpu|cpu)$/) check_name(key, text)
    else if (!is_plain(text)) wrong(key, shown(text) " has a character that has no place in a note")
    else check_private(key, text)
    if (key == "commit" && text !~ /^(unknown|[0-9a-f]+(-dirty)?)$/)
        wrong(key, shown(text) " is no commit", take_out)
    if (key == "date") check_date(key, text)
    if (key == "seconds" && text !~ /^[0-9]+\.[0-9]$/) wrong(key, shown(text) " is no number of seconds")
    if (key == "peak_gbs" && !is_number(text)) wrong(key, shown(text) " is no number")
    if (key == "program" && text != table) wrong(key, "the results of " shown(text) " in a file of another name")
    if (key == "schema" && text != schema)
        wrong(key, "these are of schema " shown(text) ", and this book reads " schema, "measure it again" (file ~ /^results\// ? ", or remove its folder" : ""))
}

# All notes have been read. Is one missing, and is the table from the machine of its folder?
function check_notes(    all, needed, n, i) {
    all = "program schema"
    if (table != "history") all = all " commit"
    if (table !~ /^(kernels|history)$/) all = all " options date"
    if (has_medians) all = all " seconds " ("sm_mhz" in column ? "gpu peak_gbs" : "cpu")
    n = split(all, needed, " ")
    for (i = 1; i <= n; i++) if (!(needed[i] in noted)) wrong(needed[i], "this note is lacking")
    # Results of a node with several GPUs lie in the folder of each.
    if (!("gpus" in noted)) check_machine("gpu")
    check_machine("cpu")
}

function check_machine(key,    folder, name) {
    folder = file
    sub(/[^\/]*$/, "", folder)
    name = machine_in(folder, key)
    if (key in noted && name != "" && noted[key] != name)
        wrong(key, shown(noted[key]) ", but machine.csv beside it says " shown(name), "measure all of a folder on one machine")
}

# ---- A file ----------------------------------------------------------------------

BEGIN {
    measured["rate"] = "bytes,ms,ms_low,ms_high,samples,gbs"
    measured["latency"] = "ns,ns_low,ns_high,samples,cycles"
    measured["both"] = measured["rate"] ",ns,ns_low,ns_high,cycles"
    measured["energy"] = measured["rate"] ",watts,pj_per_byte,pj_above_waiting"
    while ((getline text < (bench "/run/counters.txt")) > 0)
        if (text ~ /^[a-z]/) {
            split(text, parts, " ")
            if (parts[1] ~ /^remote_/) counted_remote = counted_remote "," parts[1]
            else if (parts[1] ~ /^(missed|fabric)_/) counted_maybe = counted_maybe "(," parts[1] ")?"
            else if (parts[1] !~ /^wait_/) counted = counted "," parts[1]
        }
    counted = counted ",sectors_per_load,sectors_per_store"
    columns_of["machine"] = "key,value"
    columns_of["kernels"] = "kernel,registers,stack_bytes,shared_bytes"
    columns_of["exercises"] = "exercise,version,point," measured["rate"] ",sm_mhz,status"
    columns_of["mistakes"] = "mistake,outcome"
    columns_of["processes"] = "experiment,unit,point,cards,processes,least,median,most"
    columns_of["history"] = "recording,date,commit,driver,cuda,identity,headline,unit,value,low,high,status"
    for (i = 0; i < 256; i++) byte[sprintf("%c", i)] = i
    while ((getline text < (bench "/harness/bench.h")) > 0)
        if (text ~ /^#define BENCH_SCHEMA /) { schema = text; gsub(/[^0-9]/, "", schema) }
}

# csv.awk has already begun with the new file, so what is needed of the old one has other names.
function finish(    needed, n, i) {
    if (index(cut, " " file " ")) wrong("", "the last line is cut off")
    if (!over && !rows) wrong("", "there are no rows")
    else if (!over && "rows" in noted && noted["rows"] != rows) wrong("", rows " rows, but there were " noted["rows"])
    n = !over && table_of_file == "machine" ? split("cpu cores os date", needed, " ") : 0
    for (i = 1; i <= n; i++) if (!(needed[i] in met)) wrong(needed[i], "this key is lacking")
    if (faults > 5) print file ": and " faults - 5 " more" > "/dev/stderr"
}

# After a fault that all other lines share, nothing more is said of the file.
function give_up(what, better) {
    wrong("", what, better)
    over = 1
}

FNR == 1 {
    if (file) finish()
    file = FILENAME
    table_of_file = table
    faults = rows = over = last_recording = 0
    split("", noted); split("", met); split("", kind_of)
}
over { next }
{ line = FNR }
line_is != "row" && by_spreadsheet($0) != "" { give_up("saved by a spreadsheet: " by_spreadsheet($0)); next }
FNR == 1 && /^\357\273\277/ { give_up("a byte order mark", "sed -i '1s/^...//' " file); next }
/\r$/ {
    # A program that has changed one file in this way has changed all files of the folder.
    text = file
    sub(/[^\/]*$/, "*.csv", text)
    give_up("its lines end in CR and LF", "sed -i 's/\\r$//' " text)
    next
}
length($0) > 2000 { give_up("a line of " length($0) " characters"); next }
match($0, /[^ -~]/) {
    text = substr($0, RSTART, 1)
    i = split(substr($0, 1, RSTART), parts, ",")
    wrong(line_is == "row" ? title[i] : "", sprintf("a byte that has no place here, 0x%02x", byte[text]))
    over = line_is == "header"
    next
}
line_is == "note" { check_note(); next }
line_is == "header" {
    check_notes()
    over = !check_header()
    form = "^" times("[^,]*,", varied) times("[0-9]+(\\.[0-9]+)?(e[-+]0[0-9])?,", columns - varied - 1) "[a-z]*$"
    next
}
NF != columns { wrong(NF < columns ? title[NF + 1] : "", NF " values for " columns " columns"); next }
{ rows++ }
table == "machine" { check_key(); next }
table == "history" { check_history(); next }
{ check_point() }
table == "mistakes" {
    if ($2 !~ /^(right|wrong|hangs|failed|cudaError[A-Za-z]+)$/) wrong("outcome", shown($2) " is no end of a program")
    next
}
!has_medians { for (i = varied + 1; i <= NF; i++) check_number(i, title[i]); next }
{ check_measured() }

END {
    if (file) finish()
    exit failed
}
