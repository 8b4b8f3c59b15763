#!/usr/bin/env bash
# validate.sh FILE|FOLDER... - are these results whole and sound, and do they hide whose machine it was?
# All tables and machine code of a folder are checked, and it may hold nothing else. Each fault is
# one line on standard error, with its file, line, column and cure. The exit status is then 1.
set -eu -o pipefail
export LC_ALL=C

here=${BASH_SOURCE%/*} some='' cut=' ' failed='' tables=() sass=()
fault() {
    echo "$1" >&2
    failed=1
}
for each; do
    [[ -d $each && $each != *.csv ]] || { tables+=("$each") && continue; }
    while read -r -d '' file; do
        case ${file#"${each%/}/"} in
        *[!a-z0-9_]*.csv | */*.csv) fault "$file: no table has such a name: rename it, or remove it" ;;
        *.csv) tables+=("$file") ;;
        sass/*.sass) sass+=("$file") ;;
        *) fault "$file: nothing reads it, and results are published: remove it" ;;
        esac
    done < <(find "$each" -type f ! -name '*.tmp' ! -path '*/.sass.new/*' -print0 | sort -z)
done
# Just what sass.sh writes: no names of files.
while IFS=: read -r file line _; do
    fault "$file:$line: this is no line of machine code: results are published: take it out"
done < <(grep -m 1 -HnvE '^# (kernel|arch|commit): [A-Za-z0-9_.-]+$|^/\*[0-9a-f]+\*/ +[^"/]+$' "${sass[@]}" < /dev/null)
for csv in "${tables[@]}"; do
    # awk does not distinguish a missing file, an empty one and a last line without an end.
    if [[ ! -f $csv || ! -s $csv || ! -r $csv ]]; then
        fault "$csv: it is empty or cannot be read as a file: take it back from git, or measure it again"
        continue
    fi
    some=1
    mapfile lines < "$csv"
    [[ ${lines[-1]} == *$'\n' ]] || cut+="$csv "
done
[[ ! $some ]] || awk -v bench="$here/.." -v cut="$cut" -v own="$(id -un) ${HOSTNAME-} ${HOSTNAME%%.*}" \
    -f "$here/csv.awk" -f "$here/validate.awk" -- "${tables[@]}" || failed=1
[[ ! $failed ]]
