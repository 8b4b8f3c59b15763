# shellcheck shell=bash disable=SC2153,SC2154 # try.sh sets the variables
# cu.sh - how try.sh compiles and runs a submission in CUDA C++: for the GPU alone, so nothing of it runs on the
# host. The compiler is in the sandbox, if there is one, because it reads whatever file a submission includes.

nvcc=$(command -v "$NVCC") || {
    echo "there is no $NVCC on $HOSTNAME: install the CUDA Toolkit there, or name its nvcc by NVCC=" >&2
    exit 1
}
nvcc=$(realpath "$nvcc")
export PATH=$PATH:${nvcc%/*} # for cuobjdump and ncu

compile() {
    local arch flags where=(env -C "$new") toolkit=${nvcc%/bin/*}
    read -ra flags <<< "$NVCCFLAGS"
    # The sandbox has no GPU, which -arch=native would ask for.
    arch=$("$nvcc" "${flags[@]}" -cubin --dryrun -x cu /dev/null 2>&1 | grep -om 1 'sm_[0-9a-z]*')
    [[ ! $boxed ]] || where=("${box[@]}" --ro-bind "$toolkit" "$toolkit" --dev /dev --tmpfs /tmp
        --ro-bind "$new/submission.cu" /lab/submission.cu --bind "$new/made" /lab/made --chdir /lab)
    (ulimit -t 60 -v 16000000 -f 400000; timeout 90 "${where[@]}" "$nvcc" -O3 -w -arch="$arch" -cubin -o made/submission.cubin submission.cu)
}

check() {
    timeout --kill-after=5 120 "$programs/grader" "$new/made/submission.cubin" "$new/result.csv" >> "$new/printed.txt"
}

# The width of the widest load from global memory, in bytes, or 0 if no tool here can tell, or for a plan, whose loads
# do not matter.
width() {
    if ! grep -q '^# plan:' "$new/result.csv" && command -v cuobjdump > /dev/null; then
        cuobjdump -sass "$new/made/submission.cubin" | awk -f "$here/gpu_width.awk"
    else
        echo 0
    fi
}

# The sectors per request of global loads and stores, which only ncu can count. A plan has none that matter.
notes() {
    local of=l1tex__t counted=$new/made/counted
    local metrics=${of}_requests_pipe_lsu_mem_global_op_ld.sum,${of}_sectors_pipe_lsu_mem_global_op_ld.sum
    metrics+=,${metrics//_ld./_st.}
    ! grep -qE '^# (fault: .|plan:)' "$new/result.csv" || return 0
    ! command -v ncu > /dev/null || timeout 60 ncu --profile-from-start off --csv --page raw --print-units base --log-file "$counted" \
        --metrics "$metrics" "$programs/grader" "$new/made/submission.cubin" > /dev/null 2>&1 || : > "$counted"
    [[ ! -e $counted ]] || awk -v load_bytes="$width" -f "$here/sectors.awk" "$counted"
}
