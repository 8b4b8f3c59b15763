#!/usr/bin/env bash
# page.sh OUT PAGE - makes a page of what try.sh has found, with a figure beside it.
set -eu -o pipefail
out=$1 page=$2
bash templates/weave/figure.sh lab . "$out/figure.svg" "$out/print.svg" "$out/result.csv"
bash templates/weave/weave.sh html chapters/lab.md . "$page" "$out"
