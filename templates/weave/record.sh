#!/usr/bin/env bash
# record.sh FOLDER - adds the headline numbers of the results in FOLDER to its history.csv. Where pandoc
# is missing the history stays as it was.
set -eu -o pipefail
command -v "$PANDOC" > /dev/null || {
    echo "record: the history has no rows of this recording: pandoc is missing: run 'make setup'" >&2
    exit 0
}
"$PANDOC" --lua-filter=templates/weave/record.lua --from=markdown --to=plain --wrap=none -M target=query \
    -M file=chapters/report.md -M out=query.txt -M machine=recorded -M reference="$REFERENCE" \
    -M experiments="$EXPERIMENTS" -M results="$1" -o "$1/history.csv.tmp" /dev/null
mv "$1/history.csv.tmp" "$1/history.csv"
