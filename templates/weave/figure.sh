#!/usr/bin/env bash
# figure.sh NAME DATA PAGE PRINT [CSV...] - draws figures/NAME.gp from the table in DATA that is
# called like NAME up to its hyphen, or from all CSVs that are named.
# figure.sh NAME DATA SLIDE.slide.svg - draws it for a slide, with the colours of print.
#
# PRINT has the colours that style.gp names, and says where the axes lie (axes.gp, axes.awk). PAGE has a
# variable for each colour, so that the figure follows the theme of its page, and is made smaller.
# Beside copy.svg as a PAGE stands copy.narrow.js, which brings a drawing for telephones into a page. It is
# a script because a browser lets a page that is a file read nothing else. So is copy.points.js, which brings
# what the page answers at each point (answers.awk). Beside copy.svg as a PRINT stands copy.half.svg for half
# the width of a page, with the layout of the narrow one. All files appear whole or not at all, and PAGE is
# the last, because make looks at it. They get the time at which the data were read, so that make does not
# miss what changes meanwhile.
set -eu -o pipefail
export LC_ALL=C.UTF-8 # gnuplot complains of ASCII

name=$1 data=$2 page=$3 print=${4-$3}
now=${EPOCHREALTIME-$(date +%s.%N)} begun=@${now/,/.}

command -v "$GNUPLOT" > /dev/null || {
    echo "site: gnuplot is missing: run 'make setup'; 'make measure' needs none" >&2
    exit 1
}
[[ -d ${page%/*} && -d ${print%/*} ]] || mkdir -p "${page%/*}" "${print%/*}"
csv=${5-$data/${name%%-*}.csv} csvs=${*:5}
new=$page.$$
trap 'rm -f "$new".*.tmp' EXIT

# Tells gnuplot of one more drawing, KIND NARROW [SETTINGS]. One gnuplot makes all, since its start takes longer than
# a drawing.
kinds='' drawings=''
# The plain notes of the table are variables, since a figure asks for many.
while IFS= read -r line && [[ $line == \#* ]]; do
    [[ ! $line =~ ^\#\ ([a-z0-9_]+):\ ([A-Za-z0-9\ .,_-]*)$ ]] || drawings+="note_${BASH_REMATCH[1]} = '${BASH_REMATCH[2]}'; "
done < "$csv"
drawing() {
    kinds+=" $1"
    : > "$new.$1.axes.tmp"
    drawings+="unset multiplot; reset; undefine slide width; csv = '$csv'; csvs = '$csvs'; name = '${name//-/_}'; narrow = $2; ${3-}; "
    drawings+="output = '/dev/stdout'; axes = '$new.$1.axes.tmp'; load 'figures/$name.gp'; load 'templates/weave/axes.gp'; "
}
# gnuplot does not notice a full disk, but sed does. Its warnings are not worth showing: they say
# that a table has no rows of some variant.
draw() {
    "$GNUPLOT" -e "$drawings" 2> "$new.said.tmp" | sed 's|/>\t<g transform|/>\n\t<g transform|' > "$new.drawn.tmp" || {
        cat "$new.said.tmp" >&2
        echo "site: figures/$name.gp failed on $csv" >&2
        exit 1
    }
    awk -v kinds="$kinds" -v new="$new" -f templates/weave/axes.awk "$new.drawn.tmp" || {
        echo "site: figures/$name.gp has a panel whose axes are not noted: write 'eval panel' behind its plot" >&2
        exit 1
    }
}
if [[ $page == *.slide.svg ]]; then
    # A drawing without axes is as wide as on a page, and as high unless it is told of slides.
    slide='slide = 1'
    ! grep -q '^eval drawing' "figures/$name.gp" || slide="width = 720; slide = $(grep -c -m 1 '\<slide\>' "figures/$name.gp" || true)"
    drawing slide 0 "$slide; name = name.'_slide'"
    draw
    touch -d "$begun" "$new.slide.tmp"
    mv "$new.slide.tmp" "$page"
    exit
fi
drawing print 0
drawing narrow 1 "name = name.'_narrow'"
drawing half 1 "name = name.'_half'; width = 490"
drawing measured 0 'measured = 1'
draw

IFS=';' read -r tables _ < "$new.measured.axes.tmp"
# shellcheck disable=SC2086 # a word for each table
awk -f bench/run/csv.awk -f templates/weave/answers.awk FS=' ' "$new.print.tmp" "$new.measured.axes.tmp" "$new.measured.tmp" FS=, $tables > "$new.points.tmp"
awk -f templates/weave/figure.awk figures/style.gp "$new.print.tmp" > "$new.page.tmp"
awk -v narrow=1 -f templates/weave/figure.awk figures/style.gp "$new.narrow.tmp" > "$new.script.tmp"
cp "figures/$name.gp" "$new.gp.tmp"
touch -d "$begun" "$new".{print,half,script,points,page}.tmp
mv "$new.gp.tmp" "${page%.svg}.gp"
mv "$new.print.tmp" "$print"
mv "$new.half.tmp" "${print%.svg}.half.svg"
mv "$new.script.tmp" "${page%.svg}.narrow.js"
mv "$new.points.tmp" "${page%.svg}.points.js"
mv "$new.page.tmp" "$page"
