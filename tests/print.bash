# print.bash - what the suites on print share: how to print a few lines, and read them.

# `print_text TEXT`: Markdown, printed as a.pdf here, with the line of a file a.md.
print_text() {
    cd "$BATS_TEST_TMPDIR"
    printf '%b' "$1" > a.md
    pandoc -t json a.md > a.json
    run --separate-stderr node "$tree/templates/print/pdf.mjs" a.json a.pdf
}

words() {
    pdftotext "$@" - | tr '\n' ' '
}

# The rows of the table of numbers at the end of a PDF.
numbers() {
    local head='^Number Interval, table and line Page$'
    pdftotext -raw "$@" - | sed -n "/$head/,\$ { /$head/d; s/\xc2\xa0/ /g; p }" | tr '\n' ' '
}

# `print_edition FOLDER NAME...`: prints these of the reference edition into the folder, as PAPER and SOLUTIONS say.
print_edition() {
    local name files=()
    mkdir -p "$1"
    for name in "${@:2}"; do files+=("$tree/build/print/nvidia-h200/$name.json" "$1/$name.pdf"); done
    node "$tree/templates/print/pdf.mjs" "${files[@]}"
}

# `keeps_margins FILE`: no word of this PDF is outside its page's width, with a little for the margin.
keeps_margins() {
    run awk -F '"' '/<page/ { width = $2 } /<word/ && ($2 < 20 || $6 > width - 20) { print }' <(pdftotext -bbox "$1" -)
    [[ -z $output ]] || fail "$1" "$output"
}

# `strands_none FILE...`: no page of these PDFs ends with a heading, with one and a single line below it, or with the
# title of a box or a listing.
strands_none() {
    local file
    local titles='^(Predict|Answer to prediction|Exercise|Solution of exercise|Claim) [0-9A-Z]|, lines ([0-9]+ to|with) |^Open questions$'
    cd "$BATS_TEST_TMPDIR"
    for file; do
        { pdfinfo -struct "$file" 2> /dev/null | sed -nE 's/^ *H[1-6] "(.*)" \(block\)$/\1/p'; echo; } > headings
        # The last two lines of each page, without notes in the margin.
        pdftotext -bbox "$file" - | sed 's/&amp;/\&/g; s/&#39;/'\''/g' | awk -F '[">]|</' '
            /<page/ { foot = $4 - 50; y = 0; line = "" }
            /<word/ && $2 < 411 && $8 < foot { if ($8 > y + 3) { before = line; y = $8; line = "" } if ($8 > y - 3) line = line (line ? " " : "") $10 }
            /<\/page/ && y { print before "\t" line }' > last
        awk -F '\t' -v titles="$titles" 'NR == FNR { known[$0]; next }
            { for (i = 1; i <= 2; i++) { line = $i; sub(/^[0-9.]+ /, "", line); if (line != "" && line in known) { print; next } } }
            $2 ~ titles' headings last > stranded
        [[ ! -s stranded && -s last ]] || fail "$file:" "$(cat stranded)"
    done
}
