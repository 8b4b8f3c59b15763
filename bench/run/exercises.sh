#!/usr/bin/env bash
# exercises.sh RESULTS PROGRAM... - tries what exercises ask readers to try, and what mistakes lead to.
#
# Each patch chapters/exercises/EXERCISE-VERSION.patch changes programs. It begins with a line that says
# what it changes, and with lines such as `run: copy --variant=int`, which say what to measure. These
# programs are measured as they are and changed, and RESULTS/exercises.csv has both.
#
# A patch that makes a mistake on purpose has a line `mistake: async --variant=bulk` instead. That program
# is run a few times, and once under each of two tools of compute-sanitizer if there is one. How often it
# ended in which way is in RESULTS/mistakes.csv, beside the same of the program as it is.
#
# Each patch is applied and compiled in a copy of the sources, build/exercises/EXERCISE-VERSION. A table
# appears only if everything in it has succeeded.
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

# Which programs lines such as `run: ...` of a patch name, with their options, of those that this machine
# can run: lines_of run PATCH.
able=" $* "
lines_of() {
    sed -nE "s/^($1): //p" "$2" | while read -r program options; do
        [[ $able != *" $program "* ]] || echo "$program $options"
    done
}
exercises=() mistakes=() changed=() programs=()
for patch in chapters/exercises/*-*.patch; do
    [[ ! $(lines_of run "$patch") ]] || exercises+=("$patch")
    [[ ! $(lines_of mistake "$patch") ]] || mistakes+=("$patch")
    mapfile -t named < <(lines_of 'run|mistake' "$patch" | cut -d' ' -f1 | sort -u)
    programs+=("${named[@]}")
    name=${patch##*/}
    for program in "${named[@]}"; do changed+=("${name%.patch} $program"); done
done
((${#changed[@]})) || stop "they need an NVIDIA GPU and the CUDA Toolkit"
mapfile -t programs < <(printf 'build/bench/%s\n' "${programs[@]}" | sort -u)
make -s --no-print-directory "${programs[@]}"

# What a patch leaves as it is need not be compiled again, so all objects come along, as links.
echo "exercises: compiling ${#changed[@]} changed programs" >&2
for patch in "${exercises[@]}" "${mistakes[@]}"; do
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

exec 9> build/measure.lock
flock 9
set_aside "$folder" "$device"
mkdir -p "$results"

# Writes a table from its rows, if there are any: write_table NAME OPTIONS HEADER. Its notes about the machine
# and the commit are those of the program as it is.
write_table() {
    [[ -s $here/rows.csv ]] || return 0
    {
        echo "# program: $1"
        sed -nE '/^# (machine|cuda|clocks|launches|gpu|sms|peak_gbs|cpu|schema|commit|date): /p' "$here/unchanged.csv"
        echo "# options: $2"
        echo "# seconds: $((SECONDS - began)).0"
        echo "# rows: $(wc -l < "$here/rows.csv")"
        echo "$3"
        cat "$here/rows.csv"
    } > "$results/$1.csv.tmp"
    mv "$results/$1.csv.tmp" "$results/$1.csv"
    echo "exercises: tried $2 in $((SECONDS - began)) s" >&2
}

# ---- What exercises ask for ---------------------------------------------------------------------------

# Prints what a program measures, as rows: measure EXERCISE VERSION FOLDER PROGRAM OPTION...
measure() {
    local exercise=$1 version=$2 bench=$3/build/bench status=0
    shift 3
    "$bench/$1" "${@:2}" ${device:+--device="$device"} > "$here/table.csv" || status=$?
    ((status != 77)) || return 0 # this machine can never run it
    ((status == 0)) || stop "$1 has failed where $exercise is $version"
    [[ $version != unchanged ]] || cp "$here/table.csv" "$here/unchanged.csv"
    awk -v exercise="$exercise" -v version="$version" -f bench/run/csv.awk -f bench/run/exercises.awk "$here/table.csv"
}

last='' number=0
for patch in "${exercises[@]}"; do
    name=${patch##*/} name=${name%.patch} exercise=${name%%-*}
    echo "exercises: $((++number)) of ${#exercises[@]}: $name" >&2
    mapfile -t runs < <(lines_of run "$patch")
    # As it is, a program is measured once for all versions of an exercise.
    for run in "${runs[@]}"; do
        read -ra run <<< "$run"
        [[ $exercise == "$last" ]] || measure "$exercise" unchanged . "${run[@]}"
        measure "$exercise" "${name#*-}" "$here/$name" "${run[@]}"
    done
    last=$exercise
done > "$here/rows.csv"
write_table exercises "${#exercises[@]} changes" exercise,version,point,bytes,ms,ms_low,ms_high,samples,gbs,sm_mhz,status

# ---- What mistakes lead to ----------------------------------------------------------------------------

sanitizer=$(command -v compute-sanitizer || true)
tools=(none ${sanitizer:+racecheck synccheck})
# A program that does not end in this time never does: seconds, without a tool and with one.
limit=10 limit_with_tool=30

# Prints in one word how a program ends: outcome TOOL LOG PROGRAM OPTION... A tool follows each thread, and so
# takes long: it looks only at the launches of the first point, 33 awkward numbers of elements.
outcome() {
    local tool=$1 log=$2 seconds=$limit status=0 with=()
    shift 2
    [[ $tool == none ]] || seconds=$limit_with_tool with=("$sanitizer" --tool "$tool"
        --kernel-name kernel_substring="${1##*/}_" --launch-count 33)
    timeout -k 5 "$seconds" "${with[@]}" "$@" ${device:+--device="$device"} > "$log" 2>&1 || status=$?
    case $tool,$status,$(grep -oE 'SUMMARY: ([1-9]|0 )' "$log" | sort | tail -n 1) in
    *': '[1-9]) echo reported ;;
    *,124,* | *,137,*) echo endless ;;
    *,77,*) echo unable ;; # this machine can never run it
    none,0,*) echo right ;;
    *': 0 ') echo silent ;; # under a tool it does not matter what the program itself says
    *) grep -m 1 -oE 'cudaError[A-Za-z]+' "$log" || { grep -q wrongly "$log" && echo wrong; } || echo failed ;;
    esac
}

# Prints how a program with a mistake ends, a line for each run: err PATCH PROGRAM OPTION... Afterwards the
# program as it is must be right, or the GPU has not recovered. Under a tool that is tried once.
declare -A seen
err() {
    local copy=$here/$1 mistake=${1#*-} tool how run
    shift
    for tool in "${tools[@]}"; do
        for run in 1 2 3; do
            how=$(outcome "$tool" "$copy/$tool.log" "$copy/build/bench/$1" "${@:2}")
            [[ $how != unable ]] || return 0
            echo "$mistake,$tool,$how"
            # More runs under a tool, or more that never end, would tell nothing new.
            [[ $tool == none && $how != endless ]] || break
        done
    done
    for tool in "${tools[@]}"; do
        [[ $tool == none || ! ${seen["$tool $*"]-} ]] || continue
        seen["$tool $*"]=1
        how=$(outcome "$tool" "$here/$tool.log" "build/bench/$1" "${@:2}")
        [[ $tool != none || $how == right ]] || stop "$1 is no longer right after the mistake '$mistake': $how: $(tail -n 1 "$here/none.log")"
        echo "unchanged,$tool,$how"
    done
    cp "$here/none.log" "$here/unchanged.csv"
}

number=0
for patch in "${mistakes[@]}"; do
    name=${patch##*/} name=${name%.patch}
    echo "exercises: mistake $((++number)) of ${#mistakes[@]}: ${name#*-}" >&2
    read -ra run < <(lines_of mistake "$patch")
    err "$name" "${run[@]}"
done > "$here/outcomes.csv"
LC_ALL=C sort "$here/outcomes.csv" | uniq -c | awk '{ print $2 "," $1 }' > "$here/rows.csv"
write_table mistakes "${#mistakes[@]} mistakes" mistake,tool,outcome,runs
