#!/usr/bin/env bats
# Proves that no input breaks a parser: those of the host's C by fuzzing briefly, and as
# long as anybody likes with `make fuzz`; that of results by mutated results. And that a
# parser that is wrong would be found.
load helper

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

@test "C: nothing breaks a parser in two seconds each" {
    needs clang
    run bash "$tree/tests/fuzz.sh" 2
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
    OUT=$1 run --separate-stderr timeout 100 pandoc --lua-filter=tests/fuzz/results.lua --to=html --output="$1.html" "$tree/README.md"
}

@test "results: mutated ones are good, and can be woven, or are said to be bad and where" {
    needs pandoc
    cd "$tree"
    check_results "$BATS_TEST_TMPDIR/out"
    exits 0
    [[ $stderr =~ ^1500' results, '([0-9]+)' of them bad'$ ]] || fail "$stderr"
    ((BASH_REMATCH[1] > 1000 && BASH_REMATCH[1] < 1490)) || fail "$stderr"
    echo "# ${BASH_REMATCH[1]} bad inputs tried" >&3
}

@test "results: a check that lets through what it should not, or says it badly, would be found" {
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

@test "what is no figure and no page ends soon, without an error" {
    needs node
    many() { head -c "$1" /dev/zero | sed "s|\x0|$2|g"; }
    tried=0
    while IFS= read -r make; do
        eval "$make" > input
        run --separate-stderr timeout 20 awk -f "$tree/templates/weave/figure.awk" input
        [[ $status == 0 && ! $stderr ]] || fail "figure.awk: $make" "$stderr"
        run timeout 20 bash -c 'LC_ALL=C awk -f "$1" input > out.js' - "$tree/templates/web/search.awk"
        [[ $status == 0 && ! $output ]] || fail "search.awk: $make" "$output"
        node -e 'if (eval("[" + require("fs").readFileSync("out.js", "utf8") + "]").length !== 1) throw Error()'
        tried=$((tried + 1))
    done <<'END'
true
printf x
head -c 100000 /dev/zero
printf '<path'
printf "<path d='M"
printf "<path d='M' />"
printf "<path d='M1,2 L' />"
printf "<path d='M1,2 L3' />"
printf "<path d='Mx,y Lnan,inf L1e999,-1e999 L0,0' />"
printf "<path d='M1,2 "; many 10000 'L1.234,5 '; printf "' />"
printf "<path d='M1,2\n"; many 10000 'L0,0\n'
many 100000 '</g>\n'
many 100000 '<g >\n'
many 100000 '<g ></g>\n'
many 100000 '<filter>\n'
many 100000 1.234
printf "<path stroke='x'  d='M Z '/>\n"
printf '<main>'
printf '<main><section id="x" class="level1"><h1>'
printf '<main>'; many 2000 '<svg'; printf '</main>'
printf '<main>'; many 2000 '<div class="data"'; printf '</main>'
printf '<main>'; many 20000 '<section id="a" class="level2">'; printf '</main>'
printf '<main>'; many 20000 '<'; printf '</main>'
printf '<main>'; many 20000 '\&amp;lt;'; printf '</main>'
printf '<main><h1>]],[</h1>\xff\xfe\x00</main>'
END
    echo "# $tried bad inputs tried" >&3
}
