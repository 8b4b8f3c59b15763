#!/usr/bin/env bash
# compare.sh FOLDER [MACHINE] - where do the results in FOLDER disagree with the recorded ones of
# results/MACHINE, or else of the machine with this GPU and CPU?
#
# Two values disagree if their medians are more than 3 % apart and their intervals do not overlap.
# The largest difference comes first. Points that only one of the two has measured are counted and
# not listed. The exit status is 1 unless all values agree.
set -eu -o pipefail
export LC_ALL=C
shopt -s nullglob

folder=$1 machine=${2-} here=${BASH_SOURCE%/*}
stop() {
    echo "compare-results: $*" >&2
    exit 1
}
[[ -s $folder/machine.csv ]] || stop "there are no results in $folder: 'make measure' makes them"
source "$here/this_machine.sh"
! is_foreign "$folder" "build/measured/${folder##*/}" "$(this_cpu)" ||
    echo "compare-results: $folder is of another machine ($(name_of "$folder"))" >&2
bash "$here/validate.sh" "$folder/machine.csv"
recorded=(results/*/machine.csv)
recorded=("${recorded[@]%/machine.csv}")
names=${recorded[*]#results/}
if [[ ! $machine ]]; then
    for each in "${recorded[@]}"; do
        [[ $(facts_in "$each/machine.csv") != "$(facts_in "$folder/machine.csv")" ]] || machine+="${machine:+ }${each#results/}"
    done
    [[ $machine ]] || stop "no recorded machine has this GPU and CPU: choose one with MACHINE=: $names; or keep these results to compare with later: make record MACHINE=my-machine"
    [[ $machine != *' '* ]] || stop "several recorded machines have this GPU and CPU: choose one with MACHINE=: $machine"
fi
[[ " $names " == *" $machine "* ]] || stop "there is no machine '$machine'; there are: $names"

tables=()
for csv in "$folder"/*.csv; do
    name=${csv##*/}
    # Only rates and latencies are measured. The other tables are counted, or describe the machine.
    [[ $name == @(machine|kernels|counters|mistakes|processes).csv || ! -e results/$machine/$name ]] ||
        tables+=("results/$machine/$name" "$csv")
done
((${#tables[@]})) || stop "$machine and $folder have no experiment in common"
bash "$here/validate.sh" "${tables[@]}"
found=$(awk -v first="$machine" -v word=recorded -v most=3 \
    -f "$here/csv.awk" -f "$here/compare.awk" "${tables[@]}" | sort -t $'\t' -k1,1gr -k2,2 | cut -f2-)
echo "$found"
[[ ${found##*$'\n'} == all* ]]
