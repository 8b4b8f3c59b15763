#!/usr/bin/env bash
# patches.sh - what exercises.sh and mistakes.sh share: programs as patches of chapters/exercises/ change them.
#
# A patch begins with a line that says what it changes, and with lines such as `run: copy --variant=int`
# or `mistake: async --variant=bulk`, which say what to run. Each patch is applied and compiled in a copy
# of the sources, build/TABLE/PATCH.
set -eu -o pipefail
shopt -s nullglob
source "${BASH_SOURCE%/*}/this_machine.sh"

stop() {
    echo "$table: $*" >&2
    exit 1
}

# Which programs a patch has run, with their options, of those that this machine can run.
lines_of() {
    sed -n "s/^$key: //p" "$1" | while read -r program options; do
        [[ $able != *" $program "* ]] || echo "$program $options"
    done
}

# prepare TABLE KEY RESULTS PROGRAM... - compiles the programs that lines `KEY: ...` name, as they are and
# changed, and keeps others from measuring meanwhile. Sets `patches`, `here`, the folder of the copies, and
# `device`, the option that chooses the GPU.
prepare() {
    table=$1 key=$2 results=$3 able=" ${*:4} " here=$PWD/build/$1 folder=${3##*/} device=() patches=() began=$SECONDS
    local patch copy name changed=() programs=() named
    [[ $folder != gpu* ]] || device=("--device=${folder#gpu}")
    rm -rf "$here"
    mkdir -p "$here"
    for patch in chapters/exercises/*-*.patch; do
        mapfile -t named < <(lines_of "$patch" | cut -d' ' -f1 | sort -u)
        ((${#named[@]})) || continue
        patches+=("$patch") programs+=("${named[@]}")
        name=${patch##*/}
        for program in "${named[@]}"; do changed+=("build/$table/${name%.patch} build/bench/$program"); done
    done
    ((${#patches[@]})) || stop "they need an NVIDIA GPU and the CUDA Toolkit"
    mapfile -t programs < <(printf 'build/bench/%s\n' "${programs[@]}" | sort -u)
    make -s --no-print-directory "${programs[@]}"

    # Objects that a patch does not change need not be compiled again, so all come along, as links.
    echo "$table: compiling ${#changed[@]} changed programs" >&2
    for patch in "${patches[@]}"; do
        copy=${patch##*/} copy=$here/${copy%.patch}
        mkdir -p "$copy/build"
        cp -a Makefile bench kernels "$copy/"
        cp -al build/obj build/*.txt "$copy/build/"
        GIT_CEILING_DIRECTORIES=$here git -C "$copy" apply "$PWD/$patch" ||
            stop "$patch does not fit the sources any more: change it along with them"
    done
    printf '%s\n' "${changed[@]}" | xargs -P "$(nproc)" -L 1 make -s --no-print-directory -C ||
        stop "a changed program cannot be compiled"

    exec 9> build/measure.lock
    flock 9
    set_aside "$folder" "${device[*]#--device=}"
    mkdir -p "$results"
}

# write_table WHAT HEADER - writes the table from its rows; its notes about the machine and the commit are
# those of the program as it is.
write_table() {
    {
        echo "# program: $table"
        sed -nE '/^# (machine|cuda|clocks|launches|gpu|sms|peak_gbs|cpu|schema|commit|date): /p' "$here/unchanged.csv"
        echo "# options: ${#patches[@]} $1"
        echo "# seconds: $((SECONDS - began)).0"
        echo "# rows: $(wc -l < "$here/rows.csv")"
        echo "$2"
        cat "$here/rows.csv"
    } > "$results/$table.csv.tmp"
    mv "$results/$table.csv.tmp" "$results/$table.csv"
    echo "$table: tried ${#patches[@]} $1 in $((SECONDS - began)) s" >&2
}
