#!/usr/bin/env bash
# changes.sh FLEET [BEFORE] - what has changed on each GPU of a fleet since BEFORE, an earlier run of it? Adds
# build/fleet/changes.txt to what judge.sh has made: a line for each GPU with its name, the answer, by how
# many percent the experiment that lost most is faster, and what changed. The worst come first. Without
# BEFORE there is no such file.
#
# GPUs are compared by the names of their folders, and as `make compare-results` does.
#
# The answers are changed, host_changed (the GPU is the same, and its host is not), cannot_be_told, same, gone
# (it is only in BEFORE), new (it is only in FLEET), and replaced (now it is another model).
set -eu -o pipefail
export LC_ALL=C
shopt -s nullglob

fleet=$(realpath -m "$1") to=build/fleet here=${BASH_SOURCE%/*}
if [[ ! ${2-} ]]; then
    [[ ! -e $to/changes.txt ]] || { rm "$to/changes.txt" && touch "$to/judged"; }
    exit 0
fi
before=$(realpath -m "$2")
[[ -d $before/results ]] || { echo "fleet: there is no folder $before/results: BEFORE= names an earlier run, such as FLEET= does" >&2; exit 1; }
[[ ! -e $to/changes.txt || $to/judged -nt $to/changes.txt || $(< "$to/since") != "$before" ||
    $(find "$before/results" "$here/../run" -cnewer "$to/changes.txt" -print -quit) ]] || exit 0
source "$here/../run/this_machine.sh"
export work
work=$(mktemp -d "$to/tmp.XXXXXX")
trap 'rm -rf "$work"' EXIT

# Prints a line about a GPU.
say() { printf '%s\t%s\t%s\t%s\n' "$@"; }
compare() {
    local was=$before/results/$1 now=$fleet/results/$1 gpu said status=0
    gpu=$(gpu_of "$now")
    if [[ ! -e $was/machine.csv ]]; then
        say "$1" cannot_be_told 0 "its earlier results have no machine.csv"
    elif ! said=$(bash "$here/../run/validate.sh" "$was"/*.csv 2>&1 | head -n 1; exit "${PIPESTATUS[0]}"); then
        say "$1" cannot_be_told 0 "its earlier results have a fault: ${said#"$before/results/"}"
    elif [[ $(gpu_of "$was") != "$gpu" ]]; then
        say "$1" replaced 0 "it was another model: $(gpu_of "$was")"
    else
        said=$(bash "$here/../run/compare.sh" --lines "$was" "$now") || status=$?
        [[ $status == [013] ]] || exit 255
        sort -t $'\t' -k 1,1n -k 5,5g <<< "$said" | awk -F '\t' -v name="$1" -v gpu="$gpu" '
            function say_of(part) { return text[part] (text[part] == "" ? "" : "; ") sum[part] }
            $1 == 2 && $3 != "" && $6 != "agrees" {
                part = $7
                text[part] = text[part] (text[part] == "" ? "" : ", ") $3 ($6 == "disagrees" ? sprintf(" %+.1f %%", $5) : $6 ~ /program/ ? " " $6 : " cannot be told")
                if ($6 == "disagrees" && !(part in worst)) worst[part] = $5
            }
            $1 == 4 && $3 != "" { verdict[$3] = $6; sum[$3] = $4; sub(/^[^:]*: /, "", sum[$3]) }
            END {
                own = gpu == "" ? "host" : "GPU"
                answer = verdict[own] == "disagree" ? "changed" : verdict[own] != "agree" ? "cannot_be_told" : \
                    verdict["host"] == "disagree" ? "host_changed" : "same"
                if (!(own in sum)) sum[own] = "no value in common with its earlier results"
                print name "\t" answer "\t" worst[answer == "host_changed" ? "host" : own] + 0 "\t" say_of(own) \
                    (own == "GPU" && "host" in sum && verdict["host"] != "agree" ? "; its host: " say_of("host") : "")
            }'
    fi
}
export -f say facts_in gpu_of compare
export fleet before here
# The sound folders of this run, and all of the earlier one.
column_of name "$to/gpus.csv" | sort > "$work/now"
find -L "$before/results" -mindepth 1 -maxdepth 1 -type d -name '[!.]*' -printf '%f\n' | sort > "$work/was"
find -L "$fleet/results" -mindepth 1 -maxdepth 1 -name '[!.]*' -printf '%f\n' | sort > "$work/there"
# shellcheck disable=SC2016 # the inner bash expands them
{
    comm -12 "$work/now" "$work/was" |
        xargs -r -n 20 -P "$(nproc)" bash -c 'for name; do compare "$name"; done > "$work/lines.$$"' _
    cat "$work"/lines.*
    comm -13 "$work/there" "$work/was" | sed 's/$/\tgone\t0\tit was measured before, and not now/'
    comm -23 "$work/now" "$work/was" | sed 's/$/\tnew\t0\tit is measured for the first time/'
} | awk -F '\t' '{ print index("changed gone replaced cannot_be_told host_changed new same", $2) "\t" $0 }' |
    sort -t $'\t' -k 1,1n -k 4,4g -k 2,2 | cut -f 2- > "$work/changes.txt"
echo "$before" > "$to/since"
mv "$work/changes.txt" "$to/changes.txt"
touch "$to/judged"
touch "$to/changes.txt"
