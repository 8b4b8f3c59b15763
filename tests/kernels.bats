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

# Compiles files, one on each core; the rest of the arguments are the command.
compile() {
    local files=$1
    shift
    xargs -n 1 -P "$(nproc)" "$@" <<< "$files"
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

@test "the CUDA compiles without a warning, for every architecture" {
    [[ $nvcc ]] || skip "no nvcc"
    # One object with code for all of them.
    files=$(printf '%s\n' bench/*.cu kernels/*.cu tests/*.cu)
    compile "$files" sh -c '"$0" -O3 -arch=all -Werror all-warnings \
        -Xcompiler -Wall,-Wextra,-Werror -c -o "$1/$(basename "$2").o" "$2"' \
        "$nvcc" "$BATS_TEST_TMPDIR"
}
