#!/usr/bin/env bats
# Proves by fuzzing briefly that no input breaks what reads results, figures and pages;
# tests/long/fuzz.bats does so for longer.
load helper

@test "mutated results can be woven, or are said to be bad and where" {
    needs pandoc
    cd "$tree"
    OUT=$BATS_TEST_TMPDIR/out RUNS=200 run --separate-stderr pandoc --lua-filter=tests/fuzz/results.lua --from=markdown --to=html /dev/null
    exits 0
    [[ $stderr =~ ^'200 results, '([0-9]+)' of them bad'$ ]] || fail "$stderr"
    ((BASH_REMATCH[1] > 130 && BASH_REMATCH[1] < 199)) || fail "$stderr"
    echo "# ${BASH_REMATCH[1]} bad inputs tried" >&3
}

@test "the scripts for figures and search end soon and without an error, whatever they are given" {
    needs node
    cd "$BATS_TEST_TMPDIR"
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
head -c 100000 /dev/zero
printf "<path d='M"
printf "<path d='M1,2 L3' />"
printf "<path d='Mx,y Lnan,inf L1e999,-1e999 L0,0' />"
printf "<path d='M1,2\n"; many 10000 'L0,0\n'
many 100000 '</g>\n'
many 100000 '<g ></g>\n'
many 100000 1.234
printf '<main><section id="x" class="level1"><h1>'
printf '<main>'; many 2000 '<svg'; printf '</main>'
printf '<main>'; many 20000 '<section id="a" class="level2">'; printf '</main>'
printf '<main>'; many 20000 '<'; printf '</main>'
printf '<main>'; many 20000 '\&amp;lt;'; printf '</main>'
printf '<main><h1>]],[</h1>\xff\xfe\x00</main>'
END
    echo "# $tried bad inputs tried" >&3
}
