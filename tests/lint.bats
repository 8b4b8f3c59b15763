#!/usr/bin/env bats
# Proves that compilers and linters find nothing. What is left out of a check is
# below tests/lint/, or here, with its reason.
load helper
load lint

# `compiles COMPILER OPTION...`
compiles() {
    printf '%s\n' "${host[@]}" | xargs -n 1 -P "$(nproc)" "$@" -Wall -Wextra -Wconversion -Wshadow -Werror "${flags[@]}"
}

@test "C: gcc has no warnings" {
    needs gcc
    clean compiles gcc -O2 -c -o /dev/null
}

@test "C: clang has no warnings" {
    needs clang
    clean compiles clang -fsyntax-only
}

@test "C and CUDA: no line is longer than 100 columns, or 80 in kernels, which a book prints" {
    too_long() { awk -v most="$1" 'length > most { print FILENAME ":" FNR ": " length " columns" }' "${@:2}"; }
    run cat <(too_long 80 kernels/* chapters/labs/*/{starter,reference}.c*) <(too_long 100 bench/*.c bench/{harness,lab}/*.[ch] chapters/labs/*.h chapters/labs/*/inputs.c tests/*.[ch] tests/lab/*)
    [[ ! $output ]] || fail "$output"
}

@test "C: each source is formatted as .clang-format says" {
    needs clang-format-14
    # The tables of harness.c have several values a line.
    clean clang-format-14 --dry-run -Werror bench/*.c bench/harness/* bench/lab/*.[ch] chapters/labs/*.h chapters/labs/*/inputs.c kernels/*.[ch] tests/[!h]*.c
    clean clang-format-14 --style=file:kernels/.clang-format --dry-run -Werror chapters/labs/*/{starter,reference}.c
}

@test "C: cppcheck finds nothing" {
    needs cppcheck
    clean cppcheck --quiet --std=c11 -D_GNU_SOURCE --enable=warning,style,performance,portability \
        --suppressions-list=tests/lint/cppcheck.txt --inline-suppr --error-exitcode=1 "${host[@]}"
}

@test "Lua: luacheck finds nothing" {
    needs luacheck
    clean luacheck --no-color -q --config tests/lint/luacheckrc templates/weave chapters tests/fuzz/*.lua
}

@test "shell: shellcheck finds nothing" {
    needs shellcheck
    clean shellcheck -x -P SCRIPTDIR .ci/{run,machines} bench/*/*.sh templates/*.sh templates/*/*.sh tests/*.sh tests/{editions,fleet}/*.sh tests/fake_ncu
}

@test "bats: shellcheck finds nothing" {
    needs shellcheck
    # SC2030, SC2031: a test is a subshell, and is to be one.
    # SC2154: variables that bats sets; SC2164: bats stops where cd fails.
    # SC2015, SC2317: skip ends a test, and functions are called by those of a helper.
    # SC2016: programs of awk, sed, bash and make stand in single quotes.
    # SC2013, SC2046, SC2086: lists of stems are split on purpose.
    # SC1112: the book's own apostrophes.
    clean shellcheck --shell=bats --exclude=SC1091,SC2015,SC2317,SC2030,SC2031,SC2154,SC2164,SC2016,SC2013,SC2046,SC2086,SC1112 \
        tests/*.bats tests/*.bash $(find tests/long -name '*.bats' -type f)
}

@test "JavaScript: ESLint finds nothing" {
    needs node
    [[ -x tests/node_modules/.bin/eslint ]] || skip "no ESLint: run 'make setup-check'"
    clean tests/node_modules/.bin/eslint --config tests/lint/eslint.config.mjs --max-warnings 0 \
        templates/*/*.js templates/*/*.mjs tests/*.mjs tests/*/*.mjs
}

@test "no comment begins with a bare What, Of, Whose, Those or Nor" {
    local bare='^\s*(//|/\*|#|--|""") ?(What|Of|Whose|Those|Nor)\b'
    run grep -rInE --exclude-dir=node_modules --exclude='*.'{csv,md,patch} "$bare" .ci Makefile bench chapters figures kernels templates tests
    [[ ! $output ]] || fail "$output"
}

# Prints how many lines these files have that git keeps, but for pictures, lists of packages and a link.
lines_of() { git ls-files "$@" ':!*.png' ':!*package-lock.json' ':!tests/long/editions.bats' | xargs -d '\n' cat | wc -l; }

@test "the Makefile is a map of 300 lines at most, a simple program has 130 at most, and one on average 200" {
    lines() { cat "$@" | wc -l; }
    programs=(bench/*.c) average=$((($(lines bench/*.c) - $(lines bench/machine.c)) / (${#programs[@]} - 1)))
    echo "# lines: Makefile $(lines Makefile) of 300, bench/copy.c $(lines bench/copy.c) and bench/stride.c $(lines bench/stride.c) of 130, a program on average $average of 200" >&3
    [[ ! -e .git ]] || echo "# lines: all but results and tests $(lines_of . ':!results' ':!tests'), tests $(lines_of tests)" >&3
    (($(lines Makefile) <= 300 && $(lines bench/copy.c) <= 130 && $(lines bench/stride.c) <= 130 && average <= 200))
    run awk 'length > 120 { print FILENAME ":" FNR }' Makefile templates/rules.mk bench/lab/rules.mk
    [[ ! $output ]] || fail "$output"
}
