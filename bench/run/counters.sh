#!/usr/bin/env bash
# counters.sh [--device=N] FOLDER NAME... - counts what the GPU does while each program
# build/bench/NAME runs each of its kernels once: requests, sectors, DRAM bytes, instructions and
# the work of the L2's slices.
#
# Writes FOLDER/counters.csv, whole or not at all. Each row is a launch: the experiment, the
# kernel, the columns that the experiments vary ("-" if this one has no such column) and the
# counts. Rows of the L2 are left out, because ncu empties the caches before each launch.
# The exit status is 77 if this machine cannot count.
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

# Each column of counters.csv, and what ncu calls it. slice_requests is of the slice of the L2 with
# the most requests, and slice_atomics of the slice with the most atomics. For l2_slices ncu gives
# the mean of a slice, from which counters.awk gets the number of slices.
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
rm -rf "$new" # left by a run that was killed
mkdir "$new"
trap 'rm -rf "$new"' EXIT

[[ -t 2 ]] && begin=$'\r\e[K' end='' || begin='' end=$'\n'
runs=()
# Runs a program with these options, and adds ncu's table and the program's to runs.
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
    # One size is enough, because only the access pattern matters. Two such arrays fill the L2.
    options=("${device[@]}" --min-bytes=64MiB --max-bytes=64MiB)
    mapfile -t variants < <("build/bench/$name" --list | cut -d' ' -f1)
    ((${#variants[@]})) || count "$name" "${options[@]}"
    for variant in "${variants[@]}"; do
        case $name/$variant in
        */memcpy) continue ;; # it launches no kernel, so there is nothing to count
        histogram/global) ;;
        histogram/*) continue ;; # these count in shared memory, or launch several kernels for a row
        esac
        count "$name" --variant="$variant" "${options[@]}"
    done
done
printf '%s' "$begin" >&2

{
    sed -nE '/^# (options|seconds|rows):/d; s/^# program:.*/# program: counters/; /^# /p' "${runs[1]}"
    echo "# options: --profile"
    echo "# ncu: $(ncu --version | sed -nE 's/^Version ([0-9.]+).*/\1/p')"
    awk -v metrics="$metrics" -f "${BASH_SOURCE%/*}/csv.awk" -f "${BASH_SOURCE%/*}/counters.awk" "${runs[@]}"
} > "$new/counters.csv"
mv "$new/counters.csv" "$folder/counters.csv"
echo "counted $(($(grep -vc '^#' "$folder/counters.csv") - 1)) launches" >&2
