#!/usr/bin/env bats
# Proves that the benchmark programs understand their command line, print CSV
# that others can rely on, and fail in the open.
load helper

setup_file() {
    build machine host_copy
    ! has_gpu || build copy
    # One short run that many tests look at.
    cd "$BATS_FILE_TMPDIR"
    BENCH_COMMIT=abc123 "$tree/build/bench/host_copy" --max-bytes=64KiB \
        --quick --seconds=0.005 > host_copy.csv 2> host_copy.log
}

setup() {
    programs=("$tree"/build/bench/{machine,host_copy})
    host_copy=$tree/build/bench/host_copy
    short=(--max-bytes=8KiB --quick --seconds=0.005)
    cd "$BATS_TEST_TMPDIR"
}

# A column of a CSV, by name.
column() {
    awk -F, -v name="$1" '/^#/ { next }
        !at { for (i = 1; i <= NF; i++) if ($i == name) at = i; next }
        { print $at }' "$2"
}

# The variants that --list knows and this CPU has the instructions for.
variants_here() {
    "$host_copy" --list | while read -r name _; do
        case $name in
        int8) grep -qw avx /proc/cpuinfo || continue ;;
        int16) grep -qw avx512f /proc/cpuinfo || continue ;;
        esac
        echo "$name"
    done
}

# ---- The command line ---------------------------------------------------

@test "--help names every option and what the exit status means, and --version the commit, and CUDA for a GPU program" {
    for program in "${programs[@]}"; do
        run --separate-stderr "$program" --help
        exits 0
        for word in usage: --{help,version,list,variant=NAME,device=N,{min,max}-bytes=SIZE,samples=N,seconds=S,seed=N,quick,profile} 77; do
            in_output "$word"
        done
        run --separate-stderr "$program" --version
        exits 0
        [[ $output =~ ^"${program##*/}, built from commit "[[:alnum:]._-]+$ ]] || fail "$output"
        [[ $output != *unknown ]] || ! git -C "$tree" rev-parse 2> /dev/null || fail "$output"
    done
    [[ -x $tree/build/bench/copy ]] || skip "copy is not built"
    [[ $("$tree/build/bench/copy" --version) =~ ^"copy, built from commit "[^,]*", CUDA "[0-9]+\.[0-9]+$ ]]
}

@test "an option that is wrong is refused with a line that names it, and no table" {
    while IFS='|' read -r arguments message; do
        for argument in $arguments; do
            run --separate-stderr timeout 10 "$host_copy" $([[ $message == *above* ]] && echo --min-bytes=8KiB) "$argument"
            exits 2
            in_stderr "${message/THIS/"'$argument'"}"
            [[ ! $output && ${#stderr_lines[@]} == 1 ]] || fail "$argument" "$output" "$stderr"
        done
    done <<'END'
--nonsense --nonsense=3 -x -xy -qv extra --seed --quick=1|cannot understand THIS; see --help
--variant=int3|no variant 'int3'; there are: int int2 int4 
--min-bytes= --max-bytes=0 --min-bytes=-1 --max-bytes=big --min-bytes=4K --max-bytes=1.3B --max-bytes=1e6 --min-bytes=9e99GiB|: not a size; try 4KiB or 2GiB
--samples=9 --samples=1001 --samples=ten --samples=10.5 --samples= --seconds=-1 --seconds=nan --seconds=inf --seconds=1s --seconds=3601| number from 
--seed=-1 --seed=1.5 --seed=1e99 --device=-1 --device=x|: not a
--max-bytes=4KiB|--min-bytes is above --max-bytes
--profile|host_copy: --profile is for programs that use the GPU
END
}

# `in_cgroup COMMAND...`: runs it in a step of a job that may use 1 GiB and one and a half
# cores; 768 MiB are in use, of which 256 are cached of files.
in_cgroup() {
    unshare -rm mount -t tmpfs none /sys/fs/cgroup 2> /dev/null || skip "nothing can be mounted here"
    echo 0::/job/step > cgroup
    run --separate-stderr unshare -rm bash -eu -c 'mount -t tmpfs none /sys/fs/cgroup
        mount --bind cgroup /proc/$$/cgroup
        mkdir -p /sys/fs/cgroup/job/step
        for group in job/step job; do
            echo $((768 << 20)) > /sys/fs/cgroup/$group/memory.current
            printf "%s\n" "file $((300 << 20))" "inactive_file $((156 << 20))" "active_file $((100 << 20))" \
                > /sys/fs/cgroup/$group/memory.stat
            echo max > /sys/fs/cgroup/$group/memory.max
            echo max 100000 > /sys/fs/cgroup/$group/cpu.max
        done
        echo $((1 << 30)) > /sys/fs/cgroup/job/memory.max
        echo 150000 100000 > /sys/fs/cgroup/job/cpu.max
        exec "$@"' - "$@"
}

@test "memory and cores are those that a container or a job may use" {
    in_cgroup "$host_copy" --min-bytes=256MiB
    exits 75
    in_stderr 'do not fit in half of the 512 MiB that are free'
    in_cgroup "${programs[0]}"
    exits 0
    [[ $'\n'$output$'\n' == *$'\ncores,1\n'* ]] || fail "$output"
}

# ---- The CSV ------------------------------------------------------------

@test "a table has a row for each variant, number of threads and size, in a fixed order" {
    threads=1
    (($(nproc) == 1)) || threads+=" $(nproc)"
    for variant in $(variants_here); do
        for count in $threads; do
            for bytes in 4096 8192 16384 32768 65536; do
                echo "$variant,$count,$bytes,$((2 * bytes))"
            done
        done
    done > expected
    cd "$BATS_FILE_TMPDIR"
    paste -d, <(column variant host_copy.csv) <(column threads host_copy.csv) \
        <(column array_bytes host_copy.csv) <(column bytes host_copy.csv) |
        diff "$BATS_TEST_TMPDIR/expected" -
    # Standard error has one line, of the progress none: this is no terminal.
    [[ $(< host_copy.log) =~ ^"host_copy: "[0-9]+" rows in "[^$'\n']*$ ]] || fail "$(< host_copy.log)"
}

@test "a time is that of one call, and not of the batch of calls that a sample is" {
    cd "$BATS_FILE_TMPDIR"
    # A batch takes 0.2 ms, and to copy 4 KiB takes less than a microsecond.
    paste <(column array_bytes host_copy.csv) <(column threads host_copy.csv) <(column ms host_copy.csv) |
        awk '$1 == 4096 && $2 == 1 { n++; wrong += $3 > 0.05 } END { exit !n || wrong > 0 }' || fail "$(< host_copy.csv)"
}

@test "a row says which memory it measures, the smallest that holds both arrays" {
    cd "$BATS_FILE_TMPDIR"
    run ! grep -vxE 'l1|l2|l3|dram' <(column memory host_copy.csv)
    l1=$(getconf LEVEL1_DCACHE_SIZE)
    ((l1 >= 16384 && l1 < 131072)) || skip "the L1 has $l1 bytes"
    [[ $(awk -F, '$1 == "int" && $2 == 1 && $4 == 8192 { print $3 }' host_copy.csv) == l1 ]]
    [[ $(awk -F, '$1 == "int" && $2 == 1 && $4 == 65536 { print $3 }' host_copy.csv) != l1 ]]
}

@test "the recorded options are a command line that measures the same again, with the commit beside them" {
    env -u BENCH_COMMIT "$host_copy" --variant=int2 --min-bytes=8KiB --max-bytes=16KiB \
        --samples=12 --seconds=0.005 --seed=7 --quick > first.csv
    recorded=$(sed -n 's/^# options: //p' first.csv)
    for option in --variant=int2 --samples=12 --seconds=0.005 --seed=7 --quick; do
        [[ " $recorded " == *" $option "* ]] || fail "no $option" "$recorded"
    done
    # Unquoted, as one pastes it into a shell.
    "$host_copy" $recorded > second.csv
    diff <(sed -n 's/^# options: //p' second.csv) - <<< "$recorded"
    [[ $(column array_bytes second.csv | sort -un) == 8192$'\n'16384 ]]
    # A size that is no whole number of elements is not measured as if it were.
    run --separate-stderr "$host_copy" --variant=int --min-bytes=6 --max-bytes=6 --quick --seconds=0.005
    [[ $status == 2 || $output == *,4,8,* ]] || fail "6 bytes are no whole number of ints" "$output"
    # The commit is recorded, or unknown.
    grep -qx '# commit: abc123' "$BATS_FILE_TMPDIR/host_copy.csv"
    grep -qx '# commit: unknown' first.csv
}

@test "a check accepts tables that no program of the CPU has, and finds what is wrong in each" {
    notes='# gpu: X
# peak_gbs: 1000
# program: x
# schema: 1
# options: --seed=1
# commit: unknown
# date: 2026-01-02
# seconds: 1.5'
    rate=variant,bytes,ms,ms_low,ms_high,samples,gbs both=$rate,ns,ns_low,ns_high,cycles
    # The columns, a row, and the same with a mistake.
    while IFS='|' read -r kind columns good bad; do
        for row in "$good" "$bad"; do
            printf '%s\n' "$notes" "$columns,sm_mhz,status" "$row" > x.csv
            run bash "$tree/bench/run/validate.sh" x.csv
            [[ $status == $([[ $row == "$good" ]]; echo $?) ]] || fail "$kind: $row" "$output"
        done
    done <<END
both|$both|x,2000,0.001,0.001,0.001,20,2,100,100,100,150,1500,ok|x,2000,0.001,0.001,0.001,20,2,100,102,100,150,1500,ok
status|$both|x,2000,0.001,0.001,0.001,20,2,100,99.8,103,150,1500,unsettled|x,2000,0.001,0.001,0.001,20,2,100,99.8,103,150,1500,ok
latency|variant,ns,ns_low,ns_high,samples,cycles|x,100,99,100.2,20,150,1500,unsettled|x,100,99,100.2,20,150,1500,ok
energy|$rate,watts,pj_per_byte,pj_above_waiting|x,2000,0.001,0.001,0.001,20,2,300,150000,100000,1500,ok|x,2000,0.001,0.001,0.001,20,2,300,160000,100000,1500,ok
cycles|cycles,bytes,ms,ms_low,ms_high,samples,gbs|64,2000,0.001,0.001,0.001,20,2,1500,ok|64,2000,0.001,0.001,0.001,20,1,1500,ok
END
}

# Prints what a program shows on a terminal of this width, a line each time that it shows
# something.
shown() {
    script -qec "stty cols $1; '$host_copy' --variant=int ${short[*]} > out.csv" /dev/null |
        sed 's/\r\x1b\[K/\n/g' | sed 's/\r$//; /^$/d'
}

@test "on a terminal a program shows in one line the point and the time that is left, its own or with that of others" {
    needs_terminal
    points=$((2 * $(wc -w <<< "1 $([[ $(nproc) == 1 ]] || nproc)")))
    run shown 200
    [[ $(grep -c "^host_copy: [0-9]*/$points int, threads [0-9]*, l[0-9], [48] KiB" <<< "$output") == "$points" ]] || fail "$output"
    grep -qE "^host_copy: 1/$points int, threads 1, l[0-9], 4 KiB$" <<< "$output" || fail "$output"
    grep -qE "^host_copy: $points/$points int, .* KiB; about [0-9]+ s left$" <<< "$output" || fail "$output"
    grep -qE "^host_copy: $points rows in " <<< "$output" || fail "$output"
    # A run that was expected to take hours and goes faster will go on so.
    export BENCH_PLACE='5 of 22'
    BENCH_EXPECTED=1e4 BENCH_AFTER=0 run shown 200
    [[ $(grep -m 1 '4/4\|2/2' <<< "$output") =~ about\ [2-6]\ s\ left$ ]] || fail "$output"
    # On a narrow terminal the line is cut before the time that is left.
    BENCH_EXPECTED=1e-1 BENCH_AFTER=100 run shown 60
    [[ -z $(awk 'length > 59' <<< "$output") && $output != *rows* ]] || fail "$output"
    grep -qE "^measuring 5 of 22, host_copy: 2/.*; about 1 min [45]0 s left$" <<< "$output" || fail "$output"
}

@test "a full disk is a failure, for the help as well" {
    for program in "${programs[@]}"; do
        for arguments in "${short[*]}" "--quick --max-bytes=64KiB --seconds=0.005" --help; do
            run --separate-stderr bash -c "'$program' $arguments > /dev/full"
            exits 1
            in_stderr "${program##*/}: cannot write standard output"
        done
    done
}

# ---- The machine --------------------------------------------------------

@test "machine prints a key and a value a line" {
    run --separate-stderr "${programs[0]}"
    exits 0
    table=$(grep -v '^# ' <<< "$output")
    [[ $(head -n 1 <<< "$table") == key,value ]]
    grep -vE '^[a-z0-9_]+,[^,]+$' <<< "$table" && fail "not a key and a value"
    [[ -z $(cut -d, -f1 <<< "$table" | sort | uniq -d) ]]
    for key in cpu cores os date; do
        grep -qE "^$key,." <<< "$table" || fail "no $key" "$table"
    done
    cores=$(sed -n 's/^cores,//p' <<< "$table")
    ((1 <= cores && cores <= $(nproc))) || fail "$cores cores" # fewer where their time is limited
}

@test "published results do not say whose machine it is" {
    # The names of this machine, and ones that the environment gives.
    secrets=("$(hostname)" "$(whoami)" planted-host planted-user
             "$(cat /etc/machine-id 2> /dev/null)")
    [[ ! -r /sys/class/dmi/id/product_serial ]] ||
        secrets+=("$(cat /sys/class/dmi/id/product_serial)")
    if command -v nvidia-smi > /dev/null; then
        mapfile -t -O "${#secrets[@]}" secrets < <(nvidia-smi --query-gpu=uuid,serial,pci.bus_id \
            --format=csv,noheader | tr -s ', ' '\n')
    fi
    export HOSTNAME=planted-host USER=planted-user LOGNAME=planted-user
    "${programs[0]}" > published
    "$host_copy" --variant=int "${short[@]}" >> published
    for secret in "${secrets[@]}"; do
        [[ ${#secret} -lt 2 ]] || ! grep -wiF -- "$secret" published ||
            fail "published: $secret"
    done
}

# machine, with a driver that is made up; FAILING is what fails of it.
machine_with_driver() {
    cc -std=c11 -shared -fPIC -o libcuda.so.1 "$BATS_TEST_DIRNAME/faulty_driver.c"
    cp libcuda.so.1 libnvidia-ml.so.1
    run --separate-stderr env LD_LIBRARY_PATH=. "${programs[0]}"
}

@test "machine.csv has what the driver says, a row a key whatever a card is called" {
    machine_with_driver
    exits 0
    diff <(sed -n '/^gpu,/,/^remapped_rows,/s/ *$//p' <<< "$output") - <<'END'
gpu,GPU   b   s  sms 1
gpus,1
compute_capability,75.76
sms,16
sm_mhz,0.013
memory_mhz,3201
bus_bits,6144
l2_bytes,38
shared_bytes_per_sm,81
shared_bytes_per_block,97
registers_per_sm,82
threads_per_sm,39
ecc,32
peak_gbs,4916.736
memory_bytes,151397597184
driver_cuda,13.2
driver,580.1 2
pcie_generation,5
pcie_width,16
power_limit_watts,700
ecc_corrected,1
ecc_uncorrected,0
remapped_rows,3
END
    [[ ${output,,} != *5e:00* ]] || fail "the address of the card" "$output"
}

@test "machine.csv says how large packets of PCIe are, where Linux shows the card's configuration" {
    cat > opening.c << 'END'
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* Opens `config` in place of the card's. */
FILE *fopen(const char *path, const char *mode)
{
    FILE *(*real)(const char *, const char *) = (FILE * (*)(const char *, const char *)) dlsym(RTLD_NEXT, "fopen");

    return real(strcmp(path, "/sys/bus/pci/devices/0000:5e:00.0/config") ? path : "config", mode);
}
END
    cc -std=c11 -D_GNU_SOURCE -shared -fPIC -o opening.so opening.c
    # The first capability is at 0x60, and leads to that of PCIe at 0x78, whose control is 8 bytes on.
    head -c 256 /dev/zero > config
    while read -r at bytes; do
        printf %b "$bytes" | dd of=config bs=1 seek=$((at)) conv=notrunc status=none
    done <<< $'0x34 \\x60\n0x60 \\x05\\x78\n0x78 \\x10\\x00\n0x80 \\x3f\\x29'
    LD_PRELOAD=$PWD/opening.so machine_with_driver
    exits 0
    diff <(grep -A 2 '^pcie_width,' <<< "$output") <(printf '%s\n' pcie_width,16 pcie_payload_bytes,256 pcie_read_request_bytes,512)
    # Whoever is not root sees less.
    truncate -s $((0x81)) config
    LD_PRELOAD=$PWD/opening.so machine_with_driver
    exits 0
    run ! grep -E '^pcie_(payload|read)' <<< "$output"
}

@test "machine.csv lacks what the driver does not say" {
    while read -r failing lacking; do
        FAILING=$failing machine_with_driver
        exits 0
        [[ $failing == init || $output == *gpu,GPU* ]] || fail "no name" "$output"
        run ! grep -E "^($lacking)," <<< "$output"
    done <<'END'
nvml driver|pcie_.*|power_.*|ecc_.*|remapped_.*
attribute sms|peak_gbs|compute_capability
init gpu
END
}

# ---- The GPU: see experiments.bats for more -------------------------------

# `simulated FILE...`: compiles with the headers of CUDA; most programs are linked with a GPU that is
# simulated. What that lacks comes after what is tested, where the program would crash.
simulated() {
    local nvcc
    nvcc=$(find_nvcc)
    [[ $nvcc ]] || skip "no nvcc"
    cc -std=c11 -D_GNU_SOURCE -isystem "${nvcc%/bin/nvcc}/include" -I"$tree/bench/harness" "$@" 2> log || fail "$(< log)"
}
harness=("$tree"/bench/harness/{options,samples,table,system,experiment}.c)

# The table of an experiment on the simulated GPU, which measures nothing.
table_of_simulated() {
    run --separate-stderr env LD_LIBRARY_PATH=. ./still
    exits 0
    printf '%s\n' "$output" > still.csv
    [[ $(grep -v '^#' still.csv) == $'variant,n,bytes,ms,ms_low,ms_high,samples,gbs,sm_mhz,status\nstill,3,1000000,1,1,1,10,1,1000,ok' ]] ||
        fail "$output"
    bash "$tree/bench/run/validate.sh" still.csv
    sed -nE 's/^# ((memory|gpu|power)_.*)/\1/p' still.csv
}

@test "a table of the GPU says how warm the card is and what it draws, as far as the driver tells" {
    cat > still.c << 'END'
#include "gpu.h"

static const struct bench_variant variants[] = { { "still", "nothing" }, { NULL, NULL } };

static void measure(void *point)
{
    ((struct bench_point *)point)->row = (struct bench_row){ 1000000, { 1, 1, 1, 10 }, .clock_mhz = 1000 };
}

static void points(void)
{
    struct bench_point point = { .variant = "still", .measure = measure };

    bench_add(&point, sizeof point, "3");
}

static const struct bench_experiment still = {
    .summary = "Measures nothing.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 1, .max = 1 },
    .columns = "variant,n",
    .hooks = { .points = points },
};
BENCH_MAIN(still, gpu_machine)
END
    simulated -Dmain=simulate -c -o gpu.o "$tree/tests/simulated_gpu.c"
    simulated -ffunction-sections -Wl,--gc-sections -o still still.c gpu.o "$tree"/bench/harness/{gpu,gpu_time}.c "${harness[@]}" -lm -ldl
    cc -std=c11 -shared -fPIC -o libnvidia-ml.so.1 "$BATS_TEST_DIRNAME/faulty_driver.c"
    diff <(table_of_simulated) - << 'END'
memory_clock_mhz: 3201
gpu_celsius: 41
memory_celsius: 52
power_watts: 345.6
END
    FAILING=power table_of_simulated > told
    [[ $(grep -c . told) == 3 ]] || fail "$(cat told)"
    FAILING=nvml table_of_simulated > told
    [[ ! -s told ]] || fail "$(cat told)"
}

@test "a GPU without clusters, or whose energy is not counted, makes programs say what they need, with status 77" {
    simulated -Dmain=simulate -c -o gpu.o "$tree/tests/simulated_gpu.c"
    while read -r programs message; do
        for program in ${programs//,/ }; do
            simulated -static -Wl,--unresolved-symbols=ignore-all -o "$program" "$tree/bench/$program.c" gpu.o \
                "$tree"/bench/harness/{gpu,gpu_time}.c "${harness[@]}" -lm
            run --separate-stderr "./$program"
            exits 77
            [[ $stderr == "$program: $message" ]] || fail "$stderr"
            [[ ! $output =~ (^|$'\n')[^#] ]] || fail "$output"
        done
    done <<'END'
dsm,dsm_latency,dsm_stride thread block clusters need compute capability 9.0, and A simulated GPU has 8.9
energy the driver does not count the energy of this GPU
END
}

@test "energy is measured though a look at its counter takes 60 ms, and what prevents it is named" {
    simulated -static -Wl,--unresolved-symbols=ignore-all -o simulated "$tree/tests/simulated_energy.c" "${harness[@]}" -lm
    for reading in 0.001 0.06; do
        run --separate-stderr ./simulated "$reading" 300
        exits 0
        [[ $output =~ ^(29[0-9]|30[0-9])" W, 1.000 ms"$ ]] || fail "$reading s: $output"
    done
    run --separate-stderr ./simulated 1 300
    exits 75
    [[ $stderr =~ ": the GPU ran out of work "[1-9][0-9]*" times in 10 s, and reading its counter of energy took up to 1000 ms"$ ]] ||
        fail "$stderr"
    run --separate-stderr ./simulated 0.001 0
    exits 77
    in_stderr ": the driver does not count the energy of this GPU: its counter stood still for 10 s"
}

@test "the L3 is as large as the one that a core uses, and not as all of them" {
    local size=/sys/devices/system/cpu/cpu0/cache/index3/size
    [[ -e $size ]] || skip "no list of its caches"
    echo 512K > "$BATS_TEST_TMPDIR/size"
    unshare -rm mount --bind "$BATS_TEST_TMPDIR/size" $size 2> /dev/null || skip "nothing can be mounted here"
    run unshare -rm sh -c 'mount --bind "$1" "$2" && exec "$3" --variant=int --quick --seconds=0.001 --max-bytes=4KiB' \
        - "$BATS_TEST_TMPDIR/size" $size "$tree/build/bench/host_copy"
    exits 0
    in_output ", L3 512 KiB"
}

@test "a cache that cores share is counted once" {
    local list=/sys/devices/system/cpu/cpu0/cache/index2/shared_cpu_list
    (($(nproc) > 1)) && [[ -e $list ]] || skip "one core, or no list of its caches"
    echo 0-$(($(nproc) - 1)) > "$BATS_TEST_TMPDIR/list"
    unshare -rm mount --bind "$BATS_TEST_TMPDIR/list" $list 2> /dev/null || skip "nothing can be mounted here"
    # Two arrays as large as the L2.
    bytes=$(getconf LEVEL2_CACHE_SIZE)
    run unshare -rm sh -c 'mount --bind "$1" "$2" && exec "$3" --variant=int --quick --seconds=0.001 --min-bytes="$4"' \
        - "$BATS_TEST_TMPDIR/list" $list "$tree/build/bench/host_copy" "$bytes"
    exits 0
    grep -q "^int,$(nproc),l3,$bytes," <<< "$output" || fail "$output"
}
