#!/usr/bin/env bats
# Proves that a GPU that fails is an error and no row. mutants.bats proves it of kernels
# that compute something wrong.
load helper

setup_file() {
    has_gpu && [[ $(find_nvcc) ]] || return 0
    cd "$tree"
    build copy
    "$(find_nvcc)" -O3 -arch=native -Xlinker --wrap=cudaMalloc -Xlinker --wrap=launch_copy_memcpy \
        -o "$BATS_FILE_TMPDIR/copy" tests/faulty_copy.cu build/obj/kernels/copy.cu.o \
        build/obj/bench/{copy,harness/{gpu,gpu_time,instruments.cu,alignment,options,samples,table,system,experiment}}.o
}

setup() {
    has_gpu && [[ $(find_nvcc) ]] || skip "no GPU, or no nvcc"
}

measure() {
    run --separate-stderr "$BATS_FILE_TMPDIR/copy" --variant=memcpy --max-bytes=64KiB --quick --seconds=0.005
}

# `says TEXT`: it ended with one line, which has the text, and without a table.
says() {
    exits 1
    in_stderr "$1"
    [[ ${#stderr_lines[@]} == 1 ]] || fail "$stderr"
    ! grep -q '^[^#]' <<< "$output" || fail "a table" "$output"
}

@test "GPU: a launch that is refused or faults in the middle is an error" {
    FAILING=launch measure
    says "cudaErrorInvalid"
    FAILING=fault measure
    says "cudaErrorIllegalAddress"
}

@test "GPU: each allocation that fails is an error, and without one the same program passes" {
    local n
    for ((n = 1; n < 50; n++)); do
        ALLOCATION=$n measure
        [[ $status != 0 ]] || break
        says "memory"
    done
    ((n > 3)) || fail "no allocation was made to fail"
    [[ $(grep -c '^memcpy,' <<< "$output") == 2 ]] # 64 KiB from the L2, and from DRAM
}
