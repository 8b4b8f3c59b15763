#!/usr/bin/env bash
# measure.sh FOLDER - has Slurm measure what FOLDER/plan names, collects what is there and
# says what is missing.
#
# A node is submitted if it has no results, or fewer than QUICK= and ONLY= ask for, and if it is not
# in the queue already. Each line of the plan becomes a job array whose tasks run task.sh. The script
# follows them until nothing more will come by itself. README.md explains the plan and the folder.
set -eu -o pipefail
shopt -s nullglob extglob

[[ -t 2 ]] && clear=$'\r\e[K' || clear=''
say() { echo "${clear}fleet: $*" >&2; }
die() { say "$@"; exit 1; }

fleet=$(realpath -m "$1")
quick='' only=${ONLY-}
[[ ${QUICK:-0} == 0 ]] || quick=1
[[ -d $fleet ]] || die "there is no folder $fleet: make it, with a plan in it (see bench/fleet/README.md)"
[[ -e $fleet/plan || -d $fleet/results ]] ||
    die "there is no plan $fleet/plan, and there are no results: make one (see bench/fleet/README.md)"

[[ ! ${DEVICE-} ]] || die "DEVICE= is for make measure: a task measures the GPUs that Slurm gives it, by --gres= in the plan"

kinds=() targets=()
declare -A kind_of node_of options sums
plan=''
if [[ -e $fleet/plan ]]; then
    plan=$(bash bench/fleet/plan.sh "$fleet/plan")
else
    say "there is no plan $fleet/plan, so nothing is submitted"
fi
while IFS=$'\t' read -r target kind node more; do
    [[ $target ]] || continue
    [[ -v options[$kind] ]] || kinds+=("$kind")
    targets+=("$target") kind_of[$target]=$kind node_of[$target]=$node options[$kind]=$more
    # This sum shows whether a waiting job is still what the plan asks for.
    sums[$kind]=$(cksum <<< "$more $quick $only") sums[$kind]=${sums[$kind]%% *}
done <<< "$plan"

mkdir -p "$fleet"/{logs,results}
exec 9>> "$fleet/logs/lock"
flock -n 9 || die "another 'make fleet' is at work in $fleet"

# pass.txt says what results lack of a full pass. Do those beside it lack some of what is asked for?
lacks_some() {
    local key names name too_quick=' ' asked=''
    while IFS='=' read -r key names; do
        [[ $key != QUICK || $quick ]] || too_quick=" $names "
        [[ $key != ONLY ]] || asked=" $names "
    done < "$1"
    [[ $only ]] || { [[ $asked || $too_quick != ' ' ]] && return; }
    for name in $only; do
        [[ $too_quick != *" $name "* && ${asked:- $name } == *" $name "* ]] || return 0
    done
    return 1
}

# Which targets have all that is asked for? The folder of a GPU that is being measured is hidden.
declare -A there
look() {
    local folder target
    local -A lacks=()
    # Shared storage may show other machines' changes late, but not in a folder that we change ourselves.
    rm "$(mktemp "$fleet/results/.look.XXXXXX")" "$(mktemp "$fleet/logs/.look.XXXXXX")"
    for folder in "$fleet"/results/.*.partial; do
        target=${folder##*/.} lacks[${target%-*}]=1
    done
    for folder in "$fleet"/results/*/pass.txt; do
        folder=${folder%/*} target=${folder##*/}
        ! lacks_some "$folder/pass.txt" || lacks[${target%-*}]=1
    done
    for folder in "$fleet"/results/*; do
        target=${folder##*/} target=${target%-*}
        [[ -v lacks[$target] ]] || there[$target]=1 there[${target%%-*}-any]=1
    done
}

# Find the last task of each target. Slurm forgets a task minutes after its end.
declare -A state reason ran id sum
ask() {
    local list s r nodes node i kind comment target
    local -A now=()
    list=$(squeue --me -h -r -t all -S i -o '%T|%r|%n|%N|%i|%j|%k') || return 1
    while IFS='|' read -r s r nodes node i kind comment; do
        [[ ${comment#* } == "$fleet" ]] || continue
        target=${nodes:-any} target=${target,,} target=$kind-${target//[^a-z0-9]/-}
        state[$target]=$s reason[$target]=$r ran[$target]=$node id[$target]=$i sum[$target]=${comment%% *} now[$target]=1
    done <<< "$list"
    for target in "${!state[@]}"; do
        [[ -v now[$target] ]] || ended "$target" || state[$target]=ENDED
    done
}
ended() {
    [[ ${state[$1]-ENDED} == @(COMPLETED|CANCELLED|FAILED|TIMEOUT|NODE_FAIL|PREEMPTED|BOOT_FAIL|DEADLINE|OUT_OF_MEMORY|ENDED) ]]
}
# Is the task waiting until a person does something?
stuck() {
    [[ ${state[$1]} == PENDING && ${reason[$1]} == @(*NotAvail*|*DOWN*|*[Hh]eld*|Partition*|BadConstraints*) ]]
}

look
[[ ! $plan ]] || ask || die "Slurm does not answer"

# Jobs that wait with other options or settings than the present ones, or for a node that the plan no
# longer names, are taken out of the queue. Running jobs go on.
for target in "${!state[@]}"; do
    kind=${target%%-*} what=''
    if [[ ! -v kind_of[$target] ]]; then
        what='is no longer in the plan'
    elif [[ ${sum[$target]} != "${sums[$kind]}" ]]; then
        what='has other options or settings than now'
    fi
    if [[ ! $what ]] || ended "$target"; then
        continue
    elif [[ ${state[$target]} == PENDING ]]; then
        scancel "${id[$target]}"
        state[$target]=CANCELLED
        say "$target: its task ${id[$target]} was waiting and $what: it is cancelled"
    else
        say "$target: its task ${id[$target]} is running and $what: it goes on, unless you say 'scancel ${id[$target]}'"
    fi
done

# Submit the nodes that are missing, with one array for each kind.
trap 'say "the tasks go on; make fleet follows them again"; exit 130' INT TERM
for kind in "${kinds[@]}"; do
    nodes=()
    for target in "${targets[@]}"; do
        [[ ${kind_of[$target]} != "$kind" || -v there[$target] ]] || ! ended "$target" || nodes+=("${node_of[$target]}")
    done
    ((${#nodes[@]})) || continue
    job=$(bash bench/fleet/submit.sh "$fleet" "$kind" "${sums[$kind]}" "${options[$kind]}" "${nodes[@]}")
    say "job array $job: $kind, ${#nodes[@]} to measure"
done

# Follow the tasks, with one line that is renewed if the output is a terminal.
pause=1 moved=$SECONDS before=''
while [[ $plan ]]; do
    n=0 running=0 ending=0 waiting=0 held=0 now="Slurm does not answer; trying again"
    if ask; then
        look
        for target in "${targets[@]}"; do
            if [[ -v there[$target] ]]; then
                ((++n))
                # A task that has handed its results in still runs for a moment; the next 'make fleet' would meet it.
                [[ ${state[$target]-} != @(RUNNING|COMPLETING) ]] || ((++ending))
            elif ended "$target"; then :
            elif stuck "$target"; then ((++held))
            elif [[ ${state[$target]} == PENDING ]]; then ((++waiting))
            else ((++running)); fi
        done
        now="$n of ${#targets[@]} there, $running measuring, $((waiting + held)) waiting"
        # Slurm's reason for waiting may be some seconds old.
        ((running + ending + waiting == 0)) || moved=$SECONDS
        ((running + ending + waiting + held && SECONDS < moved + 10)) || break
    fi
    [[ ! $clear ]] || printf '%s' "${clear}fleet: $now" >&2
    [[ $clear || $now == "$before" ]] || say "$now"
    before=$now
    sleep $pause 9>&- &
    wait $!
    # A short run is noticed at once, and a long one does not ask Slurm too often.
    ((pause >= 8)) || pause=$((pause * 2))
done

missing=0
for target in "${targets[@]}"; do
    kind=${kind_of[$target]} node=${ran[$target]-}
    log=$kind-$node.${id[$target]-}.log
    # If a task's log is not here, its node shares no storage with us and holds all the results.
    if [[ ! -v there[$target] && $node && ! -e $fleet/logs/$log ]] && ended "$target"; then
        bash bench/fleet/fetch.sh "$fleet" "$kind" "${options[$kind]}" "$node" "$log" || say "$node: nothing could be fetched"
        look
    fi
    [[ ! -v there[$target] ]] || continue
    ((++missing))
    why=${state[$target]-ended} why=${why,,} why=${why//_/ }
    if ! ended "$target"; then
        why="$why: ${reason[$target]}; it stays in the queue as ${id[$target]}"
    elif [[ -e $fleet/logs/$log ]]; then
        why="$why: $(grep -vE '^(make|measuring|measured)\b|could not run now' "$fleet/logs/$log" | tail -n 1 || true) ($fleet/logs/$log)"
    fi
    say "$target is missing: $why"
done
results=("$fleet"/results/*) passes=("$fleet"/results/*/pass.txt)
say "folders in $fleet/results: ${#results[@]}"
((${#passes[@]} == 0)) || say "of these are quick or partial: ${#passes[@]}; 'make fleet' without QUICK= and ONLY= completes them"
((missing == 0)) || die "$missing of ${#targets[@]} are missing; when that is mended run it again: it submits these alone"
