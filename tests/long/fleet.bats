#!/usr/bin/env bats
# Proves that a fleet of a thousand GPUs is judged within a minute on two cores, and in little memory.
load ../helper

@test "a thousand GPUs with all tables of a full pass are judged and accepted in two minutes of processor time and 512 MB" {
    copy_tree "$BATS_TEST_TMPDIR/tree"
    cd "$BATS_TEST_TMPDIR/tree"
    mkdir results
    cp -r "$tree/results/nvidia-h200" results
    rm results/nvidia-h200/{counters,exercises,history,mistakes,processes}.csv
    make_one() {
        local to=fleet/results/n$1
        mkdir -p "$to"
        awk -v to="$to" -v seed="$1" -v dram="$(($1 % 100 ? 1 : 2))" -f "$2/fleet/made_up.awk" results/nvidia-h200/*.csv
    }
    export -f make_one
    seq 1000 | xargs -P "$(nproc)" -I {} bash -eu -c 'make_one "$@"' _ {} "$tree/tests"
    # None of its processes gets more memory.
    TIMEFORMAT='%U %S'
    spent=$( { time bash -c 'ulimit -v 524288; bash bench/fleet/judge.sh fleet' > log 2>&1; } 2>&1 | awk '{ print int($1 + $2) }')
    [[ $(cut -f 2 build/fleet/criteria.txt | sort | uniq -c | xargs) == '10 fail 990 pass' ]] || fail "$(< log)" "$(head build/fleet/criteria.txt)"
    [[ $(cut -d, -f 1 build/fleet/named.csv | sort -u | wc -l) == 10 ]] || fail "$(< build/fleet/named.csv)"
    echo "# a thousand GPUs took $spent seconds of processor time" >&3
    ((spent < 120)) || fail "$spent seconds of processor time"
}
