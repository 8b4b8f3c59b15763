#!/usr/bin/env bats
# Proves that the CUDA compiles without a warning, for every architecture that the
# installed nvcc knows. (For the C, see lint.bats.)
load ../helper

setup() {
    cd "$tree"
    nvcc=$(find_nvcc)
}

# Compiles files, the largest first, one on each core; the rest of the arguments
# are the command.
compile() {
    local files=$1
    shift
    stat -c '%s %n' $files | sort -rn | cut -d ' ' -f 2 | xargs -n 1 -P "$(nproc)" "$@"
}

# Machine code for every architecture, each real one that nvcc lists, made from
# the intermediate code of three: of the oldest for those before 8.0, of 8.0 and of 9.0.
# Our sources ask for nothing else (below), so that is the code that each of them
# gets with -arch=native. Only CUB, in histogram.cu, has more cases of its own:
# of these, 7.5 and 9.0 are compiled here with CUDA 13.
targets() {
    "$nvcc" --list-gpu-code | sed 's/sm_//' | sort -n | awk '
        { oldest = oldest ? oldest : $1
          printf "-gencode=arch=compute_%s,code=sm_%s\n", $1 < 80 ? oldest : $1 < 90 ? 80 : 90, $1 }'
    echo -gencode=arch=compute_90a,code=sm_90a # which peaks.cu alone asks for, in the Makefile
}

@test "the sources know four kinds of GPU: before compute capability 8.0, before 9.0, and from there, and 9.0 alone" {
    run grep -nE '__CUDA_ARCH|NV_IF_|NV_PROVIDES|__CUDA_MINIMUM_ARCH' bench/*.c bench/harness/* kernels/*
    cases=$(grep -vE '(if|\|\|) __CUDA_ARCH__ >= [89]00$|kernels/peaks.cu:.*#ifdef __CUDA_ARCH_FEAT_SM90_ALL$' <<< "$output") || true
    [[ $status == 0 && ! $cases ]] || fail "targets() has to know of this:" "$cases"
}

@test "the CUDA compiles without a warning, for every architecture" {
    [[ $nvcc ]] || skip "no nvcc"
    targets=$(targets)
    [[ $targets == *code=sm_90* ]] || fail "no 9.0" "$targets"
    # One object with code for all of them.
    files=$(printf '%s\n' bench/harness/*.cu kernels/*.cu tests/*.cu)
    compile "$files" sh -c 'object=$1/$(basename "$3").o
        "$0" -O3 $2 -Wno-deprecated-gpu-targets -Werror all-warnings \
            -Xptxas --suppress-async-bulk-multicast-advisory-warning \
            -Xcompiler -Wall,-Wextra,-Werror -c -o "$object" "$3" && rm "$object"' \
        "$nvcc" "$BATS_TEST_TMPDIR" "$targets"
}

@test "every program of the GPU is made, and lists its variants" {
    [[ $nvcc ]] || skip "no nvcc"
    copy_tree "$BATS_TEST_TMPDIR/tree"
    cd "$BATS_TEST_TMPDIR/tree"
    programs=$(experiments cu)
    make -s -j "$(nproc)" $(printf 'build/bench/%s\n' $programs)
    for program in $programs; do "build/bench/$program" --list | grep -q .; done
}
