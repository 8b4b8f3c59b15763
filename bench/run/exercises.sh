#!/usr/bin/env bash
# exercises.sh RESULTS PROGRAM... - tries what exercises ask readers to try. Measures these programs as
# they are and as each patch chapters/exercises/EXERCISE-VERSION.patch changes them, and writes both to
# RESULTS/exercises.csv, which appears only if all have succeeded.
source "${BASH_SOURCE%/*}/patches.sh"
prepare exercises run "$@"

# Prints what a program measures, as rows: measure EXERCISE VERSION FOLDER PROGRAM OPTION...
measure() {
    local exercise=$1 version=$2 bench=$3/build/bench status=0
    shift 3
    "$bench/$1" "${@:2}" "${device[@]}" > "$here/table.csv" || status=$?
    ((status != 77)) || return 0 # this machine can never run it
    ((status == 0)) || stop "$1 has failed where $exercise is $version"
    [[ $version != unchanged ]] || cp "$here/table.csv" "$here/unchanged.csv" # its notes name the commit
    awk -v exercise="$exercise" -v version="$version" -f bench/run/csv.awk -f bench/run/exercises.awk "$here/table.csv"
}

last=''
for i in "${!patches[@]}"; do
    name=${patches[i]##*/} name=${name%.patch} exercise=${name%%-*}
    echo "exercises: $((i + 1)) of ${#patches[@]}: $name" >&2
    mapfile -t runs < <(lines_of "${patches[i]}")
    # As it is, a program is measured once for all versions of an exercise.
    for run in "${runs[@]}"; do
        read -ra run <<< "$run"
        [[ $exercise == "$last" ]] || measure "$exercise" unchanged . "${run[@]}"
        measure "$exercise" "${name#*-}" "$here/$name" "${run[@]}"
    done
    last=$exercise
done > "$here/rows.csv"
write_table changes exercise,version,point,bytes,ms,ms_low,ms_high,samples,gbs,sm_mhz,status
