#!/usr/bin/env bash
# try.sh LAB KERNEL OUT - compiles a submission to a lab, checks and measures it, and gives points:
# OUT/result.csv says what was measured, or what is wrong, OUT/points.csv what that is worth, and
# OUT/printed.txt what the submission or its compiler printed. OUT appears whole or not at all.
#
# c.sh and cu.sh say how submissions in either language are compiled and run.
#
# BOXED=1 insists on a sandbox. The exit status is 0 if there are points, however few, and 1 if the grader failed.
set -eu -o pipefail
export LC_ALL=C
here=${BASH_SOURCE%/*}
source "$here/box.sh"
[[ $boxed || ! ${BOXED-} ]] || { echo "there is no sandbox on $HOSTNAME: $unboxed" >&2; exit 1; }
lab=$1 kernel=$2 out=$3
about=chapters/labs/$lab programs=build/lab/$lab
starter=("$about"/starter.*) kind=${starter[0]##*.}
# shellcheck source=cu.sh
source "$here/$kind.sh"
new=$(realpath -m "$out.$$.new")
rm -rf "$new"
mkdir -p "$new/made"
trap 'rm -rf "$new"' EXIT

cp "$kernel" "$new/submission.$kind"
status=0
compile > "$new/printed.txt" 2>&1 || status=$?
if ((status != 0)); then
    printf '# fault: not_compiled\n# said: it does not compile\nvariant,kind,bytes,ms,ms_low,ms_high,samples,gbs\n' > "$new/result.csv"
    width=0 notes=''
else
    check || {
        status=$?
        case $status in
        124 | 137) echo "try: the grader took more than 120 seconds" >&2 ;;
        [0-9] | [0-9][0-9]) ;; # it has said why
        *) echo "try: the grader ended with status $status" >&2 ;;
        esac
        exit 1
    }
    width=$(width) notes=$(notes)
fi
{
    echo "# schema: 1"
    echo "# lab: $lab"
    [[ ! $notes ]] || echo "$notes"
    echo "# load_bytes: $width"
    cat "$new/result.csv"
} > "$new/whole"
mv "$new/whole" "$new/result.csv"
awk -f "$here/../run/csv.awk" -f "$here/points.awk" "$about/rubric.csv" "$new/result.csv" > "$new/points.csv"
head -c 20000 "$new/printed.txt" | tr -cd '\11\12\40-\176' > "$new/whole"
mv "$new/whole" "$new/printed.txt"
rm -rf "$new/made" "$out"
mv -T "$new" "$out"
