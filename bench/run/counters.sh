#!/usr/bin/env bash
# counters.sh [--device=N] FOLDER NAME... - counts what the GPU does while each program
# build/bench/NAME runs each of its kernels once: requests, sectors, DRAM bytes, instructions and
# the work of the L2's slices.
#
# Writes FOLDER/counters.csv, whole or not at all. Each row is a launch: the experiment, the
# kernel, the columns that the experiments vary ("-" if this one has no such column) and the
# counts that counters.txt names. Rows of the L2 are left out, because ncu empties the caches
# before each launch. The exit status is 77 if this machine cannot count.
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

# Each column of counters.csv, and what ncu calls it. ncu lists what this GPU can count.
known=$(ncu --query-metrics | cut -d' ' -f1)
metrics=$(awk 'NR == FNR { known[$1]; next }
    /^(#|$)/ { next }
    /^(missed|fabric|wait)_/ { name = $2; sub(/[.].*/, "", name); if (!(name in known)) next }
    { print }' <(echo "$known") "${BASH_SOURCE%/*}/counters.txt")

mkdir -p "$folder"
exec 9> build/measure.lock
flock 9
new=$folder/.counters.new
rm -rf "$new" # left by a run that was killed
mkdir "$new"
trap 'rm -rf "$new"' EXIT

[[ -t 2 ]] && begin=$'\r\e[K' end='' || begin='' end=$'\n'
runs=()
# Runs a program with these options, and adds ncu's table and the program's to runs. A program about
# clusters is left out where the GPU has none.
count() {
    local stem=$new/${#runs[@]}.$1 others=^remote_
    [[ $1 != dsm* && $* != *=@(remote|exchange)\ * ]] || others='^$'
    printf '%scounting: %s%s' "$begin" "$*" "$end" >&2
    ncu --profile-from-start off --clock-control none --csv --page raw --print-units base --log-file "$stem.ncu" \
        --metrics "$(grep -v "$others" <<< "$metrics" | awk '{ print $2 }' | paste -sd,)" \
        "build/bench/$1" --profile "${@:2}" > "$stem.table" 2> "$stem.errors" || {
        ! grep -q 'thread block clusters need' "$stem.errors" || return 0
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
    # One size is enough: for transpose and histogram the one that is timed, because what they do
    # depends on it, and otherwise 64 MiB, of which two arrays fill the L2. Shared memory has one size
    # anyway, and of the sizes of clusters and of sets in the L2 a few are enough.
    options=("${device[@]}")
    case $name in
    dsm* | l2) options+=(--quick) ;;
    transpose | histogram) options+=(--min-bytes=1GiB --max-bytes=1GiB) ;;
    *) options+=(--min-bytes=64MiB --max-bytes=64MiB) ;;
    esac
    mapfile -t variants < <("build/bench/$name" --list | cut -d' ' -f1)
    ((${#variants[@]})) || count "$name" "${options[@]}"
    for variant in "${variants[@]}"; do
        case $name/$variant in
        */memcpy) continue ;; # it launches no kernel, so there is nothing to count
        histogram/global | histogram/partition) ;;
        histogram/remote | histogram/exchange) # these count in the shared memory of clusters
            [[ $known != *dshared* ]] || count "$name" --variant="$variant" "${device[@]}" --quick
            continue
            ;;
        histogram/*) continue ;; # these count in shared memory, or are CUB's
        dsm/load | dsm/store) ;;
        dsm/*) continue ;; # alone asks as load does, and the TMA makes no requests of a warp
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
