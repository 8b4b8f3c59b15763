#!/usr/bin/env bats
# Proves that each fault of faults.txt can still be planted, and that the test which has to find it
# is there. tests/long/faults.bats plants them.
load helper
load faults

@test "there are 15 faults of each kind, in the form that faults.txt describes" {
    run ! grep -vE '^(#.*|(harness|weaving|make|pages) [^ ]+: .+ \| [a-z_]+: .+ \| .+|)$' "$tree/tests/faults.txt"
    diff <(list_faults | cut -d ' ' -f 1 | sort | uniq -c | sort -k 2) - <<'END'
     15 harness
     15 make
     15 pages
     15 weaving
END
}

@test "every fault applies" {
    list_faults | while IFS= read -r line; do
        take_apart "$line"
        ! sed "$change" "$tree/$file" | cmp -s - "$tree/$file" || fail "no longer applies: $line"
    done
}

@test "every test that has to find a fault is there" {
    list_faults | while IFS= read -r line; do
        take_apart "$line"
        case $suite in
        # What harness.c calls a group stands before a test's name there.
        harness) grep -qF "{ \"${words%%:*}\", " "$tree/tests/harness.c" ;;
        page) grep -qE "$words" "$tree/tests/page.mjs" ;;
        *) grep -qE "^@test \".*$words" "$tree/tests/$suite.bats" ;;
        esac || fail "no such test: $line"
    done
}
