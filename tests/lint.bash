# lint.bash - what the lint suites share: the C sources.

setup() {
    cd "$tree"
    # A hook has the parameters that the harness gives it, and need not use them all.
    # Newer clangs mind arithmetic with an enum, which is how constants are written here.
    flags=(-std=c11 -D_GNU_SOURCE -fopenmp -Wno-unused-parameter -Wno-enum-float-conversion)
    mapfile -t host < <(grep -L gpu_lab.h bench/lab/*.c chapters/labs/*/inputs.c)
    host+=(bench/harness/{options,samples,table,system,experiment,host}.c bench/host*.c bench/machine.c kernels/*.c tests/harness.c tests/faulty_*.c)
    # Programs that use the GPU need the toolkit's headers, though no GPU.
    local nvcc
    nvcc=$(find_nvcc)
    if [[ $nvcc && -e ${nvcc%/bin/nvcc}/include/cuda_runtime_api.h ]]; then
        flags+=(-isystem "${nvcc%/bin/nvcc}/include")
        host=(bench/*.c bench/lab/*.c chapters/labs/*/inputs.c bench/harness/*.c kernels/*.c tests/*.c)
    else
        echo "# without the CUDA Toolkit only programs of the CPU are checked" >&3
    fi
}

# Runs a linter, which is to find nothing.
clean() {
    run "$@"
    exits 0
}
