# faults.bash - plants the faults of faults.txt, each in a copy of the tree, and runs its test there.

# Takes a line of faults.txt apart.
take_apart() {
    local rest=${1#* | }
    what=${1%% | *} suite=${rest%% | *} change=${rest#* | }
    file=${what#* } file=${file%%:*}
    words=${suite#*: } suite=${suite%%: *}
}

# The faults, a line each, or those that match FAULT, a regular expression.
list_faults() {
    grep -vE '^(#|$)' "$tree/tests/faults.txt" | grep -E -e "${FAULT-}"
}

# A copy of the whole project.
copy_project() {
    copy_all "$1"
    mkdir "$1/tests"
    cp -r "$tree"/tests/[!n]* "$tree"/tests/nothing_lost.bats "$1/tests"
    [[ ! -d $tree/tests/node_modules ]] || ln -s "$tree/tests/node_modules" "$1/tests"
}

# `run_tests WORDS SUITE...`: runs tests of the copy that is the working directory. It has its
# own bats, which is to know nothing of this one.
run_tests() {
    env --ignore-environment PATH="${PATH//"${BATS_LIBEXEC-none}:"/}" HOME="$HOME" BATS_TEST_TIMEOUT=300 \
        bash tests/run.sh --only="$1" "${@:2}" 3>&-
}

# The line of results that is about a test: `result_of SUITE WORDS`.
result_of() {
    grep -E "^(not )?ok [0-9]+ .*$2" "build/tests/$1.tap"
}

# Has the test failed, or what bats does before it?
is_found() {
    result_of "$1" "($2|setup_file failed)" | grep -q '^not ok'
}

# Plants the fault of a line in a copy of its own, in the folder $1, and runs its test. What is
# wrong is in $1.missed.
try_fault() {
    take_apart "$2"
    cp -a "$BATS_FILE_TMPDIR/tree" "$1"
    cd "$1" || return
    sed -i "$change" "$file"
    # Scripts and styles of pages are made of the templates.
    [[ $suite != @(page|fonts|points|engines) ]] || bash templates/web/assets.sh build/site > log 2>&1 || true
    if cmp -s "$file" "$tree/$file"; then
        echo "no longer applies: $2" > "$1.missed"
    elif run_tests "$words" "$suite" >> log 2>&1 || ! is_found "$suite" "$words"; then
        { echo "not found: $2" && tail -n 20 log; } > "$1.missed"
    fi
    cd / && rm -rf "$1"
}
