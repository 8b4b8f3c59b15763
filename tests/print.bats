#!/usr/bin/env bats
# Proves what a handout's PDF holds, with tools that had no part in making it.
load helper

setup_file() {
    export pdf=$tree/build/site/nvidia-h200/03-vector.pdf
    [[ ! -d $tree/templates/node_modules ]] || make -s -C "$tree" "${pdf#"$tree"/}"
}

setup() {
    [[ -d $tree/templates/node_modules ]] || skip "no npm packages"
    needs pdfinfo qpdf
}

@test "it is tagged, has a title and a language, and is sound" {
    run pdfinfo "$pdf"
    [[ $output =~ Title:\ +Vector\ loads && $output =~ Tagged:\ +yes ]] || fail "$output"
    qpdf --check "$pdf"
    run qpdf --qdf --object-streams=disable "$pdf" -
    [[ $output == *"/Lang (en-GB)"* || $output == *"/Lang (en)"* ]] || fail "no language"
    [[ $output == *pdfuaid:part* ]] || fail "not marked as PDF/UA"
}

@test "every font is embedded" {
    run pdffonts "$pdf"
    [[ ${#lines[@]} -gt 4 ]]
    # Columns from the right: object, number, unicode, subset, embedded.
    run awk 'NR > 2 && $(NF-4) != "yes"' <(pdffonts "$pdf")
    [[ -z $output ]] || fail "$output"
}

@test "nothing in it is a raster image" {
    run pdfimages -list "$pdf"
    [[ ${#lines[@]} == 2 ]] || fail "$output"
}

@test "the bookmarks are the headings" {
    run node -e '
        const { execFileSync } = require("child_process");
        const all = JSON.parse(execFileSync("qpdf", ["--json", "--json-key=outlines", process.argv[1]]));
        const list = (o) => o.flatMap((e) => [e.title, ...list(e.kids)]);
        console.log(list(all.outlines).join("\n"));' "$pdf"
    while read -r heading; do
        in_output "$heading"
    done < <(sed -nE 's/^##? ([^{]*[^ {]).*/\1/p' "$tree/chapters/03-vector.md")
}

@test "the figures and the drawing say in words what they show" {
    run qpdf --qdf --object-streams=disable "$pdf" -
    [[ $(grep -ac '/Alt ' <<< "$output") -ge 3 ]] || fail "fewer than three alternative texts"
}

@test "it holds the measured numbers, and says whose they are" {
    value=$(grep -oE 'data-value="[0-9.]+">[0-9,]+ GB/s' "$tree/build/site/nvidia-h200/vector.html" | head -1)
    run pdftotext "$pdf" -
    in_output "${value##*>}"
    in_output "NVIDIA H200"
}

@test "no line of code runs off the paper" {
    # Words outside the page's own width, with a little for the margin.
    run awk -F '"' '/<page/ { width = $2 } /<word/ && ($2 < 20 || $6 > width - 20) { print }' \
        <(pdftotext -bbox "$pdf" -)
    [[ -z $output ]] || fail "$output"
}

@test "made twice it is the same to the byte" {
    node "$tree/templates/pdf.mjs" "$tree/build/print/nvidia-h200/03-vector.json" "$BATS_TEST_TMPDIR/again.pdf"
    cmp "$pdf" "$BATS_TEST_TMPDIR/again.pdf"
}

@test "lines of code have their own numbers" {
    code='for (size_t i = first; i < n; i += threads)'
    line=$(grep -nF "$code" "$tree/kernels/copy.cu" | head -1 | cut -d: -f1)
    run pdftotext -layout "$pdf" -
    grep -qE "(^|[^0-9])$line +for \(size_t i = first; i < n;" <<< "$output" || fail "not line $line"
}

@test "notes, answers and solutions are printed" {
    output=$(pdftotext "$pdf" - | tr '\n' ' ')
    in_output 'Answers and solutions'
    in_output 'Answer to prediction 1'
    in_output 'Solution of exercise 3.1'
    in_output 'NVIDIA developer blog, 2013' # in the margin
}

@test "a borrowed number is marked, and the marks are explained" {
    cd "$BATS_TEST_TMPDIR"
    printf '# T\n\n`#live("1 GB/s", borrowed: true)`{=typst}\n' | pandoc -t json > a.json
    node "$tree/templates/pdf.mjs" a.json a.pdf
    run pdftotext a.pdf -
    in_output 'marked so'
}

@test "a Greek letter is printed, in text and in code" {
    cd "$BATS_TEST_TMPDIR"
    printf '# λ\n\nλ and *λ* and `λ`.\n\n| λ |\n|---|\n| λ |\n' | pandoc -t json > a.json
    node "$tree/templates/pdf.mjs" a.json a.pdf
    [[ $(pdftotext a.pdf - | grep -o λ | wc -l) == 6 ]] || fail "$(pdftotext a.pdf -)"
}

@test "a short table is on one page, a long one may be on two" {
    cd "$BATS_TEST_TMPDIR"
    table() {
        printf '\n| row | n |\n|---|---|\n'
        for ((i = 0; i < $1; i++)); do echo "| row | $i |"; done
    }
    files=()
    for n in {27..32}; do # of which one would leave it across the edge
        { echo '# T'; for ((i = 0; i < n; i++)); do printf '\nText.\n'; done; table 4; table 60; } |
            pandoc -t json > "$n.json"
        files+=("$n.json" "$n.pdf")
    done
    node "$tree/templates/pdf.mjs" "${files[@]}"
    for n in {27..32}; do
        first=$(pdftotext -l 1 "$n.pdf" - | grep -c '^row$' || true)
        ((first == 0 || first >= 5)) || fail "after $n lines: $first rows of 5 on the first page"
        [[ $(pdfinfo "$n.pdf") == *Pages:*3* ]] || fail "$(pdfinfo "$n.pdf")"
    done
}

@test "a PDF is replaced whole" {
    cd "$BATS_TEST_TMPDIR"
    echo old > a.pdf
    ln a.pdf kept
    printf '# T\n' | pandoc -t json > a.json
    node "$tree/templates/pdf.mjs" a.json a.pdf
    [[ $(< kept) == old ]]
}

@test "a chapter that Typst refuses leaves the old PDF, and says why" {
    cd "$BATS_TEST_TMPDIR"
    echo 'the old one' > old.pdf
    printf '# Title\n\n`#nosuch()`{=typst}\n' | pandoc -t json > bad.json
    run --separate-stderr node "$tree/templates/pdf.mjs" bad.json old.pdf
    [[ $status == 1 ]]
    in_stderr 'unknown variable: nosuch'
    [[ $(< old.pdf) == 'the old one' ]]
}

@test "a quick pass is said to be one" {
    book=$BATS_TEST_TMPDIR/book
    copy_book "$book"
    ln -s "$tree/templates/node_modules" "$book/templates/node_modules"
    cp "$tree"/results/nvidia-h200/{machine,copy}.csv "$book/build/results/here"
    sed 's/^# options:.*/& --quick/' "$tree/results/nvidia-h200/host_copy.csv" > "$book/build/results/here/host_copy.csv"
    make -s -C "$book" build/site/here/03-vector.pdf
    run pdftotext "$book/build/site/here/03-vector.pdf" -
    in_output "A quick pass: the numbers of host_copy were measured in haste and are less certain."
    [[ $(grep -c "From a quick pass" <<< "$output") == 1 ]] || fail "$output"
}
