#!/usr/bin/env bash
# page.sh OUT PAGE - makes a page of what try.sh has found, with a figure if something was timed.
set -eu -o pipefail
out=$1 page=$2
! grep -q "^yours," "$out/result.csv" ||
    bash templates/weave/figure.sh lab . "$out/figure.svg" "$out/print.svg" "$out/result.csv"
bash templates/weave/weave.sh html chapters/lab.md . "$page" "$out"
