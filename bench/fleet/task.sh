#!/usr/bin/env bash
# task.sh - a node of a fleet runs this: it builds the programs if no node of its kind has done so,
# measures its GPUs in turn, and leaves a folder of results for each.
#
# submit.sh makes a batch script of it, with the variables in front and the packed sources at the end,
# so that a node needs nothing else. The sources are unpacked in the node's own scratch space. Each
# table goes to the fleet folder at once, into a folder that is hidden until it is whole. The next try
# goes on from there, whatever ended this one. Earlier results are kept. As long as there is less than
# a full pass, pass.txt says so: QUICK= lists the tables that are quick, and ONLY= says what was asked
# for if it was not everything.
set -eu -o pipefail
: "${fleet:?}" "${kind:?}" "${commit?}" "${settings?}" "${only?}" "${sources:?}"

node=${SLURMD_NODENAME,,}
target=$kind-${node//[^a-z0-9]/-}
mkdir -p "$fleet"/{built,logs,results}
exec >> "$fleet/logs/$kind-$SLURMD_NODENAME.${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID.log" 2>&1 < /dev/null

# The command runs in the background, because bash acts on a signal only while it waits.
child=''
run() {
    "$@" &
    child=$!
    local status=0
    wait $child || status=$?
    child=''
    return $status
}
stop() {
    trap '' TERM USR1
    [[ ! $child ]] || { kill "$child" && wait "$child"; } 2> /dev/null || true
    echo "task: $1; the next try goes on from here"
    exit 1
}
trap 'stop "it was to end: cancelled, preempted or out of time"' TERM
trap 'stop "its time limit is near"' USR1

# Only one task at a time measures on a node, whatever Slurm allows: even with GPUs of their own, two
# tasks would share the host's memory and the bus. A task removes the lock at its end, so one that has
# waited for it checks that it is still there.
lock=/tmp/bytes-in-flight.$SLURM_CLUSTER_NAME.$SLURMD_NODENAME
tries=0
until (umask 022 && mkdir -p "$lock") && exec 7< "$lock" &&
    { flock -n 7 || { echo "task: waiting: another one is measuring on this node" && run flock 7; }; } &&
    [[ $lock -ef /dev/fd/7 ]]; do
    # Another task may remove the file at any moment, but not each time.
    ((++tries < 100)) || { echo "task: $lock cannot be locked: see that it can be made on this node, or remove it"; exit 1; }
done

tree=${TMPDIR:-/tmp}/${lock##*/}.$UID.tree # others cannot remove it
trap 'rm -rf "$tree"; rmdir "$lock" 2> /dev/null || true' EXIT
rm -rf "$tree" # of a task that was killed
mkdir "$tree"
cd "$tree"

unset MAKELEVEL MFLAGS MAKEOVERRIDES
export MAKEFLAGS="-- $settings" COMMIT=$commit
sed '1,/^# sources$/d' "$0" | base64 -d | tar -xz
source bench/run/results.sh
# Two nodes can share programs if their sources, commands and compilers are the same. All programs are
# built, even if only one is asked for.
made=$({
    echo "$sources"
    make -n programs ONLY= || true
    make --silent compilers || true
} 2>&1 | sha256sum)
built=$fleet/built/$kind-${made::12}
# If the storage has no locks, several nodes may build at once, and one of the builds is kept.
exec 8>> "$fleet/built/$kind.lock"
run flock 8 || true
if [[ -d $built ]]; then
    cp -a "$built/." build
else
    echo "task: building"
fi
run make --silent -j "$(nproc)" programs
if [[ ! -d $built ]]; then
    cp -a build "$built.$SLURM_JOB_ID"
    rm "$built.$SLURM_JOB_ID"/make.* # who is at work here is not at work elsewhere
    mv -T "$built.$SLURM_JOB_ID" "$built" || rm -rf "$built.$SLURM_JOB_ID"
fi
exec 8>&-

# The node and CUDA may number the GPUs that this task sees differently, so we keep both numbers.
IFS=, read -r -a numbers <<< "${SLURM_JOB_GPUS-}"
IFS=, read -r -a devices <<< "${CUDA_VISIBLE_DEVICES-}"
names=("${numbers[@]/#/$target-gpu}")
((${#names[@]})) || names=("$target-host")

# Every GPU gets its hidden folder before the first result becomes visible.
shopt -s nullglob
for name in "${names[@]}"; do
    partial=$fleet/results/.$name.partial
    [[ ! -d $partial/here ]] || continue
    rm -rf "$partial" "$partial.new"
    mkdir -p "$partial.new"/{here,measured/here}
    if [[ -d $fleet/results/$name ]]; then
        cp -a "$fleet/results/$name/." "$partial.new/here"
        for csv in "$partial.new"/here/*.csv; do
            stem=${csv##*/} stem=${stem%.csv}
            touch -r "$csv" "$partial.new/measured/here/$stem"
        done
    else
        echo ONLY=machine > "$partial.new/here/pass.txt"
    fi
    mv -T "$partial.new" "$partial"
done

failed=''
mkdir -p build/results
for i in "${!names[@]}"; do
    name=${names[i]} partial=$fleet/results/.${names[i]}.partial
    rm -f "$partial"/here/*.tmp
    ln -sfnT "$partial/here" build/results/here
    ln -sfnT "$partial/measured" build/measured
    [[ ! ${devices[i]-} ]] || export CUDA_VISIBLE_DEVICES=${devices[i]}
    echo "task: measuring $name"
    # machine.csv is always measured, since it says whose results these are.
    run make --silent measure ${only:+ONLY="machine $only"} || { failed=1; continue; }
    if [[ $name == *-gpu* ]] && ! grep -q '^gpu,' "$partial/here/machine.csv"; then
        echo "task: Slurm gave a GPU, but its driver does not answer: see what 'nvidia-smi' says on this node"
        failed=1
        continue
    fi
    asked=$(asked_in "$partial/here")
    for stem in $only; do [[ ! $asked || " $asked " == *" $stem "* ]] || asked+=" $stem"; done
    write_pass "$partial/here" "${only:+$asked}"
    rm -rf "$partial.old"
    [[ ! -e $fleet/results/$name ]] || mv -T "$fleet/results/$name" "$partial.old"
    mv -T "$partial/here" "$fleet/results/$name"
    rm -rf "$partial" "$partial.old"
done
[[ ! $failed ]]
