#!/usr/bin/env bats
# Proves that each experiment notices when its kernel is wrong: a change to the kernel's
# source, and the program must end with an error that says so, and no table. The changes
# are in mutants.txt; tests/long/mutants.bats makes all of them, this the first of each.
load helper
load mutants

setup_file() {
    make_mutants $(experiments c) $(! has_gpu || [[ ! $(find_nvcc) ]] || experiments cu)
}

@test "every experiment has three changes or more" {
    counted=$(sed -nE 's/^([a-z0-9_]+) [a-z0-9_]+: .* \| .*/\1/p' "$tree/tests/mutants.txt" | sort | uniq -c | awk '$1 >= 3 { print $2 }')
    diff <(cat <(experiments c) <(experiments cu) | sort) - <<< "$counted"
    run ! grep -vE '^(#.*|[a-z0-9_]+ [a-z0-9_]+: .* \| .*|)$' "$tree/tests/mutants.txt"
}

@test "every change applies" {
    grep -vE '^#|^$' "$tree/tests/mutants.txt" | while IFS= read -r line; do
        kernel=$(ls "$tree/kernels/${line%% *}".c*)
        ! sed -e "${line#* | }" "$kernel" | cmp -s - "$kernel" || fail "no longer applies: $line"
    done
}

@test "on the CPU the first wrong kernel of each program is noticed" {
    notices $(experiments c)
}

@test "on the GPU the first wrong kernel of each program is noticed" {
    has_gpu && [[ $(find_nvcc) ]] || skip "no GPU, or no nvcc"
    notices $(experiments cu)
}

@test "one wrong variant fails the program, whatever other variants do" {
    run --separate-stderr "$BATS_FILE_TMPDIR/host_copy.1/build/bench/host_copy" --max-bytes=8KiB --quick --seconds=0.005
    exits 1
    in_stderr "host_copy: variant int copies 1 ints wrongly"
    # The scripts that tell a wrong kernel from other failures know the words.
    source "$tree/bench/run/this_machine.sh"
    says_wrong host_copy <<< "$stderr"
    ! grep -q '^[^#]' <<< "$output" || fail "a table" "$output"
}
