# validate.awk - what is wrong with results: see validate.sh, which sets bench, the
# folder of the programs, and cut, the files whose last line has no end.
#
# A table has the columns that its program prints: bench/copy.c says which are varied, and
# bench/harness/table.c what is measured of them. Those of machine, kernels and counters are known
# here. Only the first faults of a file are shown, because it may have many.

function begin() {
    file = FILENAME
    table = file
    sub(/.*\//, "", table); sub(/\.csv$/, "", table)
    if (match(file, /^build\/results\/(here|gpu[0-9]+)\//)) {
        folder = substr(file, 15, RLENGTH - 15)
        cure = table == "kernels" ? "rm build/measured/" folder "/kernels; make measure" : \
            table == "counters" ? "make counters" : "make measure ONLY=" table
        if (folder != "here") cure = cure " DEVICE=" substr(folder, 4)
    }
    else
        cure = (file ~ /^results\// ? "take it back from git: git checkout " file ", or " : "") "measure it again"
    faults = rows = header = over = varied = peak = 0
    split("", column); split("", notes); split("", met); split("", kind_of)
    expect_columns()
}

function wrong(where, what, better) {
    failed = 1
    if (++faults <= 5)
        print file ":" line ": " (where == "" ? "" : substr(where, 1, 40) ": ") what ": " (better ? better : cure) > "/dev/stderr"
}

# A value in a message, whatever it holds.
function shown(text) {
    if (length(text) > 40) text = substr(text, 1, 37) "..."
    gsub(/[^ -~]/, "?", text)
    return "'" text "'"
}

# ---- Columns -------------------------------------------------------------------

# Sets expected, the columns of the table, or nothing where no program prints it. The program's
# description of its experiment says .columns = "...", .kind if that is not the usual one, and where
# the experiment runs.
function expect_columns(    path, text, parts, varied_columns, kind, clock) {
    if (table == "machine") { expected = "key,value"; return }
    if (table == "kernels") { expected = "kernel,registers,stack_bytes,shared_bytes"; return }
    # A fleet has a thousand files of a table.
    if (table in columns_of) { expected = columns_of[table]; return }
    columns_of[table] = expected = ""
    path = bench "/" table ".c"
    kind = "rate"; clock = "sm_mhz"
    while ((getline text < path) > 0) {
        if (text ~ /\.columns = "/) { split(text, parts, "\""); varied_columns = parts[2] }
        if (text ~ /\.kind = BENCH_LATENCY/) kind = "latency"
        if (text ~ /\.kind = BENCH_BOTH/) kind = "both"
        if (text ~ /\.machine = &host_machine/) clock = "cpu_mhz"
    }
    close(path)
    if (varied_columns == "") return
    columns_of[table] = expected = varied_columns "," measured[kind] "," clock ",status"
}

# Is the table's header what it should be?
function check_header(    i, n, names, is_expected, before) {
    before = faults
    for (i = 1; i <= NF; i++) {
        if ($i in column) wrong($i, "this column is there twice")
        column[$i] = i
        name[i] = $i
    }
    fields = NF
    n = split(expected, names, ",")
    for (i = 1; i <= n; i++) {
        is_expected[names[i]] = 1
        if (!(names[i] in column)) wrong(names[i], "this column is lacking")
    }
    for (i = 1; n && i <= NF; i++)
        if (!($i in is_expected)) wrong(shown($i), "there is no such column")
    if (faults > before) return 0
    if (table == "counters") {
        if ($0 !~ "^experiment,kernel,[a-z0-9_,]+," counted "$")
            wrong("", "its columns are not as agreed: experiment,kernel,...," counted)
        varied = column["load_requests"] - 1
    } else if (table != "machine" && table != "kernels") {
        has_rate = "gbs" in column; has_latency = "ns" in column
        kind = has_rate && has_latency ? "both" : has_rate ? "rate" : "latency"
        if (n ? $0 != expected : $0 !~ "^[a-z0-9_,]+," measured[kind] ",(sm|cpu)_mhz,status$")
            wrong("", "its columns are not as agreed: " (n ? expected : "...," measured[kind] ",sm_mhz,status"))
        n = split(measured[kind], numbers, ",")
        numbers_count = n
        varied = column[numbers[1]] - 1
    }
    return faults == before
}

# ---- Values --------------------------------------------------------------------

# Nothing has as many digits, or is as large, as this allows.
function is_number(text) {
    return text ~ /^[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?$/ && length(text) < 25 && text + 0 < 1e25
}
function value(name) { return $column[name] + 0 }
function check_number(i) {
    if (is_number($i)) return 1
    wrong(name[i], shown($i) " is no number of zero or more")
    return 0
}
# Both are printed with six digits.
function differ(a, b) { return a > b * 1.00002 || a < b * 0.99998 }

# Half of a median's interval, as a part of the median.
function width(name,    m, low, high) {
    m = value(name); low = value(name "_low"); high = value(name "_high")
    if (low > m || m > high)
        wrong(name, $column[name] " is outside of its interval, " $column[name "_low"] " to " $column[name "_high"])
    return m ? (high - m > m - low ? high - m : m - low) / m : 0
}

# A column that tells rows apart has words or numbers, and no two rows are the same.
function check_point(    i, point, is) {
    for (i = 1; i <= varied; i++) {
        point = point "," $i
        if (table == "counters" && $i == "-") continue
        is = is_number($i) ? "number" : \
            $i ~ /^[A-Za-z][A-Za-z0-9_]*$/ && tolower($i) !~ /^(nan|inf|infinity)$/ ? "word" : ""
        if (!is) wrong(name[i], shown($i) " is no word and no number of zero or more")
        else if (!(i in kind_of)) kind_of[i] = is
        else if (is != kind_of[i]) wrong(name[i], shown($i) " is no " kind_of[i])
    }
    if (point in met) wrong("", "the same point as in line " met[point])
    met[point] = line
}

# Which memory a row is of stands in a column, or in a note for all of them.
function is_dram() {
    return "memory" in column ? $column["memory"] == "dram" : \
        "level" in column ? $column["level"] == "dram" : notes["memory"] == "dram"
}

function check_row(    i, before, mhz, widest, cycles, slack) {
    before = faults
    for (i = varied + 1; i < NF; i++) check_number(i)
    if ($NF !~ /^(ok|unsettled|throttled)$/) wrong("status", shown($NF) " is not ok, unsettled or throttled")
    if (faults > before) return
    mhz = $(NF - 1)
    if (mhz !~ /^[0-9]+$/ || mhz > 10000) wrong(name[NF - 1], mhz " MHz is no clock")
    widest = 0
    if (has_rate) {
        widest = width("ms")
        if (value("ms") <= 0) wrong("ms", "it took no time")
        else if (value("bytes") < 1) wrong("bytes", "there are none")
        else if (differ(value("gbs"), value("bytes") / value("ms") / 1e6)) wrong("gbs", $column["gbs"] " is not bytes / ms / 1e6")
        else if (peak > 0 && value("gbs") > 1.05 * peak && is_dram())
            wrong("gbs", $column["gbs"] " GB/s of DRAM, whose theoretical peak is " peak)
    }
    if (has_latency) {
        i = width("ns")
        if (i > widest) widest = i
        if (value("ns") <= 0) wrong("ns", "it took no time")
        # The clock is printed without decimals.
        cycles = value("ns") * mhz / 1e3
        slack = value("ns") * 0.51 / 1e3 + value("cycles") * 2e-5
        if (value("cycles") > cycles + slack || value("cycles") < cycles - slack)
            wrong("cycles", $column["cycles"] " is not ns * " name[NF - 1] " / 1e3")
    }
    if ($column["samples"] !~ /^[0-9]+$/ || value("samples") < 10 || value("samples") > 1000)
        wrong("samples", $column["samples"] " is not from 10 to 1000")
    if ($NF == "ok" && widest > 0.00502) wrong("status", "ok, but the interval is wider than 0.5 %")
    if ($NF == "unsettled" && widest < 0.00498) wrong("status", "unsettled, but the interval is within 0.5 %")
}

# A name comes from a driver or from the system, and goes everywhere.
function check_name(where, text) {
    if (!is_plain(text)) wrong(where, shown(text) " has a character that has no place in a name")
    else if (length(text) > 255) wrong(where, shown(text) " is longer than a name, 255 characters")
}

# machine.csv.
function check_key() {
    if ($1 !~ /^[a-z][a-z0-9_]*$/) wrong("key", shown($1) " is no key")
    else if ($1 in met) wrong("key", $1 " is in line " met[$1] " as well")
    met[$1] = line
    name[2] = $1
    if ($1 == "date") check_date("date", $2)
    else if ($1 !~ /^(gpu|cpu|os|driver|nvcc)$/) check_number(2)
    else check_name($1, $2)
}

# How a spreadsheet has changed a line above the rows, if one has. It pads notes to the
# width of the table.
function by_spreadsheet(text) {
    sub(/^\357\273\277/, "", text); sub(/\r$/, "", text)
    return text ~ /^#.*[,;\t]$/ ? "its notes end in separators" : \
        text ~ /^[^#].*[;\t]/ ? "its columns are not separated by commas" : text ~ /^"|^[^#].*"/ ? "there are quotes" : ""
}

# ---- Notes ---------------------------------------------------------------------

# What bench_plain() of table.c lets through: no quotes, no markup; and no way out of a
# folder.
function is_plain(text) { return text ~ /^[A-Za-z0-9 _.,;:()@+\/!=-]+$/ && text !~ /\.\.|^\// }

function check_date(where, text) {
    if (text !~ /^[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]$/) wrong(where, shown(text) " is no date")
}

function check_note(    key, text) {
    if (header) wrong("", "a note below the table's header")
    if (!match($0, /^# [a-z][a-z0-9_]*: ./)) {
        wrong("", shown($0) " is not '# key: value'")
        return
    }
    key = substr($0, 3, RLENGTH - 5)
    text = substr($0, RLENGTH)
    if (key in notes && key != "left_out") wrong(key, "this note is there twice")
    if (key == "edition") wrong(key, "this note is the site's own")
    notes[key] = text
    if (key ~ /^(gpu|cpu)$/) check_name(key, text)
    else if (!is_plain(text)) wrong(key, shown(text) " has a character that has no place in a note")
    if (key == "date") check_date(key, text)
    if (key == "seconds" && text !~ /^[0-9]+\.[0-9]$/) wrong(key, shown(text) " is no number of seconds")
    if (key == "peak_gbs" && is_number(text)) peak = text
    else if (key == "peak_gbs") wrong(key, shown(text) " is no number")
    if (key == "program" && text != table) wrong(key, "the results of " shown(text) " in a file of another name")
    if (key == "schema" && text != schema) wrong(key, "these are of schema " shown(text) ", and this book reads " schema, "measure it again" (file ~ /^results\// ? ", or remove its folder" : ""))
}

# Above the table's header.
function check_notes(    all, needed, n, i) {
    all = "program schema commit"
    if (table != "kernels") all = all " options date"
    if (table !~ /^(machine|kernels|counters)$/) all = all " seconds " (/,sm_mhz,/ ? "gpu peak_gbs" : "cpu")
    n = split(all, needed, " ")
    for (i = 1; i <= n; i++) if (!(needed[i] in notes)) wrong(needed[i], "this note is lacking")
    # What all GPUs of a node share lies with each of them.
    if (!("gpus" in notes)) check_machine("gpu")
    check_machine("cpu")
}

# Is it of the machine that machine.csv beside it is of?
function check_machine(key,    folder, text) {
    folder = file
    sub(/[^\/]*$/, "", folder)
    if (!(folder in is_read)) {
        is_read[folder] = 1
        while ((getline text < (folder "machine.csv")) > 0)
            if (match(text, /^(gpu|cpu),/)) machine[folder, substr(text, 1, 3)] = substr(text, 5)
        close(folder "machine.csv")
    }
    if (key in notes && (folder, key) in machine && notes[key] != machine[folder, key])
        wrong(key, shown(notes[key]) ", but machine.csv beside it says " shown(machine[folder, key]), "measure all of a folder on one machine")
}

# ---- A file ----------------------------------------------------------------------

BEGIN {
    FS = ","
    measured["rate"] = "bytes,ms,ms_low,ms_high,samples,gbs"
    measured["latency"] = "ns,ns_low,ns_high,samples,cycles"
    measured["both"] = measured["rate"] ",ns,ns_low,ns_high,cycles"
    counted = "load_requests,load_sectors,store_requests,store_sectors,dram_read_bytes,dram_write_bytes,instructions,l2_cycles,l2_slices,l2_requests,slice_requests,l2_atomics,slice_atomics,sectors_per_load,sectors_per_store"
    for (i = 0; i < 256; i++) byte[sprintf("%c", i)] = i
    while ((getline text < (bench "/harness/bench.h")) > 0)
        if (text ~ /^#define BENCH_SCHEMA /) { schema = text; gsub(/[^0-9]/, "", schema) }
}

FNR == 1 { if (file) finish(); begin() }
over { next }
{ line = FNR }
!header && by_spreadsheet($0) != "" {
    wrong("", "saved by a spreadsheet: " by_spreadsheet($0))
    over = 1
    next
}
FNR == 1 && /^\357\273\277/ {
    wrong("", "a byte order mark", "sed -i '1s/^...//' " file)
    over = 1
    next
}
/\r$/ {
    # Who copies one file in this way copies all of the folder.
    text = file
    sub(/[^\/]*$/, "*.csv", text)
    wrong("", "its lines end in CR and LF", "sed -i 's/\\r$//' " text)
    over = 1
    next
}
length($0) > 2000 {
    wrong("", "a line of " length($0) " characters")
    over = 1
    next
}
match($0, /[^ -~]/) {
    character = substr($0, RSTART, 1)
    i = split(substr($0, 1, RSTART), parts, ",")
    wrong(header ? name[i] : "", sprintf("a byte that has no place here, 0x%02x", byte[character]))
    next
}
/^#/ { check_note(); next }
!header {
    header = 1
    check_notes()
    over = !check_header()
    next
}
NF != fields {
    wrong(NF < fields ? name[NF + 1] : "", NF " values for " fields " columns")
    next
}
{ rows++ }
table == "machine" { check_key(); next }
table == "kernels" || table == "counters" {
    if (table == "kernels") varied = 1
    check_point()
    for (i = varied + 1; i <= NF; i++) check_number(i)
    next
}
{ check_point(); check_row() }

function check_whole(    needed, n, i) {
    if (!rows) wrong("", "there are no rows")
    else if ("rows" in notes && notes["rows"] != rows) wrong("", rows " rows, but there were " notes["rows"])
    n = split("cpu cores os date", needed, " ")
    for (i = 1; table == "machine" && i <= n; i++) if (!(needed[i] in met)) wrong(needed[i], "this key is lacking")
}
function finish() {
    if (index(cut, " " file " ")) wrong("", "the last line is cut off")
    if (!over) check_whole()
    if (faults > 5) print file ": and " faults - 5 " more" > "/dev/stderr"
}
END {
    if (file) finish()
    exit failed
}
