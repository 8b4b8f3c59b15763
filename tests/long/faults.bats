#!/usr/bin/env bats
# Proves that the tests find the mistakes that one makes: each of faults.txt is planted in a copy
# of the project, in which the test that the line names then has to fail.
load ../helper
load ../faults

# The copy that all others are copies of. Its tests run first, without a fault, so that the
# programs that they build are in every copy.
setup_file() {
    local all='' suites=()
    copy_project "$BATS_FILE_TMPDIR/tree"
    [[ ! -d $tree/build/site ]] || { mkdir "$BATS_FILE_TMPDIR/tree/build"; cp -a "$tree/build/site" "$BATS_FILE_TMPDIR/tree/build"; }
    while IFS= read -r line; do
        take_apart "$line"
        all+="|$words"
        suites+=("$suite")
    done < <(list_faults)
    cd "$BATS_FILE_TMPDIR/tree"
    run_tests "${all#|}" $(printf '%s\n' "${suites[@]}" | sort -u) > "$BATS_FILE_TMPDIR/log" 2>&1 || true
}

@test "each test that a fault names passes without the fault" {
    cd "$BATS_FILE_TMPDIR/tree"
    list_faults | while IFS= read -r line; do
        take_apart "$line"
        [[ $(result_of "$suite" "$words") =~ ^ok ]] || fail "$suite: $words" "$(< "$BATS_FILE_TMPDIR/log")"
    done
}

# Plants the faults of a kind, side by side.
find_faults() {
    export tree
    export -f take_apart try_fault run_tests result_of is_found
    local n=0 skipped='' line missed
    : > "$BATS_TEST_TMPDIR/faults"
    while IFS= read -r line; do
        take_apart "$line"
        if [[ $(result_of "$suite" "$words") =~ '# skip' ]]; then
            skipped+=" $suite"
        else
            n=$((n + 1))
            printf '%s\0' "$BATS_TEST_TMPDIR/fault.$n" "$line" >> "$BATS_TEST_TMPDIR/faults"
        fi
    done < <(cd "$BATS_FILE_TMPDIR/tree" && list_faults | grep "^$1 ")
    xargs -r -0 -n 2 -P "$(nproc)" bash -c 'try_fault "$@"' _ < "$BATS_TEST_TMPDIR/faults" 3>&-
    missed=("$BATS_TEST_TMPDIR"/*.missed)
    [[ -e ${missed[0]} ]] || missed=()
    echo "# $n faults planted, $((n - ${#missed[@]})) found" >&3
    ((${#missed[@]} == 0)) || fail "$(cat "${missed[@]}")"
    [[ ! $skipped ]] || skip "tests that cannot run here:$(tr ' ' '\n' <<< "$skipped" | sort -u | tr '\n' ' ')"
}

@test "each mistake in the harness is found by the test that it names" {
    find_faults harness
}

@test "each mistake in weaving is found by the test that it names" {
    find_faults weaving
}

@test "each mistake in make is found by the test that it names" {
    find_faults make
}

@test "each mistake in pages is found by the test that it names" {
    find_faults pages
}
