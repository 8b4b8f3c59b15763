#!/usr/bin/env bats
# Proves that each experiment notices when its kernel is wrong: a change to the
# kernel's source, and the program must end with an error that says so, and no
# table. The changes are in mutants.txt; faulty.bats has kernels that are wrong in
# ways that no small change makes.
load helper

setup_file() {
    local programs
    programs=$(experiments c)
    ! has_gpu || [[ ! $(find_nvcc) ]] || programs+=" $(experiments cu)"
    build $programs
    # A folder for each mutant: PROGRAM.1, PROGRAM.2, ...
    awk -v to="$BATS_FILE_TMPDIR/" '
        /^#|^$/ { next }
        /^ / { sub(/^ */, ""); print > (folder "/change"); close(folder "/change"); next }
        { folder = to $1 "." (++number[$1]); system("mkdir " folder)
          print > (folder "/what"); close(folder "/what") }
    ' "$BATS_TEST_DIRNAME/mutants.txt"
    export tree
    export -f make_mutant
    for program in $programs; do
        printf '%s\n' "$BATS_FILE_TMPDIR/$program".*
    done | xargs -P "$(nproc)" -I {} bash -c 'make_mutant {}'
}

# Makes the mutant in its folder: the program of a tree in which its kernel alone
# is different, and all else is compiled. What went wrong is in `failed`.
make_mutant() {
    cd "$1" || return
    local program=${1##*/} kernel
    program=${program%.*}
    kernel=$(cd "$tree" && ls kernels/"$program".c*)
    mkdir -p kernels build/obj/bench/harness
    cp -rp "$tree"/{Makefile,bench} .
    cp -p "$tree"/kernels/*.h "$tree/kernels/$program".* kernels
    cp -p "$tree/build/obj/bench/$program.o" build/obj/bench
    cp -p "$tree"/build/obj/bench/harness/*.o build/obj/bench/harness
    cp -p "$tree"/build/{cc,nvcc}.txt build
    sed -f change "$tree/$kernel" > "$kernel"
    if cmp -s "$kernel" "$tree/$kernel"; then
        echo "the change no longer applies" > failed
    elif ! make -s "build/bench/$program" > log 2>&1; then
        mv log failed
    fi
}

# Runs a mutant; its program has to notice. What this machine cannot run, it says
# in `lacking`.
is_noticed() {
    local program variant
    read -r program variant _ < "$1/what"
    variant=${variant%:}
    [[ ! -e $1/failed ]] || fail "$(cat "$1/what" "$1/failed")"
    run --separate-stderr timeout 60 "$1/build/bench/$program" --variant="$variant" \
        $(short_options "$program") --seconds=0.001
    if [[ $status == 77 ]]; then
        lacking=$stderr
        return
    fi
    [[ $status == 1 && $stderr == "$program: variant $variant"[,\ ]*wrongly* &&
        ${#stderr_lines[@]} == 1 && -z $(sed '/^# /d' <<< "$output") ]] ||
        fail "not noticed: $(cat "$1/what")" "status $status" "$stderr" "$output"
}

# `cpu PROGRAM`, `gpu PROGRAM`: all mutants of it are noticed.
cpu() {
    local mutant lacking=''
    for mutant in "$BATS_FILE_TMPDIR/$1".*; do
        ! grep -q ': on several threads' "$mutant/what" || (($(nproc) > 1)) || continue
        is_noticed "$mutant"
    done
    [[ ! $lacking ]] || skip "$lacking"
}
gpu() {
    has_gpu || skip "no GPU"
    [[ $(find_nvcc) ]] || skip "no nvcc"
    cpu "$1"
}

@test "every experiment has a test here" {
    for program in $(experiments c); do
        grep -qF "@test \"CPU: $program\" { cpu $program; }" "$BATS_TEST_FILENAME" || fail "$program"
    done
    for program in $(experiments cu); do
        grep -qF "@test \"GPU: $program\" { gpu $program; }" "$BATS_TEST_FILENAME" || fail "$program"
    done
}

@test "every experiment has three changes or more" {
    counted=$(sed -nE 's/^([a-z_]+) [a-z0-9_]+: .*/\1/p' "$BATS_TEST_DIRNAME/mutants.txt" |
        sort | uniq -c | awk '$1 >= 3 { print $2 }')
    diff <(cat <(experiments c) <(experiments cu) | sort) - <<< "$counted"
    # Nothing but these and their changes, turn by turn.
    [[ -z $(awk '/^#|^$/ { next } /^    [^ ]/ != odd { print } { odd = !odd }' \
        "$BATS_TEST_DIRNAME/mutants.txt") ]]
}

@test "every change applies" {
    while read -r what && read -r change; do
        program=${what%% *}
        kernel=$(ls "$tree/kernels/$program".c*)
        ! sed -e "$change" "$kernel" | cmp -s - "$kernel" || fail "no longer applies: $what"
    done < <(grep -vE '^#|^$' "$BATS_TEST_DIRNAME/mutants.txt")
}

@test "CPU: host_copy" { cpu host_copy; }
@test "CPU: host_histogram" { cpu host_histogram; }
@test "CPU: host_latency" { cpu host_latency; }
@test "CPU: host_memcpy" { cpu host_memcpy; }
@test "CPU: host_saxpy" { cpu host_saxpy; }
@test "CPU: host_stride" { cpu host_stride; }

@test "GPU: copy" { gpu copy; }
@test "GPU: dsm" { gpu dsm; }
@test "GPU: dsm_latency" { gpu dsm_latency; }
@test "GPU: histogram" { gpu histogram; }
@test "GPU: inflight" { gpu inflight; }
@test "GPU: ladder" { gpu ladder; }
@test "GPU: latency" { gpu latency; }
@test "GPU: mapped_stride" { gpu mapped_stride; }
@test "GPU: offset" { gpu offset; }
@test "GPU: overlap" { gpu overlap; }
@test "GPU: peer" { gpu peer; }
@test "GPU: peer_latency" { gpu peer_latency; }
@test "GPU: pinning" { gpu pinning; }
@test "GPU: saxpy" { gpu saxpy; }
@test "GPU: stride" { gpu stride; }
@test "GPU: timers" { gpu timers; }
@test "GPU: transfer" { gpu transfer; }
@test "GPU: transfer_all" { gpu transfer_all; }
@test "GPU: transpose" { gpu transpose; }
