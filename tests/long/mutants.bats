#!/usr/bin/env bats
# Proves that each experiment notices each wrong kernel of mutants.txt.
load ../helper
load ../mutants

setup_file() {
    every=1 make_mutants $(experiments c) $(! has_gpu || [[ ! $(find_nvcc) ]] || experiments cu)
}

@test "on the CPU every wrong kernel is noticed" {
    notices $(experiments c)
}

@test "on the GPU every wrong kernel is noticed" {
    has_gpu && [[ $(find_nvcc) ]] || skip "no GPU, or no nvcc"
    notices $(experiments cu)
}
