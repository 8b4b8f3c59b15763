#!/usr/bin/env bats
# Proves with NVIDIA's compute-sanitizer that no kernel reads or writes out of
# bounds, reads what nobody wrote, races in shared memory, or misuses a barrier.
# Every variant makes its checks and one launch; nothing is timed. Programs that
# fill the GPU with clusters are not followed thread by thread: the tools lose
# their way. Their kernels are, on one cluster (clusters.cu).
load helper

setup_file() {
    sanitizer=$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)
    export sanitizer tree
    has_gpu && [[ -x $sanitizer && $(find_nvcc) ]] || return 0
    build $(experiments cu)
    objects=("$tree"/build/obj/kernels/{dsm,dsm_latency,dsm_stride,histogram,ladder,sm_pairs,timers}.cu.o)
    # Racecheck takes the arrival of one thread for all that have met before for no order, so in the
    # multicast that it looks at all readers arrive.
    sed -e '/The readers meet/d; /asm volatile("bar.sync 1/,/: "memory");/d' \
        -e 's/if (threadIdx.x < senders)/for (unsigned s = 0; s < senders; s++)/' \
        -e 's/mapped(barrier_of(b.empty, k), sender)/mapped(barrier_of(b.empty, k), shared ? s : b.rank)/' \
        -e '/make_barrier(barrier_of(b.empty/s/, shared.*/, MULTICAST_READERS * (shared ? w.cluster_size : 1));/' \
        "$tree/kernels/multicast.cu" > "$BATS_FILE_TMPDIR/multicast.cu"
    [[ $(diff "$tree/kernels/multicast.cu" "$BATS_FILE_TMPDIR/multicast.cu" | grep -c '^[<>]') == 9 ]] || return 1
    link() { "$(find_nvcc)" -arch=native -I"$tree/kernels" -o "$BATS_FILE_TMPDIR/$1" "$tree/tests/clusters.cu" "$2" "${objects[@]}"; }
    link clusters "$tree/kernels/multicast.cu"
    link racing "$BATS_FILE_TMPDIR/multicast.cu"
}

setup() {
    has_gpu || skip "no GPU"
    [[ $(find_nvcc) ]] || skip "no nvcc"
    [[ -x $sanitizer ]] || skip "no compute-sanitizer"
    cd "$BATS_TEST_TMPDIR"
}

# Does the GPU have clusters?
has_clusters() {
    local status=0
    "$tree/build/bench/dsm_latency" --profile --variant=local > /dev/null 2>&1 || status=$?
    [[ $status != 77 ]]
}

# Runs a command under a tool: `sanitize TOOL NAME COMMAND...`. Fails, and says
# what the tool found. A program that this GPU cannot run is clean.
sanitize() {
    local tool=$1 name=$2 options=() status=0
    shift 2
    # These two follow each thread, and so take very long. The first launches of
    # a program's own kernels are of the small, awkward sizes.
    [[ $tool == memcheck || $tool == initcheck || $name == clusters ]] ||
        options=(--kernel-name "kernel_substring=${name% *}_" --launch-count 24)
    CUDA_LAUNCH_BLOCKING=1 timeout 300 "$sanitizer" --tool "$tool" --error-exitcode 9 \
        "${options[@]}" "$@" > "$tool $name.log" 2>&1 || status=$?
    if [[ $status == 0 ]] && grep -q 'SUMMARY: 0 ' "$tool $name.log"; then
        return
    fi
    if [[ $status == 77 ]]; then # also without the tool?
        CUDA_LAUNCH_BLOCKING=1 "$@" > bare.log 2>&1 || [[ $? != 77 ]] || return 0
    fi
    echo "$tool, $name: status $status"
    head -20 "$tool $name.log"
    return 1
}
export -f sanitize short_options

# All variants of the programs that are named, a few at once.
sanitize_programs() {
    local tool=$1 program
    shift
    for program; do
        "$tree/build/bench/$program" --list | cut -d ' ' -f 1 | sed "s/^/$tool $program /"
    done > todo
    [[ -s todo ]]
    # The kernels that the tools look at must exist; one program makes copies only.
    for program; do
        [[ $program == transfer_all ]] || grep -q "${program}_" "$tree/build/obj/kernels/$program.cu.o" || fail "no kernel ${program}_..."
    done
    xargs -P 8 -L 1 bash -c 'sanitize "$1" "$2 $3" "$tree/build/bench/$2" \
        $(short_options "$2") --profile --variant="$3"' - < todo
}

alone() {
    experiments cu | grep -vxE 'dsm|dsm_latency|dsm_stride|histogram|multicast|sm_pairs'
}

@test "memcheck: no access out of bounds" {
    sanitize_programs memcheck $(experiments cu)
}

@test "initcheck: no read of memory that nobody wrote" {
    sanitize_programs initcheck $(experiments cu)
}

@test "memcheck and initcheck: the kernel that starts early is clean, which programs leave out if launches block" {
    has_clusters || skip "no clusters"
    for tool in memcheck initcheck; do
        sanitize "$tool" clusters "$BATS_FILE_TMPDIR/clusters" early
    done
}

@test "synccheck: no barrier misused" {
    sanitize_programs synccheck $(alone)
}

@test "racecheck: no race in shared memory" {
    # Blocks of cluster_sync share nothing but barriers, those of energy nothing, and the tool stops with
    # an error of its own.
    sanitize_programs racecheck $(alone | grep -vxE 'cluster_sync|energy')
}

@test "synccheck and racecheck: no barrier of a cluster is misused, and nothing races in its shared memory" {
    has_clusters || skip "no clusters"
    sanitize synccheck clusters "$BATS_FILE_TMPDIR/clusters"
    sanitize racecheck clusters "$BATS_FILE_TMPDIR/racing"
}
