#!/usr/bin/env bash
# fleet.sh FLEET - makes the pages of a fleet from build/fleet/: build/site/fleet.html, fleet.csv, .json
# and .prom and, for each GPU, a report and its results, fleet/<name>.html and .tar.gz.
#
# In a fleet of more than a hundred GPUs, only those have reports that are slow, fail their criteria or
# have changed. Reports are made only of GPUs of which something new is known. fleet.html is made last, and until
# then the old one keeps its figures.
set -eu -o pipefail
source bench/run/results.sh

fleet=$1 from=build/fleet site=build/site most=100
mkdir -p "$site/fleet"
shopt -s nullglob

{
    column_of name "$from/named.csv"
    awk -F '\t' '$2 == "fail" || $2 == "changed" { print $1 }' "$from/criteria.txt" "$from"/changes.tx[t]
    (($(wc -l < "$from/gpus.csv") - 1 > most)) || column_of name "$from/gpus.csv"
} | sort -u > "$from/reports.txt"

# Remove the pages and results of GPUs that have no report any more.
for old in "$site"/fleet/*; do
    name=${old##*/}
    grep -qx "${name%%.*}" "$from/reports.txt" || rm "$old"
done

# A report is old if any of what it is made with is newer.
newest=chapters/gpu.md
for tool in chapters/{report.md,report.lua,names.lua} templates/web/page.html templates/weave/weave.sh templates/weave/*.lua build/url.txt; do
    [[ ! $tool -nt $newest ]] || newest=$tool
done
report() {
    local name=$1
    # The archive tells neither whose the files were nor when they were copied.
    tar -C "$fleet/results" --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --mode=u+rw,go+r \
        -czf "$site/fleet/$name.tar.gz.tmp" "$name"
    mv "$site/fleet/$name.tar.gz.tmp" "$site/fleet/$name.tar.gz"
    bash templates/weave/weave.sh html chapters/gpu.md "$name" "$site/fleet/$name.html" "$fleet/results/$name"
}
export -f report
export fleet site
while IFS= read -r name; do
    facts=$from/gpu/$name page=$site/fleet/$name.html
    [[ $page -nt $facts.csv && $page -nt $facts-outliers.csv && $page -nt $from/rows/$name && $page -nt $newest ]] || echo "$name"
done < "$from/reports.txt" | xargs -r -I {} -P "$(nproc)" bash -eu -c 'report "$@"' _ {}

for data in "$from"/figure-*.csv; do
    number=${data##*-} number=${number%.csv}
    bash templates/weave/figure.sh fleet . "$site/figures/fleet-$number.svg" "build/print/figures/fleet-$number.svg" \
        "$data" "$from/names-$number.csv"
done
cp "$from/fleet.csv" "$site/fleet.csv.tmp"
awk -v json="$site/fleet.json.tmp" -v prom="$site/fleet.prom.tmp" -f bench/run/csv.awk -f bench/fleet/export.awk \
    "$from/gpus.csv" FS='\t' "$from"/{labels,criteria,left_out}.txt "$from"/changes.tx[t] FS=, "$from/fleet.csv"
for file in "$site"/fleet.{csv,json,prom}; do mv "$file.tmp" "$file"; done
bash templates/weave/weave.sh html chapters/fleet.md . "$site/fleet.html"

# Remove figures that only the old page had.
for old in "$site"/figures/fleet-* build/print/figures/fleet-*; do
    number=${old##*/fleet-}
    [[ -e $from/figure-${number%%.*}.csv ]] || rm "$old"
done
