#!/usr/bin/env bash
# lock.sh PID - waits until no other make is at work in this folder, then notes that
# PID, a make, is: two at once would write the same files, and disturb what is measured.
# Prints why that cannot be, if it cannot.
#
# build/make.lock names its holder and when that began, so that one that has ended,
# even by kill -9, holds nothing. A make that its holder has started is a part of it.
#
# A process has its number in one container and in one boot of a machine. From elsewhere
# its holder is seen by build/make.alive, which a process locks that ends with it.
set -eu

# What /proc has of a process: its state, its parent, and, as the 20th, its beginning.
process() {
    local text
    { read -r text < "/proc/$1/stat"; } 2> /dev/null || return
    read -r -a process <<< "${text##*) }" # behind its name, which may have blanks
}

is_part_of() {
    local child=$make
    while [[ $child != "$1" ]]; do
        { process "$child" && child=${process[1]} && ((child > 0)); } || return
    done
}

make=$1
lock=build/make.lock alive=build/make.alive
why=$({ mkdir -p build && : >> $lock && : >> $alive; } 2>&1) || {
    why=${why##*: }
    if [[ $why == "Permission denied" && -w . ]]; then
        why+=": if root has made it, 'sudo chown -R $(id -un) build'"
    elif [[ $why == "Permission denied" ]]; then
        why+=": this folder is $(stat -c %U .)'s: make a clone of your own with 'git clone $PWD ~/bytes-in-flight'"
    fi
    echo "build/ cannot be written: $why"
    exit
}
[[ -d /proc/self ]] || exit 0 # no Linux: who is at work cannot be told
here=$(cat /proc/sys/kernel/random/boot_id)/$(readlink /proc/self/ns/pid)
while :; do
    { mkdir -p build && exec 8<> $alive 9<> $lock; } 2> /dev/null || continue # removed meanwhile, as by rm -r build
    flock 9 2> /dev/null || true # not every disk and system can: then two may begin at once
    read -r holder began where <&9 || break
    if [[ $where == "$here" ]]; then
        process "$holder" || break
        [[ ${process[0]} != Z && ${process[19]} == "$began" ]] || break
        ! is_part_of "$holder" || exit 0
        who=", process $holder"
    else
        locked=0
        flock -n 8 2> /dev/null || locked=$?
        ((locked == 1)) || break
        who=" from another container or machine; should it be no more, remove $lock"
    fi
    exec 8>&- 9>&-
    [[ ${said-} ]] || echo "make: waiting: another make is at work in this folder$who" >&2
    said=1
    sleep 0.1
    process "$make" || exit 1
done
process "$make"
echo "$make ${process[19]} $here" > $lock || {
    echo "build/ cannot be written: the disk is full"
    exit
}
# It has nothing else open of whoever has started make, and no signal to them is its.
{ flock -s 8 && setsid -f tail --pid="$make" -f /dev/null 3>&- 4>&- 5>&- 6>&- 7>&- 9>&-; } \
    > /dev/null 2>&1 < /dev/null || true

# What one that was killed has left: a record between its two moves, and parts of files.
# And what was made when the clock was ahead, or it would never be due again.
shopt -s nullglob
for old in results/.*.old; do
    name=${old#results/.}
    [[ -e results/${name%.old} ]] || mv "$old" "results/${name%.old}"
done
rm -rf results/.*.{new,old}
outputs=(build/*.{txt,stamp,tmp} build/{bench,claims,depend,epub,fleet,handout,measured,obj,print,search,site})
((${#outputs[@]} == 0)) || find "${outputs[@]}" -type f \( -name '*.tmp' -exec rm -f {} + -o \
    -newer $lock -exec touch -d @0 {} + \) 2> /dev/null || true
