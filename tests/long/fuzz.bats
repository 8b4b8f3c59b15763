#!/usr/bin/env bats
# Proves that fuzzing for minutes breaks no parser, and that a parser that is wrong would be
# found.
load ../helper

setup() {
    cd "$BATS_TEST_TMPDIR"
}

# `finds NAME CHANGE FILE`: fuzzes one parser with a file of the harness changed by sed; the fuzzer must
# find that.
finds() {
    needs clang
    copy_tree .
    cp -r "$tree/tests" .
    sed -i "$2" "bench/harness/$3"
    ! cmp -s "bench/harness/$3" "$tree/bench/harness/$3" || fail "nothing has changed"
    run --separate-stderr bash tests/fuzz.sh 60 "$1"
    exits 1
    compgen -G "build/fuzz/$1-crash-*" > /dev/null || fail "no input is kept" "$stderr"
}

@test "C: nothing breaks a parser in a minute each" {
    needs clang
    run bash "$tree/tests/fuzz.sh" 60
    exits 0
    [[ $(grep -c 'no fault$' <<< "$output") == 3 ]] || fail "$output"
}

@test "C: a size that is not exact would be found" {
    finds size 's/value >= 0x1p53 || //' options.c
}

@test "C: an option without its limit would be found" {
    finds options '/errno || end == text/s/number <= most/true/' options.c
}

@test "C: a value longer than its place would be found" {
    finds key 's/snprintf(value, size, /sprintf(value, /' system.c
}

# Mutated results in $1.
check_results() {
    OUT=$1 run --separate-stderr pandoc --lua-filter=tests/fuzz/results.lua --to=html --output="$1.html" "$tree/README.md"
}

@test "mutated results can be woven, or are said to be bad and where" {
    needs pandoc
    cd "$tree"
    check_results "$BATS_TEST_TMPDIR/out"
    exits 0
    [[ $stderr =~ ^1500' results, '([0-9]+)' of them bad'$ ]] || fail "$stderr"
    ((BASH_REMATCH[1] > 1000 && BASH_REMATCH[1] < 1490)) || fail "$stderr"
    echo "# ${BASH_REMATCH[1]} bad inputs tried" >&3
}

@test "a check of results that lets through what it should not, or says it badly, would be found" {
    needs pandoc
    cp -r "$tree"/results .
    mkdir tests templates
    cp -r "$tree"/tests/fuzz tests
    cp -r "$tree"/templates/weave templates
    wrong() {
        rm -rf bench out
        cp -r "$tree/bench" .
        sed -i "$1" bench/run/validate.awk
        ! cmp -s bench/run/validate.awk "$tree/bench/run/validate.awk" || fail "nothing has changed"
        check_results "$BATS_TEST_TMPDIR/out"
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
