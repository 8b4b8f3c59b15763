#!/usr/bin/env bash
# figure.sh NAME DATA PAGE PRINT [CSV...] - draws figures/NAME.gp from the CSV in DATA that has its
# name up to a hyphen, or from all CSVs that are given.
#
# PRINT has the colours that style.gp names. PAGE has a variable for each, so that a figure follows the
# theme of its page, and is made lean. Both appear whole or not at all; PAGE, which make looks at, is
# the last. They are as old as the reading of the data, so that make notices what changes meanwhile.
set -eu -o pipefail
export LC_ALL=C.UTF-8 # gnuplot complains of ASCII

name=$1 data=$2 page=$3 print=$4
now=${EPOCHREALTIME-$(date +%s.%N)} begun=@${now/,/.}

command -v "$GNUPLOT" > /dev/null || {
    echo "site: gnuplot is missing: run 'make setup'; 'make measure' needs none" >&2
    exit 1
}
[[ -d ${page%/*} && -d ${print%/*} ]] || mkdir -p "${page%/*}" "${print%/*}"
shift 4
csv=${1-$data/${name%%-*}.csv}
new=$page.$$
trap 'rm -f "$new".*.tmp' EXIT
# gnuplot does not notice a full disk, but cat does.
"$GNUPLOT" -e "csv = '$csv'; csvs = '$*'; name = '${name//-/_}'; output = '/dev/stdout'" \
    -c "figures/$name.gp" | cat > "$new.print.tmp" || {
    echo "site: figures/$name.gp failed on $csv" >&2
    exit 1
}
awk -f templates/weave/figure.awk figures/style.gp "$new.print.tmp" > "$new.page.tmp"
cp "figures/$name.gp" "$new.script.tmp"
touch -d "$begun" "$new.print.tmp" "$new.page.tmp"
mv "$new.script.tmp" "${page%.svg}.gp"
mv "$new.print.tmp" "$print"
mv "$new.page.tmp" "$page"
trap - EXIT
