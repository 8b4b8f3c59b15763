#!/usr/bin/env bats
# Proves that clang-tidy and its analyser, which take long, find nothing in the C either.
load ../helper
load ../lint

# `tidy CHECKS FILE...`: with these checks off as well.
tidy() {
    printf '%s\n' "${@:2}" | xargs -I {} -P "$(nproc)" clang-tidy --quiet \
        --config-file=tests/lint/clang-tidy.yml --checks="$1" {} -- "${flags[@]}" 2> /dev/null
}

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
