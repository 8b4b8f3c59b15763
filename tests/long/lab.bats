#!/usr/bin/env bats
# Proves that the references of the labs for a CPU get all points. Those for speed need a machine on which nothing
# else runs, so this is not part of the quick suite. (For the GPU, see gpu_lab.bats.)
load ../helper
load ../lab

@test "a reference for a CPU gets all points, within five tries" {
    cd "$tree"
    export CC=${CC:-cc}
    out=$BATS_TEST_TMPDIR/out
    for reference in chapters/labs/*/reference.c; do
        lab=${reference%/*} lab=${lab##*/}
        make -s build/lab/"$lab"/{grader,runner}
        for _ in {1..5}; do
            try "$lab" "$reference"
            [[ $(points) != 100 ]] || break
        done
        [[ ! $fault && $(points) == 100 ]] || fail "$lab: $said" "$(cat "$out"/*.csv)"
    done
}
