#!/usr/bin/env bats
# Proves that all of the code compiles without a warning: the C, and the CUDA for
# every architecture that the installed nvcc knows.
load helper

# A dozen architectures for each of the files.
BATS_TEST_TIMEOUT=600

setup() {
    cd "$tree"
    nvcc=$(find_nvcc)
}

# Compiles files, the largest first, one on each core; the rest of the arguments
# are the command.
compile() {
    local files=$1
    shift
    ls -S $files | xargs -n 1 -P "$(nproc)" "$@"
}

# Machine code for every architecture, each real one that nvcc lists, made from
# the intermediate code of two: of the oldest for those before 9.0, and of 9.0.
# Our sources ask for nothing else (below), so that is the code that each of them
# gets with -arch=native. Only CUB, in histogram.cu, has more cases of its own:
# of these, 7.5 and 9.0 are compiled here with CUDA 13.
targets() {
    "$nvcc" --list-gpu-code | sed 's/sm_//' | sort -n | awk '
        { oldest = oldest ? oldest : $1
          printf "-gencode=arch=compute_%s,code=sm_%s\n", $1 < 90 ? oldest : 90, $1 }'
}

@test "the C compiles without a warning" {
    include=/usr/local/cuda/include
    [[ ! $nvcc ]] || include=${nvcc%/bin/nvcc}/include
    files=$(printf '%s\n' bench/*.c kernels/*.c tests/*.c)
    [[ -e $include/cuda_runtime_api.h ]] ||
        files=$(grep -LE '"gpu.h"|cuda_runtime' $files)
    compile "$files" cc -std=c11 -D_GNU_SOURCE -fopenmp -O2 -Wall -Wextra \
        -Wconversion -Wshadow -Werror -isystem "$include" -c -o /dev/null
}

@test "the sources know two kinds of GPU: before compute capability 9.0, and from there" {
    run grep -nE '__CUDA_ARCH|NV_IF_|NV_PROVIDES|__CUDA_MINIMUM_ARCH' bench/*.[ch]* kernels/*
    cases=$(grep -vE '(if|\|\|) __CUDA_ARCH__ >= 900$' <<< "$output") || true
    [[ $status == 0 && ! $cases ]] || fail "targets() has to know of this:" "$cases"
}

@test "the CUDA compiles without a warning, for every architecture" {
    [[ $nvcc ]] || skip "no nvcc"
    targets=$(targets)
    [[ $targets == *code=sm_90* ]] || fail "no 9.0" "$targets"
    # One object with code for all of them.
    files=$(printf '%s\n' bench/*.cu kernels/*.cu tests/*.cu)
    compile "$files" sh -c 'object=$1/$(basename "$3").o
        "$0" -O3 $2 -Wno-deprecated-gpu-targets -Werror all-warnings \
            -Xcompiler -Wall,-Wextra,-Werror -c -o "$object" "$3" && rm "$object"' \
        "$nvcc" "$BATS_TEST_TMPDIR" "$targets"
}
