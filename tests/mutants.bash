# mutants.bash - makes programs whose kernels are wrong, as mutants.txt says, and runs them.

# Makes the mutants of programs, the first of each or, with every=1, all: folders
# PROGRAM.1, PROGRAM.2 ...
make_mutants() {
    build "$@"
    awk -F ' [|] ' -v to="$BATS_FILE_TMPDIR/" -v programs=" $* " -v every="${every-}" '
        /^#|^$/ { next }
        { program = $1; sub(/ .*/, "", program) }
        index(programs, " " program " ") && (++number[program] == 1 || every) {
            folder = to program "." number[program]
            system("mkdir " folder)
            print $1 > (folder "/what"); close(folder "/what")
            print $2 > (folder "/change"); close(folder "/change")
        }' "$tree/tests/mutants.txt"
    export tree
    export -f make_mutant
    printf '%s\n' "$BATS_FILE_TMPDIR"/*.[0-9]* | xargs -P "$(nproc)" -I {} bash -c 'make_mutant {}'
}

# Makes the mutant in its folder: the program of a tree in which its kernel alone
# is different, and all else is compiled. What went wrong is in `failed`.
make_mutant() {
    cd "$1" || return
    local program=${1##*/} kernel
    program=${program%.*}
    kernel=$(cd "$tree" && ls kernels/"$program".c*)
    mkdir -p build/obj/bench/harness
    cp -rp "$tree"/{Makefile,bench,kernels} .
    cp -rp "$tree/build/obj/kernels" build/obj # of which a program may use others
    rm "build/obj/kernels/$program".*
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

# All mutants of these programs are noticed: each ends with one line that says which
# variant is wrong, and no table. What this machine cannot run is skipped.
notices() {
    local program mutant variant lacking=''
    for program; do
        compgen -G "$BATS_FILE_TMPDIR/$program.*" > /dev/null || fail "$program has no line in tests/mutants.txt"
        for mutant in "$BATS_FILE_TMPDIR/$program".*; do
            ! grep -q ': on several threads' "$mutant/what" || (($(nproc) > 1)) || continue
            read -r _ variant _ < "$mutant/what"
            variant=${variant%:}
            [[ ! -e $mutant/failed ]] || fail "$(cat "$mutant/what" "$mutant/failed")"
            run --separate-stderr timeout 60 "$mutant/build/bench/$program" --variant="$variant" \
                $(short_options "$program") --seconds=0.001
            if [[ $status == 77 ]]; then
                lacking=$stderr
                continue
            fi
            [[ $status == 1 && $stderr == "$program: variant $variant"[,\ ]*wrongly* &&
                ${#stderr_lines[@]} == 1 && -z $(sed '/^# /d' <<< "$output") ]] ||
                fail "not noticed: $(cat "$mutant/what")" "status $status" "$stderr" "$output"
        done
    done
    [[ ! $lacking ]] || skip "$lacking"
}
