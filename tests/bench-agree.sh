#!/usr/bin/env bash
# bench-agree.sh FOLDER NAME... - do two measurements agree? Each program measures
# twice, the second time right after the first, so that the machine has no time to
# change. Lists the values whose medians are more than 1 % apart, the farthest first.
# The tables of both times are in build/agree, and the second ones in FOLDER, where
# make measure puts them.
set -eu -o pipefail
export LC_ALL=C
results=$1
shift
(($#)) || {
    echo "bench-agree: there is nothing to time: name an experiment, such as ONLY=host_copy" >&2
    exit 2
}

mkdir -p build/agree
pairs=()
for name; do
    for time in 1 2; do
        make -s --no-print-directory measure ONLY="$name"
        # There is none where this machine cannot measure it.
        [[ -e $results/$name.csv ]] || continue 2
        cp "$results/$name.csv" "build/agree/$name.$time.csv"
    done
    pairs+=("build/agree/$name."{1,2}.csv)
done
((${#pairs[@]})) || exit 0

awk -v first="the first time" -v word=first -v most=1 -f bench/run/csv.awk -f bench/run/compare.awk "${pairs[@]}" |
    sort -t $'\t' -k1,1gr -k2,2 | cut -f2-
