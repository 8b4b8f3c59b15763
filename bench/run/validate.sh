#!/usr/bin/env bash
# validate.sh CSV... - are these results whole and sound? Each fault is said in one
# line, with its file, line, column and cure; then the exit status is 1.
set -eu -o pipefail
export LC_ALL=C

some='' cut=' ' failed=''
for csv; do
    # What awk does not tell apart: no file, no line at all, a last line without an end.
    if [[ ! -f $csv || ! -s $csv || ! -r $csv ]]; then
        echo "$csv: it is empty or cannot be read as a file: take it back from git, or measure it again" >&2
        failed=1
        continue
    fi
    some=1
    mapfile lines < "$csv"
    [[ ${lines[-1]} == *$'\n' ]] || cut+="$csv "
done
[[ ! $some ]] || awk -v bench="${BASH_SOURCE%/*}/.." -v cut="$cut" \
    -f "${BASH_SOURCE%/*}/validate.awk" -- "$@" || failed=1
[[ ! $failed ]]
