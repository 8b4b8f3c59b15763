#!/usr/bin/env bash
# labels.sh FILE - prints what the owner of a fleet calls its GPUs, a line each: the GPU's folder, a tab and
# the label. FILE has them with blanks between. Without a FILE it prints nothing.
set -eu -o pipefail
[[ -e $1 ]] || exit 0
iconv -f UTF-8 -t UTF-8 "$1" > /dev/null 2>&1 || { echo "fleet: $1: it is no text in UTF-8: save it as that" >&2; exit 1; }
awk -v file="$1" '
    function stop(what) { print "fleet: " file ":" FNR ": " what > "/dev/stderr"; failed = 1; exit 1 }
    /^[ \t]*(#|$)/ { next }
    {
        label = $0
        sub(/^[ \t]*[^ \t]+[ \t]*/, "", label)
        sub(/[ \t\r]+$/, "", label)
    }
    $1 !~ /^[a-z0-9][a-z0-9-]*$/ || label == "" || label ~ /[[:cntrl:]]/ {
        stop("each line is the name of a folder in results/ and, behind a blank, its label")
    }
    $1 in line { stop($1 " has a label in line " line[$1] ", too: remove one of the two") }
    { line[$1] = FNR; print $1 "\t" label }' "$1" | sort
