# made_up.awk - a table of the reference machine as a machine that is not there
# would have measured it.
#
#   awk -v machine=split -v table=copy -f made_up.awk copy.csv copy.csv
#
# The table is read twice: some rows are made from another's. What the chapters say
# depends on some thirty comparisons; each goes the other way on one of the machines:
#
#   split     carries out a wide load as four narrow ones: int4 loses
#   alone     compute capability 8.0: no clusters, no counters, other sizes
#   cpu       no GPU at all
#   opposite  the other way in all that nature allows, and a node of four
#   hasty     a quick pass, with the rows that --quick leaves
#   bus       PCIe 3, a coarse clock for events, a CPU of two cores, GPUs without access to
#             each other, and a small L2 that nothing stays in: no row is of the L2
function get(name) { return name in column ? $column[name] + 0 : 0 }
function put(name, value) { if (name in column) $column[name] = value }
function scale(name, factor) {
    if (name in column) $column[name] = sprintf("%.6g", $column[name] * factor)
}
# The row takes so many times as long.
function slower(factor) {
    scale("ms", factor); scale("ms_low", factor); scale("ms_high", factor)
    scale("gbs", 1 / factor)
}
function later(factor) {
    if (!("ns" in column)) return
    scale("ns", factor); scale("ns_low", factor); scale("ns_high", factor)
    scale("cycles", factor)
}
# Its interval is wider than that of a median that has settled.
function widen(name) {
    put(name "_low", get(name) * 0.99); put(name "_high", get(name) * 1.01)
}
# The row reaches so many gigabytes a second.
function rate(gbs) { slower(get("gbs") / gbs) }
# Drops the row.
function drop() { dropped = 1 }
# As long as the row took that differs in its variant alone, times a factor.
function as_long_as(variant, factor) { slower(ms[key_of(variant)] / get("ms") * factor) }

function is(name, value) { return (name in column) && $column[name] == value }

# The columns that tell a row from the others, without the variant.
function key_of(variant,    i, all) {
    all = variant
    for (i = 2; i < measured; i++) all = all "," $i
    return all
}

# The machines differ in machine.csv and in the notes of tables.
BEGIN {
    FS = OFS = ","
    split("split alone cpu opposite hasty bus", machines, " ")
    for (i in machines) facts[machines[i], "gpu"] = "Made-up " machines[i]
    all = "alone machine=Made-up alone; compute capability 8.0; 108 SMs|alone compute_capability=8.0|alone sms=108|" \
        "alone clocks=SM 1410 MHz, memory 1215 MHz, bus 5120 bit|alone sm_mhz=1410|alone memory_mhz=1215|" \
        "alone bus_bits=5120|alone peak_gbs=1555.2|alone l2_bytes=41943040|alone memory_bytes=42285268992|" \
        "alone shared_bytes_per_sm=167936|alone pcie_generation=4|bus l2_bytes=2097152|" \
        "opposite event_resolution_ns=480|opposite event_pair_ns=96|opposite int2_from_1=cudaSuccess|" \
        "opposite pcie_generation=6|bus event_resolution_ns=500|bus event_pair_ns=2000|" \
        "bus tpc_pairs_percent=50|bus pcie_generation=3|bus pcie_payload_bytes=128|bus cores=2"
    for (n = split(all, each, "|"); n > 0; n--) {
        split(each[n], fact, /[ =]/)
        facts[fact[1], fact[2]] = substr(each[n], length(fact[1] fact[2]) + 3)
    }
}
FNR == 1 { pass++; header = 0 }

# ---- Notes ------------------------------------------------------------------

/^#/ {
    if (pass == 1) next
    host = host || /^# cpu: /
    match($0, /^# [a-z0-9_]+: /)
    key = substr($0, 3, RLENGTH - 4)
    if (!host && (machine, key) in facts) $0 = "# " key ": " facts[machine, key]
    if (/^# rows: /) next # not all of them stay
    if (machine == "bus" && /^# nvlink_gbs: /) next
    if (machine == "hasty" && table != "counters") sub(/^# options: .*/, "& --quick")
    if (key == "cores" && machine == "bus") $0 = "# cores: 2"
    print
    next
}
# ---- Rows -------------------------------------------------------------------

!header {
    header = 1
    delete column
    measured = 0
    for (i = 1; i <= NF; i++) {
        column[$i] = i
        if (!measured && ($i == "bytes" || $i == "ns")) measured = i
    }
    if (pass == 2) print
    next
}
pass == 1 {
    ms[key_of($1)] = get("ms")
    ns[key_of($1)] = get("ns")
    next
}
{
    dropped = 0
    if (table == "machine") card()
    else if (machine == "split") split_row()
    else if (machine == "alone") alone_row()
    else if (machine == "opposite") opposite_row()
    else if (machine == "hasty") hasty_row()
    else if (machine == "bus") bus_row()
    if (!dropped) print
}

function card() {
    if (machine == "cpu" && !/^(cpu|cores|l1_|l2_cpu|l3_|os|date)/) drop()
    if ((machine, $1) in facts) $2 = facts[machine, $1]
}

# A wide load is four narrow ones; an offset or a stride, a transaction a lane.
function split_row(    words) {
    words = $1 == "int2" ? 2 : $1 == "int" || $1 == "memcpy" ? 1 : 4
    if (table == "copy" && words > 1) {
        as_long_as("int", words == 2 ? 1.15 : $1 == "int4" ? 1.3 : \
            $1 == "ticket" || $1 == "shuffled" ? 1.4 : 1.31)
    } else if (table == "saxpy" && $1 == "wide") {
        as_long_as("article", 1.2)
    } else if (table == "inflight" && $1 != "int") {
        slower(words == 2 ? 1.5 : get("loads") == 4 ? 3 : 2.5)
    } else if (table == "timers") {
        if ($1 == "events") slower(1.13)
    } else if (table == "async") {
        if ($1 ~ /^(bulk|tensor)$/ && get("threads_per_sm") == 128) slower(2)
    } else if (table == "tile") {
        slower($1 == "plain" ? 3 : get("threads_per_sm") == 512 ? 1.5 : 1)
    } else if (table == "transpose" && $1 == "wide") {
        as_long_as("padded", 1.2)
    } else if (table == "offset" && get("offset") % 8) {
        slower(1.4)
    } else if (table == "stride" && get("stride") > 1) {
        rate(2500 / 8)
    } else if (table == "exercises" && $2 == "only_writes" && $3 ~ /stride=32 /) {
        slower(0.5)
    } else if (table == "exercises" && $2 == "only_reads" && $3 ~ /offset=16 /) {
        slower(1.1)
    } else if (table == "host_saxpy" && $1 == "scalar" && is("precision", "fp32") && !is("memory", "dram")) {
        slower(2)
    } else if (table == "multicast" && $1 == "each") {
        slower(2)
    } else if (table == "dsm" && $1 == "alone" && $2 == "hot" && get("cluster_size") == 16) {
        slower(0.5)
    } else if (table == "counters" && is("experiment", "copy")) {
        put("sectors_per_load", 4); put("sectors_per_store", 4)
        put("instructions", 6984704)
    }
}

# An older GPU: no clusters; so few gigabytes a second that floats fill the bus.
function alone_row(    limit) {
    if (host) return
    if (table == "kernels" && $1 ~ /^dsm|remote$|exchange/ && $1 != "histogram_remote" ||
        table == "histogram" && ($1 == "exchange" || get("cluster_size") > 1) ||
        table == "copy" && $1 == "tma" || table == "timers" && $1 == "pdl" ||
        table == "ladder" && $1 == "remote") drop()
    if (get("sm_mhz") > 0) put("sm_mhz", 1410)
    if (table == "mapped_stride" && $1 == "to_host" && get("stride") > 1) rate(2)
    limit = table == "ladder" ? ($1 == "dram" ? 1390 : 1e6) : is("memory", "l2") ? 3200 : 1370
    slower(table == "ladder" && $1 != "host" ? 132 / 108 * 1980 / 1410 : 2)
    if (get("gbs") > limit && table != "timers")
        rate(table == "copy" && $2 == "dram" && $1 ~ /once|ticket/ ? 1430 : limit)
    later(1.4)
    if ("ns" in column) put("cycles", sprintf("%.6g", get("ns") * 1.41))
}

# Where the chapters find that one thing is ahead of another, as far as nature
# allows, it is behind.
function opposite_row(    size) {
    if (table == "timers") {
        if ($1 == "launch") as_long_as("held", 1.02)
        if ($1 == "sync") as_long_as("held", 1.1)
        if ($1 == "events") as_long_as("held", 1.01)
        if ($1 == "queue" || $1 == "pdl") as_long_as("held", 1.01)
    } else if (table == "saxpy") {
        if ($1 == "article") as_long_as("wide", 1.01)
    } else if (table == "offset") {
        slower(ms[$1 "," $2 ",0," $4 ",1"] / get("ms"))
    } else if (table == "stride") {
        if ($2 == "dram") rate(3900 / get("overfetch"))
    } else if (table == "exercises") {
        # All changes cost time, and some the more the larger the number in their point is.
        if ($2 != "unchanged") slower(2)
        if ($1 == "offsets" && match($3, /offset=[0-9]+/)) slower(1 + substr($3, RSTART + 7, RLENGTH - 7) / 50)
        if ($1 == "requests" && $3 ~ /stride=32/) slower(0.5)
    } else if (table == "transpose") {
        if ($1 == "gather" || $1 == "tiled") as_long_as("padded", 1)
        if ($1 == "naive") as_long_as("padded", 0.95)
        if ($1 == "staged") as_long_as("padded", 1)
    } else if (table == "managed") {
        if ($1 == "faults") slower(0.1)
        if ($1 == "back_fetched_reads") slower(0.3)
        if ($1 == "written") slower(0.001)
    } else if (table == "copy") {
        if ($1 == "int" || $1 == "int2") as_long_as("int4", 1)
        if ($1 == "once") slower($2 == "l2" ? 0.9 : 1.15)
    } else if (table == "async") {
        if ($1 == "groups") slower(3)
        if ($1 == "bulk" && get("threads_per_sm") == 32) rate(4300)
        if ($1 == "bulk" && get("threads_per_sm") == 128 && get("tile_bytes") <= 8192)
            rate(get("tile_bytes") == 4096 ? 3600 : 3000)
    } else if (table == "async_trace") {
        if (get("ahead") == 4) later(0.3)
    } else if (table == "tile") {
        if ($1 != "plain") slower(3)
    } else if (table == "inflight") {
        if ($1 != "sum") rate(get("bytes_in_flight_per_sm") * 132 / 600)
        if (get("gbs") > 4000) rate(4000)
    } else if (table == "counters") {
        if (is("experiment", "stride")) {
            put("dram_read_bytes", 32 * get("load_sectors"))
        }
        if (is("experiment", "offset") && get("offset")) scale("dram_read_bytes", 1.2)
        if (is("variant", "unaligned")) scale("load_requests", 0.25)
        if (is("kernel", "multicast_each")) scale("l2_requests", 4)
    } else if (table == "transfer") {
        if ($1 == "pageable") as_long_as("pinned", 1)
        if ($1 == "write_combined") slower(0.7)
        if ($1 == "mapped" && get("array_bytes") <= 262144) slower(8)
    } else if (table == "mapped_stride") {
        rate(48 / (get("overfetch") < 4 ? get("overfetch") : 4))
    } else if (table == "overlap") {
        size = $3 >= 64 ? 0.97 : $2 == 1 ? 1.3 : $2 == 2 ? 1.1 : 0.95
        if ($1 == "mapped") slower(ms["streams,4," $3] / get("ms") * size)
        slower(1.8)
    } else if (table == "pinning") {
        if ($1 == "register") slower(30)
        if ($1 == "malloc_host") slower(1.5)
    } else if (table == "dsm") {
        if ($1 == "load" && $2 == "next") slower(get("loads") < 8 ? 1 : 0.7)
    } else if (table == "mix") {
        if ($1 == "stream" && get("writes") % 8) rate(4000)
    } else if (table == "gather") {
        if (get("region_bytes") > 70e9) slower(0.2)
        if (get("granule_bytes") == 32) slower(0.7)
    } else if (table == "l2") {
        size = get("working_set_bytes")
        if ($1 == "read" && size > 120e6) rate(4500)
        if ($1 == "write" && size < 100e6) slower(0.5)
    } else if (table == "processes") {
        put("most", get("least"))
    } else if (table == "dsm_stride") {
        if ($1 == "remote") rate(4200)
    } else if (table == "atomics") {
        if ($1 != "red") as_long_as("red", 2)
    } else if (table == "polynomial") {
        rate($1 == "float" ? 4000 : 3500)
    } else if (table == "dsm_latency") {
        if ($1 == "next") later(95 / get("ns"))
    } else if (table == "histogram") {
        if ($1 == "global") slower(0.05)
        if ($1 == "packed" && !is("input", "zipf")) slower(8)
        if ($1 == "partition") slower(3)
        if ($1 == "remote" && get("cluster_size") > 2) slower(3)
        if ($1 == "owner") slower(get("cluster_size") > 2 ? 4 : 2)
    } else if (table == "latency") {
        size = get("working_set_bytes")
        if (size <= 62914560 && get("ns") > 60) later(70 / get("ns"))
        if (size > 62914560 && $1 == "sequential") later(0.7)
    } else if (table == "l2_distance") {
        later((140 + 10 * sin($2 + 2 * $3)) / get("ns"))
    } else if (table == "ladder") {
        if ($1 == "l2") later(0.5)
        if ($1 == "host") rate(150)
    } else if (table == "peer") {
        if ($1 == "write") as_long_as("copy", 1)
        if ($1 == "read" && $2 == "both" && get("array_bytes") == 1073741824) rate(749)
    } else if (table == "peer_latency") {
        if ($1 == "load" && $2 != $3) later(get("working_set_bytes") == 65536 ? 0.3 : 2)
        if ($1 == "flag") later(3)
    } else if (table == "transfer_all") {
        rate(($1 == "both" ? 101 : 55) * get("gpus"))
    } else if (table == "host_stride") {
        if (get("stride") == 32) slower(0.5)
        if (get("stride") == 4) slower(2)
    } else if (table == "host_saxpy") {
        if ($1 == "scalar") as_long_as("simd", 1.02)
    } else if (table == "host_copy") {
        if ($1 == "past") slower(1.5)
        if ($1 == "int" && is("memory", "dram")) slower(2)
    } else if (table == "host_latency") {
        if ($1 == "sequential") later(0.9 * ns["random," $2 "," $3] / get("ns"))
    }
}

# As the programs in bench/ choose their points with --quick.
function power(x, least, ratio) {
    while (x > least) x /= ratio
    return x == least
}
function hasty_row(    n) {
    if (table == "transfer" && $1 == "pageable" && get("array_bytes") == 65536) {
        put("array_bytes", 262144)
        scale("bytes", 4); scale("gbs", 4); slower(3)
    }
    if (table == "copy") n = power(get("array_bytes"), 4096, 4)
    else if (table == "saxpy" && $1 !~ /^(add|triad)$/) n = power(get("array_bytes"), 4096, 64) || get("array_bytes") == 83886080
    else if (table == "timers") n = power(get("array_bytes"), 4096, 64)
    else if (table == "latency") n = power(get("working_set_bytes"), 2048, 8)
    else if (table == "inflight" && $1 != "sum") n = power(get("threads_per_sm"), 32, 8) && power(get("loads"), 1, 4)
    else if (table == "dsm") n = get("cluster_size") < 3 || get("cluster_size") == 16
    else if (table == "histogram") n = is("input", "uniform") && (get("bins") == 256 || get("bins") >= 65536) &&
        !($1 ~ /remote|owner|exchange/ && seen[$1, get("bins")]++)
    else if (table == "offset") n = get("offset") % 8 == 0 || get("offset") == 1 || get("offset") == 31
    else if (table == "stride") n = power(get("stride"), 1, 2)
    else if (table == "overlap") n = get("cycles") == 0 || get("cycles") == 48 || get("cycles") == 2048
    else if (table == "transfer") n = power(get("array_bytes"), 4096, 64) && get("array_bytes") <= 16777216
    else if (table == "pinning") n = get("array_bytes") <= 1048576
    else if (table == "transpose") n = get("n") != 8192
    else if (table == "host_stride") n = power(get("stride"), 1, 2)
    else if (table == "host_latency") n = get("working_set_bytes") <= 67108864 && power(get("working_set_bytes"), 4096, 2)
    else if (table == "host_histogram") n = power(get("bins"), 256, 64)
    else if (table == "host_stream") n = get("distance") == 0 || power(get("distance"), 1, 8)
    else if (table == "host_memcpy") n = get("array_bytes") <= 1048576
    else if (table == "host_saxpy") n = get("array_bytes") <= 16777216
    else if (table == "host_copy") n = get("array_bytes") <= 268435456
    else n = 1
    if (!n) drop()
    if (table == "copy" && $1 == "shuffled") as_long_as("int4", 0.974)
    if (table == "transpose" && $1 == "staged") as_long_as("padded", 1)
    if (table == "counters" && is("experiment", "histogram")) {
        scale("slice_atomics", 0.5)
        scale("l2_cycles", 2)
    }
    if (table == "counters" && is("experiment", "l2")) {
        put("l2_requests", get("load_sectors") / 4)
        scale("l2_cycles", 2)
    }
    if ("samples" in column) put("samples", 10)
    if ("status" in column && NR % 3 == 0) {
        put("status", "unsettled")
        widen("ms"); widen("ns")
    }
}

# A slow bus, and a copy that likes wide loads and an even share of the work.
function bus_row() {
    if (host && get("threads") > 1) { put("threads", 2); slower(5) }
    if (table == "host_stride" && get("stride") > 1) rate(25)
    if (table == "host_saxpy" && $1 == "scalar" && is("precision", "fp32") && is("memory", "dram")) slower(1.5)
    if (table == "host_copy" && $1 == "int8" && is("memory", "dram")) slower(0.5)
    if (table == "host_histogram" && $1 == "private" && get("bins") > 65536) slower(4)
    # No stores past the cache, no large pages.
    if (table == "host_copy" && $1 == "past" || table == "host_latency" && $1 == "huge" ||
        is("pages", "huge")) drop()
    if (host) return
    if (table == "managed" && $1 ~ /mapped|written|moves|reads|copies/) drop()
    if (is("memory", "l2") && table != "multicast") {
        # Rows that go on to other memory each time are there at each size.
        if (table ~ /^(copy|saxpy|counters|multicast)$/) drop()
        put("memory", "dram")
    }
    if (table == "timers" && $1 != "launch" && get("gbs") > 3900) rate(3900)
    if (table == "ladder" && $1 == "l2") { rate(4800); later(320 / get("ns")) }
    if (table == "histogram" && $1 == "global" && get("bins") < 65536) rate(273)
    if (table == "peer" && $1 != "copy" || table == "peer_latency" && ($1 == "flag" || $2 != $3)) drop()
    if (table == "peer") rate((int($3 / 2) == int($4 / 2) ? 20 : 10) * get("gbs") / 800)
    if (table == "offset" && get("offset")) slower(1.1)
    if (table == "counters" && get("stride") > 8) scale("dram_write_bytes", 2)
    if (table == "dsm" && $2 == "pair" && get("cluster_size") > 2) slower(1.1)
    if (table ~ /^(transfer|overlap)$/) slower($1 == "write_combined" ? 4.6 : 4.2)
    if (table == "mapped_stride") {
        if ($1 == "to_host" && get("stride") > 1) slower(get("stride") < 32 ? 1.5 : 1.1)
        else slower(get("stride") < 8 ? 4.2 : 6)
    }
    if (table == "gather" && get("region_bytes") > 1e11) slower(3)
    if (table == "exercises" && $2 != "unchanged") slower(0.5)
    if (table == "timers" && $1 == "events") slower(1.3)
    if (table == "copy" && $1 == "int") slower(1.5)
    if (table == "copy" && $1 == "int2") slower(1.2)
    if (table == "copy" && $1 == "shuffled") as_long_as("ticket", 1)
}
