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
