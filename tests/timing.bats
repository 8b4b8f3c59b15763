#!/usr/bin/env bats
# Proves that gpu_time.c takes the samples that gpu.h promises: on a GPU and a clock that are
# simulated, so that the true times are known, and what was launched when. It needs the CUDA
# Toolkit's headers, and no GPU.
load helper

setup_file() {
    local nvcc
    nvcc=$(find_nvcc)
    [[ $nvcc ]] || return 0
    cd "$tree"
    # The linker leaves out what the simulation lacks and timing does not need.
    cc -std=c11 -D_GNU_SOURCE -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all \
        -ffunction-sections -Wl,--gc-sections \
        -Wl,--wrap=bench_seconds,--defsym=__wrap_bench_seconds=simulated_seconds -isystem "${nvcc%/bin/nvcc}/include" \
        -o "$BATS_FILE_TMPDIR/gpu" tests/simulated_gpu.c \
        bench/harness/{gpu,gpu_time,options,samples,table,system}.c -lm
}

simulate() {
    [[ $(find_nvcc) ]] || skip "no nvcc"
    # Memory that a program holds until its end is no leak.
    ASAN_OPTIONS=detect_leaks=0 run "$BATS_FILE_TMPDIR/gpu" "$1"
    exits 0
    [[ ! $output ]] || fail "$output"
}

@test "launches of up to 0.2 ms are a graph, in which neither its start nor the host shows" { simulate short; }
@test "a long launch is a sample of its own, of other memory than the one before" { simulate long; }
@test "each launch that goes on where the last one ended is a sample of its own" { simulate single; }
@test "data that stay in the L2 are sampled at many places, each brought there before" { simulate warm; }
@test "one pause of the host or the GPU changes no sample's length" { simulate paused; }
@test "a quick pass samples the places of one round, by shorter graphs" { simulate quick; }
@test "a stream that cannot be held is not held" { simulate unheld; }
@test "a stream is not held where launches block" { simulate blocking; }
@test "a graph is halved until a held stream takes it" { simulate full; }
@test "a sample that is queued too late is launched again" { simulate once_late; }
@test "several works are sampled in turn, and each has its own time" { simulate in_turn; }

@test "a call of CUDA that fails is an error in one line, whichever it is" {
    [[ $(find_nvcc) ]] || skip "no nvcc"
    for call in {1..150}; do
        run "$BATS_FILE_TMPDIR/gpu" warm $call
        exits 1
        [[ $output == *": an error"* && ${#lines[@]} == 1 ]] || fail "$call: $output"
    done
}

@test "a sample that is queued too late again and again is an error" {
    [[ $(find_nvcc) ]] || skip "no nvcc"
    for scenario in late then_late; do
        run "$BATS_FILE_TMPDIR/gpu" "$scenario"
        exits 1
        in_output 'launches were not queued in two seconds'
    done
}

@test "work that the CPU's clock times runs on one CPU at a time, and may then run on all again" {
    (($(nproc) > 1)) || skip "one CPU"
    simulate by_cpu
}
