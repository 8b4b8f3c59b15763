#!/usr/bin/env bats
# Proves that each fault of faults.txt can still be planted, and that the test which has to find it
# is there. tests/long/faults.bats plants them.
load helper
load faults

@test "there are at least 15 faults of each kind, in the form that faults.txt describes" {
    run ! grep -vE '^(#.*|(harness|weaving|make|pages) [^ ]+: .+ \| [a-z_]+: .+ \| .+|)$' "$tree/tests/faults.txt"
    for kind in harness weaving make pages; do
        (($(list_faults | grep -c "^$kind ") >= 15)) || fail "too few faults of the $kind"
    done
}

@test "every fault applies" {
    list_faults | while IFS= read -r line; do
        take_apart "$line"
        [[ $(sed "$change" "$tree/$file") != "$(< "$tree/$file")" ]] || fail "no longer applies: $line"
    done
}

@test "every test that has to find a fault is there" {
    list_faults | while IFS= read -r line; do
        take_apart "$line"
        suites=("$tree/tests/$suite".*)
        # harness.c has the name of a group before a test's name.
        [[ $suite != harness ]] || words="[{] \"${words%%:*}\", "
        [[ $(< "${suites[0]}") =~ $words ]] || fail "no such test: $line"
    done
}
