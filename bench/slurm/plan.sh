#!/usr/bin/env bash
# plan.sh FILE - what a fleet's plan asks for: a line for each node, with its target,
# kind, name and the options of sbatch, apart by tabs.
#
# The target is what the node's folders of results are called but for their last word,
# which is the GPU: kind-node. So a kind has no hyphen.
set -eu -o pipefail

declare -A known=()
line=0
while read -r kind nodes options; do
    line=$((line + 1))
    [[ $kind && $kind != '#'* ]] || continue
    if [[ ! $kind =~ ^[a-z][a-z0-9]*$ || -v known[$kind] ]]; then
        echo "fleet: $1:$line: '$kind': give each line a name of its own, of lower-case letters and digits" >&2
        exit 1
    elif [[ ! $nodes || $nodes == -* ]]; then
        echo "fleet: $1:$line: name the nodes, such as node[01-16], or say any" >&2
        exit 1
    elif ! command -v sbatch > /dev/null; then
        echo "fleet: there is no Slurm here: sbatch is missing" >&2
        exit 1
    fi
    known[$kind]=1
    nodes=$(scontrol show hostnames "$nodes" 2> /dev/null) || {
        echo "fleet: $1:$line: Slurm cannot be asked: run this where its commands work" >&2
        exit 1
    }
    for node in $nodes; do
        target=${node,,}
        printf '%s\t%s\t%s\t%s\n' "$kind-${target//[^a-z0-9]/-}" "$kind" "$node" "$options"
    done
done < "$1"
((${#known[@]})) || {
    echo "fleet: $1: it names no nodes: a line for each kind, such as 'h200 node[01-16] --exclusive'" >&2
    exit 1
}
