#!/usr/bin/env bash
# run.sh [--long] [--only=WORDS] [SUITE...] - proves the whole project, or the suites that are named,
# or of these only the tests whose names have these words, a regular expression.
#
# A suite is tests/<suite>.bats, .c or .mjs, or with --long one below tests/long/. It
# prints TAP, which is kept as build/tests/<suite>.tap. The last line is
# "N passed, N failed, N skipped". If no suite was left out and none failed, build/tests/passed or
# build/tests/long/passed says so, with the tree in git that has passed: a release asks for it.
set -u -o pipefail
cd "$(dirname "$0")/.." || exit
# A make that a test runs is not part of the make that runs the tests.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
# Node's own threads would compile for speed what a test runs once, on cores that other suites want.
export NODE_OPTIONS=--v8-pool-size=0
# A daemon that finds no open standard input mistakes one of its own files for it.
exec < /dev/null

folder=tests pieces=build/tests only=
[[ ${1-} != --long ]] || { folder=tests/long pieces=build/tests/long; shift; }
[[ ${1-} != --only=* ]] || { only=${1#*=}; shift; }
# The suites: all but the parts that suites are made of.
for file in "$folder"/*.bats "$folder"/*.c "$folder"/*.mjs; do
    [[ ! -e $file || $file == tests/@(faulty_*|simulated_*|browser.mjs|judge.mjs|webdriver.mjs) ]] || files+=("$file")
done
if (($#)); then
    wanted=()
    for name; do
        found=
        for file in "${files[@]}"; do
            [[ ${file##*/} != "$name".* ]] || { wanted+=("$file"); found=1; }
        done
        if [[ ! $found ]]; then
            names=("${files[@]##*/}")
            echo "check: no suite '$name'; there are: ${names[*]%.*}" >&2
            exit 2
        fi
    done
    files=("${wanted[@]}")
fi

for tool in prove bats node; do
    command -v "$tool" > /dev/null || [[ $tool == node && ${files[*]} != *.mjs* ]] || {
        echo "check: $tool is missing: run 'make setup-check'" >&2
        exit 1
    }
done

# Prints the tree that is being tested, as git knows it: nothing if files differ from that.
tree_is() {
    [[ $(git status --porcelain 2>&1) ]] || git rev-parse 'HEAD^{tree}'
}
tree=
(($#)) || [[ $only ]] || tree=$(tree_is)

# A test that takes longer than this many seconds hangs.
export BATS_TEST_TIMEOUT=${BATS_TEST_TIMEOUT:-$([[ $folder == tests ]] && echo 600 || echo 1200)}

# The TAP of a suite. What a bats file prints, bats has already put in comments.
tap() {
    case $1 in
    *.bats) bats --formatter tap ${only:+--filter "$only"} "$1" ;;
    *.mjs) node "$1" ${only:+"$only"} ;;
    *.c)
        # One program per suite, from its own source and the harness's.
        cc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Wshadow \
            -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all \
            -o "build/tests/${1##*/}.run" "$1" \
            bench/harness/{options,samples,table,system,experiment}.c -lm &&
            "build/tests/${1##*/}.run" ${only:+"$only"}
        ;;
    esac
}

# Runs a suite and prints in one piece, kept as build/tests/<suite>.txt, what a reader
# wants to see: failures with their comments, and how many tests passed.
suite() {
    local name=${1##*/} start=$SECONDS status=0 bad good skip broken
    name=$pieces/${name%.*}
    {
        echo "${name##*/}"
        tap "$1" > "$name.tap" || status=$?
        awk '/^(ok|[0-9]+\.\.)/ { failing = 0 } /^not ok/ { failing = 1 }
             failing { print "  " $0 }' "$name.tap"
        bad=$(grep -c '^not ok' "$name.tap")
        skip=$(grep -ci '^ok .*# skip' "$name.tap")
        good=$(($(grep -c '^ok' "$name.tap") - skip))
        # prove knows what a list of results cannot show: a suite that broke off,
        # or that has no plan.
        broken=$(prove --exec cat "$name.tap" 2>&1 | sed -n 's/^ *Parse errors: //p')
        if [[ ! $broken && $status != 0 && $bad == 0 ]]; then
            broken="All tests passed, but the suite ended with status $status"
        fi
        [[ ! $broken ]] || { bad=$((bad + 1)); echo "  not ok - $broken"; }
        echo "  $good passed, $bad failed, $skip skipped in $((SECONDS - start)) s"
    } > "$name.txt" 2>&1
    flock "$pieces" cat "$name.txt"
}
export -f tap suite
export pieces only

# Suites that time something, or where the machine's load shows, run alone, and first. The others run side by side, one more
# than there are cores, because many of them wait; those that take longest begin.
mkdir -p "$pieces"
[[ ! $tree ]] || rm -f "$pieces/passed"
# shellcheck disable=SC2329 # xargs runs it
together=()
for file in "${files[@]}"; do
    case $file in
    tests/harness.c | tests/long/fonts.mjs | tests/long/lab.bats | tests/long/fleet.bats) suite "$file" ;;
    */slurm.* | */page.* | */print.* | */site.* | */nothing_lost.*) together=("$file" "${together[@]}") ;;
    *) together+=("$file") ;;
    esac
done
# They are a group of processes, none of which outlives this one.
setsid xargs -r -P "$(($(nproc) + 1))" -I {} bash -c 'suite {}' < <(printf '%s\n' "${together[@]}") &
trap 'kill -- -$! 2> /dev/null' EXIT
trap exit INT TERM
wait $!

names=("${files[@]##*/}")
names=("${names[@]%.*}")
taps=("${names[@]/#/$pieces/}") taps=("${taps[@]/%/.tap}")
# Suites count things in comments of their own.
awk '/^# [0-9]+ (bad inputs tried|faults injected)$/ { count[substr($0, 4 + length($2))] += $2 }
     END { for (what in count) print count[what], what }' "${taps[@]}"
sed -nE 's/^# (chapters: |lines: |[0-9]+ faults planted, )/\1/p' "${taps[@]}"
for name in "${names[@]}"; do
    sed -n "s/^  not ok [0-9]* *- /failed: $name: /p" "$pieces/$name.txt"
    sed -nE "s/^ok [0-9]+ (- )?(.*) # [Ss][Kk][Ii][Pp] ?/skipped: $name: \2: /p" "$pieces/$name.tap"
done
counts=$(awk -v only="$only" '/^  [0-9]+ passed, / { passed += $1; failed += $3; skipped += $5 }
     END { if (only && passed + failed + skipped == 0) { print "no test here has these words: " only; exit 1 }
           print passed " passed, " failed " failed, " skipped " skipped"; exit failed > 0 }' "${taps[@]/%.tap/.txt}")
status=$?
awk '/ skipped in [0-9]+ s$/ { name = FILENAME; gsub(/.*\/|\.txt$/, "", name); print $(NF - 1), name }' "${taps[@]/%.tap/.txt}" |
    sort -rn | awk '{ printf "%s%s %d s", (NR == 1 ? "times: " : ", "), $2, $1 } END { print "" }'
echo "suites: $((SECONDS / 60)) min $((SECONDS % 60)) s"
echo "$counts"
if ((status)); then
    rm -f "$pieces/passed"
elif [[ $tree && $(tree_is) == "$tree" ]]; then
    echo "$tree $counts" > "$pieces/passed"
fi
exit $status
