# rows.awk - the measured rows of result folders, each as a line to be sorted:
# experiment, point, unit, value, half of its interval as a part of it, status, memory
# and folder, with tabs between. Sorted, all GPUs' values of a point stand together, the
# smallest first. The lines of a folder become the file to/<folder>, with one more that
# names its model, one each for its driver and for the commit of the programs, one for each
# experiment of a quick pass, and one if pass.txt beside the CSVs says that only some
# experiments were measured.
#
# awk -v to=FOLDER -f rows.awk FLEET/results/*/*.csv, folder by folder. The files
# have been validated.

function width(time,    m, low, high) {
    m = $column[time]; low = m - $column[time "_low"]; high = $column[time "_high"] - m
    return (low > high ? low : high) / m
}

# Zeros in front, so that bytes sort as numbers do.
function row(unit, value, half) {
    printf "%s\t%s\t%s\t%020.9f\t%.5f\t%s\t%s\t%s\n", table, point, unit, value, half, $NF, memory, folder > out
}

BEGIN { FS = "," }
FNR == 1 {
    n = split(FILENAME, at, "/")
    if (at[n - 1] "" != folder && out != "") close(out)
    folder = at[n - 1]
    out = to "/" folder
    table = at[n]
    sub(/\.csv$/, "", table)
    header = 0
    memory_of_all = "-"
    pass = FILENAME
    sub(/[^\/]*$/, "pass.txt", pass)
    if (table == "machine") {
        while ((getline text < pass) > 0) if (text ~ /ONLY=/) printf "!\t%s\tpartial\n", folder > out
        close(pass)
    }
}
/^# options: .*--quick/ { printf "!\t%s\tquick\t%s\n", folder, table > out }
table == "machine" {
    # "!" sorts before all letters, and a GPU behind the CPU: the last one is the model.
    if ($1 ~ /^(gpu|cpu|driver)$/) printf "!\t%s\t%s\t%s\n", folder, $1, $2 > out
    if (/^# commit: /) printf "!\t%s\tcommit\t%s\n", folder, substr($0, 11) > out
    next
}
table == "kernels" || table == "counters" { next }
/^# memory: / { memory_of_all = substr($0, 11) }
/^#/ { next }
!header {
    header = 1
    split("", column)
    for (i = 1; i <= NF; i++) { title[i] = $i; column[$i] = i }
    varied = ("bytes" in column ? column["bytes"] : column["ns"]) - 1
    rate = "gbs" in column; latency = "ns" in column
    place = "memory" in column ? column["memory"] : "level" in column ? column["level"] : 0
    next
}
{
    point = ""
    for (i = 1; i <= varied; i++) point = point (i > 1 ? " " : "") title[i] "=" $i
    memory = place ? $place : memory_of_all
    if (rate) row("GB/s", $column["gbs"], width("ms"))
    if (latency) row("ns", $column["ns"], width("ns"))
}
