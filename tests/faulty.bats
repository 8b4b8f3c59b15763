#!/usr/bin/env bats
# Proves that a kernel that computes something wrong is an error and no row: the
# programs are linked with kernels that are wrong, each in its own way.
load helper

setup_file() {
    cd "$tree"
    cc -std=c11 -D_GNU_SOURCE -fopenmp -O2 -Wall -Wextra \
        -o "$BATS_FILE_TMPDIR/host_copy" tests/faulty_host_copy.c \
        bench/host_copy.c bench/harness/{host,options,samples,table,system,experiment}.c -lm
    if has_gpu && [[ $(find_nvcc) ]]; then
        build copy
        "$(find_nvcc)" -O3 -arch=native -Xlinker --wrap=cudaMalloc -o "$BATS_FILE_TMPDIR/copy" \
            tests/faulty_copy.cu build/obj/bench/{copy,harness/{gpu,gpu_time,instruments.cu,alignment,options,samples,table,system,experiment}}.o
    fi
}

# Measures one variant, up to 64 KiB.
measure() {
    run --separate-stderr "$BATS_FILE_TMPDIR/$1" --variant="$2" \
        --max-bytes=64KiB --quick --seconds=0.005
}

# Measuring must end with an error that names the variant and this many ints, and
# no row at all: a table is whole or not there.
notices() {
    measure "$1" "$2"
    says "$1: variant $2 copies $3 ints wrongly"
}

# `says TEXT`: it ended with one line, which has the text, and without a table.
says() {
    exits 1
    in_stderr "$1"
    [[ ${#stderr_lines[@]} == 1 ]] || fail "$stderr"
    no_table
}

no_table() {
    ! grep -q '^[^#]' <<< "$output" || fail "a table" "$output"
}

@test "CPU: a right copy, linked the same way, passes" {
    measure host_copy right
    exits 0
    [[ $(grep -c '^right,' <<< "$output") -ge 5 ]]
}

@test "CPU: the last element is missing" {
    notices host_copy short 1
}

@test "CPU: one element too many is written" {
    notices host_copy long 0
}

@test "CPU: the right values in the wrong places" {
    notices host_copy shifted 2
}

@test "CPU: every 1000th element is left out" {
    notices host_copy gaps 1023
}

@test "CPU: the tail of an odd size is left out" {
    notices host_copy tail 1
}

@test "CPU: nothing is copied at all" {
    notices host_copy nothing 1
}

@test "CPU: wrong at one of the sizes that are timed" {
    notices host_copy one_size 16384
}

@test "CPU: right on one thread, wrong on several" {
    (($(nproc) > 1)) || skip "one core"
    measure host_copy one_thread
    exits 1
    in_stderr "host_copy: variant one_thread copies "
    in_stderr "threads $(nproc)"
    no_table
}

@test "CPU: one wrong variant fails the program, whatever came before" {
    run --separate-stderr "$BATS_FILE_TMPDIR/host_copy" --max-bytes=8KiB \
        --quick --seconds=0.005
    exits 1
    in_stderr "variant short"
    no_table
}

# `gpu TEST...`: the same on a GPU, where there is one.
gpu() {
    has_gpu || skip "no GPU"
    [[ $(find_nvcc) ]] || skip "no nvcc"
    "$@"
}

@test "GPU: a right copy, linked the same way, passes" {
    gpu measure copy memcpy
    exits 0
    [[ $(grep -c '^memcpy,' <<< "$output") == 6 ]]
}

@test "GPU: the last element is missing" {
    gpu notices copy int 1
}

@test "GPU: one element too many is written" {
    gpu notices copy int2 0
}

@test "GPU: the right values in the wrong places" {
    gpu notices copy int4 2
}

@test "GPU: every 1000th element is left out" {
    gpu notices copy struct 1023
}

@test "GPU: wrong at one of the sizes that are timed" {
    gpu notices copy ticket 16384
}

@test "GPU: one element too many at one of the sizes that are timed" {
    gpu notices copy once 16384
}

@test "GPU: a race between threads" {
    gpu measure copy unaligned
    says "copy: variant unaligned copies "
}

@test "GPU: what the launch before has read" {
    gpu measure copy shuffled
    says "copy: variant shuffled copies "
}

@test "GPU: a launch that is refused" {
    FAILING=launch gpu measure copy memcpy
    says "cudaErrorInvalid"
}

@test "GPU: a fault in the middle" {
    FAILING=fault gpu measure copy memcpy
    says "cudaErrorIllegalAddress"
}

@test "GPU: each allocation that fails" {
    local n
    for ((n = 1; n < 50; n++)); do
        ALLOCATION=$n gpu measure copy memcpy
        [[ $status != 0 ]] || break
        says "memory"
    done
    ((n > 3)) || fail "no allocation was made to fail"
    [[ $(grep -c '^memcpy,' <<< "$output") == 6 ]]
}
