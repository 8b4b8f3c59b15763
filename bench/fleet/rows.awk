# rows.awk - turns the tables of a fleet into lines that can be sorted: awk -v to=FOLDER -f csv.awk
# -f rows.awk FLEET/results/*/*.csv. The files have been validated, and those of a folder follow
# each other.
#
# The lines of a folder become the file to/<folder>, sorted. Each row of a table is a line with tabs:
# experiment, point, unit, value, half of its interval as a part of the value, status, memory and
# folder. Sorted, the values that all GPUs have of a point follow each other, the smallest first.
# Further lines begin with "!" and a folder. They name its model, its driver, the commit of its
# programs, each experiment that was measured quickly, and "partial" if pass.txt says so.

# Zeros in front of the value make bytes sort as numbers do.
function line(unit, value, half) {
    printf "%s\t%s\t%s\t%020.9f\t%.5f\t%s\t%s\t%s\n", table, point, unit, value, half, $NF, memory, folder | out
}

FNR == 1 {
    n = split(FILENAME, at, "/")
    if (at[n - 1] "" != folder && out != "") close(out)
    folder = at[n - 1]
    out = "sort > " to "/" folder # a name of lower case, digits and hyphens
    pass = FILENAME
    sub(/[^\/]*$/, "pass.txt", pass)
    if (table == "machine") {
        while ((getline text < pass) > 0) if (text ~ /ONLY=/) printf "!\t%s\tpartial\n", folder | out
        close(pass)
    }
}
line_is == "header" && notes["options"] ~ /--quick/ { printf "!\t%s\tquick\t%s\n", folder, table | out }
line_is == "header" && table == "machine" { printf "!\t%s\tcommit\t%s\n", folder, notes["commit"] | out }
# "!" sorts before all letters, and the GPU after the CPU, so the last of the two is the model.
line_is == "row" && table == "machine" && $1 ~ /^(gpu|cpu|driver)$/ { printf "!\t%s\t%s\t%s\n", folder, $1, $2 | out }
line_is == "row" && table !~ /^(machine|kernels|counters|mistakes|processes|history)$/ {
    point = point_of_row()
    memory = "memory" in column ? $column["memory"] : "level" in column ? $column["level"] : \
        "memory" in notes ? notes["memory"] : "-"
    if ("gbs" in column) line("GB/s", $column["gbs"], half_interval("ms"))
    if ("ns" in column) line("ns", $column["ns"], half_interval("ns"))
}
