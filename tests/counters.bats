#!/usr/bin/env bats
# Proves that `make counters` joins what a program ran with what ncu counted, with
# an ncu that is a script, and that whatever goes wrong leaves no table.
load helper

# Two programs. `stride` varies two columns and has variants; `flat` has none.
setup() {
    cd "$BATS_TEST_TMPDIR"
    mkdir -p bin build/bench here
    cp "$BATS_TEST_DIRNAME/fake_ncu" bin/ncu
    program stride 'variant,memory,stride' 'fp32,l2,1 fp32,dram,1 fp32,dram,8' 'fp32 memcpy'
    program flat 'array_bytes' '4096 8192' ''
    PATH=$PWD/bin:$PATH
    csv=here/counters.csv
}

# A program that prints these rows under these columns, and lists these variants.
program() {
    cat > "build/bench/$1" <<END
#!/usr/bin/env bash
if [[ \$1 == --list ]]; then
    for name in $4; do echo "\$name    what it does"; done
    exit
fi
echo "\$*" >> ran
printf '%s\n' '# machine: Made-up GPU' '# program: $1' '# schema: 1' '# options: --quick' \
    "# commit: \$BENCH_COMMIT" '# date: 2026-01-02' '# seconds: 1.5' '# rows: 1' '$2' $3
END
    chmod +x "build/bench/$1"
}

count() {
    BENCH_COMMIT=abc123 run --separate-stderr bash "$tree/bench/run/counters.sh" here "$@"
}

# Nothing may be left, and the old table must stay.
leaves_the_old() {
    [[ $(< $csv) == old && $(ls here) == counters.csv ]] || fail "$(ls here)" "$(< $csv)"
}

@test "a row is a launch with columns by name, sectors per request, notes, and no rows of the L2" {
    count stride flat
    exits 0
    [[ $(ls here) == counters.csv ]]
    diff <(grep -v '^#' $csv) - <<'END'
experiment,kernel,variant,memory,stride,array_bytes,gpu_ns,load_requests,load_sectors,store_requests,store_sectors,dram_read_bytes,dram_write_bytes,instructions,l2_cycles,l2_slices,l2_requests,slice_requests,l2_atomics,slice_atomics,sectors_per_load,sectors_per_store
stride,fake_kernel_int4_2,fp32,dram,1,-,8000,2000,8000,1000,8000,2097152,1048576,14,1000,48,1200,40,180,18,4,8
stride,fake_kernel_int4_3,fp32,dram,8,-,12000,3000,12000,1500,12000,3145728,1572864,21,1500,48,1800,60,270,27,4,8
flat,fake_kernel_int4_1,-,-,-,4096,4000,1000,4000,0,0,1048576,524288,7,500,48,600,20,90,9,4,0
flat,fake_kernel_int4_2,-,-,-,8192,8000,2000,8000,1000,8000,2097152,1048576,14,1000,48,1200,40,180,18,4,8
END
    diff <(grep '^#' $csv | sort) <(printf '# %s\n' 'commit: abc123' 'date: 2026-01-02' 'machine: Made-up GPU' \
        'ncu: 2025.3.0.0' 'options: --profile' 'program: counters' 'schema: 1')
    size='--min-bytes=64MiB --max-bytes=64MiB'
    # One size of each variant, but of memcpy none, which launches no kernel.
    diff ran <(printf '%s\n' "--profile --variant=fp32 $size" "--profile $size")
}

@test "programs about clusters are counted with shared memory of other blocks, and the histogram in it and in global memory, at sizes of their own" {
    program dsm 'variant,loads' '${2#*=},8' 'load alone store bulk'
    program histogram 'variant,bins' '${2#*=},256' 'global spread remote exchange partition cub'
    count flat dsm histogram
    exits 0
    diff <(grep -v '^#' $csv | cut -d, -f 1-6,21-) - <<'END'
experiment,kernel,array_bytes,variant,loads,bins,sectors_per_load,sectors_per_store,remote_load_requests,remote_load_sectors,remote_store_requests,remote_store_sectors,remote_sent_bytes,remote_received_bytes
flat,fake_kernel_int4_1,4096,-,-,-,4,0,0,0,0,0,0,0
flat,fake_kernel_int4_2,8192,-,-,-,4,8,0,0,0,0,0,0
dsm,fake_kernel_int4_1,-,load,8,-,4,0,50,200,60,960,7000,6400
dsm,fake_kernel_int4_1,-,store,8,-,4,0,50,200,60,960,7000,6400
histogram,fake_kernel_int4_1,-,global,-,256,4,0,0,0,0,0,0,0
histogram,fake_kernel_int4_1,-,remote,-,256,4,0,50,200,60,960,7000,6400
histogram,fake_kernel_int4_1,-,exchange,-,256,4,0,50,200,60,960,7000,6400
histogram,fake_kernel_int4_1,-,partition,-,256,4,0,0,0,0,0,0,0
histogram,fake_kernel_int4_2,-,partition,-,256,4,8,0,0,0,0,0,0
END
    diff <(sed 1d ran) <(printf -- '--profile --variant=%s\n' 'load --quick' 'store --quick' \
        'global --min-bytes=1GiB --max-bytes=1GiB' 'remote --quick' 'exchange --quick' \
        'partition --min-bytes=1GiB --max-bytes=1GiB')
    program l2 'working_set_bytes' 4096 read
    count l2
    [[ $(tail -n 1 ran) == '--profile --variant=read --quick' ]]
    # A GPU without clusters has only global memory for all.
    FAKE_NCU=alone count histogram
    exits 0
    diff <(grep -v '^#' $csv | cut -d, -f 3) <(printf '%s\n' variant global partition partition)
    FAKE_NCU=alone count dsm
    exits 1
    in_stderr "counters: dsm: ncu did not count l1tex__t_requests_pipe_lsu_mem_dshared_op_ld.sum"
}

@test "stores that miss the L2, traffic between its halves and the waits of warps are counted where ncu knows them" {
    FAKE_NCU=halves count flat
    exits 0
    diff <(grep -v '^#' $csv | cut -d, -f 3,18-) - <<'END'
array_bytes,sectors_per_load,sectors_per_store,missed_store_sectors,fabric_requests,wait_cycles,wait_barrier_cycles
4096,4,0,30,100,10.25,1.0625
8192,4,8,60,200,20.25,2.0625
END
    bash "$tree/bench/run/validate.sh" $csv
}

@test "on a GPU without clusters the programs about them are left out" {
    printf '%s\n' '#!/bin/sh' '[ "$1" != --list ] || exec echo load' \
        'echo "dsm: thread block clusters need compute capability 9.0, and this has 8.0" >&2' 'exit 77' > build/bench/dsm
    chmod +x build/bench/dsm
    count flat dsm
    exits 0
    grep -q '^flat,' $csv
    run ! grep -E '^dsm|remote_' $csv
}

@test "with --device the counters of that GPU are read" {
    BENCH_COMMIT=abc123 bash "$tree/bench/run/counters.sh" --device=1 here flat
    [[ $(< ran) == '--profile --device=1 --min-bytes=64MiB --max-bytes=64MiB' && -s $csv ]]
    run make -n -C "$tree" counters DEVICE=1
    in_output 'bench/run/counters.sh --device=1 build/results/gpu1 '
}

@test "without ncu, or without a GPU, counting says what is missing, with status 77" {
    echo old > $csv
    count
    exits 77
    in_stderr "counters: counting needs an NVIDIA GPU and the CUDA Toolkit"
    rm bin/ncu
    for tool in bash cut grep sed awk mktemp rm cat flock mkdir; do ln -s "$(command -v $tool)" bin; done
    PATH=$PWD/bin count stride
    exits 77
    in_stderr "counters: ncu is missing: install Nsight Compute, a part of the CUDA Toolkit"
    [[ ${#stderr_lines[@]} == 1 ]]
    leaves_the_old
}

@test "a program that fails, counters that only root may read, too few launches or metrics leave the old table" {
    while read -r how expected message; do
        echo old > $csv
        FAKE_NCU=$how count stride flat
        exits "$expected"
        in_stderr "$message"
        leaves_the_old
    done <<'END'
permission 77 counters: the driver lets only root read the GPU's counters
short 1 counters: stride: 3 launches have rows, but 2 were counted
unknown 1 counters: stride: ncu did not count 
END
    printf '#!/bin/sh\n[ "$1" != --list ] || exit 0\necho "flat: wrong answer" >&2\nexit 1\n' > build/bench/flat
    count stride flat
    exits 1
    in_stderr "flat: wrong answer"
    in_stderr "counters: flat --min-bytes=64MiB --max-bytes=64MiB failed"
    leaves_the_old
}

@test "nothing is counted while something is measured" {
    exec 8> build/measure.lock
    flock 8
    BENCH_COMMIT=abc123 bash "$tree/bench/run/counters.sh" here stride > log 2>&1 8>&- 3>&- &
    sleep 0.5
    [[ ! -e ran ]]
    exec 8>&-
    wait $!
    [[ -e ran && -e $csv ]]
}
