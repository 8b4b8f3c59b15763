#!/usr/bin/env bash
# weekly.sh FOLDER - measures a fleet anew and says what has changed since last time, for cron and the like.
# README.md has the lines.
#
# FOLDER has a plan, and labels if you like. Each run gets a folder of its own there, named by the day, which
# is a fleet's folder in every respect. No other run's folder is touched. A second run on the same day
# measures what the first one lacks. The output is kept in the folder's said.txt, beside what the page says
# for programs. The exit status is not 0 if something is missing, slow or has changed; a changed host alone is only
# named.
set -eu -o pipefail
shopt -s nullglob
fleet=$(realpath -m "${1-}")
cd "${BASH_SOURCE%/*}/../.."
[[ -s $fleet/plan ]] || { echo "weekly: there is no $fleet/plan: name the folder that has one (see bench/fleet/README.md)" >&2; exit 1; }
exec 9>> "$fleet/lock"
flock -n 9 || { echo "weekly: an earlier run is still at work in $fleet" >&2; exit 1; }

now=$fleet/$(date +%F)
before=''
for folder in "$fleet"/????-??-??/results/*/; do
    [[ ! $folder < $now ]] || before=${folder%/results/*}
done
mkdir -p "$now" "$fleet/built"
ln -sfnT ../built "$now/built" # what was compiled serves all runs
cp "$fleet/plan" "$fleet"/label[s] "$now"
{
    status=0
    make --silent fleet FLEET="$now" || status=1
    make --silent fleet-page FLEET="$now" BEFORE="$before" || status=1
    # If the page could not be made, the one that is there may be another run's.
    [[ ! -e build/fleet/read || $(< build/fleet/of) != "$now" || ! build/site/fleet.html -nt build/fleet/judged ]] ||
        cp build/site/fleet.{csv,json,prom} "$now"
    exit $status
} 2>&1 9>&- | tee -a "$now/said.txt"
