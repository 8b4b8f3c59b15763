#!/usr/bin/env bats
# Proves that fuzzing for minutes breaks no parser, and that a parser that is wrong would be
# found. (faults.txt has wrong checks of results, which the short fuzzing finds.)
load ../helper

@test "C: nothing breaks a parser in a minute each" {
    needs clang
    run bash "$tree/tests/fuzz.sh" 60
    exits 0
    [[ $(grep -c 'no fault$' <<< "$output") == 3 ]] || fail "$output"
}

@test "C: a size that is not exact, an option without its limit and a value longer than its place would be found" {
    needs clang
    cd "$BATS_TEST_TMPDIR"
    copy_tree .
    cp -r "$tree/tests" .
    while IFS='|' read -r parser file change; do
        cp "$tree"/bench/harness/*.c bench/harness
        sed -i "${change//OR/||}" "bench/harness/$file"
        ! cmp -s "bench/harness/$file" "$tree/bench/harness/$file" || fail "nothing has changed: $change"
        run --separate-stderr bash tests/fuzz.sh 60 "$parser"
        exits 1
        compgen -G "build/fuzz/$parser-crash-*" > /dev/null || fail "no input is kept" "$stderr"
    done <<'END'
size|options.c|s/value >= 0x1p53 OR //
options|options.c|/errno OR end == text/s/number <= most/true/
key|system.c|s/snprintf(value, size, /sprintf(value, /
END
}

@test "mutated results can be woven, or are said to be bad and where" {
    needs pandoc
    cd "$tree"
    OUT=$BATS_TEST_TMPDIR/out run --separate-stderr pandoc --lua-filter=tests/fuzz/results.lua --to=html -o "$BATS_TEST_TMPDIR/x" README.md
    exits 0
    [[ $stderr =~ ^1500' results, '([0-9]+)' of them bad'$ ]] || fail "$stderr"
    ((BASH_REMATCH[1] > 1000 && BASH_REMATCH[1] < 1490)) || fail "$stderr"
    echo "# ${BASH_REMATCH[1]} bad inputs tried" >&3
}
