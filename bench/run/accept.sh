#!/usr/bin/env bash
# accept.sh MACHINE [CRITERIA] - is this GPU what it should be? Judges the results of MACHINE, a folder
# or a name in results/, by CRITERIA, or else by bench/criteria/<model>.csv. build/accept/<machine>.csv
# keeps what it found, where accepted_as() of results.sh names the machine by the folder; .json and .prom beside it are for programs.
#
# accept.sh --quick [DEVICE] - the same of a GPU of this machine, number 0 if none is named, in half a
# minute and one line: it measures just what the criteria demand, with programs that are built already.
#
# accept.sh --lines FOLDER... - the same of GPUs of one model whose results are known to be sound: a line
# for each, with its folder's name, a tab, the verdict, a tab and the reason. Nothing is kept.
#
# The last line is the verdict. The exit status is 0 if the GPU passes, 1 if it fails, 3 if that cannot
# be told, and 2 if there are no such results or the criteria have a fault. accept.awk has the rule.
set -eu -o pipefail
export LC_ALL=C
here=${BASH_SOURCE%/*}
stop() {
    echo "accept: $1" >&2
    exit "${2-3}"
}
unknown() {
    for each in "${lines[@]}"; do printf '%s\tcannot_be_told\t%s\n' "${each##*/}" "$1"; done
    ((!${#lines[@]})) || exit 0
    stop "it cannot be told: $1"
}
source "$here/this_machine.sh"
quick='' lines=() folder='' label='' status=0
[[ ${1-} != --quick ]] || { quick=1 device=${2:-0}; [[ ! ${3-} ]] || stop "a quick pass measures this machine: leave out MACHINE=$3 or QUICK=" 2; set --; }
[[ ${1-} != --lines ]] || { lines=("${@:2}") folder=$2; set --; }
# An accident that stops this script, such as a full disk, must not look like a GPU that fails.
trap 'ended=$?; [[ ! $quick ]] || rm -rf "$folder"; ((ended != 1 || status == 1)) || exit 3' EXIT

if [[ $quick ]]; then
    folder=$(mktemp -d) limit=28
    # in_time COMMAND... - all commands together have $limit seconds, and one that hangs ends even if it ignores SIGTERM.
    in_time() {
        local left=$((limit - SECONDS))
        ((left > 0)) || left=0.01 # for timeout, 0 is no limit
        timeout --kill-after=1 "$left" "$@" && return
        ((SECONDS < limit)) || echo "${1##*/} had not ended after $limit seconds" >&2
        return 1
    }
    # measure NAME OPTION... - keeps the table if there is one. A wrong answer is the worst of failures.
    measure() {
        [[ -x build/bench/$1 ]] || unknown "build/bench/$1 is not built: make programs"
        said=$(in_time "build/bench/$1" --device="$device" "${@:2}" 2>&1 > "$folder/$1.csv") && return
        ! says_wrong "$1" <<< "$said" || { status=1; stop "it fails: GPU $device: ${said##*$'\n'}" 1; }
        unknown "GPU $device: ${said:-$1 failed and did not say why}"
    }
    be_alone() {
        local others
        others=$(in_time nvidia-smi --id="$device" --query-compute-apps=pid --format=csv,noheader 2>&1) ||
            unknown "GPU $device: nvidia-smi fails: $others"
        [[ ! $others ]] || unknown "GPU $device: another process uses it"
    }
    export CUDA_DEVICE_ORDER=PCI_BUS_ID # as nvidia-smi numbers them
    command -v nvidia-smi > /dev/null || unknown "nvidia-smi is missing: install NVIDIA's driver"
    be_alone
    measure machine
elif ((!${#lines[@]})); then
    folder=$(folder_of "${1-}") || stop "$folder" 2
    name=$(accepted_as "$folder")
    kept=build/accept/$name.csv
    # Until there is a new verdict there is none.
    rm -f build/accept/"$name".{csv,json,prom,html,pdf}
    ! is_others "$folder" ||
        unknown "$folder is of another machine ($(name_of "$folder")): make measure"
    label=$(bash "$here/../fleet/labels.sh" "$folder/../../labels") || exit 2
    label=$(awk -F '\t' -v name="${folder##*/}" '$1 "" == name { print $2 }' <<< "$label")
fi
gpu=$(gpu_of "$folder")
[[ $gpu ]] || unknown "there is no GPU, or its driver did not answer"
criteria=${2:-bench/criteria/$(model_of "$gpu").csv}
[[ -s $criteria ]] || unknown "there is no $criteria: 'make criteria MACHINE=...' makes it from an $gpu that you trust"

# Each experiment of the criteria, with the least and the largest array that they are about.
experiments=$(awk "$(< "$here/csv.awk")"'
    line_is != "row" { next }
    match($4, /array_bytes=[0-9]+/) {
        bytes = substr($4, RSTART + 12, RLENGTH - 12) + 0
        if (!least[$2] || bytes < least[$2]) least[$2] = bytes
        if (bytes > most[$2]) most[$2] = bytes
    }
    $2 { names[$2] }
    END { for (name in names) printf (most[name] ? "%s --min-bytes=%.0f --max-bytes=%.0f\n" : "%s\n"), name, least[name], most[name] }' "$criteria" | sort)
[[ $experiments ]] || stop "$criteria: there are no criteria: 'make criteria' makes some" 2
tables=()
for each in "${lines[@]:-$folder}"; do
    tables+=("$each/machine.csv")
    while read -r -a words; do
        # With five times the time of a full pass for a point, hardly any is unsettled.
        [[ ! $quick ]] || measure "${words[@]}" --seconds=1
        [[ ! -e $each/${words[0]}.csv ]] || tables+=("$each/${words[0]}.csv")
    done <<< "$experiments"
done
judge() { label=$label awk -v brief="$1" -f "$here/csv.awk" -f "$here/accept.awk" "$criteria" "${tables[@]}"; }
if ((${#lines[@]})); then
    judge 1
    exit
fi
faults=$(bash "$here/validate.sh" "${tables[@]}" 2>&1) || unknown "the results have faults:"$'\n'"$faults"
found=$(judge '') || status=$?
((status == 0 || status == 1 || status == 3)) || exit 2
said=$(sed -n 's/^# said: //p' <<< "$found")
if [[ $quick ]]; then
    ((status != 1)) || be_alone # a job may have begun meanwhile
    echo "GPU $device, $gpu: $said"
    exit $status
fi
mkdir -p build/accept
echo "$found" > "$kept.$$.tmp"
mv "$kept.$$.tmp" "$kept"
awk -v machine="$name" -v json="${kept%csv}json" -v prom="${kept%csv}prom" -f "$here/csv.awk" -f "$here/accepted.awk" "$kept"
awk "$(< "$here/csv.awk")"'
    line_is == "header" { printf "%-14s  %7s  %10s     %-14s  %s\n", "", "margin", "value", "limit", "criterion" }
    line_is == "row" {
        sub(/_be_/, " be ", $13)
        printf "%-14s  %7s  %10s  %s %-14s  %s%s\n", $13, $12 == "" ? "-" : sprintf("%+.1f %%", $12), $9 == "" ? "-" : $9, \
            $5 == "at_least" ? ">=" : "<=", $6 " " $3, $1, $14 == "" ? "" : ": " $14
    }' "$kept"
date=$(note_in "$kept" date)
echo "$folder${date:+ of $date}, by $criteria: $said"
exit $status
