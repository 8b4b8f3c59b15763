#!/usr/bin/env bash
# exercises.sh RESULTS PROGRAM... - tries what exercises ask readers to try. Measures these programs as
# they are and as each patch chapters/exercises/EXERCISE-VERSION.patch changes them, and writes both to
# RESULTS/exercises.csv, which appears only if all have succeeded.
#
# A patch begins with a line that says what it changes, and with lines such as `run: copy
# --variant=int`, which say what to measure. Each is applied and compiled in a copy of the sources,
# build/exercises/EXERCISE-VERSION.
set -eu -o pipefail
shopt -s nullglob
source "${BASH_SOURCE%/*}/this_machine.sh"
results=$1
shift
stop() {
    echo "exercises: $*" >&2
    exit 1
}
here=$PWD/build/exercises began=$SECONDS folder=${results##*/} device=''
[[ $folder != gpu* ]] || device=${folder#gpu}
rm -rf "$here"
mkdir -p "$here" "$results"

# Which programs a patch has measured, with their options, of those that this machine can run.
able=" $* "
runs_of() {
    sed -n 's/^run: //p' "$1" | while read -r program options; do
        [[ $able != *" $program "* ]] || echo "$program $options"
    done
}
patches=() changed=() programs=()
for patch in chapters/exercises/*-*.patch; do
    mapfile -t runs < <(runs_of "$patch" | cut -d' ' -f1 | sort -u)
    ((${#runs[@]})) || continue
    patches+=("$patch") programs+=("${runs[@]}")
    name=${patch##*/}
    for program in "${runs[@]}"; do changed+=("${name%.patch} $program"); done
done
((${#patches[@]})) || stop "they need an NVIDIA GPU and the CUDA Toolkit"
mapfile -t programs < <(printf 'build/bench/%s\n' "${programs[@]}" | sort -u)
make -s --no-print-directory "${programs[@]}"

# What a patch leaves as it is need not be compiled again, so all objects come along, as links.
echo "exercises: compiling ${#changed[@]} changed programs" >&2
for patch in "${patches[@]}"; do
    copy=${patch##*/} copy=$here/${copy%.patch}
    mkdir -p "$copy/build"
    cp -a Makefile bench kernels "$copy/"
    cp -al build/obj build/*.txt "$copy/build/"
    GIT_CEILING_DIRECTORIES=$here git -C "$copy" apply "$PWD/$patch" ||
        stop "$patch does not fit the sources any more: change it along with them"
done
compile() { make -s --no-print-directory -C "$here/$1" "build/bench/$2"; }
export -f compile
export here
printf '%s\n' "${changed[@]}" | xargs -P "$(nproc)" -L 1 bash -c 'compile "$@"' compile ||
    stop "a changed program cannot be compiled"

# Prints what a program measures, as rows: measure EXERCISE VERSION FOLDER PROGRAM OPTION...
measure() {
    local exercise=$1 version=$2 bench=$3/build/bench status=0
    shift 3
    "$bench/$1" "${@:2}" ${device:+--device="$device"} > "$here/table.csv" || status=$?
    ((status != 77)) || return 0 # this machine can never run it
    ((status == 0)) || stop "$1 has failed where $exercise is $version"
    [[ $version != unchanged ]] || cp "$here/table.csv" "$here/unchanged.csv" # its notes name the commit
    awk -v exercise="$exercise" -v version="$version" -f bench/run/csv.awk -f bench/run/exercises.awk "$here/table.csv"
}

exec 9> build/measure.lock
flock 9
set_aside "$folder" "$device"
mkdir -p "$results"
last=''
for i in "${!patches[@]}"; do
    name=${patches[i]##*/} name=${name%.patch} exercise=${name%%-*}
    echo "exercises: $((i + 1)) of ${#patches[@]}: $name" >&2
    mapfile -t runs < <(runs_of "${patches[i]}")
    # As it is, a program is measured once for all versions of an exercise.
    for run in "${runs[@]}"; do
        read -ra run <<< "$run"
        [[ $exercise == "$last" ]] || measure "$exercise" unchanged . "${run[@]}"
        measure "$exercise" "${name#*-}" "$here/$name" "${run[@]}"
    done
    last=$exercise
done > "$here/rows.csv"
{
    echo "# program: exercises"
    sed -nE '/^# (machine|cuda|clocks|launches|gpu|sms|peak_gbs|cpu|schema|commit|date): /p' "$here/unchanged.csv"
    echo "# options: ${#patches[@]} changes"
    echo "# seconds: $((SECONDS - began)).0"
    echo "# rows: $(wc -l < "$here/rows.csv")"
    echo "exercise,version,point,bytes,ms,ms_low,ms_high,samples,gbs,sm_mhz,status"
    cat "$here/rows.csv"
} > "$results/exercises.csv.tmp"
mv "$results/exercises.csv.tmp" "$results/exercises.csv"
echo "exercises: tried ${#patches[@]} changes in $((SECONDS - began)) s" >&2
