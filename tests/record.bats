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

# `refuses MACHINE MESSAGE`: this record is not made, and nothing at all has changed.
refuses() {
    record "$1"
    fails_with "record: $2"
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

@test "make record refuses to drop a table that was recorded before" {
    results 0ld --profile | tee before/lab-gpu/counters.csv > results/lab-gpu/counters.csv
    results abc123 --profile > here/counters.csv
    while read -r name cure; do
        mv "here/$name" .
        refuses lab-gpu "results/lab-gpu has $name, and here has none: 'make $cure"
        mv "$name" here
    done <<'END'
copy.csv measure
sass measure
counters.csv counters
END
}

@test "a name that is no folder of its own, or that the site uses itself, is refused" {
    for name in '' here . .. ../x a/b /tmp/x 'A B' 'a b' Abc -x a.b a_b 'a;b' $'a\nb'; do
        refuses "$name" ""
        exits 2
    done
    refuses gpu0 "MACHINE=gpu0: that name is reserved"
    refuses My-GPU "MACHINE=My-GPU: only lower-case letters"
}

@test "make record refuses missing results, and those of changed, unknown or unnamed code or of a quick pass" {
    while IFS='|' read -r commit options message; do
        results "$commit" "$options" > here/copy.csv
        refuses lab-gpu "$message"
    done <<'END'
unknown||git did not know the commit of here/copy.csv: measure in a clone
abc123-dirty||here/copy.csv is not from committed code: commit, 'make measure ONLY=copy', and record again
||here/copy.csv is not from committed code
abc123|--quick|here/copy.csv is from a quick pass
abc123|--variant=int4|here/copy.csv is from a quick pass or of one variant
END
    sed -i '/^# commit/d' here/copy.csv
    refuses lab-gpu ""
    { echo '# launches: blocking, so the times hold the part of the host'; results abc123; } > here/copy.csv
    refuses lab-gpu "here/copy.csv was measured with CUDA_LAUNCH_BLOCKING: measure it without"
    { echo '# other_processes: 0 before, 1 after'; results abc123; } > here/copy.csv
    refuses lab-gpu "here/copy.csv was measured while another process used the GPU: stop that, 'make measure ONLY=copy', and record again"
    rm -r here/*
    refuses lab-gpu "there are no results in here"
}

@test "a record that is not committed, or of another machine, is not replaced" {
    git init -q . && git add results
    refuses lab-gpu "results/lab-gpu is not committed and would be replaced"
    git -c user.name=a -c user.email=a@b commit -qm 'Record it'
    record lab-gpu
    exits 0
    rm -r .git
    for theirs in 'gpu,Their GPU' cores,16; do
        results abc123 > here/machine.csv
        cp here/machine.csv results/lab-gpu
        echo "$theirs" >> results/lab-gpu/machine.csv
        echo "${theirs%%,*},ours" >> here/machine.csv
        rm -r before && cp -r results before
        refuses lab-gpu "results/lab-gpu is of another machine"
    done
    # Here are what another machine has left.
    mkdir -p build/bench
    printf '#!/bin/sh\necho cpu,Ours\n' > build/bench/machine
    chmod +x build/bench/machine
    echo cpu,Theirs >> here/machine.csv
    refuses lab-gpu "here is of another machine (Theirs)"
}

@test "make record records what was measured, and measures nothing" {
    copy_tree tree
    cd tree
    printf '%s\n' '#!/usr/bin/env bash' 'while [[ $1 != -o ]]; do [[ $1 != -MF ]] || : > "$2"; shift; done' \
        'printf "#!/bin/sh\n[ -e recorded/\${0##*/}.csv ] || exit 77 # a new experiment\nsed \"s/^# commit: .*/# commit: \$BENCH_COMMIT/\" recorded/\${0##*/}.csv\n" > "$2"' \
        'chmod +x "$2"' > cc
    chmod +x cc
    cp -r "$tree/results/nvidia-h200" recorded
    run --separate-stderr make -s record MACHINE=lab-cpu
    [[ $status != 0 && ! -e results/lab-cpu ]]
    make -s measure CC=./cc NVCC=/nonexistent COMMIT=abc123
    make -s record MACHINE=lab-cpu
    diff results/lab-cpu/host_copy.csv <(sed 's/^# commit: .*/# commit: abc123/' recorded/host_copy.csv)
}
