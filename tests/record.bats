#!/usr/bin/env bats
# Proves that `make record` keeps only results that can be published, and that
# what was recorded before stays until it is replaced whole.
load helper

# Good results in `here`, and older ones recorded as lab-gpu.
setup() {
    cd "$BATS_TEST_TMPDIR"
    mkdir -p here/sass results/lab-gpu/sass
    results abc123 > here/machine.csv
    results abc123 > here/host_copy.csv
    results abc123 > here/copy.csv
    echo 'MOV R1, R2' > here/sass/copy.sass
    results 0ld > results/lab-gpu/copy.csv
    echo 'NOP' > results/lab-gpu/sass/gone.sass
    cp -r results before
}

# A CSV from this commit, measured with these options.
results() {
    printf '# program: copy\n# options: --samples=10 %s\n# commit: %s\nms\n1\n' \
        "${2-}" "$1"
}

record() {
    run --separate-stderr bash "$tree/bench/run/record.sh" here "$1"
}

# A record that must not be made: nothing at all may have changed.
refuses() {
    [[ $status != 0 ]] || fail "recorded: $output"
    in_stderr "record: "
    diff -r before results
}

@test "good results become results/MACHINE whole, in the place of all that was recorded before" {
    results abc123 --profile > here/counters.csv
    record new-gpu
    exits 0
    diff -r here results/new-gpu
    diff -r before/lab-gpu results/lab-gpu
    record lab-gpu
    exits 0
    diff -r here results/lab-gpu
    [[ $(ls -A results) == $'lab-gpu\nnew-gpu' ]]
    rm -r here/sass here/co* # as where there is no GPU
    record lab-cpu
    exits 0
    diff -r here results/lab-cpu
}

@test "nothing is recorded that would lose what was" {
    results 0ld --profile | tee before/lab-gpu/counters.csv > results/lab-gpu/counters.csv
    results abc123 --profile > here/counters.csv
    for name in copy.csv sass counters.csv; do
        mv "here/$name" .
        record lab-gpu
        refuses
        in_stderr "results/lab-gpu has $name, and here has none: 'make $([[ $name == counters.csv ]] && echo counters || echo measure)"
        mv "$name" here
    done
}

@test "a name that is no folder of its own, or that the site uses itself, is refused" {
    for name in '' here . .. ../x a/b /tmp/x 'A B' 'a b' Abc -x a.b a_b 'a;b' $'a\nb'; do
        record "$name"
        exits 2
        refuses
    done
    record gpu0
    in_stderr "record: MACHINE=gpu0: that name is reserved"
    record My-GPU
    in_stderr "record: MACHINE=My-GPU: only lower-case letters"
}

@test "results that another machine has left are refused" {
    mkdir -p build/bench
    printf '#!/bin/sh\necho cpu,Ours\n' > build/bench/machine
    chmod +x build/bench/machine
    echo cpu,Theirs >> here/machine.csv
    record lab-gpu
    refuses
    in_stderr "record: here is of another machine (Theirs)"
}

@test "no results, and those of changed, unknown or unnamed code or of a quick pass are refused" {
    while IFS='|' read -r commit options message; do
        results "$commit" "$options" > here/copy.csv
        record lab-gpu
        refuses
        in_stderr "$message"
    done <<'END'
unknown||git did not know the commit of here/copy.csv: measure in a clone
abc123-dirty||here/copy.csv is not from committed code: commit, 'make measure ONLY=copy', and record again
||here/copy.csv is not from committed code
abc123|--quick|here/copy.csv is from a quick pass
abc123|--variant=int4|here/copy.csv is from a quick pass or of one variant
END
    printf '# program: copy\nms\n1\n' > here/copy.csv
    record lab-gpu
    refuses
    { echo '# launches: blocking, so the times hold the part of the host'; results abc123; } > here/copy.csv
    record lab-gpu
    refuses
    in_stderr "here/copy.csv was measured with CUDA_LAUNCH_BLOCKING: measure it without"
    rm -r here/*
    record lab-gpu
    refuses
    in_stderr "there are no results in here"
}

@test "a record that is not committed is not replaced" {
    git init -q . && git add results
    record lab-gpu
    refuses
    in_stderr "results/lab-gpu is not committed and would be replaced"
    git -c user.name=a -c user.email=a@b commit -qm 'Record it'
    record lab-gpu
    exits 0
}

@test "another machine's record is not replaced, nor that of one with other cores" {
    cp -r here good
    for theirs in 'gpu,Their GPU' cores,16; do
        rm -r here && cp -r good here
        results abc123 > results/lab-gpu/machine.csv
        echo "$theirs" >> results/lab-gpu/machine.csv
        echo "${theirs%%,*},ours" >> here/machine.csv
        rm -r before && cp -r results before
        record lab-gpu
        refuses
        in_stderr "results/lab-gpu is of another machine"
    done
}

@test "make record records what was measured, and measures nothing" {
    copy_tree tree
    cd tree
    printf '%s\n' '#!/usr/bin/env bash' 'while [[ $1 != -o ]]; do [[ $1 != -MF ]] || : > "$2"; shift; done' \
        'printf "#!/bin/sh\nsed \"s/^# commit: .*/# commit: \$BENCH_COMMIT/\" recorded/\${0##*/}.csv\n" > "$2"' \
        'chmod +x "$2"' > cc
    chmod +x cc
    cp -r "$tree/results/nvidia-h200" recorded
    run --separate-stderr make -s record MACHINE=lab-cpu
    [[ $status != 0 && ! -e results/lab-cpu ]]
    make -s measure CC=./cc NVCC=/nonexistent COMMIT=abc123
    make -s record MACHINE=lab-cpu
    diff results/lab-cpu/host_copy.csv <(sed 's/^# commit: .*/# commit: abc123/' recorded/host_copy.csv)
}
