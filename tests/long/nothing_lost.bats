#!/usr/bin/env bats
# Proves at every third call of each tool, after any time and with little more room each
# time what nothing_lost.bats proves at a few: make leaves whole files, and the next one
# finishes the job.
load ../helper
load ../killing

# `faults SIGNAL TOOL WHEN TARGET...`: ends make at the third call, the sixth and so on,
# until it comes to its end; all must be good whenever it is ended.
faults() {
    rm -rf build
    cp -a "$old/build" .
    for at in {1..30}; do
        fault "$1" "$2" $((at * 3)) "$3" make -s "${@:4}" || { finished "${@:4}"; return; }
        good
    done
    fail "no end: $*"
}

@test "make site, pdf, epub and handout, killed or interrupted before, after and amidst each step, leave whole files" {
    book node
    for moment in 'KILL mv before' 'KILL mv after' 'KILL gnuplot half' 'KILL cp half' 'KILL pandoc half' \
        'INT mv after' 'INT mv before' 'INT gnuplot half'; do
        faults $moment site
    done
    for moment in 'INT mv after' 'KILL node before' 'KILL pandoc half'; do
        faults $moment pdf epub handout CHAPTER=04-vector
    done
}

@test "make site and pdf, killed after any time, leave whole files" {
    book node
    for ((hundredths = 20; hundredths < 1000; hundredths += hundredths / 2)); do
        { timeout -s KILL $((hundredths / 100)).$((hundredths % 100 / 10)) make -s -j 2 site pdf || faults=$((faults + 1)); } > log 2>&1
        good
    done
    ((faults > 2))
    finishes site pdf epub handout CHAPTER=04-vector
}

@test "make measure, killed at each step, leaves no part of an object, a program or results" {
    mkdir tree
    cd tree
    for moment in 'cc half' 'mv before' 'mv after'; do
        rm -rf ./*
        cp -a "$small"/* .
        for at in 1 2 3 4 5 6 7 8 9; do
            fault KILL ${moment% *} $at ${moment#* } make -s $measure CC=cc || break
            for file in $(cd build && find obj bench -type f ! -name '*.tmp'); do
                cmp "build/$file" "$measured/build/$file"
            done
        done
        measure
        measured
    done
}

@test "make site, pdf, epub and handout on a disk with little more room each time leave whole files" {
    needs gnuplot pandoc node
    finely=1 on_a_disk site_on_a_disk site pdf epub handout CHAPTER=04-vector
}
