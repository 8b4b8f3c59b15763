#!/usr/bin/env bats
# Proves what the PDFs hold, handouts, book, report and poster, with tools that had no
# part in making them.
load helper
load print

# The PDFs of the reference edition in a4/, some of them in letter/, and a small book with PDFs, which tests copy and change.
setup_file() {
    export edition=$tree/build/site/nvidia-h200 small=$BATS_FILE_TMPDIR/book
    export small_pdf=build/site/nvidia-h200/04-vector.pdf small_print=$small/build/print/nvidia-h200
    [[ -d $tree/templates/node_modules ]] || return 0
    make -s -C "$tree" pdf MACHINE=nvidia-h200
    ln -s "$edition" "$BATS_FILE_TMPDIR/a4"
    PAPER=letter print_edition "$BATS_FILE_TMPDIR/letter" report ladder
    copy_book "$small"
    rmdir "$small/build/results/here"
    with_packages "$small"
    make -s -C "$small" pdf
}

setup() {
    [[ -d $tree/templates/node_modules ]] || skip "no npm packages"
    needs pdfinfo qpdf
}

# A copy of the small book, times and all; what is new is made from now on.
small_book() {
    cp -a "$small" "$BATS_TEST_TMPDIR/book"
    cd "$BATS_TEST_TMPDIR/book"
    mark
}
mark() {
    touch before
    sleep 0.02
}

@test "each PDF is tagged and sound, has a title and a language, embeds its fonts, and has no raster image" {
    for file in "$edition"/*.pdf; do
        run pdfinfo "$file"
        [[ $output =~ Title:\ +[A-Z] && $output =~ Tagged:\ +yes ]] || fail "$file" "$output"
        qpdf --check "$file"
        run sort -u <(qpdf --qdf --object-streams=disable "$file" - | grep -aoE '/Lang \(en(-GB)?\)|pdfuaid:part')
        [[ $output == *"/Lang (en"*pdfuaid:part* ]] || fail "$file: no language, or not marked as PDF/UA" "$output"
        run pdffonts "$file"
        [[ ${#lines[@]} -gt 4 ]] || fail "$file has no fonts"
        # Columns from the right: object, number, unicode, subset, embedded.
        [[ -z $(awk 'NR > 2 && $(NF-4) != "yes"' <<< "$output") ]] || fail "$file" "$output"
        run pdfimages -list "$file"
        [[ ${#lines[@]} == 2 ]] || fail "$file" "$output"
    done
}

@test "bookmarks are the headings, in the order in which they are read, and figures and equations have words" {
    cd "$BATS_TEST_TMPDIR"
    for file in "$edition"/*.pdf; do
        qpdf --json "$file" 2> /dev/null | node -e '
            const all = JSON.parse(require("fs").readFileSync(0)), fs = require("fs");
            const list = (o) => o.flatMap((e) => [e.title, ...list(e.kids)]);
            // Numbers stand beside titles.
            fs.writeFileSync("bookmarks", list(all.outlines).map((title) => title.replace(/^[0-9.]+ /, "") + "\n").join(""));
            let shown = 0, dumb = 0;
            (function walk(object) {
                if (object === null || typeof object !== "object") return;
                if (["/Figure", "/Formula"].includes(object["/S"])) {
                    shown++;
                    dumb += (object["/Alt"] ?? "").length < 5;
                }
                Object.values(object).forEach(walk);
            })(all);
            console.log(shown, dumb);' > said
        read -r shown dumb < said
        [[ $dumb == 0 ]] || fail "$file: $dumb of $shown say nothing"
        [[ $file == *glossary.pdf || $file == *ladder.pdf ]] || ((shown > 0)) || fail "$file has no figure"
        pdfinfo -struct "$file" 2> /dev/null | sed -nE 's/^ *H[1-6] "(.*)" \(block\)$/\1/p' > headings
        [[ -s headings ]] || fail "$file has no headings"
        diff headings bookmarks || fail "$file"
        [[ $file != */04-vector.pdf ]] || diff headings <(sed -nE 's/^##? ([^{]*[^ {]).*/\1/p' "$tree/chapters/04-vector.md"; printf '%s\n' 'Answers and solutions' 'Where the numbers are from')
    done
}

@test "a handout holds the measured numbers, the numbers of its lines of code, notes, answers and solutions" {
    cd "$small"
    value=$(grep -oE 'data-value="[0-9.]+">[0-9,]+ GB/s' build/site/nvidia-h200/vector.html | head -1)
    run words $small_pdf
    for text in "${value##*>}" "NVIDIA H200" 'Answers and solutions' 'Answer to prediction 1' 'Solution of exercise 4.1' \
        'There are 132 SMs.'; do # in the margin
        in_output "$text"
    done
    line=$(grep -nF 'for (size_t i = first; i < n; i += threads)' kernels/copy.cu | head -1 | cut -d: -f1)
    run pdftotext -layout $small_pdf -
    grep -qE "(^|[^0-9])$line +for \(size_t i = first; i < n;" <<< "$output" || fail "not line $line"
}

@test "nothing runs off the paper, A4 or Letter, and the report and the poster keep to their pages" {
    cd "$BATS_FILE_TMPDIR"
    for name in a4/book {a4,letter}/{report,ladder}; do
        [[ $(pdfinfo "$name.pdf") =~ Page\ size:.*\(([A-Za-z0-9]+) ]]
        [[ ${BASH_REMATCH[1],,} == "${name%/*}" ]] || fail "$name: ${BASH_REMATCH[1]}"
        keeps_margins "$name.pdf"
        [[ $name != */report || $(pdfinfo "$name.pdf") =~ Pages:\ +[1-5]$'\n' ]] || fail "$(pdfinfo "$name.pdf")"
        [[ $name != */ladder || $(pdfinfo "$name.pdf") =~ Pages:\ +1$'\n' ]] || fail "$(pdfinfo "$name.pdf")"
    done
}

@test "a figure of the report is as wide as half a page, less the gap between two, and its labels have at least 7 points" {
    cd "$BATS_FILE_TMPDIR"
    while read -r paper width; do
        run awk '/ Figure:/ { figure = 1 } figure && /BBox/ { print int($4 - $2); figure = 0 }' \
            <(pdfinfo -struct "$paper/report.pdf" 2> /dev/null | tr -d '[]')
        [[ ${#lines[@]} -gt 8 && $(sort -u <<< "$output") == "$width" ]] || fail "$output"
        for name in $(grep -oE '^::: \{.figure .* from="\w+"' "$tree/chapters/report.md" | sed 's/.*from="//; s/"//'); do
            run awk -F '"' -v paper="$width" '/<svg/ { getline; width = $2 } / font-size="/ {
                    size = $0; sub(/.*font-size="/, "", size); if (size * paper / width < 7) print size * paper / width }' \
                "$tree/build/print/nvidia-h200/figures/$name.half.svg"
            [[ -z $output ]] || fail "$name has labels of $output points on $paper"
        done
    done << 'END'
a4 239
letter 229
END
}

# Sizes are told in thirds of a point. Raised letters are smaller.
@test "words of the report, the poster and the book have at least 7 points" {
    for name in a4/book {a4,letter}/{report,ladder}; do
        run awk -F '"' '/<fontspec/ { size[$2] = $4 } /<text/ { word = $0; gsub(/<[^>]*>/, "", word)
                if (!($10 in size)) print "no size: " $0
                else if (size[$10] < 21 && length(word) > 5) print size[$10] / 3 ": " word }' \
            <(pdftohtml -xml -zoom 3 -i -hidden -stdout "$BATS_FILE_TMPDIR/$name.pdf" 2> /dev/null)
        [[ -z $output ]] || fail "$name" "$output"
    done
}

# The text is 351 points wide.
@test "the labels of a figure of the book have at least 7 points" {
    for figure in "$tree"/build/print/nvidia-h200/figures/*.svg; do
        [[ $figure != *.@(half|slide).svg ]] || continue
        run awk -F '"' '/<svg/ { getline; width = $2 } / font-size="/ {
                size = $0; sub(/.*font-size="/, "", size); if (size * 351 / width < 7) print size * 351 / width }' "$figure"
        [[ -z $output ]] || fail "$figure has labels of $output points"
    done
}

# tests/long/print.bats looks at each chapter, too, and at the book on Letter.
@test "no heading and no title of a box or a listing stands at the foot of a page of the book or the report" {
    strands_none "$BATS_FILE_TMPDIR"/{a4/book,{a4,letter}/report}.pdf
}

# The first page of a chapter has no running head. Notes in the margin fill no page.
@test "no page of the book is more than a fifth empty at its foot, unless a chapter ends there" {
    run awk -F '"' '
        /<page/ { gap = page && filled < 0.8 ? sprintf("page %d: %d %%", page, 100 * filled) : ""
            page++; top = 71; foot = $4 - 60; filled = headed = 0 }
        /<word/ && $8 < top - 10 { headed = 1 }
        /<word/ && $2 < 411 && $8 < foot + 6 && ($8 - top) / (foot - top) > filled { filled = ($8 - top) / (foot - top) }
        /<\/page/ { if (gap && headed) print gap }
        END { if (page < 100) print page " pages" }' <(pdftotext -bbox "$edition/book.pdf" -)
    [[ ! $output ]] || fail "$output"
}

@test "PDFs that are made at another time, in another zone, place and locale are the same to the byte" {
    small_book
    elsewhere
    names=(04-vector book report ladder)
    node templates/print/pdf.mjs $(for name in "${names[@]}"; do echo build/print/nvidia-h200/$name.json $name.pdf; done)
    for name in "${names[@]}"; do cmp build/site/nvidia-h200/$name.pdf $name.pdf; done
}

@test "the book has its contents, solutions, glossary and index, with pages that are right" {
    output=$(pdftotext -layout "$edition/book.pdf" -)
    # The contents name the right page for each title.
    for title in "$(sed -n 's/^# //p' "$tree/chapters/04-vector.md")" 'Answers and solutions' 'Index of claims'; do
        page=$(grep -m 1 -E "$title +[0-9]+$" <<< "$output" | grep -oE '[0-9]+$')
        pdftotext -f "$page" -l "$page" "$edition/book.pdf" - | head -2 | grep -qx "$title" || fail "$title is not on page $page"
    done
    # And of each claim that of the index.
    ids=$(cut -f 1 "$tree"/build/claims/nvidia-h200/*.txt)
    [[ $ids == *G4* ]]
    first=$(grep -m 1 -E "Index of claims +[0-9]+$" <<< "$output" | grep -oE '[0-9]+$')
    index=$(pdftotext -layout -f "$first" "$edition/book.pdf" -)
    for id in $ids; do
        page=$(grep -E "^ *$id " <<< "$index" | grep -oE '[0-9]+$') || fail "$id is not in the index"
        run pdftotext -f "$page" -l "$page" "$edition/book.pdf" -
        in_output "Claim $id"
    done
}

@test "each number of the text is at the end of its chapter and of the book, within its interval" {
    cd "$BATS_TEST_TMPDIR"
    for name in 0{1..9} book; do
        number=$name
        [[ $name != book ]] || number='0?'
        numbers "$edition"/$name*.pdf > end
        node -e '
            const {readFileSync} = require("fs"), end = readFileSync("end", "utf8");
            const found = [];
            (function walk(node) {
                if (!node || typeof node !== "object" || node.t === "Table") return;
                if (node.t === "RawInline") found.push(/^#live\("(.*?)", borrowed: \w+, from: \("(.*)", "(.*)"\)\)$/.exec(node.c[1]));
                else Object.values(node).forEach(walk);
            })(process.argv.slice(1).map((file) => JSON.parse(readFileSync(file)).blocks));
            for (const [, value, interval, place] of found.filter(Boolean)) {
                const row = [value, interval, place].filter(Boolean).join(" ");
                if (!` ${end}`.includes(` ${row} `)) console.log("not at the end:", row);
                const digits = /[\d,.]+/.exec(value)[0].replaceAll(",", ""), half = 0.5 / 10 ** (digits.split(".")[1] ?? "").length;
                const [low, high] = interval.split("–").map(Number);
                if (interval && !(low - half <= digits && digits <= high + half)) console.log("outside:", row);
            }
            if (found.filter(Boolean).length < 20) console.log("only", found.length, "numbers");
        ' "$tree"/build/print/nvidia-h200/$number*.json > wrong
        [[ ! -s wrong ]] || fail "$name" "$(cat wrong)"
    done
}

@test "a term leads to its entry in the glossary of the book, and in a handout is only a word" {
    page=$(pdftotext -layout "$edition/book.pdf" - | sed -nE 's/^ *Glossary.* ([0-9]+)$/\1/p' | head -1)
    # The pages to which each of these words leads.
    links() { pdftohtml -xml -i -stdout "$edition/$1.pdf" 2> /dev/null | sed -nE 's|.*<a href="[^"]*#([0-9]+)">(lanes?\|sectors?\|warps?)</a>.*|\1|p'; }
    run links book
    ((${#lines[@]} > 5)) || fail "${#lines[@]} links in the book"
    for to in "${lines[@]}"; do ((to >= page && to < page + 9)) || fail "to page $to, and not the glossary on $page"; done
    run links 04-vector
    [[ ! $output ]] || fail "$output"
}

@test "the poster has every level and every rule" {
    run pdftotext "$edition/ladder.pdf" -
    for level in Registers 'Shared memory' L1 'Neighbour’s shared memory' L2 DRAM 'Host memory'; do
        in_output "$level"
    done
    rules=$(sed -n '/^## Rules/,/^## E/p' "$tree"/chapters/0*.md | grep -c '^- ')
    printed=$(grep -cE '^– *[A-Z]|^–$' <<< "$output") # the registers have a dash, too
    ((rules > 20 && printed == rules + 1)) || fail "$rules rules, $printed dashes" "$output"
}

@test "a reference to another page names the page, and one to the same page does not" {
    [[ $(words "$edition/book.pdf") =~ 'Section '([0-9]\.[0-9])' p. '([0-9]+) ]] || fail "no page beside a section"
    pdftotext -f "${BASH_REMATCH[2]}" -l "${BASH_REMATCH[2]}" "$edition/book.pdf" - | grep "^${BASH_REMATCH[1]} [A-Z]"
    print_text '# T\n\n`#refer("x", "")[Here]`{=typst} `#refer("y", "")[There]`{=typst} `#refer("z", "https://example.org/z")[Elsewhere]`{=typst} `#[#metadata(1)<x> #pagebreak() #metadata(2)<y>]`{=typst}\n'
    run words a.pdf
    in_output 'Here There p. 2 Elsewhere'
    qpdf --qdf --object-streams=disable a.pdf - | grep -aq '/URI (https://example.org/z)'
}

@test "solutions stand at the end, below their questions, or nowhere" {
    small_book
    print() {
        SOLUTIONS=$1 node templates/print/pdf.mjs build/print/nvidia-h200/04-vector.json $1.pdf
        run words $1.pdf
    }
    print inline
    [[ $output == *'Exercise 4.1'*'Solution of exercise 4.1'*'Exercise 4.2'*'Solution of exercise 4.2'* ]] || fail "not inline"
    [[ $output != *'Answers and solutions'* && $output != *'on page'* ]] || fail "there is an appendix"
    print none
    (($(numbers none.pdf | wc -w) < $(numbers inline.pdf | wc -w))) || fail "the end lists numbers of solutions"
    # A prediction that asks for a curve says which one, and has the axes, with the name of the limit, but without what was measured.
    [[ $output == *'Draw the loop of ints.'* ]] || fail "$output"
    labels() { grep -o "$1" <<< "$output" | wc -l; }
    [[ $(labels 'peak of DRAM') == 2 && $(labels 'int4, from the L2') == 1 ]] || fail "$output"
    [[ $output == *'Exercise 4.2'* && $output != *'Solution of'* && $output != *'Answer to'* && $output != *'on page'* ]] || fail "$output"
}

@test "course and date are in the running head as they were typed, and run nothing" {
    small_book
    course='"7"$(touch pwned)`touch pwned`$x${y}#panic("no")*b*_i_<a>[x] \ '"'q'&%@~//€;touch pwned"
    date='$(shell touch pwned)'
    make -s $small_pdf COURSE="$course" DATE="$date"
    for page in 1 2; do
        run words -f $page -l $page $small_pdf
        in_output "$course"
        in_output "$date"
    done
    # From the environment, and by a make that another make runs.
    mark
    COURSE=$course DATE=$date make -s $small_pdf
    make -s --eval 'build/outer: ; @$(MAKE) -s '$small_pdf build/outer COURSE="$course" DATE="$date"
    [[ ! $small_pdf -nt before && ! -e pwned ]] || fail "the same words, another PDF"
    # Which of the two says what, counts; that the site is built meanwhile does not.
    make -s $small_pdf COURSE="a b" DATE=c
    mark
    make -s build/site/nvidia-h200/vector.html COURSE=other
    make -s $small_pdf COURSE="a b" DATE=c
    [[ ! $small_pdf -nt before ]] || fail "the same words, another PDF"
    make -s $small_pdf COURSE=a DATE="b c"
    [[ $small_pdf -nt before ]] || fail "other words, the same PDF"
}

@test "where one PDF cannot be printed the others are, and it is due again" {
    small_book
    folder=build/site/nvidia-h200
    # The first of them; the book holds it.
    cp chapters/04-vector.md vector.md
    echo '`#nosuch()`{=typst}' >> chapters/04-vector.md
    touch chapters/report.md chapters/ladder.md
    for again in first second; do
        run --separate-stderr make -s pdf
        [[ $status != 0 && $stderr == *'unknown variable: nosuch'* ]] || fail "$again: $stderr"
        [[ $folder/report.pdf -nt before && $folder/ladder.pdf -nt before ]] || fail "$again: the others were not printed"
        [[ ! $folder/04-vector.pdf -nt before && ! $folder/book.pdf -nt before ]]
    done
    qpdf --check $folder/04-vector.pdf > /dev/null
    cp vector.md chapters/04-vector.md
    make -s pdf
    [[ $folder/04-vector.pdf -nt before && $folder/book.pdf -nt before ]]
    run make pdf
    [[ $output == "make: Nothing to be done for 'pdf'." ]] || fail "$output"
    # Another make that only looks does not disturb.
    touch chapters/*.md
    make -n pdf > dry
    run make -n pdf
    [[ $output == "$(cat dry)" && $output == *templates/print/pdf.mjs*ladder.pdf* ]] || fail "$output"
    # A renamed chapter has one PDF, and one of its slides and one of its notes.
    for kind in md lua; do mv chapters/0{4,5}-vector.$kind; done
    make -s pdf
    run ls $folder/{,slides,notes}
    [[ $output != *04-vector.pdf* && $output == *05-vector.pdf*05-vector.pdf*05-vector.pdf* ]] || fail "$output"
}

@test "the site has slides and notes of the reference machine's chapters, and is not printed anew for their look" {
    small_book
    folder=build/site/nvidia-h200
    run pdfinfo $folder/slides/04-vector.pdf
    [[ $output =~ Page\ size:\ +720\ x\ 405 && -s $folder/slides/04-vector.pdfpc ]] || fail "$output"
    run pdfinfo $folder/notes/04-vector.pdf
    [[ $output == *A4* ]] || fail "$output"
    touch templates/print/slides.typ
    make -s pdf
    [[ $folder/slides/04-vector.pdf -nt before && $folder/notes/04-vector.pdf -nt before && ! $folder/04-vector.pdf -nt before ]]
    cp -r results/nvidia-h200 results/other
    run make -n pdf MACHINE=other
    [[ $output == *build/site/other/04-vector.pdf* && $output != *build/site/other/slides* ]] || fail "$output"
}

@test "make handout prints the chapters that are named, of the machine that is named" {
    small_book
    cp -r results/nvidia-h200 results/other
    sed -i 's/^gpu,.*/gpu,Other GPU/; s/^# gpu: .*/# gpu: Other GPU/' results/other/*.csv
    find build/site -name '*.pdf' -delete
    printf '# Matrix\n\nText.\n' > chapters/09-matrix.md
    run make -s handout CHAPTER=04-vector MACHINE=other
    exits 0
    [[ $output == build/handout/other/04-vector.pdf ]] || fail "$output"
    run pdftotext "$output" -
    in_output 'Bytes in Flight, CC BY 4.0 · Other GPU'
    run make -s handout CHAPTER="9 vector 04" SOLUTIONS=none
    exits 0
    [[ $output == $'build/handout/nvidia-h200/04-vector-questions.pdf\nbuild/handout/nvidia-h200/09-matrix-questions.pdf' ]] || fail "$output"
    [[ $(pdftotext "${lines[1]}" -) == *Matrix* ]]
    [[ -z $(find build/site -name '*.pdf') ]] || fail "a handout among the site's PDFs"
    # With SITE_URL a handout links to its page.
    make -s handout CHAPTER=04-vector SITE_URL=https://example.org/book/
    run words -l 1 build/handout/nvidia-h200/04-vector.pdf
    in_output 'Vector loads https://example.org/book/nvidia-h200/vector.html'
    while IFS='|' read -r settings message; do
        run --separate-stderr make -s handout CHAPTER=4 "$settings"
        exits 2
        in_stderr "$message"
    done <<'END'
CHAPTER=vector ector|handout: there is no chapter 'ector'; there are 04-vector 09-matrix
CHAPTER=%|handout: there is no chapter '%'; there are
CHAPTER=|handout: CHAPTER= or LAB= names what to print; there are the chapters 04-vector 09-matrix and the labs
MACHINE=mine|pdf: there is no machine 'mine'; there are: nvidia-h200 other
PAPER=a5|pdf: PAPER="a5": it is a4 or letter
COURSE=日本|pdf: COURSE="日本": the fonts of the book have no '日'
END
}

@test "the claims of a report are read in their order, from left to right" {
    make -s -C "$tree" build/site/nvidia-h200/report.html
    run sed -nE '/<ul class="verdicts">/,/<\/ul>/ s/^<li[^>]*><span class="label">([A-Z][0-9]+)<.*/\1/p' "$edition/report.html"
    expected=$output
    [[ ${#lines[@]} -gt 20 ]] || fail "$expected"
    run awk -F '[">< ]+' -v known="$expected" '
        BEGIN { split(known, ids, "\n"); for (i in ids) is[ids[i]] = 1 }
        /<page/ { page++ }
        /<word/ { word = $(NF - 2) }
        /<word/ && (word in is) {
            x = int($4) # those in the two columns, not those in a sentence
            if (word == ids[1]) left = x
            if (word == ids[2]) right = x
            if (x == left || x == right) print page, int($6), x, word
        }' <(pdftotext -bbox "$edition/report.pdf" -)
    [[ $(sort -k 1,1n -k 2,2n -k 3,3n <<< "$output" | cut -d ' ' -f 4) == "$expected" ]] || fail "$output"
}

@test "a machine that has measured one thing alone, quickly, has its handout, report and poster" {
    small_book
    mkdir results/little
    cp "$tree"/results/nvidia-h200/machine.csv results/little
    sed 's/^# options:.*/& --quick/' "$tree/results/nvidia-h200/host_copy.csv" > results/little/host_copy.csv
    make -s pdf MACHINE=little
    # The cover has a figure of the machine itself, and none that is lent.
    run words -l 1 "$edition/book.pdf"
    in_output 'Latency of one load'
    run words -l 1 build/site/little/book.pdf
    [[ $output == *'Measured on'* && $output != *'Latency of one load'* ]] || fail "$output"
    run words build/site/little/04-vector.pdf
    for text in 'A quick pass: the numbers of host_copy were measured in haste, at fewer' 'those marked so on NVIDIA H200 (20'; do
        in_output "$text"
    done
    [[ $(grep -o "From a quick pass" <<< "$output" | wc -l) == 1 ]] || fail "$output"
    run pdftotext -layout build/site/little/report.pdf -
    in_output "memcpy, one core"
    in_output "were not measured"
}
