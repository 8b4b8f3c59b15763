#!/usr/bin/env bash
# figure.sh NAME DATA PAGE PRINT [CSV...] - draws figures/NAME.gp from a CSV in DATA:
# NAME's, up to a hyphen; or from all CSVs that are named.
#
# PRINT gets the colours as style.gp names them. PAGE gets a variable for each,
# so that a figure on a page follows its theme, and is made lean. Both appear whole or
# not at all; PAGE, which make looks at, is the last. They are as old as their reading of
# the data: what changes meanwhile is not missed.
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
csv=${1-$data/${name%%-*}.csv} script=${page%.svg}.gp
new=$page.$$
trap 'rm -f "$new".*.tmp' EXIT
# gnuplot does not heed a full disk: cat does.
"$GNUPLOT" -e "csv = '$csv'; csvs = '$*'; name = '${name//-/_}'; output = '/dev/stdout'" \
    -c "figures/$name.gp" | cat > "$new.print.tmp" || {
    echo "site: figures/$name.gp failed on $csv" >&2
    exit 1
}

awk -f templates/weave/figure.awk figures/style.gp "$new.print.tmp" > "$new.page.tmp"
cp "figures/$name.gp" "$new.script.tmp"
touch -d "$begun" "$new.print.tmp" "$new.page.tmp"
mv "$new.script.tmp" "$script"
mv "$new.print.tmp" "$print"
mv "$new.page.tmp" "$page"
trap - EXIT
