#!/usr/bin/env bats
# Proves that a fleet of a thousand GPUs is judged within a minute on two cores, and in little memory.
load ../helper

# spend COMMAND... - how many seconds of all processors it takes, of the clock where it has two, and what others take of
# the processors meanwhile. No process of it gets more than 512 MB.
spend() {
    local before
    busy() { awk '$1 == "cpu" { print int(($2 + $3 + $4 + $7 + $8 + $9) / 100) }' /proc/stat; }
    before=$(busy)
    TIMEFORMAT='%U %S %R'
    read -r spent wall < <({ time taskset -c "$cores" bash -c 'ulimit -v 524288; exec bash "$@" > log 2>&1' _ "$@"; } 2>&1 |
        awk '{ printf "%d %d\n", $1 + $2, $3 }')
    others=$(($(busy) - before - spent))
    echo "# ${1##*/}: $spent seconds of processor time, $wall seconds of the clock; others took $others" >&3
}

@test "a thousand GPUs with all tables of a full pass are judged and accepted in a minute on two cores, and compared in two, in 512 MB" {
    copy_tree "$BATS_TEST_TMPDIR/tree"
    cd "$BATS_TEST_TMPDIR/tree"
    mkdir results
    cp -r "$tree/results/nvidia-h200" results
    rm results/nvidia-h200/{counters,exercises,history,mistakes,processes}.csv
    make_one() {
        local to=${3-fleet}/results/n$1
        mkdir -p "$to"
        awk -v to="$to" -v seed="$1" -v dram="${4-$(($1 % 100 ? 1 : 2))}" -f "$2/fleet/made_up.awk" results/nvidia-h200/*.csv
    }
    export -f make_one
    seq 1000 | xargs -P "$(nproc)" -I {} bash -eu -c 'make_one "$@"' _ {} "$tree/tests"
    cores=$(taskset -cp $$ | sed 's/.*: //; s/-/,/' | cut -d , -f 1,2)
    spend bench/fleet/judge.sh fleet
    [[ $(cut -f 2 build/fleet/criteria.txt | sort | uniq -c | xargs) == '10 fail 990 pass' ]] || fail "$(< log)" "$(head build/fleet/criteria.txt)"
    [[ $(sed 1d build/fleet/named.csv | cut -d, -f 1 | sort -u | wc -l) == 10 ]] || fail "$(< build/fleet/named.csv)"
    ((spent < 120)) || fail "$spent seconds of processor time"
    # The clock tells only where nobody else is at work.
    ((others > 3)) || ((wall <= 60)) || fail "$wall seconds"
    cp -rl fleet before
    rm before/results/n7/*
    make_one 7 "$tree/tests" before 1.5
    spend bench/fleet/changes.sh fleet before
    [[ $(cut -f 2 build/fleet/changes.txt | sort | uniq -c | xargs) == '1 changed 999 same' ]] || fail "$(< log)" "$(head build/fleet/changes.txt)"
    ((spent < 240)) || fail "$spent seconds of processor time"
    ((others > 3)) || ((wall <= 120)) || fail "$wall seconds"
}
