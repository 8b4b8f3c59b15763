#!/usr/bin/env bats
# Proves how pdf.mjs prints documents of a few lines: what stands on a page and where, and that a
# PDF is replaced whole.
load helper
load print

setup() {
    [[ -d $tree/templates/node_modules ]] || skip "no npm packages"
    needs pdfinfo qpdf
}

@test "pages are printed with Greek letters, borrowed numbers, and a layout that never settles" {
    print_text '# T\n\n`#context { let n = counter("x").final().first(); counter("x").update(n + 1); [#n] }`{=typst}\n'
    exits 0
    in_stderr 'a.json:1: the layout did not settle'
    [[ -s a.pdf ]]
    print_text '---\nborrows-from: another machine\n---\n\n# λ\n\nλ and *λ* and `λ`. `#live("1 GB/s", borrowed: true)`{=typst}\n\n| λ |\n|---|\n| λ |\n'
    run pdftotext a.pdf -
    in_output 'marked so'
    [[ $(grep -o λ <<< "$output" | wc -l) == 6 ]] || fail "$output"
}

@test "a long name of a class is set smaller or cut, and touches nothing in the head of a page" {
    cd "$BATS_TEST_TMPDIR"
    { printf -- '---\nnumber: "12"\n---\n\n# Vector loads\n'; for ((i = 0; i < 80; i++)); do printf '\nText.\n'; done; } |
        pandoc -s -t json > a.json
    course='Parallel Programming PP2025, Übung 3 & 4'
    for tail in '' ': Speicherhierarchien moderner Grafikprozessoren, und was man von ihnen wissen sollte, bevor man misst'; do
        COURSE=$course$tail DATE='Winter 2025/26' node "$tree/templates/print/pdf.mjs" a.json a.pdf
        run awk -F '"' '
            /<page/ { page++; n = 0 }
            /<word/ && $4 < 100 {
                for (i = 1; i <= n; i++)
                    if ($2 < right[i] && $6 > left[i] && $4 < bottom[i] && $8 > top[i]) print "page " page ": " $0 " meets " word[i]
                word[++n] = $0; left[n] = $2; top[n] = $4; right[n] = $6; bottom[n] = $8
                if ($8 < 60 && ($4 < 40 || $8 > 53)) print "page " page ": on another line: " $0
            }' <(pdftotext -l 2 -bbox a.pdf -)
        [[ -z $output ]] || fail "$output"
        for page in 1 2; do
            run words -f $page -l $page a.pdf
            in_output "$course"
            in_output 'Winter 2025/26'
        done
    done
    in_output '…'
}

@test "the foot of a page has its number at the right edge, on the first line, whatever else it says" {
    cd "$BATS_TEST_TMPDIR"
    text() { for ((i = 0; i < 160; i++)); do printf '\nText.\n'; done; }
    { cat << 'END'; text; } | pandoc -t json > long.json
---
title: T
machine-name: A GPU of a long name (numbers of the bus from another of a long name)
date: 2026-11-22
commit: 0123456789ab
address: '`"https://an.example/of/a/long/address/of/a/page.html"`{=typst}'
---
END
    text | pandoc -t json -M title=T > short.json
    node "$tree/templates/print/pdf.mjs" long.json long.pdf short.json short.pdf
    for name in long short; do
        run awk -F '"' '
            /<page/ { page++; edge = $2 - 42; number = line = last = 0 }
            /<word/ && $4 > 780 {
                if (!line) line = $4
                if ($4 == line && $0 ~ ">" page "<") number = $6
                if ($6 > last) last = $6
            }
            /<\/page/ && (number != last || number < edge - 3 || number > edge + 3) {
                print "page " page ": number until " number ", foot until " last
            }
            END { if (page < 3) print page " pages" }' <(pdftotext -bbox "$name.pdf" -)
        [[ -z $output ]] || fail "$name" "$output"
    done
    run pdftotext long.pdf -
    in_output address/of/a/page.html
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
    node "$tree/templates/print/pdf.mjs" "${files[@]}"
    for n in {27..32}; do
        first=$(pdftotext -l 1 "$n.pdf" - | grep -c '^row$' || true)
        ((first == 0 || first >= 5)) || fail "after $n lines: $first rows of 5 on the first page"
        [[ $(pdfinfo "$n.pdf") == *Pages:*3* ]] || fail "$(pdfinfo "$n.pdf")"
    done
}

@test "a short claim, a short question and code without a title are each on one page, and a tall claim may be on two" {
    cd "$BATS_TEST_TMPDIR"
    lines() { for ((i = 0; i < $1; i++)); do printf 'whole%b' "$2"; done; }
    files=()
    for n in {27..32}; do # of which some would leave it across the edge
        for kind in claim tall exercise code; do
            { echo '# T'; for ((i = 0; i < n; i++)); do printf '\nText.\n'; done
                case $kind in
                    claim) printf '\n`#claim("T1", "x:T1", "holds", "Holds", "It.")[`{=typst}\n\n'; lines 4 '\n\n' ;;
                    tall) printf '\n`#claim("T1", "x:T1", "holds", "Holds", "It.")[`{=typst}\n\n'; lines 12 '\n\n' ;;
                    exercise) printf '\n`#exercise("1.1")[`{=typst}\n\n'; lines 4 '\n\n' ;;
                    code) printf '\n`#[`{=typst}\n\n```c\n'; lines 12 '\n'; printf '```\n\n' ;;
                esac
                printf '`]`{=typst}\n'; } | pandoc -t json > "$n-$kind.json"
            files+=("$n-$kind.json" "$n-$kind.pdf")
        done
    done
    node "$tree/templates/print/pdf.mjs" "${files[@]}"
    for kind in claim exercise code tall; do # how many lines are on the first page?
        counts=
        for file in *-"$kind".pdf; do counts+=" $(pdftotext -l 1 "$file" - | grep -c '^whole$' || true)"; done
        case $kind in
            tall) [[ $counts =~ \ ([1-9]|1[01])( |$) ]] || fail "$kind:$counts" ;;
            *) [[ $counts =~ ^(\ 4|\ 12)*(\ 0)+$ ]] || fail "$kind:$counts" ;;
        esac
    done
}

@test "a listing is torn apart only at its blank lines, not behind its first line, and its lines keep their numbers; a short one is whole" {
    cd "$BATS_TEST_TMPDIR"
    files=() counts=
    for n in {26..33}; do # of which some would leave it across the edge
        for code in 'a\na\na\n\na\na\na\n\na\na' 'a\n\na\na\na\n\na\na\na\na\na' 'a\na\n\na\na\n\na'; do
            { echo '# T'; for ((i = 0; i < n; i++)); do printf '\nText.\n'; done
                printf '\n`#listing("copy.cu", "cuda", ((11, "%s"),))`{=typst}\n' "$code"; } | pandoc -t json > "$n-${#code}.json"
            files+=("$n-${#code}.json" "$n-${#code}.pdf")
        done
    done
    node "$tree/templates/print/pdf.mjs" "${files[@]}"
    for file in *.pdf; do # what is on the first page: how many lines, and is the title?
        counts+="$(pdftotext -l 1 "$file" - | grep -cE '^([12][0-9] +)?a$' || true)"
        [[ $(pdftotext -layout "$file" - | grep -oE '[12][0-9] +a$' | tr -s ' \n' ' ') == \
            @('11 a 12 a 13 a 15 a 16 a 17 a 19 a 20 a '|'11 a 13 a 14 a 15 a 17 a 18 a 19 a 20 a 21 a '|'11 a 12 a 14 a 15 a 17 a ') ]] || fail "$file" "$(pdftotext -layout "$file" -)"
    done
    [[ $counts =~ ^[0345689]+$ && $counts == *[36]* && $counts == *4* ]] || fail "$counts"
}

@test "a figure stands below what was said before it, its caption in the margin, and text fills the page around it" {
    figure='`#plot("templates/web/favicon.svg", "A drawing of some lanes.", "x:y", "Figure 1", [Caption.])`{=typst}'
    lines() { for ((i = 0; i < $2; i++)); do printf '\n\n%s' "$1"; done; }
    # How many lines are before it, and then: its page, and where on the page of the former text must end.
    while read -r count page foot; do
        print_text "# T$(lines Before. $count)\n\n$figure$(lines After. 40)"
        run awk -F '"' -v foot="$foot" '
            /<page/ { page++ }
            />Before.</ { before = $4 }
            />After.</ && page == 1 { last = $8 }
            />Caption.</ { said = page " " ($2 > 410) " " (page > 1 ? $4 < 90 : $4 > before) }
            END { print said, (last > foot), (last < foot + 50), last }' \
            <(pdftotext -bbox a.pdf -)
        [[ $output == "$page 1 1 1 1 "* ]] || fail "$count lines before it: $output"
    done << 'END'
5 1 360
17 2 735
END
}

@test "a measured number has a hairline in the text and none in a table, but another machine's has dots in both" {
    lines() { qpdf --qdf --object-streams=disable a.pdf - | grep -acE "$1"; }
    hairline='^0.0392[0-9]* 0.4235[0-9]* 0.4549[0-9]* scn' dots='^\[0?.8 1.3\] 0 d'
    print_text '# T\n\n`#live("1 GB/s")`{=typst}\n\n| A |\n|---|\n| `#live("2 GB/s")`{=typst} |\n'
    [[ $(lines "$hairline") == 1 ]] || fail "$(lines "$hairline") hairlines"
    print_text '# T\n\n| A |\n|---|\n| `#live("1 GB/s", borrowed: true)`{=typst} |\n'
    [[ $(lines "$dots") == 1 ]] || fail "$(lines "$dots") dotted lines"
}

@test "the numbers of the text stand once at the end, by unit and value, with interval, table, line and pages" {
    number() { printf '`#live("%s", borrowed: false, from: ("%s", "%s"))`{=typst}' "$@"; }
    far=$(number '1,020 GB/s' '1018.5–1021.5' 'copy 118')
    print_text "# T\n\n$far, $far $(number '~9 GB/s' '' 'copy 9, 10'), $(number 7 '' 'copy 3')\n
| A |\n|---|\n| $(number 5 '' 'copy 4') |\n\n\x60#pagebreak()\x60{=typst}\n\n$far $(number '1,020 GB/s' '' 'copy 8')"
    run numbers a.pdf
    [[ $output == '7 copy 3 1 ~9 GB/s copy 9, 10 1 1,020 GB/s 1018.5–1021.5 copy 118 1, 2 1,020 GB/s copy 8 2 '* ]] || fail "$output"
    # Each number of the text leads to its row, and each page to the number's place.
    qpdf --qdf --object-streams=disable a.pdf - | grep -ac '^  /Subtype /Link' > links
    [[ $(< links) == 11 ]] || fail "$(< links) links"
    print_text '# T\n\nText.\n'
    run words a.pdf
    [[ $output != *'Where the numbers'* ]] || fail "$output"
}

@test "a PDF is replaced whole, and what cannot be printed leaves the old one and says where" {
    print_text '# T\n'
    ln a.pdf kept
    cp a.pdf old
    print_text '# U\n'
    cmp old kept
    cp a.pdf old
    print_text '# Title\n\n`#nosuch()`{=typst}\n'
    exits 1
    in_stderr 'unknown variable: nosuch'
    mkdir chapters
    printf '# T\n\nText, 日.\n' > chapters/a.md
    pandoc -t json chapters/a.md > a.json
    run --separate-stderr node "$tree/templates/print/pdf.mjs" a.json a.pdf
    [[ $status == 1 && $stderr == "chapters/a.md:3: the fonts of the book have no '日'" ]] || fail "$stderr"
    cmp old a.pdf
}
