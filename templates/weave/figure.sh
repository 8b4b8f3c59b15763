#!/usr/bin/env bash
# figure.sh NAME DATA PAGE PRINT [CSV...] - draws figures/NAME.gp from the table in DATA that is
# called like NAME up to its hyphen, or from all CSVs that are named.
# figure.sh NAME DATA SLIDE.slide.svg - draws it for a slide, with the colours of print.
#
# PRINT has the colours that style.gp names, and says where the axes lie (axes.gp, axes.awk). PAGE has a
# variable for each colour, so that the figure follows the theme of its page, and is made smaller.
# Beside copy.svg as a PAGE stands copy.narrow.js, which brings a drawing for telephones into a page. It is
# a script because a browser lets a page that is a file read nothing else. So is copy.points.js, which brings
# what the page answers at each point (points.awk). Beside copy.svg as a PRINT stands copy.half.svg for half
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
csv=${5-$data/${name%%-*}.csv} csvs=${*:5} script=${page%.svg}.gp
new=$page.$$
trap 'rm -f "$new".*.tmp' EXIT
# gnuplot does not notice a full disk, but cat does. Its warnings are not worth showing: they say
# that a table has no rows of some variant.
plot() { # NAME NARROW SETTINGS
    rm -f "$new.axes.tmp"
    "$GNUPLOT" -e "csv = '$csv'; csvs = '$csvs'; name = '${1//-/_}'; narrow = $2; $3; output = '/dev/stdout'; axes = '$new.axes.tmp'" \
        "figures/$name.gp" templates/weave/axes.gp 2> "$new.said.tmp"
}
failed() {
    cat "$new.said.tmp" >&2
    echo "site: figures/$name.gp failed on $csv" >&2
    exit 1
}
draw() { # FIGURE NAME NARROW [SETTINGS]
    plot "$2" "$3" "${4-}" | sed 's|/>\t<g transform|/>\n\t<g transform|' > "$new.svg.tmp" || failed
    awk -f templates/weave/axes.awk "$new.axes.tmp" "$new.svg.tmp" > "$1" || {
        echo "site: figures/$name.gp has a panel whose axes are not noted: write 'eval panel' behind its plot" >&2
        exit 1
    }
}
if [[ $page == *.slide.svg ]]; then
    # A drawing without axes is as wide as on a page, and as high unless it is told of slides.
    slide='slide = 1'
    ! grep -q '^eval drawing' "figures/$name.gp" || slide="width = 720; slide = $(grep -c -m 1 '\<slide\>' "figures/$name.gp" || true)"
    draw "$new.slide.tmp" "$name-slide" 0 "$slide"
    touch -d "$begun" "$new.slide.tmp"
    mv "$new.slide.tmp" "$page"
    exit
fi
draw "$new.print.tmp" "$name" 0
draw "$new.drawn.tmp" "$name-narrow" 1
draw "$new.half.tmp" "$name-half" 1 'width = 490'

plot "$name" 0 "measured = 1" | cat > "$new.measured.tmp" || failed
read -ra tables < <(sed 's/;.*//; q' "$new.axes.tmp")
awk -f templates/weave/points.awk "$new.print.tmp" "$new.axes.tmp" "$new.measured.tmp" "${tables[@]}" > "$new.points.tmp"

awk -f templates/weave/figure.awk figures/style.gp "$new.print.tmp" > "$new.page.tmp"
{
    echo 'narrowDrawing(`'
    awk -v narrow=1 -f templates/weave/figure.awk figures/style.gp "$new.drawn.tmp" | sed '1d; s/[`$\\]/\\&/g'
    echo '`);'
} > "$new.narrow.tmp"
cp "figures/$name.gp" "$new.script.tmp"
touch -d "$begun" "$new".{print,half,narrow,points,page}.tmp
mv "$new.script.tmp" "$script"
mv "$new.print.tmp" "$print"
mv "$new.half.tmp" "${print%.svg}.half.svg"
mv "$new.narrow.tmp" "${page%.svg}.narrow.js"
mv "$new.points.tmp" "${page%.svg}.points.js"
mv "$new.page.tmp" "$page"
