#!/usr/bin/env bash
# bench-agree.sh FOLDER NAME... - do two measurements agree? Each program measures
# twice, the second time right after the first, so that the machine has no time to
# change. Lists the points whose medians are more than 1 % apart, the farthest first,
# and counts the others. FOLDER, where make measure puts results, has the second ones.
set -eu -o pipefail
export LC_ALL=C
results=$1
shift
(($#)) || {
    echo "bench-agree: nothing to measure: name an experiment, such as ONLY=copy" >&2
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

# Sorted by the first field, how much, which is not shown.
awk -F, '
    FNR == 1 { split("", column); file++; name = FILENAME; gsub(/.*\/|\.[12]\.csv$/, "", name) }
    /^#/ { next }
    !("status" in column) {
        for (i = 1; i <= NF; i++) column[$i] = i
        varied = 0
        while ($(varied + 1) !~ /^(bytes|ms|ns)$/) varied++
        next
    }
    {
        point = name
        for (i = 1; i <= varied; i++) point = point " " $i
        if (file % 2) { ms[point] = $column["ms"]; ns[point] = $column["ns"]; next }
        points[name]++; all++
        apart = 0
        if ("ms" in column) apart = $column["ms"] / ms[point] - 1
        if ("ns" in column && ($column["ns"] / ns[point] - 1) ^ 2 > apart ^ 2) apart = $column["ns"] / ns[point] - 1
        if (apart ^ 2 <= 0.01 ^ 2) { agree[name]++; together++; next }
        printf "%.9f\t%+6.1f %%  %s\n", apart < 0 ? -apart : apart, 100 * apart, point
    }
    END {
        for (name in points) printf "-1\t%s: %d of %d\n", name, agree[name], points[name]
        printf "-2\t%d of %d medians (%.1f %%) are within 1 %% of each other\n", together, all, all ? 100 * together / all : 0
    }' "${pairs[@]}" | sort -t $'\t' -k 1,1gr -k 2,2 | cut -f 2
