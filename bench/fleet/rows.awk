# rows.awk - turns the tables of a fleet into lines that can be sorted: awk -v to=FOLDER -f csv.awk
# -f rows.awk FLEET/results/*/*.csv. The files have been validated, and those of a folder follow
# each other.
#
# The lines of a folder become the file to/<folder>, sorted. Each row of a table is a line with tabs:
# experiment, point, model, unit, value, half of its interval as a part of the value, status, memory
# and folder; a row with a rate and a latency is two lines. Sorted, the values that all GPUs of a model
# have of a point follow each other, the smallest first. Further lines begin with "!" and a folder. They
# name its model, its driver, the commit of its programs, each experiment that was measured quickly, how many
# rows of an experiment have each status, and "partial" if pass.txt says so.

# Zeros in front of the value make bytes sort as numbers do.
function line(unit, value, half) {
    printf "%s\t%s\t%s\t%s\t%020.9f\t%.5f\t%s\t%s\t%s\n", table, point, model, unit, value, half, $NF, memory, folder | out
}

# The folder has been read.
function finish(    key, part) {
    if (out == "") return
    for (key in rows) {
        split(key, part, SUBSEP)
        printf "!\t%s\t%s\t%s\t%d\n", folder, part[2], part[1], rows[key] | out
    }
    split("", rows)
    close(out)
}

# The lines that say of which model the folder is, its GPU or else its CPU, and whether only a part was asked for.
function begin(path,    text) {
    model = machine_in(path, "gpu")
    if (model == "") model = machine_in(path, "cpu")
    printf "!\t%s\tmodel\t%s\n", folder, model | out
    while ((getline text < (path "pass.txt")) > 0) if (text ~ /ONLY=/) printf "!\t%s\tpartial\n", folder | out
    close(path "pass.txt")
}

FNR == 1 {
    n = split(FILENAME, at, "/")
    if (at[n - 1] "" != folder) {
        finish()
        folder = at[n - 1]
        out = "sort > " to "/" folder # a name of lower case, digits and hyphens
        begin(substr(FILENAME, 1, length(FILENAME) - length(at[n])))
    }
}
line_is == "header" && notes["options"] ~ /--quick/ { printf "!\t%s\tquick\t%s\n", folder, table | out }
line_is == "header" && table == "machine" { printf "!\t%s\tcommit\t%s\n", folder, notes["commit"] | out }
line_is == "row" && table == "machine" && $1 == "driver" { printf "!\t%s\tdriver\t%s\n", folder, $2 | out }
line_is == "row" && has_medians {
    point = point_of_row()
    memory = "memory" in column ? $column["memory"] : "level" in column ? $column["level"] : \
        "memory" in notes ? notes["memory"] : "-"
    if ("gbs" in column) line("GB/s", $column["gbs"], half_interval("ms"))
    if ("ns" in column) line("ns", $column["ns"], half_interval("ns"))
    rows[table, $NF]++
}
END { finish() }
