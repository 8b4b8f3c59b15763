#!/usr/bin/env bash
# bench.sh - what bench-build.sh and bench-fleet.sh source: a copy of the tree to build
# in, so that what is built here stays, and what a command uses.
# shellcheck disable=SC2034 # they use the variables
tree=$(cd "${BASH_SOURCE[0]%/*}/.." && pwd)
for tool in gnuplot pandoc python3; do
    command -v "$tool" > /dev/null || { echo "bench: $tool is missing: run 'make setup-check'" >&2; exit 1; }
done
# A make that runs this is not part of the make that is timed.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$tree"/{Makefile,bench,kernels,chapters,figures,results} "$work"
mkdir "$work/templates"
cp -r "$tree"/templates/{*.*,weave,web,print} "$work/templates"
[[ ! -d $tree/templates/node_modules ]] || ln -s "$tree/templates/node_modules" "$work/templates"
cd "$work" || exit
reference=$(sed -n 's/^reference := //p' Makefile)

# run COMMAND... - sets seconds, processor (seconds) and megabytes, those of its
# largest process. What it says is in the file log.
run() {
    python3 "$tree/tests/used.py" "$@" > used
    read -r seconds processor megabytes < used
}
