#!/usr/bin/env bats
# Proves what is on slides, in their notes and on worksheets, in all chapters of the reference edition.
load helper
load print

# The titles of slides, a line each. The first is the chapter's.
titles() {
    qpdf --json "$1" 2> /dev/null | node -e '
        const list = (all) => all.flatMap((one) => [one.title, ...list(one.kids)]);
        console.log(list(JSON.parse(require("fs").readFileSync(0)).outlines).join("\n"));'
}

setup_file() {
    export slides=$tree/build/site/nvidia-h200/slides sheets=$tree/build/handout/nvidia-h200
    [[ -d $tree/templates/node_modules ]] || return 0
    make -s -C "$tree" pdf MACHINE=nvidia-h200
    {
        make -s -C "$tree" slides CHAPTER=timing MACHINE=nvidia-h200
        make -s -C "$tree" worksheet MACHINE=nvidia-h200
    } > "$BATS_FILE_TMPDIR/made"
    local chapter
    for chapter in "$tree"/chapters/0[1-9]-*.md; do
        chapter=${chapter##*/} chapter=${chapter%.md}
        make -s -C "$tree" "build/site/nvidia-h200/${chapter#*-}.html" # to compare with
        titles "$slides/$chapter.pdf" > "$BATS_FILE_TMPDIR/$chapter"
    done
}

setup() {
    [[ -d $tree/templates/node_modules ]] || skip "no npm packages"
    needs pdfinfo qpdf pdftohtml
    cd "$BATS_TEST_TMPDIR"
    chapters=("$tree"/chapters/0[1-9]-*.md) chapters=("${chapters[@]##*/}") chapters=("${chapters[@]%.md}")
}

# Prints the figures, claims, predictions and rules of a chapter's page in order, one per line.
shown_on_page() {
    node -e '
        const html = require("fs").readFileSync(process.argv[1], "utf8"), all = [];
        const found = /<figcaption><p><span class="label">(Figure [\d.]+)|<div class="claim \w+" id="(\w+)"|<div class="(predict)"/g;
        let n = 0;
        for (const [, figure, claim] of html.matchAll(found)) all.push(figure ?? (claim ? `Claim ${claim}:` : `Predict ${++n}`));
        const rules = /<section id="rules"[^]*?<\/section>/.exec(html)[0].match(/<li>/g).length;
        console.log([...all, `${rules} rules`].join("\n"));' "$tree/build/site/nvidia-h200/${1#*-}.html"
}

@test "slides, notes, worksheets and solutions are tagged and sound, have a title and a language, and embed their fonts" {
    for file in "$slides"/*.pdf "$slides"/../notes/*.pdf "$sheets"/*-{worksheet,solutions}.pdf; do
        run pdfinfo "$file"
        [[ $output =~ Title:\ +[A-Z] && $output =~ Tagged:\ +yes ]] || fail "$file" "$output"
        [[ $file == */02-timing* ]] || continue # what follows takes longer
        qpdf --check "$file" > /dev/null
        run qpdf --qdf --object-streams=disable "$file" -
        [[ $output =~ /Lang\ \(en(-GB)?\) && $output == *pdfuaid:part* ]] || fail "$file: no language, or not marked as PDF/UA"
        run pdffonts "$file"
        [[ ${#lines[@]} -gt 4 && -z $(awk 'NR > 2 && $(NF-4) != "yes"' <<< "$output") ]] || fail "$file" "$output"
    done
}

@test "each figure, claim, prediction and rule of a chapter is on slides once, in the order of the chapter" {
    for chapter in "${chapters[@]}"; do
        cp "$BATS_FILE_TMPDIR/$chapter" titles
        bullets=0
        for page in $(grep -n '^Rules$' titles | cut -d : -f 1); do
            bullets=$((bullets + $(pdftotext -f "$page" -l "$page" "$slides/$chapter.pdf" - | grep -c '^–')))
        done
        # A prediction's axes may have a slide of their own.
        grep -oE '^(Figure|Claim|Predict) [0-9A-Za-z.]+:?' titles | awk '!/^Predict/ || !seen[$0]++' > slides
        echo "$bullets rules" >> slides
        shown_on_page "$chapter" > page
        diff page slides || fail "$chapter"
        (($(wc -l < page) > 5))
        # A prediction is answered before the next one is made.
        diff <(grep -oE '^Predict [0-9]+' titles | uniq) <(sed -nE 's/^Answer ([0-9]+)$/Predict \1/p' titles | uniq)
    done
}

@test "a slide is one page, and nothing runs off it" {
    for chapter in "${chapters[@]}"; do
        file=$slides/$chapter.pdf titles=$BATS_FILE_TMPDIR/$chapter
        [[ $(pdfinfo "$file") =~ Pages:\ +([0-9]+).*Page\ size:\ +720\ x\ 405 ]] || fail "$(pdfinfo "$file")"
        [[ $(wc -l < "$titles") == "${BASH_REMATCH[1]}" ]] || fail "$file: ${BASH_REMATCH[1]} pages" "$(< "$titles")"
        run awk -F '"' '
            /<page/ { page++; words = 0 }
            /<word/ { words++ }
            /<word/ && ($2 < 16 || $6 > 706 || $4 < 0 && page > 1 || $8 > 402) { print "page " page ": " $0 }
            # Words that begin below the area of a slide are its foot.
            /<word/ && $8 > 373 && $4 < 376 { print "page " page " reaches into its foot: " $0 }
            /<\/page/ && words < 5 { print "page " page " is empty" }' <(pdftotext -bbox "$file" -)
        [[ -z $output ]] || fail "$file" "${lines[@]:0:5}"
    done
}

@test "text on slides has at least 18 points, code and tables 14, labels of plots 13 and those of drawings 12" {
    for chapter in "${chapters[@]}"; do
        sed -E 's/^(Figure [0-9.]+|Predict [0-9]+ .*\<Draw) .*/figure/; t; s/.*/text/' "$BATS_FILE_TMPDIR/$chapter" > kinds
        grep -q figure kinds
        # The foot is left out. Numbers have nine tenths of the size of the words around them, since letters of the mono
        # look larger. So are negative powers of ten. pdftohtml drops fractions.
        run awk -F '"' '
            NR == FNR { kind[FNR] = $0; next }
            /<page / { page++ }
            /<fontspec / { size[$2] = $4; family[$2] = $6 }
            /<text / && $2 < 376 {
                least = family[$10] ~ /Serif/ ? 18 : kind[page] == "figure" && family[$10] ~ /Sans/ ? 12 : family[$10] ~ /Mono/ ? 12 : 14
                if (size[$10] < least && !/>−[0-9]+</) print "page " page ", " size[$10] " points: " $0
            }' kinds <(pdftohtml -xml -i -zoom 1 -stdout "$slides/$chapter.pdf" 2> /dev/null)
        [[ -z $output ]] || fail "$chapter" "${lines[@]:0:5}"
    done
    # A slide is 684 points wide between its margins.
    for figure in "$tree"/build/print/nvidia-h200/figures/*.slide.svg; do
        ! grep -q "^eval drawing" "$tree/figures/$(basename "$figure" .slide.svg).gp" || continue
        run awk -F '"' '
            /<svg/ { getline; width = $2 } / font-size="/ {
                size = $0; sub(/.*font-size="/, "", size); if (size * 684 / width < 13) print size * 684 / width }' "$figure"
        [[ -z $output ]] || fail "$figure has labels of $output points"
    done
}

@test "pdfpc is told the notes of each slide, and what stands on no slide is in them" {
    for chapter in "${chapters[@]}"; do
        pages=$(wc -l < "$BATS_FILE_TMPDIR/$chapter")
        node -e '
            const notes = JSON.parse(require("fs").readFileSync(process.argv[1])), count = Number(process.argv[2]);
            const {pages, ...rest} = notes;
            if (JSON.stringify(rest) !== "{\"disableMarkdown\":false,\"pdfpcFormat\":2}") console.log(rest);
            let last = 0;
            for (const {idx, label, overlay, note, ...more} of pages) {
                const is_there = idx > last && idx < count && label === String(idx + 1) && overlay === 0;
                if (!is_there || !/\w[^:]*$/.test(note) || Object.keys(more).length) console.log("page", idx, label, overlay, note, more);
                last = idx;
            }
            if (pages.length < count / 5) console.log("only", pages.length, "notes");' "$slides/$chapter.pdfpc" "$pages" > wrong
        [[ ! -s wrong ]] || fail "$chapter" "$(cat wrong)"
    done
    # Each paragraph of a page is on a slide or in a note.
    node -e '
        const fs = require("fs"), [page, pdfpc, ...texts] = process.argv.slice(1);
        const bare = (text) => text.replace(/[^A-Za-z0-9]/g, "");
        const notes = JSON.parse(fs.readFileSync(pdfpc)).pages.map((one) => one.note);
        const said = bare(notes.join(" ")) + bare(fs.readFileSync(texts[0], "utf8"));
        const body = fs.readFileSync(page, "utf8").replace(/<section id="exercises"[^]*/, "");
        let n = 0;
        for (const [, words] of body.matchAll(/^<p>([A-Z][^<]{40,}?)<\/p>$/gm)) {
            n++;
            const each = words.replace(/&[a-z]+;/g, "");
            for (const sentence of each.split(/(?<=[a-z][.?!]) /))
                if (!said.includes(bare(sentence))) console.log(sentence);
        }
        if (n < 5) console.log("only", n);' "$tree/build/site/nvidia-h200/timing.html" "$slides/02-timing.pdfpc" \
        <(pdftotext "$slides/02-timing.pdf" -) > wrong
    [[ ! -s wrong ]] || fail "$(cat wrong)"
}

@test "a worksheet has room for each answer and gives none, and its figures and tables of numbers stand at the end" {
    for chapter in "${chapters[@]}"; do
        pdftotext -layout "$sheets/$chapter-worksheet.pdf" sheet
        run grep -E '^ *(Answer to|Solution of|Answers and)' sheet
        [[ -z $output ]] || fail "$chapter gives answers" "$output"
        # The first line of an answer is not there either.
        pdftotext "$sheets/$chapter-solutions.pdf" - | awk '
            begun && length($0) > 30 { print } { begun = begun && /^$/ } /^\f?(Answer to|Solution of) / { begun = 1 }' > answers
        (($(wc -l < answers) > 3))
        run grep -oFf answers <(words "$sheets/$chapter-worksheet.pdf")
        [[ -z $output ]] || fail "$chapter gives answers" "$output"
        sed '/^ *Figures and tables$/,$d' sheet > before
        sed -n '/^ *Figures and tables$/,$p' sheet > behind
        # Each figure and table that is said to be on a page is there.
        (($(grep -cE '(Figure [0-9.]+|This table) is on page [0-9]+' before) > 2))
        while read -r name page; do
            pdftotext -f "$page" -l "$page" "$sheets/$chapter-worksheet.pdf" - | grep -q "^Figure $name " ||
                fail "$chapter: Figure $name is not on $page"
            grep -qE "^ *Figure $name +[^ ]" behind || fail "$chapter: Figure $name is not at the end"
        done < <(sed -nE 's/^ *Figure ([0-9.]+) is on page ([0-9]+).*/\1 \2/p' before)
        grep -qE '^ *Exercise [0-9.]+' before || fail "$chapter has no exercises"
    done
    # A page ends with a prediction, so what follows is not seen before it is answered.
    for chapter in "${chapters[@]}"; do
        pdftotext -layout "$sheets/$chapter-worksheet.pdf" - | sed '/^ *Figures and tables$/,$d' | awk -v chapter="$chapter" '
            /^ *Predict [0-9]+/ { sub(/^ */, ""); asked[$0] = ""; open = $0 }
            /\f/ { if (open != "") ended++; open = "" }
            open != "" { asked[open] = asked[open] " " $0 }
            END { for (one in asked) { n++; print chapter ": " one asked[one] }; if (n < 3 || n != ended) print chapter ": " n " of them, " ended " end a page" > "/dev/stderr" }' \
            > asked 2> wrong
        [[ ! -s wrong ]] || fail "$(cat wrong)"
        # A sentence about a figure, a claim or a section comes after the room to answer.
        run grep -E 'is on page|Claim [A-Z][0-9]' asked
        [[ -z $output ]] || fail "$output"
    done
    # Chapter 3 has drawings, which give nothing away, and a table of what is known beforehand.
    pdftotext -layout "$sheets/03-global-worksheet.pdf" - | sed '/Figures and tables$/,$d' > before
    grep -q 'Sectors touched' before
    grep -q 'Figure 3.1 ' before
    run grep -E 'Figure 3.1 is on|Only reading' before
    [[ -z $output ]] || fail "$output"
}

@test "a sheet of solutions has each answer and each solution, and nothing else" {
    for chapter in "${chapters[@]}"; do
        grep -oE '<div class="predict"|<p class="label">Exercise [0-9.]+' "$tree/build/site/nvidia-h200/${chapter#*-}.html" |
            awk '/predict/ { print "Answer to prediction " ++n; next } { print "Solution of exercise " $NF }' > expected
        pdftotext "$sheets/$chapter-solutions.pdf" - | tr -d '\f' > sheet
        diff expected <(grep -E '^(Answer to prediction|Solution of exercise) ' sheet) || fail "$chapter"
        run grep -E '^(Claim|Figure|Predict|Rules|Exercise) ' sheet
        [[ -z $output ]] || fail "$chapter" "$output"
    done
}

@test "make slides and make worksheet take a course, a date, chapters and a machine, and name what they made" {
    [[ $(wc -l < "$BATS_FILE_TMPDIR/made") == $((3 + 2 * ${#chapters[@]})) ]] || fail "$(cat "$BATS_FILE_TMPDIR/made")"
    while read -r file; do [[ -s $tree/$file ]] || fail "no $file"; done < "$BATS_FILE_TMPDIR/made"
    COURSE='CS <149> $x' DATE='6 May' node "$tree/templates/print/pdf.mjs" --slides "$tree/build/print/nvidia-h200/02-timing.json" a.pdf
    for page in 1 5; do
        run words -f $page -l $page a.pdf
        in_output 'CS <149> $x'
        in_output '6 May'
    done
    while IFS='|' read -r goal setting message; do
        run --separate-stderr make -s -C "$tree" $goal "$setting"
        exits 2
        in_stderr "$message"
    done << 'END'
slides|CHAPTER=99|slides: there is no chapter '99'; there are 01-map
slides|CHAPTER=glossary|slides: there is no chapter 'glossary'; there are 01-map
worksheet|MACHINE=mine|pdf: there is no machine 'mine'; there are:
slides|Q=x|Q= means nothing to 'make slides'
END
}

# `make_slides TEXT`: slides of this Markdown, in which !name[ ... ] marks what the filters pass to Typst. Prints the
# words of each, a line per slide, without the title's.
make_slides() {
    cd "$BATS_TEST_TMPDIR"
    printf '%b' "# T\n\nWhy?\n\n$1" | sed -E 's/!(\w+\[)/`#\1`{=typst}/g; s/\]!/`]`{=typst}/g' | pandoc -t json > a.json
    node "$tree/templates/print/pdf.mjs" --slides a.json a.pdf
    local page
    for ((page = 2; page <= $(pdfinfo a.pdf 2> /dev/null | sed -n 's/^Pages: *//p'); page++)); do
        pdftotext -f $page -l $page a.pdf - 2> /dev/null | tr '\n\f' '  ' | sed -E 's/ Bytes in Flight · .*//; s/ +/ /g; s/ ?$/\n/'
    done
}

@test "a section's slide has the sentences that open it, and a section without any has no slide of its own" {
    run make_slides '## One\n\nFirst. Second. What goes on:\n\n> elsewhere\n\n- one\n\n## Two\n\nIt leads to:\n\n- this\n'
    [[ $output == $'The question Why?\nOne First. Second.\nOne elsewhere – one\nTwo It leads to – this' ]] || fail "$output"
    # In the outline, slides are below their section.
    run node -p 'JSON.parse(require("fs").readFileSync(0)).outlines[0].kids.map((one) => one.title + one.kids.length).join()' \
        < <(qpdf --json a.pdf 2> /dev/null)
    [[ $output == 'The question0,One1,Two It leads to0' ]] || fail "$output"
    for chapter in "${chapters[@]}"; do
        # No slide has only its title, which the outline has as well.
        for ((page = 2; page <= $(wc -l < "$BATS_FILE_TMPDIR/$chapter"); page++)); do
            title=$(sed -n ${page}p "$BATS_FILE_TMPDIR/$chapter")
            (($(words -f $page -l $page "$slides/$chapter.pdf" | sed 's/Bytes in Flight .*//' | wc -w) > $(wc -w <<< "$title") + 2)) ||
                fail "$chapter: slide $page has little more than its title, $title"
        done
    done
}

@test "a slide has the words that introduce code or a table above it, and what they lead to below" {
    run make_slides '## S\n\nOpening.\n\nA fact. But is it so? We look:!sidenote[A note.]!\n\n```c\nint a;\n```\n\nSo it is. More.\n
Look:\n\n| a |\n|--|\n| b |\n\nFirst. !shown[The marked one.]!\n
Here:!sidenote[Only a note.]!\n\n```c\nint c;\n```\n\n!predict[\n\nHow many?\n\n]!\n'
    [[ ${lines[1]} == 'S Opening.' && ${lines[2]} == 'S A fact. But is it so? We look int a; So it is.' ]] || fail "$output"
    [[ ${lines[3]} == 'S Look a b The marked one.' && ${lines[4]} == 'S Here int c; Only a note.' ]] || fail "$output"
    # Sentences in brackets introduce nothing, and a line of arithmetic may introduce a table.
    run make_slides '## S\n\nOpening.\n\nA timer.\n(It is old. It works.)\n\n```c\nint a;\n```\n\nThe sum:\n\n> all parts\n\n| a |\n|--|\n| b |\n'
    [[ ${lines[2]} == 'S A timer. int a;'* && ${lines[3]} == 'S all parts a b' ]] || fail "$output"
}

@test "a marked sentence elsewhere has a slide of its own, and one about what a browser shows is not printed" {
    run make_slides '## S\n\nOpening.\n\nSome. !shown[The marked one.]! More.\n\nText.\n'
    [[ ${lines[1]} == 'S Opening.' && ${lines[2]} == 'S The marked one.' && ${#lines[@]} == 3 ]] || fail "$output"
    [[ $(node -p 'JSON.parse(require("fs").readFileSync("a.pdfpc")).pages.map((one) => one.note).join()') == *$'Some. The marked one. More.\n\nText.' ]]
    grep -q 'Ignore the slanted lines' "$tree/build/site/nvidia-h200/map.html"
    for file in "$slides/01-map.pdf" "$slides/../notes/01-map.pdf" "$sheets/01-map-worksheet.pdf"; do
        run ! grep -q 'slanted lines and' <(words "$file")
    done
}

@test "a table that no slide has room for is on two" {
    row='| Some words to begin with | Many words that follow each other until they fill some lines of a narrow column, as those of a long table do, and go on |'
    run make_slides "## S\n\nOpening. A table:\n\n| a | b |\n|:--|:--|\n$(printf -- "$row\\n%.0s" {1..9})"
    [[ ${#lines[@]} == 4 && ${lines[2]} == 'S (1 of 2) A table a b Some words'* && ${lines[3]} == 'S (2 of 2) A table a b Some words'* ]] || fail "$output"
}

@test "an answer stands below its question, and a short question above the axes to draw in" {
    run make_slides '## S\n\nOpening.\n\n!predict[\n\nHow many?\n\n]!\n\n!answer[\n\nTen.\n\n]!\n'
    [[ ${lines[2]} == 'Predict 1 How many?' && ${lines[3]} == 'Answer 1 How many? Ten.' ]] || fail "$output"
    run make_slides "## S\n\nOpening.\n\n!predict[\n\n$(printf 'Long ago there was one. %.0s' {1..20})How many?\n\n]!\n\n!answer[\n\nTen.\n\n]!\n"
    [[ ${lines[-1]} == 'Answer 1 How many? Ten.' ]] || fail "$output"
    grep -qE '^Predict 2 At stride 1 .*\? Draw the bandwidth of floats\.$' "$BATS_FILE_TMPDIR/03-global"
    grep -qx 'Predict 3 Draw the bytes read per byte requested.' "$BATS_FILE_TMPDIR/03-global"
}

@test "slides refer to nothing above, keep arithmetic and titles whole, and share out a long list" {
    for chapter in "${chapters[@]}"; do
        run grep -nE 'above([,.;)]| \()|\bthe \w+ above\b|as the table shows' <(pdftotext "$slides/$chapter.pdf" -)
        [[ -z $output ]] || fail "$chapter" "$output"
    done
    pdftotext -layout "$slides/03-global.pdf" global
    grep -q 'unrounded numbers)' global
    grep -q '16,384 × 16,384 floats.* = 1.03 ms' global
    item='- Each of these rules needs two lines in letters of any size that the slides of a lecture may ever have to use.'
    run make_slides "## S\n\nOpening. List:\n\n$(printf -- "$item\\\\n%.0s" {1..9})"
    [[ ${#lines[@]} == 4 && $(grep -o – <<< "${lines[3]}" | wc -l) -gt 3 ]] || fail "$output"
}

@test "code is on as few slides as it needs, each of which says which it is, and two listings in a row are on one" {
    # The kernel with a tile has 19 lines, and the timer to paste too many for one slide.
    [[ $(grep -c '^The tile In the first variant, tiled' "$BATS_FILE_TMPDIR/03-global") == 1 ]]
    # One has room if nothing introduces it.
    [[ $(grep -c '^Ask for a whole tile$' "$BATS_FILE_TMPDIR/08-async") == 2 ]]
    grep -q '^Keep the queue full (1 of 2) Second, the timer' "$BATS_FILE_TMPDIR/02-timing"
    grep -q '^Keep the queue full (2 of 2) Second, the timer' "$BATS_FILE_TMPDIR/02-timing"
    page=$(grep -n '^On your CPU Here are two loops$' "$BATS_FILE_TMPDIR/02-timing" | cut -d : -f 1)
    run words -f "$page" -l "$page" "$slides/02-timing.pdf"
    in_output saxpy_scalar
    in_output saxpy_simd
}

@test "a paragraph that no slide has room for is an error that names it, and leaves the old slides in place" {
    cd "$BATS_TEST_TMPDIR"
    {
        printf '# T\n\nWhy?\n\n## S\n\n`#predict[`{=typst}\n\n'
        for _ in {1..90}; do printf 'Many words stand here. '; done
        printf '\n\n`]`{=typst}\n'
    } | pandoc -t json > a.json
    echo old > a.pdf
    run --separate-stderr node "$tree/templates/print/pdf.mjs" --slides a.json a.pdf
    exits 1
    in_stderr 'no slide has room for this in letters of 18 points; make paragraphs of it: Many words stand here.'
    [[ $(< a.pdf) == old && ! -e a.pdfpc ]]
}

@test "the plans for teachers fill their hours, and name the sections of a chapter in its order" {
    run awk '/^### .* hours$/ { plan = $2 } plan && /^\| [0-9]/ { split($0, cells, "|"); print plan cells[2] }' "$tree/chapters/teach.md"
    [[ $(sed 's/, / /; s/[A-Z][a-z]* //' <<< "$output" | xargs) == "$(echo {1..4} {1..8} {1..12})" ]] || fail "$output"
    while read -r row; do
        for place in $(grep -oE '[a-z]+\.html#[a-z0-9-]+' <<< "$row"); do
            grep -n "{#${place#*#}}" "$tree"/chapters/0[1-9]-"${place%%.*}".md | cut -d : -f 1
        done > lines
        sort -nc lines || fail "$row"
    done < <(grep '^| [0-9].*#' "$tree/chapters/teach.md")
}
