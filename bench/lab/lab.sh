#!/usr/bin/env bash
# lab.sh LAB KERNEL - tries a submission, says what it is worth, and makes a page of that:
# build/lab/<lab>/<name>.html, with the folder <name>/ beside it that try.sh fills.
set -eu -o pipefail
here=${BASH_SOURCE%/*}
source "$here/box.sh"
lab=$1 kernel=$2
name=$(basename "${kernel%.*}" | tr -c 'A-Za-z0-9_\n-' _)
out=build/lab/$lab/$name
[[ $boxed || $kernel == *.cu ]] || echo "lab: there is no sandbox here, so try only what you trust: $unboxed" >&2
bash "$here/try.sh" "$lab" "$kernel" "$out"
echo "$lab, $kernel:"
awk -f "$here/../run/csv.awk" -f "$here/read.awk" -f "$here/say.awk" "$out/result.csv" "$out/points.csv" | sed 's/^/  /'
[[ ! -s $out/printed.txt ]] || { echo "  it printed (all of it is in $out/printed.txt):"; head -n 10 "$out/printed.txt" | sed 's/^/    /'; }
if command -v "$PANDOC" > /dev/null && command -v "$GNUPLOT" > /dev/null; then
    bash "$here/page.sh" "$out" "$out.html"
    echo "  the same as a page: $out.html"
else
    echo "  (a page of this needs pandoc and gnuplot: run 'make setup')"
fi
