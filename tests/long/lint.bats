#!/usr/bin/env bats
# Proves that clang's analyser, which takes long, finds nothing in the C either.
load ../helper
load ../lint

@test "C: clang-tidy and its analyser find nothing" {
    needs clang-tidy
    # The analyser does not see, across files, that bench_start() lets no sweep be empty.
    local name others=()
    for name in "${host[@]}"; do
        if [[ $name == bench/latency.c ]]; then
            clean tidy -clang-analyzer-core.DivideZero,-clang-analyzer-core.uninitialized.Assign "$name"
        else
            others+=("$name")
        fi
    done
    clean tidy '' "${others[@]}"
}
