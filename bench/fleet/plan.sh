#!/usr/bin/env bash
# plan.sh FILE - prints what a fleet's plan asks for: for each node a line with its target, kind, name
# and options of sbatch, separated by tabs.
#
# The target, kind-node, begins the names of the node's folders of results; the GPU follows. So a kind
# has no hyphen.
set -eu -o pipefail

declare -A known=() seen=()
line=0
stop() { echo "fleet: $plan:$line: $1" >&2; exit 1; }
plan=$1
# The last line is read even if it does not end in a newline.
while read -r kind nodes options || [[ $kind ]]; do
    line=$((line + 1))
    [[ $kind$nodes$options != *$'\r' ]] || stop "its lines end in CR and LF: sed -i 's/\r$//' $plan"
    [[ $kind && $kind != '#'* ]] || continue
    if [[ ! $kind =~ ^[a-z][a-z0-9]*$ || -v known[$kind] ]]; then
        stop "'$kind': give each line a name of its own, of lower-case letters and digits"
    elif [[ ! $nodes || $nodes == -* ]]; then
        stop "name the nodes, such as node[01-16], or say any"
    elif [[ $nodes == *, || $options && $options != -* ]]; then
        stop "behind the nodes stand options of sbatch: write the nodes without blanks, such as node[01,02]"
    elif [[ $options == *[\"\'\#]* ]]; then
        stop "options stand here as sbatch is to get them: without quotes and comments"
    elif [[ " $options" =~ \ (-[JaNwoD]|--(job-name|array|comment|nodes|nodelist|output|chdir)[=\ ]) ]]; then
        stop "'${BASH_REMATCH[1]%[= ]}' is set by make fleet itself: leave it out"
    fi
    command -v sbatch > /dev/null || stop "there is no Slurm here: sbatch is missing"
    known[$kind]=1
    nodes=$(scontrol show hostnames "$nodes" 2> /dev/null) || stop "Slurm cannot be asked: run this where its commands work"
    for node in $nodes; do
        target=${node,,} target=$kind-${target//[^a-z0-9]/-}
        [[ ! -v seen[$target] ]] || stop "$node is named twice"
        seen[$target]=1
        printf '%s\t%s\t%s\t%s\n' "$target" "$kind" "$node" "$options"
    done
done < "$plan"
((${#known[@]})) || {
    echo "fleet: $plan: it names no nodes: a line for each kind, such as 'h200 node[01-16] --exclusive'" >&2
    exit 1
}
