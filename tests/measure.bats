#!/usr/bin/env bats
# Proves that `make measure` measures what has changed and nothing else, says how
# far it is, goes on where it was stopped, and that the results of before survive
# whatever goes wrong.
load helper

# A tree with programs, and with a compiler that takes no time: what it makes does what the file
# `program` says. No nvcc, so that a machine with a GPU behaves as one without.
setup_file() {
    copy_tree "$BATS_FILE_TMPDIR/tree"
    cd "$BATS_FILE_TMPDIR/tree"
    cat > cc <<'EOF'
#!/usr/bin/env bash
while [[ $1 != -o ]]; do [[ $1 != -MF ]] || : > "$2"; shift; done
printf '#!/usr/bin/env bash\nexec bash ./program "${0##*/}" "$@"\n' > "$2"
chmod +x "$2"
EOF
    chmod +x cc
    make -s programs CC=./cc NVCC=/nonexistent COMMIT=abc
}

setup() {
    cp -a "$BATS_FILE_TMPDIR/tree/." "$BATS_TEST_TMPDIR"
    cd "$BATS_TEST_TMPDIR"
    program 'echo "$1" >> ran; table "$1"'
    csv=build/results/here/host_copy.csv
}

# Only what a test left running: a make that was killed leaves its program behind.
teardown() {
    for pid in $(cat running making 2> /dev/null); do
        kill "$pid" 2> /dev/null || true
    done
}

# Makes all programs do this; there, `table NAME` prints a small table and
# `until_go` waits for a file of the name go, ten seconds at most.
program() {
    cat > program <<EOF
table() { printf '# program: %s\n# options: %s\n# commit: %s\nms\n' "\$1" "\${*:2}" "\$BENCH_COMMIT"; }
until_go() { for _ in {1..200}; do [[ ! -e go ]] || return 0; sleep 0.05; done; }
$1
EOF
}

make=(make -s measure CC=./cc NVCC=/nonexistent COMMIT=abc)
measure() {
    "${make[@]}" "$@"
}

# `begin LOG ARGUMENT...` begins to measure in the background: $made is make's process.
begin() {
    "${make[@]}" "${@:2}" > "$1" 2>&1 3>&- &
    made=$!
    echo $made >> making
}

gone() {
    ! kill -0 "$1" 2> /dev/null
}

# All programs of this machine, a line each.
programs() {
    local programs=(machine kernels/host_*.c)
    programs=("${programs[@]##*/}")
    printf '%s\n' "${programs[@]%.c}"
}

# Measures all, then makes host_copy alone out of date.
measure_then_change() {
    measure
    rm ran
    cp "$csv" before
    change kernels/host_copy.c
}

# Changes these sources, as long after all that is there.
change() {
    find . -exec touch -d '1 minute ago' {} +
    rm build/make.seen # or make would take these for files put back
    touch "$@"
}

@test "every program of this machine is run once and its CSV kept, and again only if it is compiled otherwise" {
    measure
    diff <(sort ran) <(programs | sort)
    diff <(ls build/results/here) <(programs | sed 's/$/.csv/' | sort)
    printf '%s\n' '# program: host_copy' '# options: ' '# commit: abc' ms | diff "$csv" -
    rm ran
    run measure NVCCFLAGS=-O1 # which are another's flags
    exits 0
    [[ ! -e ran && ! $output ]] || fail "$output"
    measure CFLAGS=-O0
    diff <(sort ran) <(programs | sort)
}

@test "tables of a GPU note the other processes that used it before or after the program" {
    mkdir bin
    printf '#!/bin/bash\necho "$1" >> asked\ncat processes\n' > bin/nvidia-smi
    chmod +x bin/nvidia-smi
    : > processes
    # Another job begins during the second program and ends during the third.
    program 'case $1 in host_saxpy) seq 2 > processes ;; host_stream) : > processes ;; esac
        [[ $1 == host_latency ]] || echo "# gpu: NVIDIA H200"
        table "$1"'
    PATH=$PWD/bin:$PATH CUDA_VISIBLE_DEVICES=GPU-b,GPU-a measure ONLY="host_copy host_saxpy host_stream host_stride"
    run ! grep '# other' build/results/here/host_{copy,stride}.csv
    diff <(head -n 2 build/results/here/host_saxpy.csv) <(printf '%s\n' '# other_processes: 0 before, 2 after' '# gpu: NVIDIA H200')
    diff <(head -n 1 build/results/here/host_stream.csv) <(echo '# other_processes: 2 before, 0 after')
    [[ $(sort -u asked) == --id=GPU-b ]]
    # A table of the CPU has no such note, and there is none where the tool fails.
    seq 2 > processes
    PATH=$PWD/bin:$PATH measure ONLY=host_latency
    sed -i '$a exit 9' bin/nvidia-smi
    CUDA_VISIBLE_DEVICES='' PATH=$PWD/bin:$PATH measure ONLY=host_copy
    run ! grep '# other' build/results/here/host_{latency,copy}.csv
    [[ $(tail -n 1 asked) == --id=0 ]]
}

# ---- ONLY and QUICK --------------------------------------------------------

@test "ONLY measures that experiment and always, and without it what has changed is measured" {
    for _ in 1 2; do
        measure ONLY=host_copy
        [[ $(< ran) == host_copy ]] || fail "$(< ran)"
        rm ran
    done
    [[ $(ls build/results/here) == host_copy.csv ]]
    measure # and all others are still to be measured
    diff <(sort ran) <(programs | grep -vx host_copy | sort)
    measure_then_change
    measure
    [[ $(< ran) == host_copy ]] # whose kernel alone has changed
}

@test "ONLY with a name that is none, or one that cannot be measured here, is refused" {
    run measure ONLY=copi
    [[ $status != 0 ]]
    for part in "measure: there is no 'copi'; there are: machine " " host_copy" " copy"; do in_output "$part"; done
    run measure ONLY=copy
    [[ $status != 0 && ! -e ran ]]
    in_output "measure: 'copy' needs an NVIDIA GPU and the CUDA Toolkit"
}

@test "QUICK measures what was not measured or has changed and says what that replaces, and the next make measure measures in full" {
    program 'echo "$@" >> ran; table "$@"'
    measure QUICK=1
    diff <(sort ran) <(programs | sed '/machine/! s/$/ --quick/' | sort)
    rm ran
    measure QUICK=1
    [[ ! -e ran ]] || fail "again" "$(< ran)"
    measure
    diff <(sort ran) <(programs | grep -vx machine | sort)
    rm ran
    measure
    measure QUICK=1 # does not replace full results
    [[ ! -e ran ]] || fail "$(< ran)"
    measure QUICK=1 ONLY=host_copy # unless it is asked to
    [[ $(< ran) == "host_copy --quick" ]]
    # It does replace results of changed programs, and says so the first time.
    measure
    change kernels/host_copy.c kernels/host_saxpy.c bench/machine.c
    run measure QUICK=1
    exits 0
    [[ ${lines[-1]} == "measure: quick results in the place of full ones: host_copy host_saxpy; 'make measure' measures them in full again" ]] || fail "$output"
    touch kernels/host_copy.c
    run measure QUICK=1
    exits 0
    [[ $output != *"in the place"* ]] || fail "$output"
}

# ---- Whose results lie here --------------------------------------------------

# `on CPU`: from now on this machine has that CPU.
on() {
    program 'echo "$1" >> ran; table "$1"; [[ $1 != machine ]] || echo "cpu,'"$1"'"'
    rm -f ran
}

@test "results of another machine are set aside, and come back when it measures again" {
    on Ours
    measure
    cp -r build/results/here ours
    on Theirs
    run --separate-stderr measure
    in_stderr "measure: build/results/here is of another machine (Ours): it is kept in build/other-machines/here-"
    grep -qx cpu,Theirs build/results/here/machine.csv
    diff <(sort -u ran) <(programs | sort)
    on Ours
    measure
    [[ $(sort -u ran) == machine ]] || fail "measured again:" "$(< ran)"
    diff -r ours build/results/here
    # Pages that were made of the other machine's results are due.
    [[ build/results/here/host_copy.csv -nt $(echo build/other-machines/here-*/results/host_copy.csv) ]]
    # A fleet's task has linked the folder of its node here, which stays.
    mv build/results/here node
    ln -s "$PWD/node" build/results/here
    on Theirs
    measure
    [[ -L build/results/here ]]
}

@test "another machine's results are set aside even if nothing says when they were measured" {
    on Ours
    mkdir -p build/results/here
    echo cpu,Theirs > build/results/here/machine.csv
    measure
    [[ $(cat build/other-machines/here-*/results/machine.csv) == cpu,Theirs ]]
    # When the machine changes again, the folders of both other machines are kept.
    rm -r build/results/here build/measured/here
    mkdir build/results/here
    echo cpu,Theirs > build/results/here/machine.csv
    measure
    [[ $(cat build/other-machines/here-*/results/machine.csv | wc -l) == 2 ]]
    make -s clean
    [[ -e $(echo build/other-machines/here-*[0-9]/results/machine.csv) ]] || fail "make clean removes them"
}

@test "a job that has fewer cores leaves the results of its machine in place, and a twin with another machine-id does not" {
    [[ -s /etc/machine-id ]] || skip "this system has no machine-id"
    has_cores() { program 'echo "$1" >> ran; table "$1"; [[ $1 != machine ]] || printf "cpu,Ours\ncores,'"$1"'\n"'; }
    has_cores 8
    measure
    rm ran
    has_cores 4
    run --separate-stderr measure
    exits 0
    # It asks machine which one this is, and measures nothing.
    [[ ! $stderr && $(sort -u ran) == machine && ! -e build/other-machines ]] || fail "$stderr" "$(< ran)"
    rm build/results/here/machine.csv
    echo another > build/measured/here/machine-id
    run --separate-stderr measure
    in_stderr "measure: build/results/here is of another machine"
    grep -qx host_copy ran
}

@test "results and the tasks of a fleet name the commit of what is compiled, or say -dirty or unknown" {
    commit() { bash bench/run/commit.sh; }
    fleet() { make -s fleet FLEET=x; }
    echo 'echo "$BENCH_COMMIT"' > bench/fleet/measure.sh
    [[ $(commit) == unknown && $(fleet) == unknown && $(COMMIT=abc fleet) == abc ]]
    git init -q . && git add Makefile bench kernels
    git -c user.name=a -c user.email=a@b commit -qm 'Try it'
    clean=$(git rev-parse --short=12 HEAD)
    [[ $(COMMIT=abc fleet) == "$clean" ]]
    echo 'a new chapter' > chapter.md
    [[ $(commit) == "$clean" ]] || fail "$(commit)"
    for change in 'echo > bench/new.c' 'echo > kernels/new.cuh' 'echo >> kernels/copy.cu' 'echo "*.h" > .git/info/exclude; echo > kernels/new.h'; do
        eval "$change"
        [[ $(commit) == "$clean-dirty" ]] || fail "$change: $(commit)"
        git clean -qfx bench kernels && git checkout -q kernels
    done
    copy_tree unpacked
    cd unpacked
    [[ $(commit) == unknown ]] || fail "$(commit)"
}

# ---- How far it is ---------------------------------------------------------

# The place of a program, its own seconds and those after it, as it is told them.
told() {
    program 'echo "$1: $BENCH_PLACE, $BENCH_EXPECTED, $BENCH_AFTER" >> ran; table "$1"'
    rm -f ran
    measure "$@"
}

@test "a program is told its place and how long it and those after it are expected to take, from full or quick runs" {
    mkdir -p build/results/here results/nvidia-h200
    # Here a long time, there a short one; all others are unknown: 5 s.
    printf '# seconds: 60.5\n' > build/results/here/host_copy.csv
    printf '# seconds: 1.0\n' > results/nvidia-h200/host_copy.csv
    printf '# seconds: 2.5\n' > results/nvidia-h200/machine.csv
    told
    all=$(programs | wc -l)
    grep -qx "machine: 1 of $all, 25e-1, $(((all - 2) * 50 + 605))e-1" ran || fail "$(< ran)"
    grep -qE "^[a-z_]+: $all of $all, [0-9]+e-1, 0e-1$" ran || fail "$(< ran)"
    # Experiments that need not be measured do not count, a quick run is expected to take an eighth,
    # and after one the full run eight times.
    printf '# seconds: 40.0\n' > build/results/here/host_copy.csv
    told ONLY=host_copy QUICK=1
    [[ $(< ran) == "host_copy: 1 of 1, 50e-1, 0e-1" ]] || fail "$(< ran)"
    printf '# options: --seed=1 --quick\n# seconds: 4.0\n' > build/results/here/host_copy.csv
    told ONLY=host_copy
    [[ $(< ran) == "host_copy: 1 of 1, 320e-1, 0e-1" ]] || fail "$(< ran)"
}

@test "the estimate follows the pace of the programs that have ended" {
    mkdir -p build/results/here
    printf '# seconds: 0.0\n' > build/results/here/machine.csv
    printf '# seconds: 60.0\n' > build/results/here/host_copy.csv
    program 'echo "$1 $BENCH_EXPECTED" >> ran; table "$1"; [[ $1 != machine ]] || sleep 1'
    measure ONLY="machine host_copy"
    # 1 s and not 0: with the 5 s that stand for the doubt, 6 s and not 5.
    grep -qE "^host_copy (7[2-9]|[89][0-9])[0-9]e-1$" ran || fail "$(< ran)"
}

@test "at its end make measure sums up in one line, and the first time says what the machine lacks" {
    program 'printf "%s\n" "# a: b" x,status 1,ok 2,unsettled 3,throttled 4,ok'
    run measure
    exits 0
    n=$(programs | wc -l)
    in_output "measured $n programs in "
    in_output " s: $((n * 4)) rows, $n unsettled, $n throttled; to settle more rows, measure again by ONLY= while nothing else runs"
    in_output ", so only the CPU was measured" # and what it lacks to measure more
    [[ ${#lines[@]} == 2 ]]
    run measure ONLY=host_copy QUICK=1
    in_output " s: 4 rows, 1 unsettled, 1 throttled; to settle more rows, leave out QUICK=1"
    program 'printf "%s\n" "# a: b" x,status 1,ok'
    run measure ONLY=host_copy
    in_output " s: 1 rows, 0 unsettled, 0 throttled"
    [[ ! $output =~ "to settle" ]]
}

# ---- What goes wrong -------------------------------------------------------

@test "a program that fails or is killed leaves the old results, make says so, and tries again" {
    measure_then_change
    for how in 'exit 1' 'kill -9 $$'; do
        program "echo 'half a ta'; $how"
        run measure
        fails_with "measure: host_copy failed; its old results stay"
        cmp before "$csv"
        [[ -z $(find build -name '*.tmp*') ]]
    done
    program 'echo again; table "$1"'
    measure
    [[ $(head -n 1 "$csv") == again ]]
}

@test "programs that fail at first leave no results, are named at the end, and the others are measured" {
    program 'echo "half a ta"; [[ $1 != host_[cs]* ]] || exit 1; echo "$1" >> ran; table "$1"'
    run measure
    fails_with "failed; it has no results"
    [[ ${lines[-2]} == "measure: 4 of $(programs | wc -l) failed: host_copy host_saxpy host_stream host_stride" ]] || fail "$output"
    diff <(sort ran) <(programs | grep -v 'host_[cs]' | sort)
    diff <(ls build/results/here) <(programs | grep -v 'host_[cs]' | sed 's/$/.csv/' | sort)
}

@test "a program that hangs and heeds no signal is ended, and the others are measured" {
    measure_then_change
    mkdir -p results/nvidia-h200
    printf '# seconds: 0.2\n' > results/nvidia-h200/host_copy.csv # ten times that, and LIMIT
    rm build/measured/here/host_stride
    program 'case $1 in
             host_copy) echo "half a ta"; echo $$ > running; trap "" TERM; while :; do sleep 0.2; done ;;
             host_stride) echo "$1" >> ran; table "$1" ;;
             esac'
    run measure LIMIT=1
    fails_with "measure: host_copy failed: it had not ended after 3 s (LIMIT=1); its old results stay"
    until_true gone "$(< running)"
    in_output "measure: 1 of 2 failed: host_copy"
    cmp before "$csv"
    [[ $(< ran) == host_stride ]]
}

# ---- Several GPUs ------------------------------------------------------------

# A program that says of which GPU it is; there are three.
three_gpus() {
    program 'echo "$@" >> ran; [[ $1 != machine ]] || echo "gpus,3"; table "$@"'
}

@test "DEVICE measures that GPU, into a folder of its own" {
    three_gpus
    measure DEVICE=1
    [[ $(ls build/results) == gpu1 ]]
    diff <(sort ran) <({ echo machine; programs | sed 's/$/ --device=1/'; } | sort) # it counts the GPUs
    rm ran
    measure DEVICE=1
    [[ $(< ran) == machine ]]
    rm ran
    measure ONLY=host_copy DEVICE=2
    diff ran <(printf '%s\n' machine 'host_copy --device=2')
    [[ -s build/results/gpu2/host_copy.csv ]]
}

@test "DEVICE=all measures each GPU, and the experiments of the node once" {
    three_gpus
    mkdir -p build/results/gpu0/sass
    touch build/results/gpu0/kernels.csv build/results/gpu0/sass/copy.sass
    run measure DEVICE=all
    exits 0
    in_output "measure: GPU 2 of 0 to 2"
    diff <(ls build/results) <(printf '%s\n' gpu0 gpu1 gpu2)
    diff <(grep -v '^machine$' ran | sort) \
        <({ programs | sed 's/$/ --device=0/'; echo machine --device=1; echo machine --device=2; } | sort)
    for gpu in 1 2; do
        diff <(cd build/results/gpu0 && find . | sort) <(cd build/results/gpu$gpu && find . | sort)
        cmp build/results/gpu{0,$gpu}/host_copy.csv
        grep -q -- "--device=$gpu" build/results/gpu$gpu/machine.csv
    done
    rm ran
    find build/results -type f -printf '%p %T@\n' | sort > before
    measure DEVICE=all
    diff before <(find build/results -type f -printf '%p %T@\n' | sort)
    [[ $(< ran) == machine ]] || fail "again:" "$(< ran)" # it counts the GPUs
}

@test "DEVICE=all with ONLY needs nothing built, and what fails on one GPU leaves the others alone" {
    three_gpus
    measure DEVICE=all ONLY=host_copy
    diff <(cd build/results && echo */*) <(echo gpu{0,1,2}/host_copy.csv)
    rm -r build/results
    program 'echo "$@" >> ran; [[ $1 != machine ]] || echo "gpus,3"
             [[ "$*" != "machine --device=1" ]] || exit 1; table "$@"'
    run measure DEVICE=all
    fails_with "measure: machine failed; it has no results"
    [[ -s build/results/gpu2/machine.csv && ! -e build/results/gpu1/machine.csv ]]
}

@test "DEVICE=all that is interrupted says so once" {
    program '[[ $2 ]] || { echo "gpus,3"; exit; }; echo $$ > running; exec sleep 60'
    begin log DEVICE=all
    until_true test -s running
    kill -TERM $made
    wait $made || true
    until_true gone "$(< running)"
    [[ $(grep -c 'measure: interrupted' log) == 1 ]] || fail "$(< log)"
}

@test "DEVICE is refused in one line without a GPU, for one that is not there and for what is no number" {
    refused() {
        run measure DEVICE="$1"
        fails_with "DEVICE=$1: $2"
    }
    refused all "there is no GPU here"
    refused 0 "there is no GPU here"
    refused first "the number of a GPU, 0 to 15, or all"
    three_gpus
    refused 3 "the GPUs here are 0 to 2"
    [[ $(sort -u ran) == machine && ! -e build/results ]]
}

@test "an interrupted make leaves the old results, and neither a program nor the lock, and the next goes on" {
    measure_then_change
    touch kernels/host_stride.c
    program '[[ $1 != host_stride ]] || { echo "half a ta"; echo $$ > running; exec sleep 60; }; echo "$1" >> ran; table "$1"'
    cp build/results/here/host_stride.csv before
    begin log ONLY="host_copy host_stride host_memcpy"
    until_true test -s running
    kill -TERM $made
    if wait $made; then
        fail "make was content"
    fi
    until_true gone "$(< running)"
    flock -n build/measure.lock true || fail "the lock is held"
    cmp before build/results/here/host_stride.csv
    [[ -z $(find build -name '*.tmp*') ]] || fail "a part is left"
    grep -qF "measure: interrupted; 'make measure ONLY=\"host_stride host_memcpy\"' goes on from here" log || fail "$(< log)"
    rm ran
    program 'echo "$1" >> ran; table "$1"'
    measure
    [[ $(< ran) == host_stride ]]
}

@test "Ctrl-C ends the program as well" {
    needs_terminal
    program 'echo "half a ta"; echo $$ > running; exec sleep 60'
    # A terminal, whose Ctrl-C reaches make and all that it runs; a shell has its
    # background ignore that.
    mkfifo keys
    env --default-signal=INT script -qefc "${make[*]} ONLY=host_copy" log < keys > /dev/null 2>&1 3>&- &
    terminal=$!
    echo $terminal >> making
    exec 8> keys
    until_true test -s running
    printf '\003' >&8
    until_true gone "$(< running)"
    exec 8>&-
    wait $terminal || true
    grep -q "measure: interrupted" log || fail "$(< log)"
    [[ -z $(find build/results -type f) ]]
}

@test "a program that cannot run here is left out, and one that cannot run now is tried again and keeps its results" {
    program '[[ $1 != host_copy ]] || exit 77; table "$1"'
    measure
    [[ ! -e $csv && -s build/results/here/machine.csv ]]
    program 'echo "$1" >> ran; exit 77'
    touch -r build/measured/here/machine program
    measure # and is not tried again and again
    [[ ! -e ran ]]
    program 'echo "$1" >> ran; table "$1"'
    rm -r build
    measure_then_change
    program '[[ $1 != host_copy ]] || exit 75; table "$1"'
    run measure
    fails_with "measure: 1 of 1 could not run now: host_copy; the next 'make measure' tries again"
    cmp before "$csv"
    program 'echo "$1" >> ran; table "$1"'
    touch -r build/measured/here/host_stride program
    measure
    grep -qx host_copy ran
}

@test "two makes at once measure once, one program at a time, and the second says that it waits" {
    measure_then_change
    program 'echo "$1" >> ran
             mkdir busy || exit 1
             echo new
             until_go
             echo end
             rmdir busy'
    begin first
    first=$made
    until_true test -s ran
    begin interrupted
    until_true grep -q 'waiting: another make is at work' interrupted
    kill -TERM $made
    wait $made || true
    kill -0 $first || fail "it waited for the end"
    begin second
    until_true grep -q waiting second
    touch go
    wait $first || fail "$(< first)"
    wait $made || fail "$(< second)"
    diff "$csv" <(echo new; echo end)
    [[ $(< ran) == host_copy ]]
    # With -j, too, one program runs at a time.
    rm -r build ran
    program 'mkdir busy || exit 1; sleep 0.02; rmdir busy; echo "$1" >> ran; table "$1"'
    measure -j
    diff <(sort ran) <(programs | sort)
}

@test "the real programs are measured once" {
    make=(make -s measure NVCC=/nonexistent)
    stages=(build/obj build/bench build/results)
    # Two programs and a short sweep will do.
    find kernels bench -name 'host_*.c' ! -name host_copy.c -delete
    sed -i 's/max = [^,]*/max = 16384/g' bench/host_copy.c
    run measure QUICK=1
    exits 0
    grep -qE '^measuring 2 of 2, host_copy; about [0-9]+ s left$' <<< "$output" || fail "$output"
    grep -q '^variant,.*,status$' "$csv"
    grep -q '^cpu,' build/results/here/machine.csv
    find "${stages[@]}" -type f -printf '%p %T@\n' | sort > built
    run measure QUICK=1
    [[ $status == 0 && ! $output ]]
    diff built <(find "${stages[@]}" -type f -printf '%p %T@\n' | sort)
    # Sources that include a header are compiled again when that changes, and nothing else is.
    touch kernels/host_copy.h
    run make -n build/bench/host_copy NVCC=/nonexistent
    in_output '-c -o build/obj/kernels/host_copy.o'
    [[ $output != *'.tmp bench/harness/'* ]] || fail "$output"
}

# ---- Twice --------------------------------------------------------------------

@test "make processes writes down how far apart the medians of several processes are, beside the rows of other experiments" {
    spread=build/results/here/processes.csv
    program 'echo "$1" >> ran
        time=$(wc -l < ran)
        printf "# gpu: G\n# options: %s\n# date: 2020-01-02\n%s\n" "$time" variant,array_bytes,bytes,ms,ms_low,ms_high,samples,gbs,status
        printf "%s,4,8,%s,0.9,1.1,10,8,%s\n" same 2 ok near "1.0$time" ok far "$((10 - 3 * time))" unsettled'
    header=experiment,unit,point,cards,processes,least,median,most
    others='copy,ms,variant=int array_bytes=4,2,5,1,2,3
l2,ms,variant=read array_bytes=4,2,5,2,2,2'
    mkdir -p ${spread%/*}
    cat > $spread << END
# date: 2019-12-31
# commit: def
# older_l2: commit fed of 2018-12-31
$header
host_copy,ms,variant=same array_bytes=4,2,5,1,2,3
$others
END
    measures() { make -s processes CC=./cc NVCC=/nonexistent COMMIT=abc ONLY=host_copy "$@"; }
    run --separate-stderr measures PASSES=3
    exits 0
    [[ $(wc -l < ran) == 3 ]]
    diff - << 'END' <(echo "$output")
 600.00 %  host_copy      variant=far array_bytes=4: 1 to 7 ms
 200.00 %  copy           variant=int array_bytes=4: 1 to 3 ms
   1.98 %  host_copy      variant=near array_bytes=4: 1.01 to 1.03 ms
   0.00 %  host_copy      variant=same array_bytes=4: 2 to 2 ms
   0.00 %  l2             variant=read array_bytes=4: 2 to 2 ms
copy              1 rows: half of them within 200.00 %, all within 200.00 %
host_copy         3 rows: half of them within 1.98 %, all within 600.00 %
l2                1 rows: half of them within 0.00 %, all within 0.00 %
END
    diff - << END $spread
# program: processes
# gpu: G
# date: 2020-01-02
# options: PASSES=3
# cards: 1
# older_copy: commit def of 2019-12-31
# older_l2: commit fed of 2018-12-31
$header
host_copy,ms,variant=same array_bytes=4,1,3,2,2,2
host_copy,ms,variant=near array_bytes=4,1,3,1.01,1.02,1.03
host_copy,ms,variant=far array_bytes=4,1,3,1,4,7
$others
END
    grep -qx '# options: 3' $csv
    # Another card's passes count as well.
    mkdir -p build/processes/here/2/1
    sed 's/^same,4,8,2,/same,4,8,3,/; /^far/d' $csv > build/processes/here/2/1/host_copy.csv
    measures PASSES=1
    grep -qx '# cards: 2' $spread
    grep -qx 'host_copy,ms,variant=same array_bytes=4,2,2,2,2.5,3' $spread
    grep -qx 'host_copy,ms,variant=far array_bytes=4,1,1,-2,-2,-2' $spread
    grep -qx '# older_copy: commit def of 2019-12-31' $spread
    cp $spread kept
    run measures PASSES=none
    fails_with "processes: PASSES=none: a number from 1 to 99, such as 5"
    # A machine that can run none of the programs says so, and the old results stay.
    rm $csv
    program 'exit 77'
    run measures PASSES=1
    fails_with "processes: this machine can measure none of these: host_copy"
    cmp $spread kept
}
