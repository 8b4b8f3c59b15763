# sectors.awk - sectors per request, from what ncu has counted of one launch, and what they mean for loads of so many
# bytes (0: unknown): awk -v load_bytes=BYTES -f sectors.awk LOG prints notes for result.csv, and nothing if nothing was
# counted.

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
    if (!count[of]) return
    per[op] = count["l1tex__t_sectors_pipe_lsu_mem_global_op_" op ".sum"] / count[of]
    printf "# %s: %.3g\n", key, per[op]
}
# Side by side, the 32 lanes of a warp touch a sector of 32 bytes for each byte that a lane asks for, and no lane can ask
# for more than 16 bytes. Requests of several widths have a lower mean.
function meaning(    most) {
    most = load_bytes > 0 ? load_bytes : 16
    if (per["ld"] > 1.1 * most)
        return "too many per load: lanes side by side touch " most " at most, so part of what is moved is wasted"
    if (per["st"] > 1.1 * 16)
        return "too many per store: lanes side by side touch 16 at most, so part of what is moved is wasted"
    return "no more than lanes side by side touch that load " most " bytes each"
}
END {
    if (!counted) exit
    note("sectors_per_load", "ld")
    note("sectors_per_store", "st")
    print "# sectors_mean: " meaning()
}
