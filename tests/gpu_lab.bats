#!/usr/bin/env bats
# Proves that kernels which students hand in are graded honestly, on a GPU; without one, that they are compiled
# and that what is found out about them is told. tests/lab/*.cu are submissions; the first line of each says what
# has to be found out about it, as in lab.bats.
load helper
load lab

setup_file() {
    [[ $(find_nvcc) ]] || return 0
    cd "$tree"
    labs=(chapters/labs/*/starter.cu) labs=("${labs[@]%/starter.cu}") labs=("${labs[@]##*/}")
    has_gpu || labs=(strided)
    make -s -j 2 $(printf 'build/lab/%s/grader ' "${labs[@]}")
}

setup() {
    cd "$tree"
    export NVCC NVCCFLAGS CC=${CC:-cc} PANDOC=no-pandoc GNUPLOT=no-gnuplot
    NVCC=$(find_nvcc) NVCCFLAGS="-O3 -arch=sm_90"
    [[ $NVCC ]] || skip "no nvcc"
    ! has_gpu || NVCCFLAGS="-O3 -arch=native"
    out=$BATS_TEST_TMPDIR/out
    source bench/lab/box.sh
    [[ $BATS_TEST_DESCRIPTION != "GPU: "* ]] || has_gpu || skip "no GPU"
}

percent_of_best() {
    awk -F, '$2 == "yours" { mine = $3 / $5 } $2 == "book" && $3 / $5 > best { best = $3 / $5 } END { printf "%d", 100 * mine / best }' "$out/result.csv"
}

@test "GPU: whatever a submission tries, it is found out and named" {
    for file in tests/lab/*.cu; do
        as_expected "$file"
    done
}

@test "GPU: a starter is right, and gets the points for that and no others" {
    for starter in chapters/labs/*/starter.cu; do
        lab=${starter%/*}
        try "${lab##*/}" "$starter"
        [[ ! $fault && $(points) == 40 ]] || fail "$starter: $said" "$(cat "$out"/*.csv)"
    done
}

@test "GPU: a reference gets all points, and is as fast as the variant of the book that it is" {
    for reference in chapters/labs/*/reference.cu; do
        lab=${reference%/*}
        try "${lab##*/}" "$reference"
        [[ ! $fault && $(points) == 100 ]] || fail "$reference: $said" "$(cat "$out"/*.csv)"
        (($(percent_of_best) >= 97 && $(percent_of_best) <= 103)) || fail "$reference: $(percent_of_best) %"
    done
}

# The kernel of a region of the book's sources, as a submission: `quoted SOURCE REGION FUNCTION CONSTANTS`.
quoted() {
    echo "$4"
    sed -n "\|^//> $2\$|,\|^//< $2\$|p" "kernels/$1.cu" |
        sed -E "/^template/d; s/^(extern \"C\" )?__global__ void [a-z_]+/extern \"C\" __global__ void $3/"
}

# The book's variants as submissions: files <lab>-<variant>.cu in this folder.
book_submissions() {
    local constant='extern "C" __constant__ unsigned launch' loop tile
    loop="${constant}_threads[] = { 256 }; ${constant}_blocks_per_sm = 8;"
    tile="enum { TILE = 32, ROWS = 8, PER_THREAD = TILE / ROWS };
        ${constant}_threads[] = { TILE, ROWS }; ${constant}_elements[] = { TILE, TILE };"
    mkdir -p "$1"
    quoted copy scalar copy "$loop" > "$1/strided-int.cu"
    quoted copy wide copy "typedef int4 word; $loop" > "$1/strided-int4.cu"
    quoted copy once copy "${constant}_threads[] = { 128 }; ${constant}_elements[] = { 4 * 128 };" > "$1/strided-once.cu"
    quoted transpose naive transpose "$tile" > "$1/transpose-naive.cu"
    quoted transpose tiled transpose "$tile enum { width = TILE };" > "$1/transpose-tiled.cu"
    quoted transpose tiled transpose "$tile enum { width = TILE + 1 };" > "$1/transpose-padded.cu"
    cp chapters/labs/transpose/reference.cu "$1/transpose-wide.cu"
    cp chapters/labs/cluster-histogram/reference.cu "$1/cluster-histogram-owner.cu"
    cp chapters/labs/overlap/starter.cu "$1/overlap-sequential.cu"
    cp chapters/labs/overlap/reference.cu "$1/overlap-stages.cu"
}

@test "GPU: the book's variants, submitted, get back within 3 % what was recorded of them on such a machine" {
    gpu=$(nvidia-smi --query-gpu=name --format=csv,noheader --id=0)
    machine=$(grep -lx "gpu,$gpu" results/*/machine.csv | xargs -r grep -lx gpus,1 | head -n 1)
    [[ $machine ]] || skip "no $gpu is recorded"
    book_submissions "$BATS_TEST_TMPDIR/book"
    cpu=$(source bench/run/this_machine.sh && this_cpu)
    wrong=''
    while IFS=: read -r name table row; do
        # The bus is that of a host.
        [[ $name != overlap-* ]] || grep -qxF "$cpu" "$machine" || continue
        recorded=$(awk -v row="^$row," "$(< bench/run/csv.awk)"'line_is == "row" && $0 ~ row { print $column["gbs"] }' "${machine%/*}/$table.csv")
        try "${name%-*}" "$BATS_TEST_TMPDIR/book/$name.cu"
        reached=$(awk -F, '$2 == "yours" { print $8 }' "$out/result.csv")
        echo "# $name: ${reached:-$said} GB/s, recorded: $recorded" >&3
        awk -v x="$reached" -v y="$recorded" 'BEGIN { exit !(y > 0 && x > 0.97 * y && x < 1.03 * y) }' || wrong+=" $name"
    done << 'EOF'
strided-int:copy:int,dram,1073741824
strided-int4:copy:int4,dram,1073741824
strided-once:copy:once,dram,1073741824
transpose-naive:transpose:naive,dram,16384
transpose-tiled:transpose:tiled,dram,16384
transpose-padded:transpose:padded,dram,16384
transpose-wide:transpose:wide,dram,16384
cluster-histogram-owner:histogram:owner,2,[0-9]+,65536,uniform
overlap-sequential:overlap:sequential,4,512
overlap-stages:overlap:stages,4,512
EOF
    [[ ! $wrong ]] || fail "not within 3 %:$wrong"
}

@test "GPU: make lab takes no more than ten seconds beyond the compiler" {
    local TIMEFORMAT=%R
    for reference in chapters/labs/*/reference.cu; do
        lab=${reference%/*} lab=${lab##*/}
        # shellcheck disable=SC2086
        compiling=$({ time "$NVCC" $NVCCFLAGS -w -cubin -o "$BATS_TEST_TMPDIR/x.cubin" "$reference" > /dev/null 2>&1; } 2>&1)
        whole=$({ time make -s lab LAB="$lab" KERNEL="$reference" > "$BATS_TEST_TMPDIR/said" 2>&1; } 2>&1)
        echo "# $lab: $whole s, of which the compiler took $compiling s" >&3
        awk -v x="$whole" -v y="$compiling" 'BEGIN { exit !(x - y <= 10) }' || fail "$lab" "$(< "$BATS_TEST_TMPDIR/said")"
    done
}

# A tree in which the grader of a lab is a script, which has to be given a kernel's machine code.
with_grader() { # SCRIPT
    copy_tree "$BATS_TEST_TMPDIR/tree"
    cp -r chapters "$BATS_TEST_TMPDIR/tree"
    cd "$BATS_TEST_TMPDIR/tree"
    mkdir -p build/lab/{strided,transpose,cluster-histogram,overlap} bin
    printf '%s\n' '#!/usr/bin/env bash' 'grep -qa "^.ELF" "$1" || exit 9' "$@" > build/lab/strided/grader
    chmod +x build/lab/strided/grader
    for lab in transpose cluster-histogram overlap; do
        cp build/lab/strided/grader build/lab/$lab
    done
}

right='[[ ! ${2-} ]] || printf "%s\n" "# fault: " "# said: " "# gpu: NVIDIA H200" variant,kind,bytes,ms,ms_low,ms_high,samples,gbs \
    yours,yours,1000000,1,1,1,10,1 int,book,1000000,0.5,0.5,0.5,10,2 memcpy,limit,1000000,0.4,0.4,0.4,10,2.5 > "$2"; echo printed'

@test "submissions whose faults a GPU must find do compile, and one that does not is named" {
    with_grader "$right"
    cp -r "$tree/tests/lab" submissions
    cp "$tree"/chapters/labs/strided/*.cu submissions
    book_submissions submissions
    compiled() {
        local expected
        expected=$(sed -n '1s/^[^:]*: \(not_compiled\):.*/\1/p' "$1")
        out+=/${1##*/}
        try strided "$1"
        [[ $fault == "$expected" ]] || fail "$1: $fault" "$(cat "$out/printed.txt")"
    }
    export -f compiled try fail
    export out
    mkdir "$out"
    run xargs -P 2 -I {} bash -eu -c 'compiled {}' < <(printf '%s\n' submissions/*.cu)
    exits 0
    out+=/last
    try strided submissions/no_cuda.cu
    grep -q 'submission.cu(2): error' "$out/printed.txt"
    try strided submissions/static_shared.cu
    grep -q 'too much shared data' "$out/printed.txt"
}

# A grader for a GPU that is made up, of a lab whose timed case is small.
with_made_up_gpu() { # LAB
    cd "$BATS_TEST_TMPDIR"
    mkdir -p "chapters/labs/$1"
    sed -E 's/(256|32) << 20/1 << 21/' "$tree/chapters/labs/$1/inputs.c" > "chapters/labs/$1/inputs.c"
    ln -s "$tree/bench" "$tree/kernels" .
    $CC -std=c11 -D_GNU_SOURCE -fopenmp -O1 -w -rdynamic -isystem "${NVCC%/bin/nvcc}/include" -o grader "$tree/tests/simulated_lab.c" \
        "chapters/labs/$1/inputs.c" bench/lab/{gpu_grader,gpu_module,plan,verdict}.c bench/harness/{options,samples,table,system,experiment}.c \
        -x c - -lm -ldl <<< 'const char bench_built_from[] = "here"; const int bench_cuda_version = 13000;'
}

judged() { # FILE
    rm -f result.csv
    sed 's/256 << 20/1 << 21/' "$1" | g++ -x c++ -O1 -w -shared -fPIC -include "$tree/tests/simulated_lab.h" -o submission.so -
    ./grader ./submission.so result.csv > /dev/null
    fault=$(sed -n 's/^# fault: //p' result.csv)
    said=$(sed -n 's/^# said: //p' result.csv)
}

@test "on a made-up GPU, whatever a submission tries is found out and named" {
    with_made_up_gpu strided
    for name in no_op kept kept_while_timed writes_past_the_end writes_before reads_past_the_end odd_sizes writes_input endless lazy \
        endless_while_timed half_while_timed shared_memory threads no_threads no_launch launched_twice other_name traps; do
        judged "$tree/tests/lab/$name.cu"
        [[ $(head -n 1 "$tree/tests/lab/$name.cu") == "/* strided: $fault: "* ]] || fail "$name: $fault: $said"
    done
    judged "$tree/tests/lab/odd_sizes.cu"
    [[ $said =~ ^"element 4 of its output should be "[0-9]+", and nothing was written there (input: 5 elements); wrong elements: 1 of 5"$ ]] ||
        fail "$said"
    judged <(sed 's/\bi < n\b/i + 1 < n/' "$tree/chapters/labs/strided/starter.cu")
    [[ $said =~ ^"element 0 of its output should be "[0-9]+", and nothing was written there (input: 1 element); wrong elements: 1 of 1"$ ]] ||
        fail "$said"
    judged "$tree/tests/lab/writes_before.cu"
    [[ $said == "it wrote element -1 of its output, but the first is element 0 (input: 1 element)" ]] || fail "$said"
    for name in starter reference; do
        judged "$tree/chapters/labs/strided/$name.cu"
        [[ ! $fault && $(grep -c '^[a-z0-9]*,\(yours\|book\|limit\),' result.csv) == 5 ]] || fail "$name: $said" "$(cat result.csv)"
    done
    # ncu is to count one launch and no other.
    run ./grader ./submission.so
    exits 0
    judged <(sed 's/copy/kopy/' "$tree/chapters/labs/strided/starter.cu")
    [[ $fault == not_loaded ]]
    for n in "< 1 << 20" "> 1 << 20"; do
        judged <(sed "s/if (i == 0)/if (i == 0 \&\& n $n)/" "$tree/tests/lab/lazy.cu")
        [[ $said == "its calls took more than 5 seconds in all" ]] || fail "n $n: $said"
    done
    # Who is wrong and slow hears first what is wrong.
    judged <(sed 's/from.i./& + 1/' "$tree/tests/lab/lazy.cu")
    [[ $said == "element 0 of its output should be "* ]] || fail "$said"
}

@test "on a made-up GPU, a plan that could go wrong on any machine is found out and named" {
    with_made_up_gpu overlap
    declare -A says
    while IFS=: read -r name sentence; do
        says[$name]=$sentence
    done << 'EOF'
steps_unordered:step 1 runs on element 0, and nothing makes it wait until step 0 has copied it in (input: 1 element); put both into one stream, or queue step 0 first and let the other one wait for its stream
steps_missing:no step copies in element 786432 (input: 1048575 elements)
steps_twice:step 6 copies in element 786431, and so does step 9 (input: 1048575 elements)
steps_past_the_end:step 0 copies in 262144 elements from element 0 on, and the array has 1 (input: 1 element)
too_many_steps:it read or wrote outside of its list, which has room for 4096 steps (input: 4097 elements)
EOF
    mapfile -t files < <(grep -l '^/\* overlap: ' "$tree"/tests/lab/*.cu)
    for file in "${files[@]}"; do
        name=$(basename "$file" .cu)
        judged "$file"
        [[ $(head -n 1 "$file") == "/* overlap: $fault: "* && $said == "${says[$name]-$said}" ]] || fail "$name: $fault: $said"
        unset "says[$name]"
    done
    ((${#files[@]} >= 10 && ${#says[@]} == 0))
    # The streams of the made-up GPU begin with the last one, so steps have to wait for each other.
    for name in starter reference; do
        judged "$tree/chapters/labs/overlap/$name.cu"
        [[ ! $fault && $(grep -c '^[a-z]*,\(yours\|book\|limit\),' result.csv) == 6 ]] || fail "$name: $said" "$(cat result.csv)"
    done
    grep -qx '# plan: 30 steps in 3 streams' result.csv || fail "$(cat result.csv)"
    # Planning takes part of the time that a submission may take.
    judged <(sed '/plan(step/,/^{/s/^{/&\n    __nanosleep(900000000);/' "$tree/chapters/labs/overlap/starter.cu")
    [[ $said == "its calls took more than 5 seconds in all" ]] || fail "$said"
}

@test "on a made-up GPU with a slow bus, a submission is not charged for what the grader copies" {
    with_made_up_gpu overlap
    COPY_US=400000 judged "$tree/chapters/labs/overlap/reference.cu"
    [[ ! $fault ]] || fail "$said"
}

@test "a plan may let steps wait for each other through other streams" {
    with_made_up_gpu overlap
    # The first half is copied in alone. Steps without elements wait for one stream each, and one after both.
    cat > through.cu << 'EOF'
struct step {
    int what, stream, after;
    size_t first, count;
};

extern "C" __global__ void plan(step *steps, size_t n)
{
    *steps++ = { 1, 5, 5, 0, n / 2 };
    *steps++ = { 1, 4, 4, n / 2, n - n / 2 };
    *steps++ = { 2, 9, 5, 0, 0 };
    *steps++ = { 2, 9, 4, 0, 0 };
    *steps++ = { 2, 7, 9, 0, n };
    *steps++ = { 3, 8, 7, 0, n - n / 2 };
    *steps++ = { 3, 6, 7, n - n / 2, n / 2 };
}
EOF
    judged through.cu
    [[ ! $fault ]] || fail "$said"
    judged <(sed 's/9, 4, 0/9, 9, 0/' through.cu)
    [[ $said == "step 4 runs on element 0, and nothing makes it wait until step 1 has copied it in (input: 1 element);"* ]] || fail "$said"
    judged <(sed 's/3, 6, 7/3, 6, 9/' through.cu)
    [[ $said == "step 6 copies out element 1, and nothing makes it wait until step 4 has run on it (input: 2 elements);"* ]] || fail "$said"
}

@test "a student is told the width of loads and the sectors per request, or that they are not known" {
    with_grader "$right"
    local width="of unknown width"
    # The compiler's folder is searched, too.
    ! PATH=$PATH:$(dirname "$(realpath "$NVCC")") command -v cuobjdump > /dev/null || width="up to 4 bytes wide"
    say() { awk -f bench/run/csv.awk -f bench/lab/read.awk -f bench/lab/say.awk "$out/result.csv" "$out/points.csv"; }
    try strided chapters/labs/strided/starter.cu
    run say
    in_output "right for every input"
    in_output "its loads    $width"
    in_output "its requests were not counted: ncu is missing, or may not read the GPU's counters"
    grep -qx printed "$out/printed.txt"
    # These outputs were taken from the tools of CUDA 13.
    printf '%s\n' '#!/bin/sh' "cat '$tree/results/nvidia-h200/sass/copy_wide_int4.sass'" > bin/cuobjdump
    # shellcheck disable=SC2016
    printf '%s\n' '#!/usr/bin/env bash' 'while [[ $1 != --log-file ]]; do shift; done; log=$2; metrics=$4; shift 4; "$@" || exit' \
        'printf "%s\n" "==PROF== x" "\"ID\",\"Kernel Name\",\"${metrics//,/\",\"}\"" "\"\",\"\",\"\",\"\",\"\",\"\"" \
            "\"0\",\"copy(int *, int)\",\"1,000\",\"4,000\",\"2,000\",\"64,000\"" > "$log"' > bin/ncu
    chmod +x bin/*
    PATH=$PWD/bin:$PATH try strided chapters/labs/strided/starter.cu
    run say
    in_output "its loads    up to 16 bytes wide"
    in_output "its requests 4 sectors per load, 32 per store,"
    in_output "too many per store: lanes side by side touch 16 at most, so part of what is moved is wasted"
    # Lanes that load 4 bytes each touch 4 sectors, and those that load 16 bytes touch 16.
    counted() { # SECTORS BYTES
        printf '"ID","l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum","l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"\n"0","1","%s"\n' "$1" |
            awk -v load_bytes="$2" -f bench/lab/sectors.awk
    }
    [[ $(counted 16 4) == *"too many per load: lanes side by side touch 4 at most,"* ]]
    [[ $(counted 16 16) == *"no more than lanes side by side touch that load 16 bytes each" ]]
    [[ $(counted 32 0) == *"too many per load: lanes side by side touch 16 at most,"* ]]
    # A GPU whose counters are not to be read is no failure.
    sed -i '2i exit 1' bin/ncu
    PATH=$PWD/bin:$PATH try strided chapters/labs/strided/starter.cu
    [[ ! $fault ]] && grep -q '^# load_bytes: 16' "$out/result.csv"
    run ! grep -q sectors "$out/result.csv"
    # A plan has no loads that matter, and is not counted.
    sed -i 's/"# gpu: NVIDIA H200"/& "# plan: 9 steps in 3 streams"/; s/ int,book/ sequential,book/' build/lab/overlap/grader
    sed -i '2s/.*/touch counted/' bin/ncu
    PATH=$PWD/bin:$PATH try overlap chapters/labs/overlap/starter.cu
    [[ ! $fault && ! -e counted ]] || fail "$said"
    grep -qx '# load_bytes: 0' "$out/result.csv" || fail "$(cat "$out/result.csv")"
    run say
    in_output "its plan     9 steps in 3 streams"
    [[ ! $output =~ "its loads"|"its requests" ]] || fail "$output"
}

@test "make grade grades kernels, and without a sandbox refuses even to compile them" {
    with_grader "$right"
    mkdir class class/grace
    cp chapters/labs/strided/starter.cu class/ada.cu
    cp "$tree/tests/lab/no_cuda.cu" class/grace/anything.cu
    echo 'not looked at' > class/mallory.c
    run env UNBOXED=1 bash bench/lab/grade.sh strided class
    exits 0
    [[ $(grep -v '^#' build/grades/strided/grades.csv | cut -d, -f 1-4) == $'student,points,of,fault\nada,40,100,-\ngrace,0,100,not_compiled' ]] ||
        fail "$(cat build/grades/strided/grades.csv)"
    # Each student is told what a node lacks.
    echo '// changed' >> class/ada.cu
    run env UNBOXED=1 NVCC=no-nvcc bash bench/lab/grade.sh strided class
    exits 1
    in_output "grade: ada could not be graded: there is no no-nvcc on $HOSTNAME: install the CUDA Toolkit there"
    printf '%s\n' '#!/bin/sh' 'exit 1' > bin/bwrap
    chmod +x bin/bwrap
    PATH=$PWD/bin:$PATH run bash bench/lab/grade.sh strided class
    fails_with "UNBOXED=1 compiles without one: the compiler shows students whatever file they include"
}

@test "the width of a kernel's loads is that in the machine code" {
    for width in "copy_scalar 4" "copy_wide_int4 16" "copy_wide_int2 8" "async_read_groups_1 16"; do
        file=results/nvidia-h200/sass/${width% *}.sass
        [[ $(awk -f bench/lab/gpu_width.awk "$file") == "${width#* }" ]] || fail "$width"
    done
    [[ $(awk -f bench/lab/gpu_width.awk <<< '/*0*/   LDG.E.U8 R1, [R2.64] ; ') == 1 ]]
    [[ $(awk -f bench/lab/gpu_width.awk <<< '/*0*/   LDGDEPBAR ; ') == 0 ]]
}
