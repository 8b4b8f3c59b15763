#!/usr/bin/env bash
# record.sh FOLDER MACHINE - keeps the results in FOLDER as results/MACHINE.
#
# The new folder is complete before it takes the old one's place, and has the old one's history with the
# headline numbers of these results, if what makes pages is here. Results are refused if their
# commit is not known or if files had been changed, because nobody could say later what was
# measured.
set -eu -o pipefail

folder=$1 machine=$2
stop() {
    echo "record: $1" >&2
    exit "${2-1}"
}
source "${BASH_SOURCE%/*}/this_machine.sh"
[[ $machine ]] || stop "name the machine, such as: make record MACHINE=$(model_of "$(gpu_of "$folder")" | grep . || echo my-gpu)" 2
[[ $machine =~ ^[a-z0-9][a-z0-9-]*$ ]] ||
    stop "MACHINE=$machine: only lower-case letters, digits and hyphens, such as my-gpu" 2
[[ ! $machine =~ ^(here|gpu[0-9]+|fleet|figures|fonts|source)$ ]] ||
    stop "MACHINE=$machine: that name is reserved for the site's own folders: choose another, such as my-$machine" 2
[[ -s $folder/machine.csv ]] || stop "there are no results in $folder: 'make measure' makes them"
device=''
[[ $folder != */gpu* ]] || device=${folder##*/gpu}
! is_foreign "$folder" "build/measured/${folder##*/}" "$(facts_of "$device")" ||
    stop "$folder is of another machine ($(name_of "$folder")): record it there, or run 'make measure' to measure this one"
[[ ! -e results/$machine/machine.csv || $(facts_in "results/$machine/machine.csv") == "$(facts_in "$folder/machine.csv")" ]] ||
    stop "results/$machine is of another machine: choose another name, or remove it first"
[[ ! -d results/$machine || ! $(git status --porcelain -- "results/$machine" 2> /dev/null) ]] ||
    stop "results/$machine is not committed and would be replaced: commit it, or remove it first"

# The command that measures again what is in a file.
again() {
    local name=${1##*/} device=${device:+ DEVICE=$device}
    case $name in
    counters.csv | exercises.csv | mistakes.csv | processes.csv) echo "'make ${name%.csv}$device'" ;;
    kernels.csv) echo "'rm build/measured/${folder##*/}/kernels; make measure$device'" ;;
    *) echo "'make measure ONLY=${name%.csv}$device'" ;;
    esac
}
for file in "$folder"/*.csv; do
    case $(note_in "$file" commit) in
    unknown) stop "git did not know the commit of $file: measure in a clone, and not in an unpacked archive or a folder of another user" ;;
    '' | *-dirty) stop "$file is not from committed code: commit, $(again "$file"), and record again" ;;
    esac
    [[ $(note_in "$file" options) != *--@(quick|variant)* ]] ||
        stop "$file is from a quick pass or of one variant: 'make measure' makes a full one"
    [[ ! $(note_in "$file" other_processes) ]] ||
        stop "$file was measured while another process used the GPU: stop that, $(again "$file"), and record again"
    [[ $(note_in "$file" launches) != blocking* ]] || stop "$file was measured with CUDA_LAUNCH_BLOCKING: measure it without"
done
# A table that was recorded and is not in the folder would be lost.
for kept in "results/$machine"/*.csv "results/$machine/sass"; do
    name=${kept##*/}
    [[ -e $kept && ! -e $folder/$name && $name != history.csv ]] || continue
    case $name in
    kernels.csv | sass) cure="'make measure' with nvcc makes it" ;;
    *) cure="$(again "$name") makes it" ;;
    esac
    stop "results/$machine has $name, and $folder has none: $cure; or remove it there first"
done

new=results/.$machine.new old=results/.$machine.old
# A run that was killed between the two moves has left the only copy there.
[[ -d results/$machine || ! -d $old ]] || mv "$old" "results/$machine"
trap 'rm -rf "$new"' EXIT
rm -rf "$new" "$old"
mkdir -p "$new"
cp "$folder"/*.csv "$new/"
[[ ! -d $folder/sass ]] || cp -r "$folder/sass" "$new/"
[[ ! -e results/$machine/history.csv ]] || cp "results/$machine/history.csv" "$new/"
[[ ! -e templates/weave/headlines.sh ]] || bash templates/weave/headlines.sh "$new"
[[ ! -d results/$machine ]] || mv "results/$machine" "$old"
mv "$new" "results/$machine"
rm -rf "$old"
echo "record: results/$machine ($(name_of "results/$machine")) is ready for git; CONTRIBUTING.md says how to add it to the book"
