#!/usr/bin/env bash
# bench-agree.sh FOLDER NAME... - do two measurements agree? Each program measures
# twice, the second time right after the first, so that the machine has no time to
# change. Lists the points whose medians are more than 1 % apart, the farthest first,
# with both, and counts the others. The tables of both times are in build/agree, and the
# second ones in FOLDER, where make measure puts them.
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

# Sorted by the first field, how much, which is not shown.
awk -F, '
    FNR == 1 { split("", column); file++; name = FILENAME; gsub(/.*\/|\.[12]\.csv$/, "", name) }
    /^#/ { next }
    !("status" in column) {
        for (i = 1; i <= NF; i++) { column[$i] = i; title[i] = $i }
        varied = 0
        while (title[varied + 1] !~ /^(bytes|ms|ns)$/) varied++
        next
    }
    {
        point = name ":"
        for (i = 1; i <= varied; i++) point = point " " title[i] "=" $i
        apart = 0
        for (i = 1; i <= 2; i++) { # some have both
            unit = i == 1 ? "ms" : "ns"
            if (!(unit in column)) continue
            now = $column[unit]
            if (file % 2) { was[point, unit] = now; continue }
            change = now / was[point, unit] - 1
            if (change ^ 2 >= apart ^ 2) { apart = change; text = was[point, unit] " " unit ", then " now }
        }
        if (file % 2) { status[point] = $NF; next }
        points[name]++; all++
        if (apart ^ 2 <= 0.01 ^ 2) { agree[name]++; together++; next }
        wide = status[point] $NF ~ /unsettled/
        unsettled += wide
        printf "%.9f\t%+6.1f %%  %s: %s%s\n", apart < 0 ? -apart : apart, 100 * apart, point, text, \
            wide ? ", unsettled" : ""
    }
    END {
        for (name in points) if (points[name] < all) printf "-1\t%s: %d of %d\n", name, agree[name], points[name]
        printf "-2\t%d of %d medians (%.1f %%) are within 1 %% of each other; of the %d others %d are unsettled\n", \
            together, all, all ? 100 * together / all : 0, all - together, unsettled
    }' "${pairs[@]}" | sort -t $'\t' -k 1,1gr -k 2,2 | cut -f 2
