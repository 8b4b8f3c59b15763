#!/usr/bin/env bash
# processes.sh FOLDER PASSES NAME... - how far apart are processes? Measures all these programs anew,
# PASSES times, and writes FOLDER/processes.csv: for each row of each table the least, the median and
# the most that a process found. The tables of the last pass are the ones in FOLDER.
#
# The passes are kept in build/processes/<folder>/1/. Passes of other cards of the same kind count as
# well if their tables are laid beside, as build/processes/<folder>/2/<pass>/NAME.csv and so on.
#
# Rows of other experiments stay in processes.csv as they were, and for each of these experiments a
# note says of which commit and date they are.
set -eu -o pipefail
export LC_ALL=C
folder=$1 passes=$2
shift 2
[[ $passes =~ ^[1-9][0-9]?$ ]] || { echo "processes: PASSES=$passes: a number from 1 to 99, such as 5" >&2; exit 2; }
(($#)) || { echo "processes: there is nothing to measure: name an experiment, such as ONLY=host_copy" >&2; exit 2; }

kept=build/processes/${folder##*/} names=("${@/%/.csv}") latest=''
for ((pass = 1; pass <= passes; pass++)); do
    echo "processes: pass $pass of $passes" >&2
    make -s --no-print-directory measure ONLY="$*"
    mkdir -p "$kept/1/$pass"
    for name; do
        # There is no table where this machine cannot measure it.
        [[ -e $folder/$name.csv ]] || continue
        latest=$kept/1/$pass/$name.csv
        cp "$folder/$name.csv" "$latest"
    done
done

[[ $latest ]] || { echo "processes: this machine can measure none of these: $*" >&2; exit 77; }

# Earlier there may have been more passes, of other programs.
for older in "$kept"/1/*/; do
    (($(basename "$older") <= passes)) || rm -f "${names[@]/#/$older}"
done

shopt -s nullglob
cards=("$kept"/*/) tables=()
for name in "${names[@]}"; do tables+=("$kept"/*/*/"$name"); done
rows=$(awk -f "${BASH_SOURCE%/*}/csv.awk" -f "${BASH_SOURCE%/*}/processes.awk" "${tables[@]}")
now=" $(cut -d, -f1 <<< "$rows" | sort -u | paste -sd' ') "
# older [ONLY_NOTES] - prints the rows, or the notes, of experiments that were not measured now.
older() {
    [[ ! -e $folder/processes.csv ]] || awk -v now="$now" -v only_notes="${1-}" \
        -f "${BASH_SOURCE%/*}/csv.awk" -f "${BASH_SOURCE%/*}/older.awk" "$folder/processes.csv"
}
{
    echo "# program: processes"
    sed -nE '/^# (machine|cuda|clocks|gpu|cpu|schema|commit|date): /p' "$latest"
    echo "# options: PASSES=$passes"
    echo "# cards: ${#cards[@]}"
    older only_notes
    echo "$rows"
    older
} > "$folder/processes.csv.tmp"
mv "$folder/processes.csv.tmp" "$folder/processes.csv"
awk -v most=20 -f "${BASH_SOURCE%/*}/csv.awk" -f "${BASH_SOURCE%/*}/widest.awk" "$folder/processes.csv"
