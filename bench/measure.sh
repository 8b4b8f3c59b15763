#!/usr/bin/env bash
# measure.sh [--quick] [--again] NAME... - runs the programs build/bench/NAME, one
# at a time, and keeps what each prints as build/results/here/NAME.csv.
#
# Left out are those that have been measured since they were built, but not what
# was only measured quickly, unless quickly will do. With --again none is left out.
# The old results stay until the new ones are whole, so it can be interrupted and
# goes on where it was. Programs are told what to say of the rest: see bench.c.
set -eu -o pipefail

quick='' again=''
while [[ ${1-} == --* ]]; do
    case $1 in
    --quick) quick=1 ;;
    --again) again=1 ;;
    esac
    shift
done
results=build/results/here
mkdir -p build/measured $results

# In the background, since bash heeds a signal only while it waits.
child='' tmp=''
run() {
    "$@" &
    child=$!
    local status=0
    wait $child || status=$?
    child=''
    return $status
}

# Ends what runs and throws its part of a table away.
interrupted() {
    trap '' HUP INT TERM
    [[ ! $child ]] || { kill "$child" && wait "$child"; } 2> /dev/null || true
    [[ ! $tmp ]] || rm -f "$tmp"
    echo "${clear}measure: interrupted; the next 'make measure' goes on from here" >&2
    exit "$1"
}
[[ -t 2 ]] && clear=$'\r\e[K' || clear=''
trap 'interrupted 129' HUP
trap 'interrupted 130' INT
trap 'interrupted 143' TERM

is_quick() {
    grep -q '^# options:.*--quick' "$1" 2> /dev/null
}

# Has a program to be run?
is_due() {
    local stamp=build/measured/$1
    [[ $again || ! -e $stamp || build/bench/$1 -nt $stamp ]] ||
        { [[ ! $quick ]] && is_quick "$results/$1.csv"; }
}

# The tenths of a second that a program will take: as the last time, else as on the
# reference machine; a quick run takes about an eighth.
expected() {
    local file seconds tenths=50 was_quick=''
    for file in "$results/$1.csv" "results/$REFERENCE/$1.csv"; do
        seconds=$(sed -n 's/^# seconds: //p' "$file" 2> /dev/null) || continue
        [[ $seconds =~ ^[0-9]+\.[0-9]$ ]] || continue
        tenths=$((10#${seconds/./}))
        ! is_quick "$file" || was_quick=1
        break
    done
    if [[ $quick && ! $was_quick ]]; then
        tenths=$((tenths / 8))
    elif [[ ! $quick && $was_quick ]]; then
        tenths=$((tenths * 8))
    fi
    echo "$tenths"
}

# Programs would disturb each other. One that outlives this script keeps the lock.
exec 9> build/measure.lock
flock -n 9 || {
    echo "measure: waiting: another measurement is running" >&2
    run flock 9
}

names=() tenths=() after=0
for name; do
    ! is_due "$name" || names+=("$name")
done
for name in "${names[@]}"; do
    tenths+=("$(expected "$name")")
    after=$((after + ${tenths[-1]}))
done

failed='' measured=()
for i in "${!names[@]}"; do
    name=${names[i]} csv=$results/${names[i]}.csv tmp=$results/${names[i]}.csv.tmp
    after=$((after - tenths[i])) options=() status=0
    # What a machine is takes no time to find out.
    [[ ! $quick || $name == machine ]] || options=(--quick)
    run env BENCH_PLACE="$((i + 1)) of ${#names[@]}" BENCH_EXPECTED="${tenths[i]}e-1" \
        BENCH_AFTER="${after}e-1" "build/bench/$name" "${options[@]}" > "$tmp" || status=$?
    case $status in
    0)
        mv "$tmp" "$csv"
        touch "build/measured/$name"
        measured+=("$csv")
        ;;
    77) # This machine cannot: not to be tried again and again.
        rm "$tmp"
        touch "build/measured/$name"
        ;;
    *)
        rm "$tmp"
        [[ -e $csv ]] && rest="its old results stay" || rest="it has no results"
        echo "measure: $name failed; $rest" >&2
        failed=1
        ;;
    esac
done

((${#measured[@]} == 0)) || awk -F, -v files=${#measured[@]} -v seconds=$SECONDS -v clear="$clear" '
    /^#/ { next }
    $NF ~ /^(ok|unsettled|throttled)$/ { rows++; count[$NF]++ }
    END { printf "%smeasured %d programs in %d s: %d rows, %d unsettled, %d throttled\n",
          clear, files, seconds, rows, count["unsettled"], count["throttled"] }' "${measured[@]}" >&2
[[ ! $failed ]]
