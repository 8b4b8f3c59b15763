#!/usr/bin/env bash
# compare.sh [BEFORE [NOW]] - do the results of two machines agree? Each is a name in results/ or a
# folder. NOW is otherwise this machine, and BEFORE the recorded machine with its GPU and CPU.
#
# compare.sh --lines BEFORE NOW - the lines of compare.awk about two folders whose results are known to
# be sound.
#
# compare.awk has the rule. The spread between processes is what both have recorded, and what results/ has of
# other machines with their GPU. What is farthest apart comes first, and the last line is the verdict. The
# exit status is 0 if the results agree, 1 if they disagree, 3 if that cannot be told, and 2 if there
# is no such machine.
set -eu -o pipefail
export LC_ALL=C
shopt -s nullglob

here=${BASH_SOURCE%/*} lines=''
[[ ${1-} != --lines ]] || { lines=1; shift; }
before=${1-} now=${2:-build/results/here}
recorded=(results/*/machine.csv)
recorded=("${recorded[@]%/machine.csv}")
names=${recorded[*]#results/}
stop() {
    echo "compare-results: $1" >&2
    exit "${2-3}"
}
source "$here/this_machine.sh"
now=$(folder_of "$now") || stop "$now" 2
! is_others "$now" ||
    echo "compare-results: $now is of another machine ($(name_of "$now"))" >&2
if [[ ! $before ]]; then
    alike=()
    for each in "${recorded[@]}"; do
        [[ $(facts_in "$each/machine.csv") != "$(facts_in "$now/machine.csv")" ]] || alike+=("${each#results/}")
    done
    ((${#alike[@]})) || stop "no recorded machine has this GPU and CPU: choose one with MACHINE=: $names; or keep these results to compare with later: make record MACHINE=my-machine"
    ((${#alike[@]} == 1)) || stop "several recorded machines have this GPU and CPU: choose one with MACHINE=: ${alike[*]}"
    before=${alike[0]}
fi
before=$(folder_of "$before") || stop "$before" 2
(($# < 3)) || stop "'$3': two machines can be compared, and not more" 2

spreads=({"$before","$now"}/processes.cs[v])
was=$(gpu_of "$before") is=$(gpu_of "$now")
[[ $was == "$is" || $lines ]] || echo "compare-results: they have different GPUs: ${was:-none}, then ${is:-none}" >&2
for each in "${recorded[@]}"; do
    [[ $each == "$before" || $each == "$now" || ! $is || $was != "$is" || $(gpu_of "$each") != "$is" ]] || spreads+=("$each"/processes.cs[v])
done
tables=() lacking=0
while IFS= read -r csv; do
    if [[ -e $now/${csv##*/} ]]; then tables+=("$csv" "$now/${csv##*/}"); else lacking=$((lacking + 1)); fi
done < <(measured_in "$before")
compare() { awk -v lacking=$lacking -f "$here/csv.awk" -f "$here/compare.awk" "${spreads[@]}" "${tables[@]}" < /dev/null; }
if [[ $lines ]]; then
    compare
    exit
fi
((${#tables[@]})) || stop "$before and $now have no experiment in common"
bash "$here/validate.sh" {"$before","$now"}/machine.csv "${spreads[@]}" "${tables[@]}" || stop "these results have faults"
compare | sort -t $'\t' -k 1,1n -k 2,2gr -k 3,3 |
    awk -F '\t' '$1 != 1 || ++n[$3] <= 5 { print $4 }'
