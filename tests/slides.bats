#!/usr/bin/env bats
# Proves what is on slides, in their notes and on worksheets, in all chapters of the reference edition.
load helper
load print

setup_file() {
    export slides=$tree/build/slides/nvidia-h200 sheets=$tree/build/handout/nvidia-h200
    [[ -d $tree/templates/node_modules ]] || return 0
    make -s -C "$tree" slides worksheet MACHINE=nvidia-h200 > "$BATS_FILE_TMPDIR/made"
}

setup() {
    [[ -d $tree/templates/node_modules ]] || skip "no npm packages"
    needs pdfinfo qpdf pdftohtml
    cd "$BATS_TEST_TMPDIR"
    chapters=("$tree"/chapters/0[1-9]-*.md) chapters=("${chapters[@]##*/}") chapters=("${chapters[@]%.md}")
}

# The titles of slides, a line each. The first is the chapter's.
titles() {
    qpdf --json "$1" 2> /dev/null | node -e '
        const list = (all) => all.flatMap((one) => [one.title, ...list(one.kids)]);
        console.log(list(JSON.parse(require("fs").readFileSync(0)).outlines).join("\n"));'
}

# What the page of a chapter has: its figures, claims, predictions and rules, a line each, in their order.
shown_on_page() {
    node -e '
        const html = require("fs").readFileSync(process.argv[1], "utf8"), all = [];
        const found = /<figcaption><p><span class="label">(Figure [\d.]+)|<div class="claim \w+" id="(\w+)"|<div class="(predict)"/g;
        let n = 0;
        for (const [, figure, claim, predict] of html.matchAll(found)) all.push(figure ?? (claim ? `Claim ${claim}:` : `Predict ${++n}`));
        const rules = /<section id="rules"[^]*?<\/section>/.exec(html)[0].match(/<li>/g).length;
        console.log([...all, `${rules} rules`].join("\n"));' "$tree/build/site/nvidia-h200/${1#*-}.html"
}

@test "slides, notes, worksheets and solutions are tagged and sound, have a title and a language, and embed their fonts" {
    for file in "$slides"/*.pdf "$sheets"/*-{worksheet,solutions}.pdf; do
        run pdfinfo "$file"
        [[ $output =~ Title:\ +[A-Z] && $output =~ Tagged:\ +yes ]] || fail "$file" "$output"
        qpdf --check "$file" > /dev/null
        run qpdf --qdf --object-streams=disable "$file" -
        [[ $output == *"/Lang (en-GB)"* && $output == *pdfuaid:part* ]] || fail "$file: no language, or not marked as PDF/UA"
        run pdffonts "$file"
        [[ ${#lines[@]} -gt 4 && -z $(awk 'NR > 2 && $(NF-4) != "yes"' <<< "$output") ]] || fail "$file" "$output"
    done
}

@test "each figure, claim, prediction and rule of a chapter is on slides once, in the order of the chapter" {
    for chapter in "${chapters[@]}"; do
        titles "$slides/$chapter.pdf" > titles
        bullets=0
        for page in $(grep -n '^Rules$' titles | cut -d : -f 1); do
            bullets=$((bullets + $(pdftotext -f "$page" -l "$page" "$slides/$chapter.pdf" - | grep -c '^–')))
        done
        { sed -nE 's/^(Figure [0-9.]+|Claim [A-Z0-9a-z]+:|Predict [0-9]+)( .*)?$/\1\2/p' titles |
            grep -vE '^Predict [0-9]+ +Draw ' | grep -oE '^(Figure|Claim|Predict) [0-9A-Za-z.]+:?'; echo "$bullets rules"; } > slides
        shown_on_page "$chapter" > page
        diff page slides || fail "$chapter"
        (($(wc -l < page) > 5))
        # A prediction is answered before the next one is made.
        diff <(grep -oE '^Predict [0-9]+' titles | uniq) <(sed -nE 's/^Answer ([0-9]+)$/Predict \1/p' titles | uniq)
    done
}

@test "a slide is one page, and nothing runs off it" {
    for file in "$slides"/??-*[a-z].pdf; do
        [[ $file != *-notes.pdf ]] || continue
        [[ $(pdfinfo "$file") =~ Pages:\ +([0-9]+).*Page\ size:\ +720\ x\ 405 ]] || fail "$(pdfinfo "$file")"
        [[ $(titles "$file" | wc -l) == "${BASH_REMATCH[1]}" ]] || fail "$file: ${BASH_REMATCH[1]} pages" "$(titles "$file")"
        run awk -F '"' '
            /<page/ { page++; words = 0 }
            /<word/ { words++ }
            /<word/ && ($2 < 16 || $6 > 706 || $4 < 6 || $8 > 402) { print "page " page ": " $0 }
            # What stands below the area of a slide is its foot.
            /<word/ && $8 > 376 && $4 < 378 { print "page " page " reaches into its foot: " $0 }
            /<\/page/ && words < 5 { print "page " page " is empty" }' <(pdftotext -bbox "$file" -)
        [[ -z $output ]] || fail "$file" "$output"
    done
}
