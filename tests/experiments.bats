#!/usr/bin/env bats
# Proves of every experiment that there is, by running it briefly, that it has a
# whole and sound table; those of the GPU where there is one, and elsewhere that
# they say so. What all programs share is tested in detail in programs.bats.
load helper

setup_file() {
    host=$(experiments c) gpu='' measured=$host
    [[ -z $(find_nvcc) ]] || gpu=$(experiments cu)
    ! has_gpu || measured+=" $gpu"
    bench=$tree/build/bench
    if has_gpu; then
        build $host $gpu
    else
        # Three programs of the GPU stand for all; tests/long/kernels.bats makes the others.
        gpu=${gpu:+atomics copy peer}
        bench=$BATS_FILE_TMPDIR/tree/build/bench
        copy_tree "$BATS_FILE_TMPDIR/tree"
        make -s -C "$BATS_FILE_TMPDIR/tree" -j "$(nproc)" $(printf 'build/bench/%s\n' $host $gpu) \
            NVCCFLAGS='-O3 -arch=sm_90 -Werror all-warnings -Xcompiler -Wall,-Wextra,-Werror'
    fi
    export host gpu measured bench
    cd "$BATS_FILE_TMPDIR"
    for program in $measured; do
        short "$program" > "$program.csv" 2> "$program.log" || echo $? > "$program.failed"
    done
    sed -n '/: the driver does not count the energy/s/^/# /p' ./*.log >&3
}

setup() {
    cd "$BATS_FILE_TMPDIR"
    case $BATS_TEST_DESCRIPTION in
    "GPU: "*) has_gpu || skip "no GPU" ;;&
    "GPU: "* | "without a GPU"*) [[ $gpu ]] || skip "no nvcc" ;;
    esac
}

# Runs a program on little, with more options.
short() {
    timeout 60 "$bench/$1" $(short_options "$1") --seconds=0.005 "${@:2}"
}

# The names of a program's variants.
variants() {
    "$bench/$1" --list | cut -d ' ' -f 1
}

# The varied columns of a table: those before the first that is measured. With a
# name, of the rows that have it in the first column.
points() {
    awk -F, -v OFS=, -v name="${2-}" '/^#/ { next }
        !varied { while ($(varied + 1) !~ /^(bytes|ns)$/ && varied < NF) varied++; next }
        !name || $1 == name { NF = varied; print }' "$1"
}

# Does this machine lack what a variant needs, so that it has no rows?
lacks() {
    case "$1 $2" in
    "host_copy int8") ! grep -qw avx /proc/cpuinfo ;;
    "host_copy int16") ! grep -qw avx512f /proc/cpuinfo ;;
    "histogram exchange") # clusters
        grep -q '^# machine: .*compute capability [1-8]\.' "$1.csv" ;;
    *) grep -q "^# left_out: $2: " "$1.csv" ;;
    esac
}

# Fails unless the table of a program is there.
has_table() {
    [[ ! -e $1.failed ]] || fail "$1: status $(cat "$1.failed")" "$(cat "$1.log")"
}

# Prints the programs that the machine can run: the rest needs clusters, or more
# GPUs than one.
able() {
    local program
    for program; do
        grep -qsE "^$program: (thread block clusters need|there is one GPU here|the driver does not count the energy)" "$program.log" ||
            echo "$program"
    done
}

@test "each experiment has help with a summary, and a list of variants with what they do" {
    for program in $host $gpu; do
        CUDA_VISIBLE_DEVICES='' run --separate-stderr "$bench/$program" --help
        exits 0
        [[ ${lines[0]} == "usage: $program [options]" && "${lines[1]}${lines[2]}" == *.* ]] ||
            fail "$output"
        [[ ! $stderr && -z $(awk 'length > 80' <<< "$output") ]] || fail "$stderr" "$output"
        CUDA_VISIBLE_DEVICES='' run --separate-stderr "$bench/$program" --list
        exits 0
        [[ ! $stderr && ${#lines[@]} -ge 1 ]] || fail "$program: $stderr" "$output"
        ! grep -qvE '^[a-z0-9_]+ +[^ ].*[^ ]$' <<< "$output" || fail "$program:" "$output"
        [[ -z $(cut -d ' ' -f 1 <<< "$output" | sort | uniq -d) ]] || fail "$program: twice" "$output"
    done
}

@test "each experiment ends well, with one line about its table, which is sound and says that it was measured quickly" {
    [[ $(experiments c | wc -l) -ge 6 && $(experiments cu | wc -l) -ge 16 ]]
    for program in $(able $measured); do
        has_table "$program"
        rows=$(points "$program.csv" | wc -l)
        grep -qxE "$program: $rows rows in [0-9.]+ s, [0-9]+ unsettled, [0-9]+ throttled" \
            "$program.log" || fail "$program, $rows rows:" "$(cat "$program.log")"
        [[ $(wc -l < "$program.log") == 1 ]] || fail "$(cat "$program.log")"
        bash "$tree/bench/run/validate.sh" "$program.csv"
        grep -qx "# program: $program" "$program.csv" || fail "$program: its name"
        grep -qE '^# options: .* --quick$' "$program.csv" || fail "$program" "$(head -n 5 "$program.csv")"
    done
}

@test "each variant has rows, or the machine lacks what it needs" {
    for program in $(able $measured); do
        has_table "$program"
        for variant in $(variants "$program"); do
            lacks "$program" "$variant" || points "$program.csv" | grep -q "^$variant," || fail "$program: no rows of $variant"
        done
        run ! grep -vxFf <(variants "$program") <(points "$program.csv" | cut -d, -f1)
    done
}

# A variant alone has the same points as it has among all.
alone() {
    has_table "$1"
    points "$1.csv" "$2" > expected
    if [[ ! -s expected ]]; then # this machine lacks what it needs
        run --separate-stderr short "$1" --variant="$2"
        exits 77
        return
    fi
    short "$1" --variant="$2" > alone.csv 2> alone.log || fail "$(cat alone.log)"
    points alone.csv | diff expected - || fail "$1 --variant=$2"
}

@test "--variant has the rows of that variant and no other" {
    for program in $host; do
        for variant in $(variants "$program"); do
            alone "$program" "$variant"
        done
    done
    ! has_gpu || for program in $(able $gpu); do
        # All variants are chosen alike: one will do.
        alone "$program" "$(variants "$program" | tail -n 1)"
    done
}

@test "GPU: a quick check of acceptance passes, fails or cannot tell in less than 30 seconds, and says so in one line" {
    build machine copy ladder saxpy transpose transfer
    cd "$tree"
    name=$(nvidia-smi --id=0 --query-gpu=name --format=csv,noheader)
    criteria=bench/criteria/$(source bench/run/results.sh && model_of "$name").csv
    [[ -e $criteria ]] || skip "no $criteria"
    began=$SECONDS
    run bash bench/run/accept.sh --quick 0
    ((SECONDS - began < 30)) || fail "$((SECONDS - began)) seconds" "$output"
    echo "# $((SECONDS - began)) s: $output" >&3
    said=$(sed -n "${status}p" <<< $'it fails: \nno\nit cannot be told: ')
    [[ $output == "GPU 0, $name: ${said:-it passes: }"*" of $(grep -c '^[A-Z]' "$criteria") criteria"* && ${#lines[@]} == 1 ]] ||
        fail "status $status" "$output"
}

@test "more memory than there is is refused in one line" {
    for program in $(able $measured); do
        short_options "$program" | grep -q -- --max-bytes || [[ $program == ladder ]] || continue
        run --separate-stderr "$bench/$program" --quick --max-bytes=1000GiB
        exits 1
        in_stderr "$program: "
        in_stderr " arrays of 1000 GiB do not fit"
        in_stderr "ask for less with --max-bytes"
        [[ ${#stderr_lines[@]} == 1 && -z $(sed '/^# /d' <<< "$output") ]] || fail "$stderr" "$output"
    done
}

@test "without a GPU, a GPU program says so, prints no table and exits 75" {
    for program in $gpu; do
        CUDA_VISIBLE_DEVICES='' run --separate-stderr "$bench/$program" --quick
        exits 75
        [[ ! $output && $stderr =~ ^"$program: no "(GPU|NVIDIA driver)" on this machine"$ ]] || fail "$stderr"
    done
}

@test "GPU: a GPU that is not there is refused with the numbers that are" {
    for program in $gpu; do
        run --separate-stderr "$bench/$program" --quick --device=99
        exits 2
        [[ ! $output && $stderr =~ ^"$program: --device=99: the GPUs here are 0 to "[0-9]+$ ]] || fail "$stderr"
    done
}

@test "GPU: an int2 starts at every second int, and a histogram has any number of values" {
    diff - <(grep '^# int2_from_' copy.csv) << 'END'
# int2_from_0: cudaSuccess
# int2_from_1: cudaErrorMisalignedAddress
# int2_from_2: cudaSuccess
END
    # Each part of a histogram begins at an int4, also of what is no multiple of anything.
    run --separate-stderr "$bench/histogram" --quick --seconds=0.005 --max-bytes=1100001
    exits 0
}

@test "GPU: what a table calls DRAM is read from DRAM, and what it calls L2 is not" {
    PATH=$PATH:/usr/local/cuda/bin
    command -v ncu > /dev/null || skip "no ncu"
    for run in 'copy int4' 'saxpy wide'; do
        # With a single count ncu runs each launch once, on what is in the caches.
        ncu --profile-from-start off --cache-control none --csv --page raw --print-units base --log-file ncu.csv \
            --metrics dram__bytes_read.sum "$bench/${run% *}" --variant="${run#* }" --profile \
            --min-bytes=8MiB --max-bytes=8MiB > table.csv || fail "$(cat ncu.csv)"
        awk -F '","' '/^"/ && ++lines == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^dram__bytes_read/) at = i }
            /^"/ && lines > 2 { gsub(/[",]/, "", $at); print $at }' ncu.csv > counts
        grep -v '^#' table.csv | tail -n +2 | paste -d ' ' - counts > rows
        [[ $(grep -c ',l2,' rows) -gt 0 && $(grep -c ',dram,' rows) -gt 0 ]] || fail "$(cat rows)"
        awk '/,dram,/ && $2 < 0.95 * 8388608 || /,l2,/ && $2 > 0.05 * 8388608' rows > wrong
        [[ ! -s wrong ]] || fail "$run:" "$(cat wrong)"
    done
}

@test "GPU: --profile runs the same points, and times nothing" {
    for program in $(able $gpu); do
        has_table "$program"
        short "$program" --profile > profile.csv 2> profile.log || fail "$(cat profile.log)"
        grep -v '^#' profile.csv | tail -n +2 | diff <(points "$program.csv") - || fail "$program"
    done
}
