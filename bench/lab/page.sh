#!/usr/bin/env bash
# page.sh OUT PAGE - makes a page of what try.sh has found, with a figure if something was timed.
set -eu -o pipefail
export LC_ALL=C.UTF-8 # a student's name is in it
out=$1 page=$2
if grep -q "^yours," "$out/result.csv"; then
    # A name may have blanks, and a path that a figure is drawn from may not.
    drawn=$(mktemp -d)
    trap 'rm -r "$drawn"' EXIT
    cp "$out/result.csv" "$drawn"
    bash templates/weave/figure.sh lab . "$drawn/figure.svg" "$drawn/print.svg" "$drawn/result.csv"
    cp "$drawn/figure.svg" "$out"
fi
bash templates/weave/weave.sh html chapters/lab.md . "$page" "$out"
