#!/usr/bin/env bash
# criteria.sh REFERENCE MACHINE TABLE... - writes bench/criteria/<model>.csv from the results of a machine:
# what each GPU of its model must reach.
set -eu -o pipefail
stop() {
    echo "criteria: $*" >&2
    exit 1
}
source bench/run/this_machine.sh
folder=$(folder_of "${2:-build/results/here}") || stop "$folder"
bash bench/run/validate.sh "$folder"/*.csv
gpu=$(gpu_of "$folder")
[[ $gpu ]] || stop "$folder is of a machine without a GPU: choose another with MACHINE="
file=bench/criteria/$(model_of "$gpu").csv
[[ ! -e $file ]] || stop "$file is there, and may have been edited: remove it first"
"$PANDOC" --lua-filter=templates/weave/criteria.lua --from=markdown --to=plain --wrap=none -M target=query \
    -M file=chapters/report.md -M out=query.txt -M machine="${folder##*/}" -M reference="$1" \
    -M experiments="${*:3}" -M results="$folder" -o "$file.tmp" /dev/null
mv "$file.tmp" "$file"
echo "$file"
