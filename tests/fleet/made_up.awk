# made_up.awk - results of a GPU that there is not: awk -v to=FOLDER -v seed=N -f made_up.awk
# CSV... writes the files anew, each row off by a little chance. Further variables:
#   gpu        its name
#   noise      by how much a row is off at most, as a part of it; 0.002 unless set
#   dram       what rows of the GPU's DRAM take, of the usual time
#   throttled  which part of the rows was throttled

# Near to what is normal: the sum of three.
function chance() { return noise * (rand() + rand() + rand() - 1.5) / 1.5 }

function scale(name, by) { $column[name] = sprintf("%.6g", $column[name] * by) }

BEGIN {
    FS = OFS = ","
    srand(seed)
    if (noise == "") noise = 0.002
    if (dram == "") dram = 1
}
FNR == 1 {
    if (out != "") close(out)
    out = FILENAME
    sub(/.*\//, to "/", out)
    header = 0
}
gpu != "" && /^# gpu: / { $0 = "# gpu: " gpu }
gpu != "" && /^gpu,/ { $2 = gpu }
/^#/ { print > out; next }
!header {
    header = 1
    split("", column)
    for (i = 1; i <= NF; i++) column[$i] = i
    print > out
    next
}
"status" in column {
    by = 1 + chance()
    place = "memory" in column ? $column["memory"] : "level" in column ? $column["level"] : ""
    if (place == "dram" && "sm_mhz" in column) by *= dram
    if ("ms" in column) {
        scale("ms", by); scale("ms_low", by); scale("ms_high", by)
        $column["gbs"] = sprintf("%.6g", $column["bytes"] / $column["ms"] / 1e6)
        if ("watts" in column) scale("pj_per_byte", by)
    }
    if ("ns" in column) {
        scale("ns", by); scale("ns_low", by); scale("ns_high", by)
        $column["cycles"] = sprintf("%.6g", $column["ns"] * $(NF - 1) / 1e3)
    }
    if (rand() < throttled) $NF = "throttled"
}
{ print > out }
