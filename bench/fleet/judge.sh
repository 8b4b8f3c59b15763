#!/usr/bin/env bash
# judge.sh FLEET - sets the GPUs of a fleet beside each other: from the folders FLEET/results/<name>/,
# each of them like results/<machine>/, it makes build/fleet/, which judge.awk describes. A folder
# that has not changed is not read again.
#
# A folder with a fault is left out, and build/fleet/left_out.txt says why. If no folder is left,
# everything stays as it was.
set -eu -o pipefail
export LC_ALL=C

fleet=$(realpath -m "$1") to=build/fleet here=${BASH_SOURCE%/*}
source "$here/../run/this_machine.sh"
stop() {
    echo "fleet: $*" >&2
    exit 1
}
[[ -d $fleet/results ]] || stop "there is no folder $fleet/results: FLEET= names the folder that has results/<name>/ in it"
# Another fleet is judged anew, and so is this one if the programs have changed.
if [[ ! -e $to/read || $(< "$to/of") != "$fleet" || $(find "$here" "$here/../run" "$here/../criteria" -newer "$to/read" -print -quit) ]]; then
    rm -rf "$to/rows" "$to/criteria" "$to/faults" "$to/read"
fi
mkdir -p "$to/rows" "$to/criteria" "$to/faults" "$to/gpu"
[[ -e $to/read ]] || echo "$fleet" > "$to/of"
work=$(mktemp -d "$to/tmp.XXXXXX")
trap 'rm -rf "$work"' EXIT
touch "$work/read"

# Which folders are new or gone, and in which has something changed since they were read? A hidden
# folder is still being measured. A file may be one that somebody wanted to unpack.
names_in() { find -L "$1" -mindepth 1 -maxdepth 1 -printf '%f\n' | sort; }
find -L "$fleet/results" -mindepth 1 -maxdepth 1 -name '[!.]*' \
    \( -type d -o -type l -o -name '*.csv' -o -name '*.tar*' -o -name '*.tgz' -o -name '*.zip' \) -printf '%y %f\n' | sort > "$work/seen"
[[ -e $to/read ]] || : > "$to/seen"
cut -c 3- "$work/seen" | sort > "$work/names"
{
    comm -23 "$work/seen" "$to/seen" | cut -c 3-
    [[ ! -e $to/read ]] || find -L "$fleet/results" -mindepth 1 -maxdepth 2 -cnewer "$to/read" -printf '%P\n' | cut -d / -f 1
} | sort -u | comm -12 - "$work/names" > "$work/changed"
cut -c 3- "$to/seen" | sort | comm -13 "$work/names" - > "$work/gone"
bash "$here/labels.sh" "$fleet/labels" > "$work/labels.txt"
[[ -s $work/changed || -s $work/gone || ! -e $to/read ]] || ! cmp -s "$work/labels.txt" "$to/labels.txt" || exit 0

# If this run does not come to its end, the next one reads all folders.
rm -f "$to/read"
while IFS= read -r name; do
    folder=$fleet/results/$name nested=("$fleet/results/$name"/*/machine.csv) fault=''
    rm -f "$to/rows/$name" "$to/criteria/$name" "$to/faults/$name"
    # Skip a folder that is gone, and an archive that has been unpacked beside it.
    [[ -L $folder || -e $folder && (-d $folder || ! -d $fleet/results/${name%%.*}) ]] || continue
    if [[ ! -e $folder ]]; then
        fault="it is a link that leads nowhere: mend it, or remove it"
    elif [[ ! -d $folder ]]; then
        fault="it is no folder: unpack it, or put it into one"
    elif [[ ! $name =~ ^[a-z0-9][a-z0-9-]*$ ]]; then
        fault="rename it: lower case, digits and hyphens"
    elif [[ ! -e $folder/machine.csv && -e ${nested[0]} ]]; then
        deeper=${nested[0]%/machine.csv}
        fault="its results are a folder deeper: move up what is in $name/${deeper##*/}"
    elif [[ ! -s $folder/machine.csv ]]; then
        fault="it has no machine.csv: measure it again"
    fi
    [[ $fault ]] && echo "$fault" > "$to/faults/$name" || echo "$name"
done < <(cat "$work/gone" "$work/changed") > "$work/sound"

# Only some folders are read at a time, because a list of arguments has a limit.
files_of() {
    local name
    files=()
    for name; do files+=("$fleet/results/$name"/*.csv); done
}
check() { files_of "$@"; bash "$here/../run/validate.sh" "${files[@]}" 2>> "$work/said.$$" || :; }
read_rows() { files_of "$@"; awk -v to="$to/rows" -f "$here/../run/csv.awk" -f "$here/rows.awk" "${files[@]}"; }
# The lines of rows.awk have what the models' criteria say of the GPUs, too.
accept() {
    local folders=("${@/#/$fleet/results/}") gpu its said name verdict reason
    grep -h '^gpu,' "${folders[@]/%//machine.csv}" | sort -u | while IFS= read -r gpu; do
        mapfile -t its < <(grep -lFx "$gpu" "${folders[@]/%//machine.csv}")
        said=$(bash "$here/../run/accept.sh" --lines "${its[@]%/machine.csv}" 2>&1) || { echo "$said" >&2; exit 255; } # all others would meet the same fault
        while IFS=$'\t' read -r name verdict reason; do
            printf '!\t%s\tcriteria\t%s\t%s\n' "$name" "$verdict" "$reason" > "$to/criteria/$name"
        done <<< "$said"
    done
}
add_up() { for name; do measured_in "$fleet/results/$name"; done | xargs -d '\n' cksum >> "$work/sums.$$"; }
merge() { sort -m --batch-size=40 "${@/#/$to/rows/}" > "$work/merged.$$"; }
by_folders() { xargs -r -n 40 -P "$(nproc)" bash -c "$1"' "$@"' _; }
export fleet to here work
export -f measured_in files_of check read_rows accept add_up merge

# Keep the first fault of each folder, without the path that all have in common.
by_folders check < "$work/sound"
touch "$work/said"
cat "$work"/said* | awk -v start="$fleet/results/" -v to="$to/faults/" '
    index($0, start) != 1 { print > "/dev/stderr"; failed = 1; next }
    { text = substr($0, length(start) + 1); name = substr(text, 1, index(text, "/") - 1) }
    !count[name]++ { first[name] = text }
    END {
        for (name in first) {
            print first[name] (count[name] > 1 ? " (and " count[name] - 1 " more)" : "") > (to name)
            close(to name)
        }
        exit failed
    }' || stop "the results could not be checked"
names_in "$to/faults" | comm -13 - "$work/sound" > "$work/whole"
by_folders read_rows < "$work/whole"
by_folders accept < "$work/whole" || stop "the criteria have a fault"

names_in "$to/faults" | while IFS= read -r name; do
    [[ -d $fleet/results/${name%%.*} && ! -d $fleet/results/$name ]] || # it has been unpacked
        printf '%s\t%s\n' "$name" "$(< "$to/faults/$name")"
done > "$work/left_out.txt"
# Two GPUs never measure the same: a folder is a copy if all tables that it shares with
# another one are the same. (GPUs of one node may have the tables of its CPU in common.)
# shellcheck disable=SC2016 # not the shell's to expand
same='function compare(    t, u, other) {
        for (t in its) if (other == "" && its[t] in owner) {
            other = owner[its[t]]
            for (u in its) if ((other, u) in sum && sum[other, u] != its[u]) other = ""
        }
        if (other != "") print name, "the same measurements as " other ": remove one of the two"
        else for (t in its) { sum[name, t] = its[t]; if (!(its[t] in owner)) owner[its[t]] = name }
    }
    $(NF - 1) "" != name { compare(); split("", its); name = $(NF - 1) }
    { split($0, word, " "); its[$NF] = word[1] " " word[2] }
    END { compare() }'
names_in "$to/rows" | by_folders add_up
touch "$work/sums"
sort -k 3 "$work"/sums* | awk -F / -v OFS='\t' "$same" >> "$work/left_out.txt"
cut -f 1 "$work/left_out.txt" | sort | comm -13 - <(names_in "$to/rows") > "$work/good"
[[ -s $work/good ]] || {
    sed "s|\t|: |" "$work/left_out.txt" >&2
    stop "there are no sound results in $fleet/results; the old page stays"
}

mkdir "$work/new" "$work/new/gpu"
touch "$work/new"/{criteria,versions}.txt
# Each folder's lines are sorted already, and are merged in two steps because files can be open only so many at once.
by_folders merge < "$work/good"
{
    sed 's/\t/\tlabel\t/; s/^/!\t/' "$work/labels.txt"
    find "$to/criteria" -type f -exec cat {} +
    sort -m --batch-size=40 -T "$work" "$work"/merged.*
} | awk -v to="$work/new" -f "$here/judge.awk"
# The page of a GPU shows the rows of each experiment that are furthest off. Names are compared as
# text, because 10 is not 1e1.
awk "$(< "$here/../run/csv.awk")"'
    line_is == "row" {
        off = $column["off"]
        print $column["name"] "," $column["experiment"] "," $column["verdict"] "," (off < 0 ? -off : off) "," $0
    }' "$work/new/outliers.csv" | sort -t , -k 1,2 -k 3,3r -k 4,4gr |
    awk -F , -v to="$work/new/gpu/" '
        $1 "" != name { if (name != "") close(file); name = $1; file = to name "-outliers.csv"; split("", n) }
        ++n[$2] <= 4 { sub(/^([^,]*,)([^,]*,)([^,]*,)([^,]*,)/, ""); print >> file }'

# If nothing new is known of a GPU, its page is not made again.
for old in "$to/gpu"/*; do [[ -e $work/new/gpu/${old##*/} ]] || rm -f "$old"; done
for facts in "$work/new/gpu"/*; do
    cmp -s "$facts" "$to/gpu/${facts##*/}" || mv "$facts" "$to/gpu/"
done
rm -rf "$work/new/gpu" "$to"/*.csv
mv "$work/new"/* "$work"/{labels.txt,left_out.txt,seen} "$to/"
mv "$work/read" "$to/read"
touch "$to/judged"
