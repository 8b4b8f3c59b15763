#!/usr/bin/env bash
# editions.sh OUT REFERENCE NODE TABLES_OF_NODES TABLE... - finds out what there is to weave, and writes it to OUT
# for make.
#
# An edition is the book for one machine. Which editions there are, and what each page, figure and
# handout is made of, follows from the files in results/, chapters/ and figures/. OUT says so in plain
# rules; the commands are in the Makefile. Where a machine lacks an experiment it borrows that of
# REFERENCE, which is one GPU, or else that of NODE, which has several.
# A name that cannot work is printed with its cure, and OUT stays as it was.
# shellcheck disable=SC2010,SC2048 # lists are of words; ls -b writes each name in a line of its own, whatever is in it
set -eu -o pipefail
shopt -s nullglob
export LC_ALL=C

out=$1 reference=$2 node=$3 of_nodes=$4
shift 4
tables=("$@")
stop() {
    echo "$*"
    exit
}

# ---- Names, which become paths, links and arguments --------------------------------------------------

# faulty FOLDER KIND NAMES - the first file there of this kind whose name is none of NAMES, with blanks
# and the like escaped.
faulty() {
    local name
    for name in "$1"/*; do
        name=${name#"$1"/}
        [[ ! ${name,,} =~ $2 || $name =~ ^($3)$ ]] || { printf -v faulty '%q' "$name" && return; }
    done
    return 1
}
if faulty results '^' '[a-z0-9][a-z0-9-]*' || faulty results '^(here|gpu[0-9]+|fleet|figures|fonts|source)$' ''; then
    stop "results/: '$faulty': rename it: lower case, digits and hyphens," \
        "and not 'here', 'gpu0', 'fleet', 'figures', 'fonts' or 'source'"
fi
! faulty chapters '\.(md|markdown)(\.txt)?$' '([0-9][0-9]-[a-z0-9-]+|book|certificate|claims|class|compare|cover|fleet|gpu|history|lab|ladder|machines|predictions|report|roofline|teach|README)\.md' ||
    stop "chapters/: '$faulty': rename it, such as 09-name.md:" \
        "two digits and a hyphen, then lower case, digits and hyphens"
! faulty figures '\.gp$' '[a-z0-9_-]+\.gp' ||
    stop "'figures/$faulty': rename it, such as figures/triad-order.gp: lower case, digits, hyphens and underscores"
while read -r name; do
    stop "'$name': nothing reads it: a table of results is results/<machine>/<experiment>.csv: rename, move or remove it"
done < <(find -L results -mindepth 1 \( -type l -o -path 'results/*/*' -iname '*.csv*' \
    ! -regex 'results/[^/]*/[a-z0-9_]*\.csv' \) -print -quit 2> /dev/null)
for name in chapters/[0-9]*.lua; do
    [[ -e ${name%.lua}.md ]] || stop "$name holds names of no chapter: there is no ${name%.lua}.md"
done

# The page of chapter 09-name is name.html: book.lua has the same rule.
declare -A taken=([report]=report [history]=history [roofline]=roofline [compare]=compare [claims]=claims [machines]=machines [teach]=teach [fleet]=fleet [404]=404)
chapters=() handouts=()
for file in chapters/[0-9]*.md; do
    chapter=${file#*/} chapter=${chapter%.md}
    page=${chapter#*-} number=${chapter%%-*}
    [[ ! ${taken[$page]-} ]] ||
        stop "chapters/: '${taken[$page]}.md $chapter.md' would both be the page $page.html: rename one"
    [[ ! ${taken["number $number"]-} ]] ||
        stop "chapters/: '${taken["number $number"]}.md $chapter.md' would both be Chapter $number: rename one"
    taken[$page]=$chapter taken["number $number"]=$chapter
    chapters+=("$chapter")
    [[ $number == 00 ]] || handouts+=("$chapter")
done

# A machine with only multi-GPU results gets no edition of its own; other editions borrow its results.
folders=() editions=()
for folder in build/results/{gpu[0-9],gpu1[0-5],here}/ results/*/; do
    found=("$folder"*.csv)
    if [[ ! -e ${folder}machine.csv ]]; then
        [[ $folder == build/* || ${#found[@]} == 0 ]] ||
            stop "$folder: machine.csv is missing, which says whose results these are:" \
                "take it back ('git checkout ${folder}machine.csv'), or remove the folder"
        continue
    fi
    folders+=("$folder")
    for table in "${found[@]##*/}"; do
        [[ $folder == results/* && " machine processes $of_nodes " == *" ${table%.csv} "* ]] || { editions+=("$folder") && break; }
    done
done
# The text of a lab is the page lab-<lab>.html.
labs=(chapters/labs/*/text.md) labs=("${labs[@]#chapters/labs/}") labs=("${labs[@]%/text.md}")
for name in "${labs[@]}"; do
    [[ $name =~ ^[a-z0-9-]+$ ]] || stop "chapters/labs/: '$name': rename it: lower case, digits and hyphens"
done
[[ $out != /dev/null ]] || exit 0

# Pages set no more than twelve machines side by side, and offer no others to turn to, so that a machine
# more is no reason to make all pages again: if there are more, the reference, those of this computer, and
# then one of each model. machines.html has them all.
compared=("${editions[@]}")
if ((${#editions[@]} > 12)); then
    declare -A had
    compared=()
    for folder in "results/$reference/" build/results/*/ results/*/; do
        [[ " ${editions[*]} " == *" $folder "* && ${#compared[@]} -lt 12 ]] || continue
        model=$folder
        [[ $folder == build/* ]] || while IFS=, read -r key model && [[ $key != @(gpu|cpu) ]]; do :; done < "${folder}machine.csv"
        [[ ${had[=$model]-} ]] || compared+=("$folder")
        had[=$model]=1
    done
fi

# ---- What is made, and of what -----------------------------------------------------------------------

mapfile -t quoted < <(sed -nE 's/^```\{\.sass kernel="([^"]*)".*/\1/p' chapters/*.md /dev/null | sort -u)
figures=(figures/*.gp) figures=("${figures[@]#figures/}") figures=("${figures[@]%.gp}")

# rule LIST TARGET PREREQUISITES - writes a rule, and remembers its target as one of LIST.
declare -A list
measured=()
rule() {
    echo "$2: $3"
    list[$1]+=" $2"
}

# edition FOLDER - writes the rules of the edition of which these are the results.
edition() {
    local own=$1 machine table figure chapter page form file cover='' made='' claims='' texts='' parts='' pdfs='' asked='' slides=''
    machine=${own%/} machine=${machine##*/}
    list[machines]+=" $machine"
    local site=build/site/$machine print=build/print/$machine search=build/search/$machine
    local -A from=()
    for table in "${tables[@]}"; do
        for file in "$own$table.csv" "results/$reference/$table.csv" "results/$node/$table.csv"; do
            [[ -e $file && ($table != history || $file == "$own"*) ]] || continue
            [[ $file != "$own"* ]] || measured+=("$machine $table")
            # A table that another machine lends has been checked as its own.
            [[ $file == "$own"* ]] || file=build/site/${file#*/} file=${file%/*}/data/$table.csv
            from[$table]=$file
            rule data "$site/data/$table.csv" "$file"
            made+=" $site/data/$table.csv"
            break
        done
    done
    [[ ! ${from[history]-} ]] || rule levels "$site/data/levels.csv" "$site/data/history.csv"
    for figure in "${figures[@]}"; do
        table=${figure%%-*}
        [[ ${from[$table]-} ]] || continue
        list[figures]+=" $site/figures/$figure.svg"
        slides+=" $print/figures/$figure.slide.svg"
        made+=" $site/figures/$figure.svg"
    done
    echo "made.$machine :=$made"
    echo "slide_figures.$machine :=$slides"

    for chapter in "${chapters[@]}"; do
        page=${chapter#*-}
        rule pages "$site/$page.html" "chapters/$chapter.md | \$(made.$machine)"
        rule texts "$print/$chapter.json" "chapters/$chapter.md | \$(made.$machine)"
        rule parts "build/epub/$machine/$page.json" "chapters/$chapter.md | \$(made.$machine)"
        rule claims "build/claims/$machine/$page.txt" "$site/$page.html"
        rule searched "$search/$page.json" "$site/$page.html"
        claims+=" build/claims/$machine/$page.txt"
        texts+=" $print/$chapter.json" parts+=" build/epub/$machine/$page.json"
    done
    for page in "${labs[@]}"; do
        rule pages "$site/lab-$page.html" "chapters/labs/$page/text.md | \$(made.$machine)"
        rule texts "$print/lab-$page.json" "chapters/labs/$page/text.md | \$(made.$machine)"
        rule searched "$search/lab-$page.json" "$site/lab-$page.html"
        asked+=" $search/lab-$page.json"
    done
    # A report lists the claims of all chapters.
    rule reports "$site/report.html" "chapters/report.md | \$(made.$machine)$claims"
    rule reports "$site/history.html" \
        "chapters/history.md | \$(made.$machine) $site/report.html${from[history]:+ $site/data/levels.csv}"
    rule texts "$print/report.json" "chapters/report.md | \$(made.$machine)$claims"
    rule reports "$site/roofline.html" "chapters/roofline.md | \$(made.$machine)"
    for page in report history roofline; do
        rule searched "$search/$page.json" "$site/$page.html"
        asked+=" $search/$page.json"
    done
    rule indices "$site/search-index.js" "build/search/index.json build/search/teach.json${parts//build\/epub/build/search}$asked"
    for page in book ladder; do
        rule texts "$print/$page.json" "chapters/$page.md | \$(made.$machine)"
    done
    for page in "${handouts[@]}" report book ladder; do
        rule pdfs "$site/$page.pdf" "$print/$page.json"
        pdfs+=" $site/$page.pdf"
    done
    # Slides of other machines are no part of the site: make slides.
    if [[ $machine == "$reference" ]]; then
        for page in "${handouts[@]}"; do
            [[ $page != *-glossary ]] || continue
            for form in slides notes; do
                rule pdfs "$site/$form/$page.pdf" "$print/$page.json templates/print/slides.typ | \$(slide_figures.$machine)"
                pdfs+=" $site/$form/$page.pdf"
            done
        done
    fi
    echo "$site/book.pdf:$texts"
    echo "pdfs.$machine :=$pdfs"
    # On the cover of an EPUB is a figure of the machine itself.
    for table in ladder host_copy copy; do
        [[ $cover || ${from[$table]-} != "$own"* ]] || cover=$print/figures/$table.svg
    done
    rule epubs "$site/book.epub" "$cover$parts"
    for table in "${quoted[@]}"; do
        file=${own}sass/$table.sass
        [[ ! -e $file ]] || rule quoted "$site/sass/$table.txt" "$file"
    done
}

# lender FOLDER - writes the rules of the tables and figures of a machine without an edition: other editions borrow its
# tables, and lay its lines over their figures.
lender() {
    local machine=${1%/} table figure
    machine=${machine##*/}
    list[lenders]+=" $machine"
    for table in $of_nodes; do
        [[ -e $1$table.csv ]] || continue
        measured+=("$machine $table")
        rule data "build/site/$machine/data/$table.csv" "$1$table.csv"
        for figure in "${figures[@]}"; do
            [[ ${figure%%-*} != "$table" ]] || list[figures]+=" build/site/$machine/figures/$figure.svg"
        done
    done
}

# across FIGURE CSV... - writes the rule of a figure of no edition, drawn from all of these that there are.
across() {
    local figure=$1 table from=''
    shift
    for table; do [[ ! -e $table ]] || from+=" $table"; done
    drawn_from+="$figure$from"$'\n'
    rule across "build/site/figures/$figure.svg" "figures/$figure.gp$from"
}

write_rules() {
    local folder figure page side_by_side=()
    for folder in "${editions[@]}"; do edition "$folder"; done
    for folder in "${compared[@]}"; do list[compared]+=" $(basename "$folder")"; done
    for folder in "${folders[@]}"; do
        [[ " ${editions[*]} " == *" $folder "* ]] || lender "$folder"
        [[ " ${editions[*]} " == *" $folder "* && " ${compared[*]} " != *" $folder "* ]] || side_by_side+=("$folder")
    done
    across cover results/"$reference"/{copy,stride,transfer}.csv
    for figure in "${figures[@]}"; do
        [[ $figure != compare-* ]] || across "$figure" "${side_by_side[@]/%/${figure#compare-}.csv}"
    done
    for page in index machines compare claims predictions teach; do
        rule whole "build/site/$page.html" "chapters/${page/index/cover}.md |${list[across]}${list[reports]}"
    done
    for page in index teach; do rule searched "build/search/$page.json" "build/site/$page.html"; done
    for page in kernels/*.{c,cu,h} bench/*.c bench/harness/*.[ch] chapters/labs/*/starter.*; do
        rule quoted "build/site/source/$page.txt" "$page"
    done
    for page in "${!list[@]}"; do echo "$page :=${list[$page]}"; done
    # A chapter is called 03-global, global, 02 or 2.
    echo "handouts := ${handouts[*]}"
    for page in "${handouts[@]}"; do
        echo "names.$page := $page ${page#*-} ${page%%-*} $((10#${page%%-*}))"
    done
}

# A file that would not be made today must not be published, such as the page of a chapter that is
# gone. Hidden files, and files with names unlike ours, are somebody else's; assets.sh and fleet.sh
# look after their own.
remove_others() {
    local -A wanted=()
    local file made print folder gone=()
    for file in ${list[*]}; do wanted[$file]=1; done
    while read -r file; do
        case $file in
        build/site/404.html | build/site/robots.txt | build/site/site.js | build/site/minisearch.js | build/site/favicon.svg) ;;
        build/site/fonts/* | build/site/fleet[./]* | build/site/figures/fleet-*) ;;
        *)
            # A figure comes with its script, its points, with a narrow drawing and with ones for half a page and a slide.
            # A report has files for programs beside it, a table has itself without notes, and slides have a file for a presenter's console.
            made=${file/%.gp/.svg} made=${made/%.plain.csv/.csv} made=${made/%.pdfpc/.pdf} made=${made/%.narrow.js/.svg} made=${made/%.points.js/.svg} print=${file/#build\/site/build/print}
            [[ $made != */@(report.json|report.prom|datapackage.json) ]] || made=${made%/*}/report.html
            [[ ${wanted[$made]-} ]] || gone+=("$file" "$print" "${print/%.narrow.js/.half.svg}" "${print/%.narrow.js/.slide.svg}")
            ;;
        esac
    done < <(find build/site -type f ! -path '*/.*' ! -path '*[^A-Za-z0-9._/-]*' \
        -regex '.*\.\(html\|pdf\|epub\|svg\|gp\|pdfpc\|csv\|js\|json\|prom\|txt\)' 2> /dev/null)
    for folder in build/{claims,epub,print,search,depend/site,depend/print,depend/epub}/*/; do
        file=${folder%/} file=${file##*/}
        [[ $file == @(figures|fleet|accept) || -e results/$file/machine.csv || -e build/results/$file/machine.csv ]] ||
            gone+=("$folder")
    done
    ((${#gone[@]} > 0)) || return 0
    printf '%s\0' "${gone[@]}" | xargs -0 rm -rf
    find build/site -type d ! -path '*/.*' -empty -delete
}

# replace FILE - puts FILE.$$.tmp in the place of FILE, unless that has the same in it. Tests of one make run side by
# side, so the name of the part is that of this process.
replace() {
    if [[ -e $1 && $(< "$1.$$.tmp") == "$(< "$1")" ]]; then rm "$1.$$.tmp"; else mv "$1.$$.tmp" "$1"; fi
}
if [[ $out != build/* ]]; then # make only says what it would do
    write_rules > "$out"
    exit
fi
# The chapters with their titles and the places that others link to: pages depend on the list.
awk -f templates/weave/chapters.awk chapters/[0-9]*.md < /dev/null > build/chapters.txt.$$.tmp
replace build/chapters.txt
for name in "${labs[@]}"; do
    printf '%s\t%s\n' "$name" "$(sed -n '/^# /{s///p;q}' "chapters/labs/$name/text.md")"
done > build/labs.txt.$$.tmp
replace build/labs.txt
drawn_from=''
write_rules > "$out.$$.tmp"
replace "$out"
# Pages say which tables such a figure was drawn from.
printf %s "$drawn_from" > build/across.txt.$$.tmp
replace build/across.txt
# Which machine has measured which table: machines.html says what is missing, and pages offer to lay the lines
# of others over a figure.
printf '%s\n' "${measured[@]}" > build/measured.txt.$$.tmp
replace build/measured.txt
awk -v machines="${list[compared]}${list[lenders]-} " 'index(machines, " " $1 " ")' build/measured.txt > build/tables.txt.$$.tmp
replace build/tables.txt
remove_others
