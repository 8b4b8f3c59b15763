#!/usr/bin/env bash
# fetch.sh FOLDER KIND OPTIONS NODE LOG - fetches the results that a task has left on its node, where
# the nodes of a fleet do not share the FOLDER.
#
# OPTIONS are those of sbatch with which the node was allocated. Folders of results come whole, and only
# when all of the node's are there. Until then it needs another task.
set -eu -o pipefail
shopt -s nullglob
source "${BASH_SOURCE%/*}/../run/results.sh"

fleet=$1 kind=$2 node=$4 log=$5
read -r -a options <<< "$3"
new=$(mktemp -d "$fleet/results/.fetch.XXXXXX")
trap 'rm -rf "$new"' EXIT
# This runs in a shell on the node.
# shellcheck disable=SC2016
pack='shopt -s nullglob
cd "$1"
partial=(results/."$2"-*.partial) all=(results/"$2"-*)
((${#partial[@]} == 0)) || all=()
tar -c "logs/$3" "${all[@]}"'
srun "${options[@]}" --quiet --nodelist="$node" --nodes=1 --ntasks=1 --time=5 --immediate=60 --chdir=/ --input=none \
    bash -c "$pack" - "$fleet" "$kind" "$log" | tar -x -C "$new"
mv "$new/logs/$log" "$fleet/logs"
# Tables that were fetched before stay, even if they are no longer on the node.
for folder in "$new"/results/*; do
    name=${folder##*/} old=$fleet/results/${folder##*/}
    if [[ -d $old ]]; then
        cp -a "$old" "$new/$name"
        cp -a "$folder/." "$new/$name"
        # The old and the new results together get one pass.txt.
        was=$(asked_in "$old") is=$(asked_in "$folder")
        write_pass "$new/$name" "${was:+${is:+$was $is}}"
        folder=$new/$name
        mv -T "$old" "$new/old"
    fi
    mv -T "$folder" "$old"
    rm -rf "$new/old"
done
