#!/usr/bin/env bash
# grade.sh LAB FOLDER - grades what students handed in: FOLDER has a file <student>.c (or .cu) for each, or a
# <student>/ with one such file in it. Submissions are tried one after the other, or by Slurm on several nodes at
# once, if SLURM= has options of srun. One that was graded already is not tried again, unless it, the lab, the
# grader or the machine has changed.
#
# It makes build/grades/<lab>/:
#
#     grades.csv                a line per student of this folder; what others were told stays
#     class.html                how the class did, with names only if NAMES=1
#     <student>.html            what a student is told
#     <student>/results.json    the same for Gradescope, and beside it all that try.sh found
#
# The exit status is 1 if a submission could not be graded.
set -eu -o pipefail
shopt -s nullglob extglob
export LC_ALL=C
here=${BASH_SOURCE%/*}
source "$here/box.sh"
lab=$1 folder=${2%/}
stop() {
    echo "grade: $*" >&2
    exit 1
}
[[ -d $folder ]] || stop "there is no folder '$folder': SUBMISSIONS= names the one with a file per student"
starter=(chapters/labs/"$lab"/starter.*) kind=${starter[0]##*.}
without='runs programs of students without one: they could then read and change whatever you can'
[[ $kind == c ]] || without='compiles without one: the compiler shows students whatever file they include'
[[ $boxed || ${UNBOXED-} == 1 || ${SLURM-} ]] || stop "there is no sandbox here: $unboxed. UNBOXED=1 $without"
[[ ${UNBOXED-} == 1 ]] || export BOXED=1
[[ $boxed || ${BOXED-} ]] || echo "grade: without a sandbox, as UNBOXED=1 asks" >&2
out=build/grades/$lab
mkdir -p "$out"

# The students, and what each handed in. A link could lead to somebody else's file.
declare -A handed
failed=0
for each in "$folder"/*; do
    # Moodle exports 'Ada Müller_27_assignsubmission_file_', for example. What would not be safe in a table, a path or
    # a link becomes an underscore.
    name=${each##*/} name=${name%."$kind"} files=("$each")
    name=$(printf %s "$name" | tr -c 'A-Za-z0-9 ._\200-\377-' _)
    iconv -f UTF-8 -t UTF-8 <<< "$name" > /dev/null 2>&1 || name=${name//[! -~]/_}
    shown=${each//[[:cntrl:]]/_}
    [[ ! -d $each || -L $each ]] || files=("$each"/*."$kind")
    [[ -d $each || $each == *."$kind" ]] || {
        echo "grade: $shown is passed over: it is no folder, and not called <student>.$kind" >&2
        continue
    }
    fault=''
    if ((${#files[@]} != 1)); then
        fault="it has ${#files[@]} files .$kind, and one is needed"
    elif [[ -L $each || -L ${files[0]} || ! -f ${files[0]} ]]; then
        fault="it is no plain file"
    elif [[ ${handed[$name]-} ]]; then
        fault="${handed[$name]} has the same name: rename one of them"
    elif (($(stat -c %s "${files[0]}") > 1000000)); then
        fault="it is larger than 1 MB"
    fi
    if [[ $fault ]]; then
        echo "grade: $shown is left out: $fault" >&2
        failed=1
    else
        handed[$name]=${files[0]}
    fi
done
((${#handed[@]} > 0)) || stop "there is nothing in $folder to grade: put there a file <student>.$kind for each"
mapfile -t students < <(printf '%s\n' "${!handed[@]}" | sort)

# tell WHAT STUDENT - what WHAT.awk tells of the student's submission.
tell() { awk -v name="$2" -f "$here/../run/csv.awk" -f "$here/read.awk" -f "$here/$1.awk" "$out/$2"/{result,points}.csv; }

# Points depend on the machine, or on what Slurm may choose, and on these files: a change of any of that grades all
# students again.
machine=${SLURM-}
[[ $machine ]] || machine=$(nproc; echo "${CUDA_VISIBLE_DEVICES-}"; grep -m 1 '^model name' /proc/cpuinfo; nvidia-smi --query-gpu=name --format=csv,noheader 2> /dev/null) || true
graded=$({ echo "$machine"; cat build/lab/"$lab"/@(grader|runner) chapters/labs/"$lab"/rubric.csv "$here"/{try,box,"$kind"}.sh "$here"/{again,points}.awk "$here"/*width.awk "$here/../run/csv.awk"; } | cksum)
of=${#students[@]}

# A node's files may appear here late. A folder that is listed is looked at anew.
# shellcheck disable=SC2317 # grade calls it
arrived() { # STUDENT
    for ((seconds = 0; seconds < 60; seconds++)); do
        ls "$out" > /dev/null
        [[ ! -e $out/$1/points.csv ]] || return 0
        sleep 1
    done
    echo "its results have not appeared here within a minute: the nodes have to share the folder $PWD" >&2
    return 1
}

# grade AT STUDENT FILE - grades the submission number AT.
# shellcheck disable=SC2317 # xargs calls it
grade() {
    local at=$1 name=$2 file=$3 said sum where=()
    sum="$graded $(cksum < "$file")"
    [[ ! -e $out/$name/graded.txt || $(< "$out/$name/graded.txt") != "$sum" ]] || return 0
    [[ ! -t 2 ]] || printf '\r\e[Kgrading %d of %d: %s' "$at" "$of" "$name" >&2
    rm -f "$out/$name.html"
    [[ ! ${SLURM-} ]] || read -ra where <<< "srun --quiet --exclusive --nodes=1 --ntasks=1 $SLURM"
    # Somebody else at work on the machine is not to cost a student points.
    for _ in 1 2 3; do
        rm -rf "${out:?}/$name" # so that nothing old is taken for its result
        said=$({ "${where[@]}" bash "$here/try.sh" "$lab" "$file" "$out/$name" && arrived "$name"; } 2>&1) || {
            echo "grade: $name could not be graded: $said" >&2
            return 1
        }
        awk -f "$here/../run/csv.awk" -f "$here/again.awk" "$out/$name/points.csv" || break
    done
    echo "$sum" > "$out/$name/graded.txt"
}
export -f grade arrived
export lab here out graded of
for ((at = 1; at <= of; at++)); do
    printf '%s\0' $at "${students[at - 1]}" "${handed[${students[at - 1]}]}"
done | xargs -0 -n 3 -P "$([[ ${SLURM-} ]] && echo 32 || echo 1)" bash -eu -c 'grade "$@"' grade || failed=1
[[ ! -t 2 ]] || printf '\r\e[K' >&2

{
    echo "# schema: 1"
    echo "# lab: $lab"
    echo "student,points,of,fault,gbs,percent_of_best,percent_of_limit,load_bytes,noise_percent"
    for name in "${students[@]}"; do
        [[ -e $out/$name/graded.txt ]] || continue
        tell grades "$name"
        tell gradescope "$name" > "$out/$name/results.json"
    done
} > "$out/grades.csv.tmp"
mv "$out/grades.csv.tmp" "$out/grades.csv"

# Pages are made side by side, once nothing is measured any more.
if command -v "$PANDOC" > /dev/null && command -v "$GNUPLOT" > /dev/null; then
    for name in "${students[@]}"; do
        [[ ! -e $out/$name/graded.txt || $out/$name.html -nt $out/$name/graded.txt ]] || printf '%s\0' "$name"
    done | xargs -0r -P "$(nproc)" -I {} bash "$here/page.sh" "$out/{}" "$out/{}.html"
    awk -f "$here/../run/csv.awk" -f "$here/distribution.awk" "$out/grades.csv" > "$out/distribution.csv"
    bash templates/weave/figure.sh class . "$out/class.svg" "$out/class.print.svg" "$out/distribution.csv"
    bash templates/weave/weave.sh html chapters/class.md . "$out/class.html" "$out"
    echo "The class: $out/class.html"
else
    echo "grade: pages were left out: they need pandoc and gnuplot: run 'make setup'" >&2
fi
noisy=$(awk "$(< "$here/../run/csv.awk")"'
    line_is == "row" && $column["noise_percent"] + 0 >= 10 {
        printf "\n    %s: %d %%", $column["student"], $column["noise_percent"]
    }' "$out/grades.csv")
[[ ! $noisy ]] || echo "grade: the machine was busy, so these bandwidths are uncertain; to measure one again, remove its folder in $out:$noisy" >&2
echo "$of graded: $out/grades.csv"
exit $failed
