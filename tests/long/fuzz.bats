#!/usr/bin/env bats
# Proves that fuzzing at length breaks nothing that reads results. (faults.txt has checks of results which
# are wrong, and which the short fuzzing finds.)
load ../helper

@test "mutated results can be woven, or are said to be bad and where" {
    needs pandoc
    cd "$tree"
    OUT=$BATS_TEST_TMPDIR/out run --separate-stderr pandoc --lua-filter=tests/fuzz/results.lua --from=markdown --to=html /dev/null
    exits 0
    [[ $stderr =~ ^1500' results, '([0-9]+)' of them bad'$ ]] || fail "$stderr"
    ((BASH_REMATCH[1] > 1000 && BASH_REMATCH[1] < 1490)) || fail "$stderr"
    echo "# ${BASH_REMATCH[1]} bad inputs tried" >&3
}
