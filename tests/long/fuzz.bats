#!/usr/bin/env bats
# Proves that fuzzing at length breaks nothing that reads results, and that a check of results which is
# wrong would be found.
load ../helper

# Mutated results, with the sources in the working directory.
check_results() {
    rm -rf "$BATS_TEST_TMPDIR/out"
    OUT=$BATS_TEST_TMPDIR/out run --separate-stderr pandoc --lua-filter=tests/fuzz/results.lua --to=html \
        --output="$BATS_TEST_TMPDIR/out.html" "$tree/README.md"
}

@test "mutated results can be woven, or are said to be bad and where" {
    needs pandoc
    cd "$tree"
    check_results
    exits 0
    [[ $stderr =~ ^1500' results, '([0-9]+)' of them bad'$ ]] || fail "$stderr"
    ((BASH_REMATCH[1] > 1000 && BASH_REMATCH[1] < 1490)) || fail "$stderr"
    echo "# ${BASH_REMATCH[1]} bad inputs tried" >&3
}

@test "a check of results that lets through what it should not, or says it badly, would be found" {
    needs pandoc
    cd "$BATS_TEST_TMPDIR"
    cp -r "$tree"/results .
    mkdir tests templates
    cp -r "$tree"/tests/fuzz tests
    cp -r "$tree"/templates/weave templates
    wrong() {
        rm -rf bench
        cp -r "$tree/bench" .
        sed -i "$1" bench/run/validate.awk
        ! cmp -s bench/run/validate.awk "$tree/bench/run/validate.awk" || fail "nothing has changed"
        check_results
        exits 1
        in_stderr "$2"
    }
    wrong 's/^NF != columns {/0 {/' 'found good, but '
    wrong 's/if (length(text) > 40)/if (0)/' 'no line to be read'
    wrong 's/^    gsub(.*"?", text)$//; s/^match(.*) {$/0 {/' 'no line to be read'
    wrong 's/if (++faults <= 5)/++faults;/' ' lines'
    wrong '/^BEGIN {/a nosuch()' 'never defined: a line of no file'
    wrong 's/file ":" line ": "/line ": "/' 'a line of no file'
}
