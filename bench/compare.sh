#!/usr/bin/env bash
# compare.sh FOLDER [MACHINE] - where do the results in FOLDER disagree with those that
# were recorded as results/MACHINE, or else of the machine with this GPU and CPU?
#
# A point disagrees where its medians are more than 3 % apart and its intervals do not
# meet. The largest difference comes first. Points that only one of the two has
# measured are counted, not listed.
set -eu -o pipefail
export LC_ALL=C
shopt -s nullglob

folder=$1 machine=${2-}
stop() {
    echo "compare-results: $*" >&2
    exit 1
}
which_machine() { grep -E '^(gpu|cpu|cores),' "$1/machine.csv"; }
[[ -s $folder/machine.csv ]] || stop "there are no results in $folder: 'make measure' makes them"
recorded=(results/*/machine.csv)
recorded=("${recorded[@]%/machine.csv}")
names=${recorded[*]#results/}
if [[ ! $machine ]]; then
    for each in "${recorded[@]}"; do
        [[ $(which_machine "$each") != "$(which_machine "$folder")" ]] || machine+="${machine:+ }${each#results/}"
    done
    [[ $machine ]] || stop "no recorded machine has this GPU and CPU: choose one with MACHINE=: $names; or keep these results to compare with later: make record MACHINE=my-machine"
    [[ $machine != *' '* ]] || stop "several recorded machines have this GPU and CPU: choose one with MACHINE=: $machine"
fi
[[ " $names " == *" $machine "* ]] || stop "there is no machine '$machine'; there are: $names"

tables=()
for csv in "$folder"/*.csv; do
    name=${csv##*/}
    # A rate or a latency is measured; the rest is counted or is what it is.
    [[ $name == @(machine|kernels|counters).csv || ! -e results/$machine/$name ]] ||
        tables+=("results/$machine/$name" "$csv")
done
((${#tables[@]})) || stop "$machine and $folder have no experiment in common"
bash "${BASH_SOURCE%/*}/validate.sh" "${tables[@]}"

# Sorted by the first field, how much, which is not shown.
awk -F, -v machine="$machine" '
    # Of the row, what is measured in this unit; low and high are of times.
    function compare(unit, time,    now, low, high, change) {
        now = $column[unit == "GB/s" ? "gbs" : "ns"]
        low = $column[time "_low"] / $column[time]; high = $column[time "_high"] / $column[time]
        if (unit == "GB/s") { change = high; high = 1 / low; low = 1 / change }
        if (is_recorded) {
            was[point, unit] = now; least[point, unit] = low * now; most[point, unit] = high * now
            points++
            return
        }
        if (!((point, unit) in was)) { only_here++; return }
        both++
        change = now / was[point, unit]
        if (change < 1.03 && change > 1 / 1.03 || low * now <= most[point, unit] && high * now >= least[point, unit]) return
        apart++
        printf "%.9f\t%+7.1f %%  %-14s %s: %s %s, recorded %s\n", change < 1 ? 1 / change : change, \
            (change - 1) * 100, name, text, now, unit, was[point, unit]
    }
    FNR == 1 {
        header = 0
        is_recorded = ++file % 2
        name = FILENAME
        sub(/.*\//, "", name); sub(/\.csv$/, "", name)
    }
    /^#/ { next }
    !header {
        header = 1
        split("", column)
        for (i = 1; i <= NF; i++) { title[i] = $i; column[$i] = i }
        varied = "bytes" in column ? column["bytes"] - 1 : column["ns"] - 1
        next
    }
    {
        point = name; text = ""
        for (i = 1; i <= varied; i++) { point = point "," $i; text = text (i > 1 ? " " : "") title[i] "=" $i }
        if ("gbs" in column) compare("GB/s", "ms")
        if ("ns" in column) compare("ns", "ns")
    }
    END {
        if (!both) print "0\tno point in common with " machine
        else if (!apart) printf "0\tall %d values agree with %s\n", both, machine
        else printf "0\t%d of %d values agree with %s, the others disagree by more than their intervals and 3 %%\n", \
            both - apart, both, machine
        if (only_here || points > both)
            printf "-1\tnot compared: %d that %s alone has, %d that it lacks\n", points - both, machine, only_here
    }' "${tables[@]}" | sort -t $'\t' -k1,1gr | cut -f2-
