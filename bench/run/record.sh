#!/usr/bin/env bash
# record.sh FOLDER MACHINE - keep the results in FOLDER as results/MACHINE.
#
# The new folder is complete before it takes the old one's place. Results whose
# commit is not known, or that come from changed files, are refused: nobody could say
# later what was measured.
set -eu -o pipefail

folder=$1 machine=$2
if [[ ! $machine ]]; then
    echo "record: name the machine, such as: make record MACHINE=my-gpu" >&2
    exit 2
elif [[ ! $machine =~ ^[a-z0-9][a-z0-9-]*$ ]]; then
    echo "record: MACHINE=$machine: only lower-case letters, digits and hyphens, such as my-gpu" >&2
    exit 2
elif [[ $machine =~ ^(here|gpu[0-9]+|fleet|figures|fonts|source)$ ]]; then
    echo "record: MACHINE=$machine: that name is reserved for the site's own folders: choose another, such as my-$machine" >&2
    exit 2
fi
[[ -s $folder/machine.csv ]] || {
    echo "record: there are no results in $folder: 'make measure' makes them" >&2
    exit 1
}
source "${BASH_SOURCE%/*}/this_machine.sh"
device=''
[[ $folder != */gpu* ]] || device=${folder##*/gpu}
if is_foreign "$folder" "build/measured/${folder##*/}" "$(facts_of "$device")"; then
    echo "record: $folder is of another machine ($(name_of "$folder")): record it there, or run 'make measure' to measure this one" >&2
    exit 1
fi
if [[ -e results/$machine/machine.csv &&
    $(facts_in "results/$machine/machine.csv") != "$(facts_in "$folder/machine.csv")" ]]; then
    echo "record: results/$machine is of another machine: choose another name, or remove it first" >&2
    exit 1
fi
# How to measure again what is in a file.
again() {
    local name=${1##*/} device=${device:+ DEVICE=$device}
    case $name in
    counters.csv) echo "'make counters$device'" ;;
    kernels.csv) echo "'rm build/measured/${folder##*/}/kernels; make measure$device'" ;;
    *) echo "'make measure ONLY=${name%.csv}$device'" ;;
    esac
}
if [[ $(git status --porcelain -- "results/$machine" 2> /dev/null) && -d results/$machine ]]; then
    echo "record: results/$machine is not committed and would be replaced: commit it, or remove it first" >&2
    exit 1
fi
for file in "$folder"/*.csv; do
    if grep -q '^# commit: unknown$' "$file"; then
        echo "record: git did not know the commit of $file: measure in a clone, and not in an unpacked archive or a folder of another user" >&2
        exit 1
    fi
    if ! grep -E '^# commit: .' "$file" | grep -qvE '(unknown|-dirty)$'; then
        echo "record: $file is not from committed code: commit, $(again "$file"), and record again" >&2
        exit 1
    fi
    if grep -qE '^# options:.*--(quick|variant)' "$file"; then
        echo "record: $file is from a quick pass or of one variant: 'make measure' makes a full one" >&2
        exit 1
    fi
    if grep -q '^# launches: blocking' "$file"; then
        echo "record: $file was measured with CUDA_LAUNCH_BLOCKING: measure it without" >&2
        exit 1
    fi
done
# What was recorded and is not there now would be lost.
for kept in "results/$machine"/*.csv "results/$machine/sass"; do
    name=${kept##*/}
    if [[ -e $kept && ! -e $folder/$name ]]; then
        case $name in
        kernels.csv | sass) cure="'make measure' with nvcc makes it" ;;
        *) cure="$(again "$name") makes it" ;;
        esac
        echo "record: results/$machine has $name, and $folder has none: $cure; or remove it there first" >&2
        exit 1
    fi
done

new=results/.$machine.new old=results/.$machine.old
# A run that was cut off between the two moves has left the only copy there.
[[ -d results/$machine || ! -d $old ]] || mv "$old" "results/$machine"
trap 'rm -rf "$new"' EXIT
rm -rf "$new" "$old"
mkdir -p "$new"
cp "$folder"/*.csv "$new/"
[[ ! -d $folder/sass ]] || cp -r "$folder/sass" "$new/"
[[ ! -d results/$machine ]] || mv "results/$machine" "$old"
mv "$new" "results/$machine"
rm -rf "$old"
echo "record: results/$machine ($(name_of "results/$machine")) is ready for git"
