#!/usr/bin/env bats
# Proves that a stranger's machine becomes a part of the book by the commands of CONTRIBUTING.md, and that
# the check of a pull request refuses what no one should publish. Two machines of other models, which
# editions/made_up.awk makes, stand in for those of strangers.
load helper

# The repository of the book, of one chapter, in which everything is committed.
setup_file() {
    export upstream=$BATS_FILE_TMPDIR/upstream
    command -v gnuplot pandoc > /dev/null || return 0
    copy_book "$upstream"
    cp -r "$tree"/{.ci,.gitignore} "$upstream"
    cd "$upstream"
    rm -r build
    sed -i 's/^# commit: .*/# commit: abc/' results/*/*.csv
    git init -q -b main
    keep "The book" .
}

setup() {
    needs gnuplot pandoc git
    cd "$BATS_TEST_TMPDIR"
}

# keep SUBJECT PATH... - commits these.
keep() {
    git add "${@:2}"
    git -c user.name=a -c user.email=a@b commit -qm "$1"
}

# A clone of the book in which machine NAME has just been measured: measured NAME FOLDER
measured() {
    local csv table
    git clone -q "$upstream" "$2"
    mkdir -p "$2/build/results/here"
    with_packages "$2"
    for table in machine copy saxpy ladder transfer host_copy; do
        csv=$tree/results/nvidia-h200/$table.csv
        awk -v machine="$1" -v table=$table -f "$tree/tests/editions/made_up.awk" "$csv" "$csv" |
            sed "s/^# commit: .*/# commit: $(git -C "$upstream" rev-parse --short=12 HEAD)/" > "$2/build/results/here/$table.csv"
    done
    as_this_cpu "$2/build/results/here"
    cd "$2"
}

# The pull request as CI sees it: a clone of the branch that was pushed.
check_request() {
    git clone -q --branch "$1" "$upstream" "$BATS_TEST_TMPDIR/ci"
    cd "$BATS_TEST_TMPDIR/ci"
    with_packages .
    run --separate-stderr .ci/machines origin/main
}

@test "the five commands are the same wherever they stand" {
    commands() { grep -A 4 -h '^ *git clone https://github.com/you/' "$tree/$1" | sed 's/^ *//'; }
    [[ $(commands README.md | wc -l) == 5 ]]
    for text in CONTRIBUTING.md chapters/machines.md; do diff <(commands README.md) <(commands $text); done
}

@test "the machines of two strangers are recorded, pass the check of their pull request, and get reports" {
    needs node pdftotext
    [[ -d $tree/templates/node_modules ]] || skip "no npm packages"
    measured alone alone
    run --separate-stderr make -s record
    fails_with "record: name the machine, such as: make record MACHINE=made-up-alone"
    make -s record MACHINE=made-up-alone
    keep "Record a GPU" results
    git push -q origin HEAD:strangers
    cd ..
    measured bus bus
    git pull -q origin strangers
    make -s record MACHINE=made-up-bus
    keep "Record another GPU" results
    git push -q origin HEAD:strangers
    check_request strangers
    exits 0
    [[ $(ls build/reports) == $'made-up-alone.pdf\nmade-up-bus.pdf' ]] || fail "$output" "$stderr"
    pdftotext build/reports/made-up-alone.pdf - | grep 'Report on Made-up alone'
    [[ ! -e build/reports/nvidia-h200.pdf ]]
}

@test "the check of a pull request refuses what tells of a host, and says where it is" {
    measured bus bus
    make -s record MACHINE=made-up-bus
    sed -i 's/^os,.*/os,Linux of gpu17.lab.example.edu/' results/made-up-bus/machine.csv
    echo 'GPU 0: UUID' > results/made-up-bus/nvidia-smi.txt
    keep "Record a GPU" results
    git push -q origin HEAD:careless
    check_request careless
    [[ $status != 0 && ! -e build/reports ]] || fail "$output"
    line=$(grep -n ^os, results/made-up-bus/machine.csv | cut -d : -f 1)
    in_stderr "results/made-up-bus/machine.csv:$line: os: 'Linux of gpu17.lab.example.edu' has what looks like the name of a host: results are published: take it out"
    in_stderr "results/made-up-bus/nvidia-smi.txt: nothing reads it, and results are published: remove it"
}

@test "a pull request without results has no reports" {
    git clone -q "$upstream" words
    cd words
    echo >> README.txt
    keep "Some words" README.txt
    git push -q origin HEAD:words
    check_request words
    exits 0
    [[ ! -e build/reports ]] || fail "$output"
}
