#!/usr/bin/env bash
# results.sh - what results and the output of programs say: functions that other scripts source.

# note_in CSV KEY - the value of a line "# KEY: value", or nothing.
note_in() {
    sed -n "s/^# $2: //p" "$1" 2> /dev/null || true
}

# column_of NAME CSV - what the rows of a table have in this column.
column_of() {
    awk -v name="$1" "$(< "${BASH_SOURCE%/*}/csv.awk")"' line_is == "row" { print $column[name] }' "$2"
}

# facts_in CSV - the lines of a machine.csv that tell machines apart.
facts_in() {
    grep -E '^(gpu|cpu|cores),' "$1" 2> /dev/null || true
}

# name_of RESULTS - the name of their machine.
name_of() {
    facts_in "$1/machine.csv" | sed -nE 's/^(gpu|cpu),//p' | paste -sd, | sed 's/,/, /; s/^$/of which machine.csv is missing/'
}

# gpu_of RESULTS - the name of their GPU, or nothing.
gpu_of() {
    facts_in "$1/machine.csv" | sed -n 's/^gpu,//p'
}

# model_of GPU - the name of its model's files: nvidia-h200 of an NVIDIA H200.
model_of() {
    sed -E 's/[^A-Za-z0-9]+/-/g; s/.*/\L&/' <<< "$1"
}

# measured_in RESULTS - their tables of rates and latencies. The others are counted, or describe the machine.
measured_in() {
    local csv
    for csv in "$1"/*.csv; do
        [[ ${csv##*/} == @(machine|kernels|counters|mistakes|processes|history).csv || ! -e $csv ]] || echo "$csv"
    done
}

# folder_of MACHINE - prints the folder of its results: MACHINE is one, with a slash, or a name in
# results/. If there are none it prints what is wrong, and fails.
folder_of() {
    local folder=$1 names
    [[ $folder == */* ]] || folder=results/$folder
    while [[ $folder == ?*/ ]]; do folder=${folder%/}; done # its last part becomes a name
    [[ ! -s $folder/machine.csv ]] || { echo "$folder" && return; }
    [[ $folder != build/results/* ]] || { echo "there are no results in $folder: 'make measure' makes them" && return 1; }
    names=$(find results -mindepth 2 -maxdepth 2 -name machine.csv 2> /dev/null | cut -d / -f 2 | sort | paste -sd' ')
    echo "there is no machine '$1'; there are: ${names:-none}; another folder has a slash: ./${folder##*/}"
    return 1
}

# accepted_as FOLDER - the name of what `make accept` finds of these results: the last part of the folder, behind the
# name of the fleet whose results/ it is in, if it is another folder than this one.
accepted_as() {
    local of
    of=$(realpath -m "${1%/results/*}")
    [[ $1 != */results/* || $of == "$PWD"@(|/build) ]] || echo -n "${of##*/}-" | tr -c '[:alnum:]._-' -
    echo "${1##*/}"
}

# says_wrong PROGRAM - does PROGRAM report, on standard input, that a kernel computes wrongly? A program
# that fails in another way says nothing of a variant; bench/harness/experiment.c has the words.
says_wrong() {
    grep -qE "^$1: variant [a-z0-9_]+[, ].*wrongly(: | from |$)"
}

# asked_in RESULTS - the tables that were asked for, if not all were.
asked_in() {
    sed -n 's/^ONLY=//p' "$1/pass.txt" 2> /dev/null || true
}

# write_pass RESULTS [NAMES] - notes in pass.txt, if so, which tables are quick, and that only NAMES were asked for.
write_pass() {
    local quick
    quick=$(cd "$1" && grep -l '^# options:.*--quick' -- *.csv | sed 's/\.csv$//' | xargs) || true
    rm -f "$1/pass.txt"
    [[ ! $quick ]] || echo "QUICK=$quick" >> "$1/pass.txt"
    [[ ! $2 ]] || echo "ONLY=$2" >> "$1/pass.txt"
}
