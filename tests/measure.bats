#!/usr/bin/env bats
# Proves that `make measure` measures what has changed and nothing else, and that
# the results of before survive whatever goes wrong.
load helper

# A tree with a compiler that takes no time: what it makes does what the file
# `program` says. No nvcc, so that a machine with a GPU behaves as one without.
setup() {
    cd "$BATS_TEST_TMPDIR"
    copy_tree .
    cat > cc <<'EOF'
#!/usr/bin/env bash
while [[ $1 != -o ]]; do shift; done
printf '#!/usr/bin/env bash\nexec bash ./program "${0##*/}" "$@"\n' > "$2"
chmod +x "$2"
EOF
    chmod +x cc
    program 'echo "$1" >> ran; table "$1"'
    csv=build/results/here/host_copy.csv
}

# Only what a test left running: an interrupted make leaves its program behind.
teardown() {
    [[ ! -e running ]] || kill "$(< running)" 2> /dev/null || true
}

# Makes all programs do this; there, `table NAME` prints a small table and
# `until_go` waits for a file of the name go, ten seconds at most.
program() {
    cat > program <<EOF
table() { printf '# program: %s\n# commit: %s\nms\n' "\$1" "\$BENCH_COMMIT"; }
until_go() { for _ in {1..200}; do [[ ! -e go ]] || return 0; sleep 0.05; done; }
$1
EOF
}

make=(make -s measure CC=./cc NVCC=/nonexistent COMMIT=abc)
measure() {
    "${make[@]}"
}

# Waits, ten seconds at most, until the command succeeds.
until_true() {
    for _ in {1..200}; do
        ! "$@" || return 0
        sleep 0.05
    done
    fail "waited in vain for: $*"
}

# Measures all, then makes host_copy alone out of date.
measure_then_change() {
    measure
    rm ran
    cp "$csv" before
    find . -exec touch -d '1 minute ago' {} +
    touch kernels/host_copy.c
}

@test "every program of this machine is run once, and its CSV kept" {
    measure
    programs=(machine kernels/host_*.c)
    programs=("${programs[@]##*/}") programs=("${programs[@]%.c}")
    diff <(sort ran) <(printf '%s\n' "${programs[@]}" | sort)
    for name in "${programs[@]}"; do
        diff "build/results/here/$name.csv" - <<EOF
# program: $name
# commit: abc
ms
EOF
    done
}

@test "a second make measure runs nothing" {
    measure
    rm ran
    run measure
    exits 0
    [[ ! -e ran && ! $output ]] || fail "$output"
}

@test "a changed kernel has its own program run again, no other" {
    measure_then_change
    measure
    [[ $(< ran) == host_copy ]]
}

@test "BENCHFLAGS reach the program" {
    program 'shift; echo "$@"'
    "${make[@]}" BENCHFLAGS='--quick --seed=7'
    [[ $(< "$csv") == "--quick --seed=7" ]]
}

@test "a program that fails leaves the old results, and make says so" {
    measure_then_change
    program 'echo "half a ta"; exit 1'
    run measure
    [[ $status != 0 ]]
    in_output "measure: host_copy failed; its old results stay"
    cmp before "$csv"
    [[ -z $(find build -name '*.tmp*') ]]
}

@test "a program that fails at first leaves no results" {
    program 'echo "half a ta"; exit 1'
    run measure
    [[ $status != 0 ]]
    in_output "failed; it has no results"
    [[ -z $(find build/results -type f) ]]
}

@test "after a failure, make measure tries again" {
    measure_then_change
    program 'exit 1'
    run measure
    program 'echo again; table "$1"'
    measure
    [[ $(head -n 1 "$csv") == again ]]
}

@test "a killed program leaves the old results" {
    measure_then_change
    program 'echo "half a ta"; kill -9 $$'
    run measure
    [[ $status != 0 ]]
    in_output "its old results stay"
    cmp before "$csv"
    [[ -z $(find build -name '*.tmp*') ]]
}

@test "an interrupted make leaves the old results" {
    measure_then_change
    program 'echo "half a ta"; echo $$ > running; exec sleep 60'
    "${make[@]}" > log 2>&1 3>&- &
    until_true test -s running
    kill -TERM $!
    wait $! || true
    cmp before "$csv"
}

@test "a make that is interrupted by kill -9 leaves the old results or new ones" {
    measure_then_change
    program 'echo new; echo $$ > running; until_go; echo end'
    "${make[@]}" > log 2>&1 3>&- &
    until_true test -s running
    kill -9 $!
    wait $! || true
    cmp before "$csv"
    touch go
    until_true eval '! kill -0 "$(< running)" 2> /dev/null'
    rm running
    cmp -s before "$csv" || diff "$csv" <(echo new; echo end)
}

@test "a program that cannot run here is left out, and the others are measured" {
    program '[[ $1 != host_copy ]] || exit 77; table "$1"'
    measure
    [[ ! -e $csv && -s build/results/here/machine.csv ]]
    program 'echo "$1" >> ran; exit 77'
    touch -r build/measured/machine program
    measure # and is not tried again and again
    [[ ! -e ran ]]
}

@test "two makes at once measure one after the other, and the results are whole" {
    measure_then_change
    make -s build/bench/host_copy CC=./cc
    program 'echo $$ >> ran
             mkdir busy || exit 1
             echo new
             until_go
             echo end
             rmdir busy'
    "${make[@]}" > first 2>&1 3>&- &
    first=$!
    until_true test -s ran
    "${make[@]}" > second 2>&1 3>&- &
    second=$!
    # The second one has now come as far as the lock.
    until_true eval 'grep -q -- "-> FLOCK" /proc/locks'
    touch go
    wait $first || fail "$(< first)"
    wait $second || fail "$(< second)"
    diff "$csv" <(echo new; echo end)
}

@test "the real programs, too, are measured once" {
    make=(make -s measure NVCC=/nonexistent
          BENCHFLAGS='--quick --seconds=0.001 --max-bytes=16KiB')
    stages=(build/obj build/bench build/results)
    measure
    grep -q '^variant,.*,status$' "$csv"
    grep -q '^cpu,' build/results/here/machine.csv
    find "${stages[@]}" -type f -printf '%p %T@\n' | sort > built
    measure
    diff built <(find "${stages[@]}" -type f -printf '%p %T@\n' | sort)
}
