#!/usr/bin/env bash
# query.sh REFERENCE CHAPTER TABLE... - prints what $Q stands for: rows of a table, or a name of CHAPTER.
# It asks the results of $MACHINE, else those of this machine, else those of REFERENCE.
set -eu
[[ $Q ]] || { echo "query: Q= is what to ask, such as Q='copy{variant=\"int\"}'" >&2; exit 1; }
for folder in ${MACHINE:+build/results/"$MACHINE" results/"$MACHINE"} build/results/{here,gpu?,gpu??} results/"$1"; do
    [[ ! -e $folder/machine.csv ]] || break
done
"$PANDOC" --lua-filter=templates/weave/query.lua --from=markdown --to=plain --wrap=none -M target=query \
    -M file="chapters/$2.md" -M out=query.txt -M machine="${folder##*/}" -M reference="$1" \
    -M experiments="${*:3}" -M results="$folder" /dev/null
