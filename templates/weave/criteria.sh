#!/usr/bin/env bash
# criteria.sh MACHINE - writes bench/criteria/<model>.csv from the results of a machine:
# what each GPU of its model must reach.
set -eu -o pipefail
stop() {
    echo "criteria: $*" >&2
    exit 1
}
source bench/run/results.sh
folder=$(folder_of "$1") || stop "$folder"
bash bench/run/validate.sh "$folder"/*.csv
gpu=$(gpu_of "$folder")
[[ $gpu ]] || stop "$folder is of a machine without a GPU: choose another with MACHINE="
file=bench/criteria/$(model_of "$gpu").csv
[[ ! -e $file ]] || stop "$file is there, and may have been edited: remove it first"
bash templates/weave/filter.sh criteria chapters/report.md "$folder" -o "$file.tmp"
mv "$file.tmp" "$file"
echo "$file"
