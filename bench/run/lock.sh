#!/usr/bin/env bash
# lock.sh PID - waits until no other make writes in this folder, then notes that PID does.
# Prints why that cannot be, if it cannot.
#
# build/make.lock names the make that holds it, and when that process began. So a make that has ended,
# even by kill -9, holds nothing. A make that the holder has started need not wait.
set -eu

# process PID - reads what /proc says of a process: its state, its parent and, as the 20th word, when it
# began.
process() {
    local text
    { read -r text < "/proc/$1/stat"; } 2> /dev/null || return
    read -r -a process <<< "${text##*) }" # the words after its name, which may hold blanks
}

is_part_of() {
    local child=$make
    while [[ $child != "$1" ]]; do
        { process "$child" && child=${process[1]} && ((child > 0)); } || return
    done
}

make=$1 lock=build/make.lock
why=$({ { [[ -d build ]] || mkdir build; } && : >> $lock; } 2>&1) || {
    why=${why##*: }
    if [[ $why == "Permission denied" && -w . ]]; then
        why+=": if root has made it, 'sudo chown -R $(id -un) build'"
    elif [[ $why == "Permission denied" ]]; then
        why+=": this folder is $(stat -c %U .)'s: make a clone of your own with 'git clone $PWD ~/bytes-in-flight'"
    fi
    echo "build/ cannot be written: $why"
    exit
}
[[ -d /proc/self ]] || exit 0 # not Linux: processes cannot be looked up
boot=$(< /proc/sys/kernel/random/boot_id)
while :; do
    exec 9<> $lock
    flock 9 2> /dev/null || true # some disks have no locks, and then two may begin at once
    read -r holder began where <&9 || break
    { [[ $where == "$boot" ]] && process "$holder"; } || break
    [[ ${process[0]} != Z && ${process[19]} == "$began" ]] || break
    ! is_part_of "$holder" || exit 0
    exec 9>&-
    [[ ${said-} ]] || echo "make: waiting: another make is at work in this folder, process $holder" >&2
    said=1
    sleep 0.1
    process "$make" || exit 1
done
process "$make"
echo "$make ${process[19]} $boot" > $lock || {
    echo "build/ cannot be written: the disk is full"
    exit
}
exec bash "${BASH_SOURCE%/*}/tidy.sh"
