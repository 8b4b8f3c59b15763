#!/usr/bin/env bats
# Proves that the references of the labs for a CPU get all points, and that a class is graded soon. Both need a
# machine on which nothing else runs, so this is not part of the quick suite. (For the GPU, see gpu_lab.bats.)
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

@test "sixty submissions to the labs for a CPU are graded in five minutes on two cores" {
    needs gnuplot pandoc
    (($(nproc) > 1)) || skip "one core"
    make -s -C "$tree" build/site/site.css build/labs.txt build/lab/{copy,histogram}/{grader,runner}
    copy_tree "$BATS_TEST_TMPDIR/tree"
    cd "$BATS_TEST_TMPDIR/tree"
    ln -s "$tree"/{chapters,templates,figures} .
    mkdir -p build/site
    cp -r "$tree"/build/{machines,chapters,labs,terms,site}.txt "$tree/build/lab" build
    cp "$tree/build/site/site.css" build/site
    export CC=${CC:-cc} PANDOC=pandoc GNUPLOT=gnuplot REFERENCE=nvidia-h200
    began=$SECONDS
    for lab in copy histogram; do
        mkdir -p class/$lab
        for i in {1..30}; do
            cp chapters/labs/$lab/$( ((i % 2)) && echo starter || echo reference).c class/$lab/$i.c
        done
        run -0 bash bench/lab/grade.sh $lab class/$lab
        [[ $(grep -c ',100,-,' build/grades/$lab/grades.csv) == 30 && -s build/grades/$lab/30.html ]] || fail "$output"
    done
    echo "# 60 submissions in $((SECONDS - began)) s on $(nproc) cores; the bar is 300 s on two" >&3
    ((SECONDS - began < 300))
}
