# sectors.awk - sectors per request, from what ncu has counted of one launch: awk -f sectors.awk LOG prints
# notes for result.csv, and nothing if nothing was counted.

# The fields of a line of ncu's CSV, all of which are quoted.
function fields(line, field) {
    gsub(/^"|"$/, "", line)
    return split(line, field, /","/)
}

/^"ID"/ { n = fields($0, name); next }
n && /^"0"/ {
    fields($0, value)
    for (i = 1; i <= n; i++) { gsub(/,/, "", value[i]); count[name[i]] = value[i] }
    counted = 1
}
function note(key, op,    of) {
    of = "l1tex__t_requests_pipe_lsu_mem_global_op_" op ".sum"
    if (count[of] > 0) printf "# %s: %.3g\n", key, count["l1tex__t_sectors_pipe_lsu_mem_global_op_" op ".sum"] / count[of]
}
END {
    if (!counted) exit
    note("sectors_per_load", "ld")
    note("sectors_per_store", "st")
}
