#!/usr/bin/env bash
# weave.sh html|epub|typst CHAPTER MACHINE OUT [RESULTS] - weaves a chapter for one machine.
# weave.sh terms GLOSSARY . OUT - lists the terms that chapters link to the glossary.
#
# html writes the page. epub and typst write pandoc's JSON, from which epub.mjs and pdf.mjs go on:
# Debian 12's pandoc cannot write Typst, and an EPUB holds all chapters. RESULTS is the folder of a
# machine that has no edition.
#
# OUT appears whole or not at all, and weave.lua writes the list of all files that went into it. OUT is
# as old as the reading of them, so that make notices a file that changes meanwhile.
set -eu -o pipefail

target=$1 chapter=$2 machine=$3 out=$4
now=${EPOCHREALTIME-$(date +%s.%N)} begun=@${now/,/.} new=$out.$$.tmp
stem=${chapter##*/}
number=${stem%%-*}

command -v "$PANDOC" > /dev/null || {
    echo "site: pandoc is missing: run 'make setup'; 'make measure' needs none" >&2
    exit 1
}
depend=${out/#build/build\/depend}
claims=${out/#build\/site/build\/claims}
mkdir -p "${out%/*}" "${depend%/*}" "${claims%/*}"

options=(--lua-filter=templates/weave/weave.lua
    --from=markdown-implicit_figures-native_divs-native_spans-blank_before_header+lists_without_preceding_blankline
    -M target="$target" -M machine="$machine" -M file="$chapter" -M out="$out" -M reference="$REFERENCE"
    -M experiments="${EXPERIMENTS-}" -M lang=en-GB -M site-url="${SITE_URL-}" -M results="${5-}")
case $target in
html)
    options+=(--to=html5 --template=templates/web/page.html --section-divs --wrap=none)
    [[ $number == *[!0-9]* || $number == 00 ]] ||
        options+=(--number-sections --number-offset=$((10#$number - 1)) --toc --toc-depth=2)
    ;;
terms) options=(--lua-filter=templates/weave/terms.lua --to=plain --wrap=none) ;;
*) options+=(--to=json) ;;
esac
# Pandoc's warnings are errors here, and are said in the form of other errors.
"$PANDOC" "${options[@]}" --fail-if-warnings --output="$new" "$chapter" 2>&1 |
    sed -E "s|^\[WARNING\] (.*) at (\S+) line ([0-9]+) column [0-9]+(.*)|\2:\3: \1\4|; s|^\[WARNING\] $chapter |$chapter:1: |
        s|^\[WARNING\] |$chapter:1: |; s|^YAML parse exception at line ([0-9]+), column [0-9]+.*|$chapter:\1: what stands between the lines --- is no YAML:|
        /^Failing because there were warnings/d" >&2 || {
    status=$?
    rm -f "$new"
    [[ ! -e $out ]] || echo "site: the old $out stays" >&2
    exit $status
}
touch -d "$begun" "$new"
mv "$new" "$out"
