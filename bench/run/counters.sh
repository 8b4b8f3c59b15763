#!/usr/bin/env bash
# counters.sh [--device=N] FOLDER NAME... - what the GPU counted while the programs build/bench/NAME
# ran each of their kernels once: requests, sectors, DRAM bytes, instructions and the
# work of the L2's slices.
#
# Writes FOLDER/counters.csv, whole or not at all. A row is a launch: the experiment,
# the kernel, the columns that the experiments vary ("-" where one has no such
# column), and the counts. ncu empties the caches before each launch, so that rows of
# the L2 would not be what was measured: they are left out.
# Exit status 77: this machine lacks what it takes.
set -eu -o pipefail
export LC_ALL=C

device=()
[[ ${1-} != --device=* ]] || { device=("$1"); shift; }
folder=$1
shift
lacks() {
    echo "counters: $*" >&2
    exit 77
}
(($#)) || lacks "counting needs an NVIDIA GPU and the CUDA Toolkit"
command -v ncu > /dev/null || lacks "ncu is missing: install Nsight Compute, a part of the CUDA Toolkit"

# Column of counters.csv, and what ncu calls it. slice_requests is of the slice of the L2
# that has most requests, slice_atomics of that which has most atomics; how many slices
# there are is all requests over a slice's mean.
metrics='load_requests l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
load_sectors l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
store_requests l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
store_sectors l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
dram_read_bytes dram__bytes_read.sum
dram_write_bytes dram__bytes_write.sum
instructions smsp__inst_executed.sum
l2_cycles lts__cycles_elapsed.max
l2_slices lts__t_requests.avg
l2_requests lts__t_requests.sum
slice_requests lts__t_requests.max
l2_atomics lts__d_atomic_input_cycles_active.sum
slice_atomics lts__d_atomic_input_cycles_active.max'

mkdir -p "$folder"
exec 9> build/measure.lock
flock 9
new=$folder/.counters.new
rm -rf "$new" # of one that was killed
mkdir "$new"
trap 'rm -rf "$new"' EXIT

[[ -t 2 ]] && begin=$'\r\e[K' end='' || begin='' end=$'\n'
runs=()
# Runs a program with these options; its table and ncu's follow each other in runs.
count() {
    local stem=$new/${#runs[@]}.$1
    printf '%scounting: %s%s' "$begin" "$*" "$end" >&2
    ncu --profile-from-start off --csv --page raw --print-units base --log-file "$stem.ncu" \
        --metrics "$(cut -d' ' -f2 <<< "$metrics" | paste -sd,)" \
        "build/bench/$1" --profile "${@:2}" > "$stem.table" 2> "$stem.errors" || {
        printf '%s' "$begin" >&2
        ! grep -q ERR_NVGPUCTRPERM "$stem".* ||
            lacks "the driver lets only root read the GPU's counters: see https://developer.nvidia.com/ERR_NVGPUCTRPERM"
        cat "$stem.errors" >&2
        grep -h '^==ERROR==' "$stem.ncu" "$stem.table" >&2 || true
        echo "counters: $* failed" >&2
        exit 1
    }
    runs+=("$stem.ncu" "$stem.table")
}

for name; do
    # One size, of which two arrays fill the L2: what counts is the access pattern.
    options=("${device[@]}" --min-bytes=64MiB --max-bytes=64MiB)
    mapfile -t variants < <("build/bench/$name" --list | cut -d' ' -f1)
    ((${#variants[@]})) || count "$name" "${options[@]}"
    for variant in "${variants[@]}"; do
        case $name/$variant in
        */memcpy) continue ;; # it launches no kernel, so there is nothing to count
        histogram/global) ;;
        histogram/*) continue ;; # shared memory counts, or a row is several kernels
        esac
        count "$name" --variant="$variant" "${options[@]}"
    done
done
printf '%s' "$begin" >&2

{
    sed -nE '/^# (options|seconds|rows):/d; s/^# program:.*/# program: counters/; /^# /p' "${runs[1]}"
    echo "# options: --profile"
    echo "# ncu: $(ncu --version | sed -nE 's/^Version ([0-9.]+).*/\1/p')"
    awk -v metrics="$metrics" '
        function wrong(what) {
            print "counters: " experiment ": " what > "/dev/stderr"
            bad = 1
            exit 1
        }
        # The fields of a line of CSV, some of them in quotes.
        function split_csv(line, field,    n, i, c, quoted) {
            split("", field)
            n = 1
            for (i = 1; i <= length(line); i++) {
                c = substr(line, i, 1)
                if (c == "\"") quoted = !quoted
                else if (c == "," && !quoted) n++
                else field[n] = field[n] c
            }
            return n
        }
        function check_launches() {
            if (table_rows != launches)
                wrong(table_rows " rows, but " launches " launches of a kernel")
        }
        BEGIN {
            metric_count = split(metrics, words, /[ \n]/) / 2
            for (i = 1; i <= metric_count; i++) { name[i] = words[2 * i - 1]; metric[i] = words[2 * i] }
        }
        FNR == 1 && FILENAME ~ /ncu$/ {
            check_launches()
            experiment = FILENAME
            sub(/.*\/[0-9]+\./, "", experiment); sub(/\.ncu$/, "", experiment)
            launches = table_rows = header = units = 0
        }
        # What ncu says around its table begins with ==.
        FILENAME ~ /ncu$/ && !/^"/ { next }
        FILENAME ~ /ncu$/ && !header {
            n = split_csv($0, field)
            split("", at)
            for (i = 1; i <= n; i++) at[field[i]] = i
            for (i = 1; i <= metric_count; i++)
                if (!(metric[i] in at)) wrong("ncu did not count " metric[i])
            header = 1
            next
        }
        FILENAME ~ /ncu$/ && !units { units = 1; next }
        FILENAME ~ /ncu$/ {
            split_csv($0, field)
            launches++
            kernel = field[at["Kernel Name"]]
            sub(/^void /, "", kernel); sub(/\(.*/, "", kernel)
            gsub(/[<>, ]+/, "_", kernel); sub(/_$/, "", kernel)
            kernels[launches] = kernel
            for (i = 1; i <= metric_count; i++) {
                value = field[at[metric[i]]]
                gsub(/,/, "", value)
                if (value !~ /^[0-9.]+$/) wrong("ncu counted \"" value "\" for " metric[i])
                counted[launches, i] = value + 0
            }
            next
        }
        FNR == 1 { split("", column); columns = 0 }
        /^#/ { next }
        !columns {
            columns = split($0, column, ",")
            for (i = 1; i <= columns; i++)
                if (!(column[i] in known)) { known[column[i]] = 1; all[++all_count] = column[i] }
            next
        }
        {
            table_rows++
            split($0, value_of, ",")
            for (i = 1; i <= columns; i++)
                if (column[i] == "memory" && value_of[i] == "l2") next
            rows++
            who[rows] = experiment "," kernels[table_rows]
            for (i = 1; i <= columns; i++) varied[rows, column[i]] = value_of[i]
            for (i = 1; i <= metric_count; i++) count[rows, name[i]] = counted[table_rows, i]
            mean = count[rows, "l2_slices"]
            count[rows, "l2_slices"] = mean ? count[rows, "l2_requests"] / mean : 0
        }
        END {
            if (bad) exit 1
            check_launches()
            if (!rows) wrong("nothing was counted")
            line = "experiment,kernel"
            for (i = 1; i <= all_count; i++) line = line "," all[i]
            for (i = 1; i <= metric_count; i++) line = line "," name[i]
            print line ",sectors_per_load,sectors_per_store"
            for (row = 1; row <= rows; row++) {
                line = who[row]
                for (i = 1; i <= all_count; i++)
                    line = line "," ((row, all[i]) in varied ? varied[row, all[i]] : "-")
                for (i = 1; i <= metric_count; i++) line = line sprintf(",%.0f", count[row, name[i]])
                loads = count[row, "load_requests"]; stores = count[row, "store_requests"]
                print line sprintf(",%.6g,%.6g", loads ? count[row, "load_sectors"] / loads : 0,
                                   stores ? count[row, "store_sectors"] / stores : 0)
            }
        }' "${runs[@]}"
} > "$new/counters.csv"
mv "$new/counters.csv" "$folder/counters.csv"
echo "counted $(($(grep -vc '^#' "$folder/counters.csv") - 1)) launches" >&2
