#!/usr/bin/env bash
# query.sh - prints what $Q stands for: rows of a table, or a name of the chapter $CHAPTER.
# It asks the results of $MACHINE, else those of this machine, else those of $REFERENCE.
set -eu
shopt -s nullglob
stop() {
    echo "query: $*" >&2
    exit 1
}
[[ $Q ]] || stop "Q= is what to ask, such as Q='copy{variant=\"int\"}'"

machines=(build/results/{her[e],gpu?,gpu??}/machine.csv results/*/machine.csv)
folder=''
for file in "${machines[@]%/*}"; do
    [[ ${MACHINE:-${file##*/}} != "${file##*/}" || ! -e $file/machine.csv ]] || { folder=$file && break; }
done
[[ $MACHINE || $folder == build/* ]] || folder=results/$REFERENCE
[[ $folder == build/* || ${MACHINE:-here} != here || ! $(compgen -G 'build/results/here/*.csv') ]] ||
    stop "build/results/here has no machine.csv: 'make measure ONLY=machine' makes it"
names=("${machines[@]%/*}")
[[ $folder ]] || stop "there is no machine '$MACHINE'; there are: ${names[*]##*/}"

# A chapter is called 03-global, global, 02 or 2.
chapter=query names=()
[[ ! $CHAPTER || ! -e chapters/$CHAPTER.md ]] || chapter=$CHAPTER
for file in chapters/[0-9]*.md; do
    name=${file#*/} name=${name%.md} number=${name%%-*}
    [[ $number == 00 ]] || names+=("$name")
    case $CHAPTER in "$name" | "${name#*-}" | "$number" | "$((10#$number))") chapter=$name ;; esac
done
[[ ! $CHAPTER || $chapter != query ]] || stop "there is no chapter '$CHAPTER'; there are ${names[*]}"
bash templates/weave/filter.sh query "chapters/$chapter.md" "$folder"
