#!/usr/bin/env bash
# headlines.sh FOLDER - adds the headline numbers of the results in FOLDER to its history.csv. Where pandoc
# is missing the history stays as it was.
set -eu -o pipefail
command -v "$PANDOC" > /dev/null || {
    echo "record: the history has no rows of this recording: pandoc is missing: run 'make setup'" >&2
    exit 0
}
trap 'rm -f "$1/history.csv.tmp"' EXIT
bash templates/weave/filter.sh headlines chapters/report.md "$1" -o "$1/history.csv.tmp"
# Results without a headline number, such as those between GPUs alone, have no history.
! grep -q '^[0-9]' "$1/history.csv.tmp" || mv "$1/history.csv.tmp" "$1/history.csv"
