#!/usr/bin/env bash
# task.sh - what a node of a fleet does: builds if no node of its kind has, measures
# its GPUs in turn, and leaves a folder of results for each.
#
# submit.sh makes a batch script of it: the variables come before it and the packed
# sources behind it, so that a node needs nothing else. The tree is in the node's own
# scratch space. What is measured goes to the fleet folder at once, into a folder that
# is hidden until it is whole: there the next try goes on, whatever ended this one.
# It begins with what was measured before. As long as that is less than a full pass,
# pass.txt says so: QUICK=tables that are quick, and ONLY=what was asked for if not all was.
set -eu -o pipefail
: "${fleet:?}" "${kind:?}" "${commit?}" "${settings?}" "${only?}" "${sources:?}"

node=${SLURMD_NODENAME,,}
target=$kind-${node//[^a-z0-9]/-}
mkdir -p "$fleet"/{built,logs,results}
exec >> "$fleet/logs/$kind-$SLURMD_NODENAME.${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID.log" 2>&1 < /dev/null

# In the background, since bash heeds a signal only while it waits.
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

# One task at a time measures on a node, whatever Slurm allows: even on GPUs of their
# own two would share the host's memory and the way to it. Who has the lock removes
# it at the end, so that who has waited for it looks whether it is still there.
lock=/tmp/bytes-in-flight.$SLURM_CLUSTER_NAME.$SLURMD_NODENAME
tries=0
until (umask 022 && mkdir -p "$lock") && exec 7< "$lock" &&
    { flock -n 7 || { echo "task: waiting: another one is measuring on this node" && run flock 7; }; } &&
    [[ $lock -ef /dev/fd/7 ]]; do
    # It may be removed at any moment, but not each time.
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
# Programs are the same if sources, commands and compilers are; those for one experiment
# are built with all others.
made=$({
    echo "$sources"
    make -n programs ONLY= || true
    make --silent compilers || true
} 2>&1 | sha256sum)
built=$fleet/built/$kind-${made::12}
# Where the storage knows no locks several may build, and one of them is kept.
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

# The GPUs as the node numbers them, and as CUDA does for those that the task may see.
IFS=, read -r -a numbers <<< "${SLURM_JOB_GPUS-}"
IFS=, read -r -a devices <<< "${CUDA_VISIBLE_DEVICES-}"
names=("${numbers[@]/#/$target-gpu}")
((${#names[@]})) || names=("$target-host")

# All that is to come has its hidden folder before the first one shows.
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
    # Without machine.csv nobody could say whose results they are.
    run make --silent measure ${only:+ONLY="machine $only"} || { failed=1; continue; }
    if [[ $name == *-gpu* ]] && ! grep -q '^gpu,' "$partial/here/machine.csv"; then
        echo "task: Slurm gave a GPU, but its driver does not answer: see what 'nvidia-smi' says on this node"
        failed=1
        continue
    fi
    asked=$(sed -n 's/^ONLY=//p' "$partial/here/pass.txt" 2> /dev/null || true)
    for stem in $only; do [[ ! $asked || " $asked " == *" $stem "* ]] || asked+=" $stem"; done
    quick=$(cd "$partial/here" && grep -l '^# options:.*--quick' -- *.csv | sed 's/\.csv$//' | xargs) || true
    rm -f "$partial/here/pass.txt"
    [[ ! $quick ]] || echo "QUICK=$quick" >> "$partial/here/pass.txt"
    [[ ! $only || ! $asked ]] || echo "ONLY=$asked" >> "$partial/here/pass.txt"
    rm -rf "$partial.old"
    [[ ! -e $fleet/results/$name ]] || mv -T "$fleet/results/$name" "$partial.old"
    mv -T "$partial/here" "$fleet/results/$name"
    rm -rf "$partial" "$partial.old"
done
[[ ! $failed ]]
