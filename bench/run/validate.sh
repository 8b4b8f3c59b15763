#!/usr/bin/env bash
# validate.sh CSV... - are these results whole and sound? Each fault is one line on standard
# error, with its file, line, column and cure. The exit status is then 1.
set -eu -o pipefail
export LC_ALL=C

here=${BASH_SOURCE%/*} some='' cut=' ' failed=''
for csv; do
    # awk does not distinguish a missing file, an empty one and a last line without an end.
    if [[ ! -f $csv || ! -s $csv || ! -r $csv ]]; then
        echo "$csv: it is empty or cannot be read as a file: take it back from git, or measure it again" >&2
        failed=1
        continue
    fi
    some=1
    mapfile lines < "$csv"
    [[ ${lines[-1]} == *$'\n' ]] || cut+="$csv "
done
[[ ! $some ]] || awk -v bench="$here/.." -v cut="$cut" -f "$here/csv.awk" -f "$here/validate.awk" -- "$@" || failed=1
[[ ! $failed ]]
