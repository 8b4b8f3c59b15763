#!/usr/bin/env bash
# measure.sh [--quick] [--again] [--device=N] NAME... - runs the programs build/bench/NAME one at a
# time, and keeps what each prints as build/results/here/NAME.csv, or for GPU N as
# build/results/gpuN/NAME.csv.
#
# A program that has been measured since it was built is left out, unless it was measured quickly
# and now is not, or --again is given. The old results stay until the new ones are whole, so an
# interrupted run loses nothing, and the next one continues. A program that fails, cannot run now
# (status 75) or takes longer than LIMIT seconds and ten times what is expected does not stop the
# others, and is tried again next time. One that this machine can never run (77) is not. Programs
# get what they say about the remaining time from here: see table.c.
#
# --device=all measures each GPU in turn. What belongs to the node and not to a GPU, by
# OF_THE_NODE, is measured with the first GPU and copied to the others.
set -eu -o pipefail
source "${BASH_SOURCE%/*}/this_machine.sh"
[[ -t 2 ]] && clear=$'\r\e[K' || clear=''
say() { echo "${clear}measure: $*" >&2; }

quick='' again='' device='' first='' passed_on=() names=()
while [[ ${1-} == --* ]]; do
    case $1 in
    --quick) quick=1 passed_on+=("$1") ;;
    --again) again=1 passed_on+=("$1") ;;
    --device=*) device=${1#*=} ;;
    --first=*) first=build/results/gpu${1#*=} ;; # the GPU with which the node is measured
    esac
    shift
done
limit=${LIMIT:-120}
[[ $limit =~ ^[1-9][0-9]{0,5}$ ]] || { say "LIMIT=$limit: a number of seconds"; exit 2; }

# Runs a program in the background, because bash handles a signal only while it waits.
child='' tmp=''
run() {
    "$@" &
    child=$!
    local status=0
    wait $child || status=$?
    child=''
    return $status
}

# The command that measures what is left after an interruption.
next() {
    local left=("${names[@]:${i:-0}}")
    [[ $again && ! $device && ${#left[@]} -gt 0 ]] || { echo "the next 'make measure'" && return; }
    ((${#left[@]} == 1)) && echo "'make measure ONLY=${left[0]}'" || echo "'make measure ONLY=\"${left[*]}\"'"
}

# Stops the program that runs, and removes its part of a table.
interrupted() {
    trap '' HUP INT TERM
    [[ ! $child ]] || { kill "$child" && wait "$child"; } 2> /dev/null || true
    [[ ! $tmp ]] || rm -f "$tmp"
    [[ $first ]] || say "interrupted; $(next) goes on from here"
    exit "$1"
}
trap 'interrupted 129' HUP
trap 'interrupted 130' INT
trap 'interrupted 143' TERM

if [[ $device && ! $first ]]; then
    gpus=$(build/bench/machine | sed -n 's/^gpus,//p')
    [[ $gpus ]] || { say "DEVICE=$device: there is no GPU here; 'make measure' measures the CPU"; exit 1; }
    [[ $device == all ]] || ((device < gpus)) || { say "DEVICE=$device: the GPUs here are 0 to $((gpus - 1))"; exit 1; }
fi
if [[ $device == all ]]; then
    failed=''
    for ((gpu = 0; gpu < gpus; gpu++)); do
        ((gpus == 1)) || say "GPU $gpu of 0 to $((gpus - 1))"
        run bash "$0" "${passed_on[@]}" --device=$gpu --first=0 "$@" || failed=1
    done
    [[ ! $failed ]]
    exit
fi
folder=${device:+gpu}${device:-here}
results=build/results/$folder stamps=build/measured/$folder
# Does a table belong to the node, and is it measured with another GPU?
is_copied() {
    [[ $first && $first != "$results" && " $OF_THE_NODE " == *" $1 "* ]]
}

is_quick() {
    [[ $(note_in "$1" options) == *--quick* ]]
}

# Does a program have to run?
is_due() {
    local stamp=$stamps/$1
    if is_copied "$1"; then
        [[ -e $first/$1.csv ]] && ! cmp -s "$first/$1.csv" "$results/$1.csv"
        return
    fi
    [[ $again || ! -e $stamp || build/bench/$1 -nt $stamp ]] ||
        { [[ ! $quick ]] && is_quick "$results/$1.csv"; }
}

# How long a program will take, in tenths of a second: as long as last time, or else as long as on
# the reference machine. A quick run takes about an eighth of that.
expected() {
    local file seconds tenths=50 was_quick=''
    for file in "$results/$1.csv" "results/$REFERENCE/$1.csv"; do
        seconds=$(note_in "$file" seconds)
        [[ $seconds =~ ^[0-9]+\.[0-9]$ ]] || continue
        tenths=$((10#${seconds/./}))
        ! is_quick "$file" || was_quick=1
        break
    done
    [[ ! $quick || $was_quick ]] || tenths=$((tenths / 8))
    [[ $quick || ! $was_quick ]] || tenths=$((tenths * 8))
    echo "$tenths"
}

# others - how many processes compute on the GPU now, while no program of ours runs; 0 if the driver's tool
# does not tell. It numbers GPUs as CUDA does where all are of one model.
others() {
    local ids count
    IFS=, read -r -a ids <<< "${CUDA_VISIBLE_DEVICES-}"
    count=$(timeout 10 nvidia-smi --id="${ids[${device:-0}]-${device:-0}}" --query-compute-apps=pid \
        --format=csv,noheader 2> /dev/null | grep -c '^[0-9]') || count=0
    echo "$count"
}

# Two programs at once would disturb each other. A program that outlives this script keeps the lock.
exec 9> build/measure.lock
flock -n 9 || { say "waiting: another measurement is running"; run flock 9; }

set_aside "$folder" "$device"
mkdir -p "$stamps" "$results"
cp /etc/machine-id "$stamps/" 2> /dev/null || true

tenths=() after=0
for name; do
    is_due "$name" || continue
    if is_copied "$name"; then
        cp "$first/$name.csv" "$results/$name.csv.tmp"
        mv "$results/$name.csv.tmp" "$results/$name.csv"
    else
        names+=("$name") tenths+=("$(expected "$name")")
        after=$((after + ${tenths[-1]}))
    fi
done

if [[ $first && $first != "$results" && -e $first/kernels.csv ]] &&
    ! { cmp -s {"$first","$results"}/kernels.csv && diff -rq {"$first","$results"}/sass > /dev/null; }; then
    rm -rf "$results"/sass{,.tmp}
    cp -r "$first/sass" "$results/sass.tmp"
    mv "$results/sass.tmp" "$results/sass"
    cp "$first/kernels.csv" "$results/kernels.csv.tmp"
    mv "$results/kernels.csv.tmp" "$results/kernels.csv"
fi

# If programs have taken longer than expected so far, the others probably will, too. Five seconds
# as expected are added, so that a few short programs at the beginning do not decide.
pace() {
    echo $(($1 * (spent + 50) / (planned + 50)))
}

failed=() later=() measured=() replaced=() spent=0 planned=0 others_after=$(others)
for i in "${!names[@]}"; do
    name=${names[i]} csv=$results/${names[i]}.csv tmp=$results/${names[i]}.csv.tmp
    after=$((after - tenths[i])) options=() status=0 start=$SECONDS began=${EPOCHREALTIME/[.,]/}
    allowed=$((limit + tenths[i])) # seconds
    [[ ! $device ]] || options=(--device="$device")
    # The program machine is always fast.
    [[ ! $quick || $name == machine ]] || options+=(--quick)
    run env BENCH_PLACE="$((i + 1)) of ${#names[@]}" BENCH_EXPECTED="$(pace "${tenths[i]}")e-1" \
        BENCH_AFTER="$(pace "$after")e-1" timeout --kill-after=5 "$allowed" \
        "build/bench/$name" "${options[@]}" > "$tmp" || status=$?
    spent=$((spent + (${EPOCHREALTIME/[.,]/} - began) / 100000)) planned=$((planned + tenths[i]))
    others_before=$others_after others_after=$(others)
    case $status in
    0)
        # Rows may then be slower than the GPU is, so accept.awk judges none of them.
        ((others_before + others_after == 0)) || ! grep -q '^# gpu: ' "$tmp" || {
            table=$(< "$tmp")
            printf '%s\n' "# other_processes: $others_before before, $others_after after" "$table" > "$tmp"
        }
        [[ ! -e $csv || ${options[*]} != *--quick ]] || is_quick "$csv" || replaced+=("$name")
        mv "$tmp" "$csv"
        touch "$stamps/$name"
        measured+=("$csv")
        ;;
    75) # It cannot run now. The next time the machine is asked again as well.
        rm -f "$tmp" "$stamps/machine"
        later+=("$name")
        ;;
    77) # This machine can never run it, so it is not tried again.
        rm "$tmp"
        touch "$stamps/$name"
        ;;
    *)
        rm "$tmp"
        [[ -e $csv ]] && rest="its old results stay" || rest="it has no results"
        why=''
        ((SECONDS - start < allowed)) || why=": it had not ended after $allowed s (LIMIT=$limit)"
        say "$name failed$why; $rest"
        failed+=("$name")
        ;;
    esac
done

((${#measured[@]} == 0)) || awk -F, -v files=${#measured[@]} -v seconds=$SECONDS -v clear="$clear" -v quick="$quick" '
    $NF ~ /^(ok|unsettled|throttled)$/ { rows++; count[$NF]++ }
    END { if (count["unsettled"] * 10 > rows)
              cure = "; to settle more rows, " (quick ? "leave out QUICK=1" : "measure again by ONLY= while nothing else runs")
          printf "%smeasured %d program%s in %d s: %d rows, %d unsettled, %d throttled%s\n", clear, files,
          files == 1 ? "" : "s", seconds, rows, count["unsettled"], count["throttled"], cure }' "${measured[@]}" >&2
((${#replaced[@]} == 0)) || say "quick results in the place of full ones: ${replaced[*]}; 'make measure' measures them in full again"
((${#later[@]} == 0)) || say "${#later[@]} of ${#names[@]} could not run now: ${later[*]}; the next 'make measure' tries again"
((${#failed[@]} == 0)) || say "${#failed[@]} of ${#names[@]} failed: ${failed[*]}"
((${#failed[@]} + ${#later[@]} == 0))
