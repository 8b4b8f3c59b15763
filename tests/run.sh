#!/usr/bin/env bash
# run.sh [SUITE...] - proves the whole project, or the suites that are named.
#
# A suite is tests/<suite>.bats, .c or .mjs and prints TAP, which is kept as
# build/tests/<suite>.tap. The last line is "N passed, N failed, N skipped".
set -u -o pipefail
cd "$(dirname "$0")/.." || exit
# A make that a test runs is not part of the make that runs the tests.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
# A daemon that finds no open standard input mistakes one of its own files for it.
exec < /dev/null

warnings=(-Wall -Wextra -Wconversion -Wshadow)
sanitizers=(-g -O1 "-fsanitize=address,undefined" -fno-sanitize-recover=all)

# The suites: all but the parts that suites are made of.
for file in tests/*.bats tests/*.c tests/*.mjs; do
    [[ ! -e $file || $file == tests/@(faulty|simulated)_* ]] || files+=("$file")
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

tools=(prove)
[[ "${files[*]}" != *.bats* ]] || tools+=(bats)
[[ "${files[*]}" != *.mjs* ]] || tools+=(node)
for tool in "${tools[@]}"; do
    command -v "$tool" > /dev/null || {
        echo "check: $tool is missing: run 'make setup-check'" >&2
        exit 1
    }
done

# A test that takes longer than this many seconds hangs.
export BATS_TEST_TIMEOUT=120

# The TAP of a suite. What a bats file prints, bats has already put in comments.
run_suite() {
    case $1 in
    *.bats) bats --formatter tap "$1" ;;
    *.mjs) node "$1" ;;
    *.c)
        # One program a suite, from its own source and the harness's.
        cc -std=c11 -D_GNU_SOURCE "${warnings[@]}" "${sanitizers[@]}" \
            -o "build/tests/${1##*/}.run" "$1" \
            bench/harness/{options,samples,table,system,experiment}.c -lm &&
            "build/tests/${1##*/}.run"
        ;;
    esac
}

# Passes on what a reader wants to see at once: failures and their comments.
show_failures() {
    awk '/^(ok|[0-9]+\.\.)/ { failing = 0 } /^not ok/ { failing = 1 }
         failing { print "  " $0; fflush() }'
}

mkdir -p build/tests
passed=0 failed=0 skipped=0 skips=()
for file in "${files[@]}"; do
    name=${file##*/} name=${name%.*}
    tap=build/tests/$name.tap
    taps+=("$tap")
    echo "$name"
    start=$SECONDS status=0
    run_suite "$file" | tee "$tap" | show_failures || status=$?

    bad=$(grep -c '^not ok' "$tap")
    skip=$(grep -ci '^ok .*# skip' "$tap")
    good=$(($(grep -c '^ok' "$tap") - skip))
    # prove knows what a list of results cannot show: a suite that broke off,
    # or that has no plan.
    broken=$(prove --exec cat "$tap" 2>&1 | sed -n 's/^ *Parse errors: //p')
    if [[ ! $broken && $status != 0 && $bad == 0 ]]; then
        broken="All tests passed, but the suite ended with status $status"
    fi
    [[ ! $broken ]] || { bad=$((bad + 1)); echo "  not ok - $broken"; }

    echo "  $good passed, $bad failed, $skip skipped in $((SECONDS - start)) s"
    passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + skip))
    mapfile -t -O "${#skips[@]}" skips < <(sed -nE \
        "s/^ok [0-9]+ (- )?(.*) # [Ss][Kk][Ii][Pp] ?/  $name: \2: /p" "$tap")
done
# What suites have counted, in comments of their own.
awk '/^# [0-9]+ (bad inputs tried|faults injected)$/ { count[substr($0, 4 + length($2))] += $2 }
     END { for (what in count) print count[what], what }' "${taps[@]}"
sed -n 's/^# \(chapters: \)/\1/p' "${taps[@]}"
if ((${#skips[@]})); then
    printf '%s\n' skipped "${skips[@]}"
fi
echo "$passed passed, $failed failed, $skipped skipped"
((failed == 0))
