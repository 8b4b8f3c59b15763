#!/usr/bin/env bash
# history.sh FLEET - how have the numbers of a fleet changed over its runs? If FLEET lies among folders named by
# their days, as weekly.sh makes them, this adds to what judge.sh has made, from the fleet.csv of each day:
#
# build/fleet/runs.csv     how many runs there are, how many numbers they have, and the first and the last day
# build/fleet/history.csv  the numbers that have stepped, and ten others that changed most since the first run
# build/fleet/levels.csv   the levels of these numbers, as bench/run/history.awk finds them
#
# A number is the headline of an experiment on a GPU, with the point and the model of today. Experiments
# that were measured quickly, or with a throttled row, are left out.
set -eu -o pipefail
export LC_ALL=C
shopt -s nullglob

fleet=$(realpath -m "$1") to=build/fleet here=${BASH_SOURCE%/*} runs=()
for csv in "${fleet%/*}"/????-??-??/fleet.csv; do
    [[ ${fleet##*/} != ????-??-?? || ! ${csv%/*} < $fleet ]] || runs+=("$csv")
done
# Has the page made again, and nothing else.
tell() { touch "$to/judged" && touch -c "$to"/{changes.txt,history.csv}; }
# Forgets an earlier history.
forget() {
    [[ ! -e $to/history.csv ]] || { rm "$to"/{runs,levels,history}.csv && tell; }
    exit 0
}
((${#runs[@]})) || forget
[[ ! -e $to/history.csv || $to/judged -nt $to/history.csv ||
    $(find "${fleet%/*}" "${fleet%/*}"/????-??-??{,/fleet.csv} "$0" "$here"/../run/{csv,steps,history}.awk -maxdepth 0 -cnewer "$to/history.csv" -print -quit) ]] ||
    exit 0
work=$(mktemp -d "$to/tmp.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/gpu"

# A file for each GPU, because a year of a thousand would not fit into memory.
reader=$(< "$here/../run/csv.awk")
awk -v today="${fleet##*/}" "$reader"'
    line_is == "header" { run++; date = FILENAME; sub(/\/[^\/]*$/, "", date); sub(/.*\//, "", date) }
    line_is != "row" { next }
    { name = $column["name"]; key = name "/" $column["experiment"]; its = $column["model"] "," $column["point"] "," $column["unit"]; value = $column["value"] }
    run == 1 { now[key] = its }
    value != "-" && $column["quick"] == "no" && !$column["throttled"] && now[key] == its {
        print name "," (run == 1 ? ARGC - 1 "," today : run - 1 "," date) "," key "," $column["unit"] "," value ",-,ok"
    }' "$to/fleet.csv" "${runs[@]}" | sort -t , -k 1,1 -k 2,2n |
    awk -F , -v to="$work/gpu/" '
        $1 "" != name { if (name != "") close(to name); name = $1; print "recording,date,headline,unit,value,identity,status" > (to name) }
        { sub(/^[^,]*,/, ""); print > (to name) }'
# shellcheck disable=SC2016 # the inner shell expands them
find "$work/gpu" -type f -print0 |
    here=$here work=$work xargs -0 -r -n 40 -P "$(nproc)" bash -c \
        'awk -f "$here/../run/csv.awk" -f "$here/../run/steps.awk" -f "$here/../run/history.awk" "$@" > "$work/levels.$$"' _

# Numbers that stepped come first, then numbers that changed, in either case most first.
awk "$reader"'
    line_is != "row" { next }
    { key = $column["headline"] }
    "began" in column { if ($column["began"] == "step") stepped[key] = 1; next }
    !(key in first) { first[key] = $column["value"] }
    { last[key] = $column["value"]; n[key]++ }
    END { for (key in first) if (n[key] > 1) printf "%d,%.9f,%s\n", key in stepped, (last[key] > first[key] ? last[key] / first[key] : first[key] / last[key]), key }
' "$work"/levels.* "$work"/gpu/* < /dev/null | sort -t , -k 1,1r -k 2,2gr -k 3,3 > "$work/all"
awk -F , '$1 || n++ < 10 { print $3 }' "$work/all" > "$work/chosen"
[[ -s $work/chosen ]] || forget
# choose FILE... - one table of these, with the rows of chosen numbers in that order.
choose() {
    awk "$reader"'
        FNR == NR { place[$0] = FNR; next }
        line_is == "header" && !heads++ { print "0," $0 }
        line_is == "row" && $column["headline"] in place { print place[$column["headline"]] "," $0 }' "$work/chosen" "$@" |
        sort -s -t , -k 1,1n | cut -d , -f 2-
}
choose "$work"/levels.* > "$work/levels.csv"
choose "$work"/gpu/* > "$work/history.csv"
first=${runs[0]%/*}
printf '%s\n' runs,numbers,first,last "$((${#runs[@]} + 1)),$(wc -l < "$work/all"),${first##*/},${fleet##*/}" > "$work/runs.csv"
for file in "$work"/{runs,levels,history}.csv; do
    cmp -s "$file" "$to/${file##*/}" || changed=1
    mv "$file" "$to/"
done
[[ ! ${changed-} ]] || tell
