#!/usr/bin/env bats
# Proves that make builds a site from recorded results alone, builds again what
# has changed and no more, and that an old page survives a failed build.
load helper

# A copy of the tree with two machines: one with results of its own, one that
# has measured its CPU alone. Built once for all tests of this file.
setup_file() {
    export book=$BATS_FILE_TMPDIR/book
    command -v gnuplot pandoc > /dev/null || return 0
    copy_book "$book"
    # Search needs a library, which is made up here: it is copied, not run.
    mkdir -p "$book/templates/node_modules/minisearch/dist/umd"
    echo 'var MiniSearch;' > "$book/templates/node_modules/minisearch/dist/umd/index.js"
    cd "$book"
    cpu_alone
    as_this_cpu build/results/here
    make -s -C "$book" site
}

# Each test works in a copy of its own, times and all.
setup() {
    needs gnuplot pandoc
    cp -a "$book" "$BATS_TEST_TMPDIR/book"
    cd "$BATS_TEST_TMPDIR/book"
    chapter=chapters/04-vector.md here=build/site/here/vector.html
    mark
}

# From here on is new what is made.
mark() {
    touch build/before
    sleep 0.02
}

# The files of site and print that are newer than the mark, in one line; but for what
# search finds, which has a test of its own.
rebuilt() {
    find build/site build/print -type f -newer build/before ! -name search-index.js | sort | tr '\n' ' '
}

# `makes_again GOALS FILE...`: these are made, and nothing else.
makes_again() {
    make -s $1
    [[ $(rebuilt) == "${*:2} " ]] || fail "expected: ${*:2}" "rebuilt:  $(rebuilt)"
    mark
}

# `nothing_to_do GOALS...`: make has nothing to do for them.
nothing_to_do() {
    run make "$@"
    [[ $output == *"Nothing to be done for "* || $output == *" is up to date." ]] || fail "$output"
}

# `refuses MESSAGE GOALS...`: make stops with this message.
refuses() {
    run --separate-stderr make -s "${@:2}"
    exits 2
    in_stderr "$1"
}

@test "every edition has its pages, figures and data, its own or the reference machine's, and says whose they are" {
    for file in index.html site.css {nvidia-h200,here}/{index.html,vector.html,figures/copy.svg,data/copy.csv}; do
        [[ -s build/site/$file ]] || fail "no $file"
    done
    [[ $(head -qn 1 build/site/here/data/{copy,host_copy}.csv) == $'# edition: nvidia-h200\n# edition: here' ]]
    for text in 'class="live borrowed' 'What was not measured on it is shown' 'with the numbers of <b>NVIDIA H200</b>'; do
        grep -q "$text" $here
        run ! grep -q "$text" build/site/nvidia-h200/vector.html
    done
    run grep -o '<a href="[^"]*" aria-current="true">[^<]*' $here
    [[ ${#lines[@]} == 1 && $output == '<a href="../here/vector.html" aria-current="true">this machine ('* ]] || fail "$output"
    # Nobody has asked for slides.
    [[ -s build/print/here/figures/copy.half.svg && ! -e build/print/here/figures/copy.slide.svg ]]
    # Figures have no colours of their own, and CUDA has those of CUDA.
    run ! grep -oE '#[0-9a-fA-F]{6}|rgb\([^)]*\)' build/site/*/figures/*.svg
    for word in 'kw">__global__' 'bu">threadIdx' 'dt">int'; do
        grep -q "class=\"$word<" $here || fail "no $word"
    done
}

# `offers MACHINE CHAPTER FIGURE`: the machines whose lines can be laid over a figure, and how they are called.
offers() {
    sed -n "/id=\"$3\"/,/<p class=.source.>\|<details class=.source.>/p" "build/site/$1/$2.html" |
        grep -o '<option value="[^"][^<]*' | sed 's/.*value="\([^"]*\)">/\1: /'
}

@test "a figure offers the lines of other machines that have measured its table, and of no others" {
    find results -mindepth 1 -maxdepth 1 ! -name nvidia-h200 -exec rm -r {} +
    make -s build/site/{here,nvidia-h200}/vector.html
    [[ ! $(offers nvidia-h200 vector fig-copy; offers here vector fig-copy) ]] # here's is the recorded machine's own
    mkdir results/lab{1,2}
    cp results/nvidia-h200/{machine,copy}.csv results/lab1
    cp results/nvidia-h200/{machine,ladder}.csv results/lab2
    make -s build/site/{here,lab1,lab2,nvidia-h200}/vector.html
    found=$(for machine in nvidia-h200 here lab1 lab2; do offers $machine vector fig-copy; done)
    [[ $found == $'lab1: NVIDIA H200 (lab1)\nlab1: NVIDIA H200 (lab1)\nnvidia-h200: NVIDIA H200\nlab1: NVIDIA H200 (lab1)' ]] || fail "$found"
}

@test "a figure draws and names what its table has, and says nothing of what it lacks" {
    grep -v '^int2,' build/site/nvidia-h200/data/copy.csv > copy.csv
    GNUPLOT=gnuplot run --separate-stderr bash templates/weave/figure.sh copy . out/page.svg out/print.svg
    [[ $status == 0 && ! $stderr ]] || fail "$stderr"
    grep -q '>int4<' out/page.svg
    [[ $(< out/page.svg) != *'>int2<'* ]]
    # The narrow drawing stands beside it, and what a page answers at its points.
    grep -q '"int4, dram, .* GB/s, .*; line [0-9]* of copy.csv"' out/page.points.js
    grep -q '>int4<' out/page.narrow.js
    [[ $(< out/page.narrow.js) == *'width="390"'* && $(< out/page.svg) == *'width="720"'* ]]
}

@test "a kernel, program, figure, table or file of names that nothing would use is refused" {
    while IFS='|' read -r file target message; do
        mkdir -p "${file%/*}"
        touch "$file"
        refuses "$message" $target
        rm "$file"
    done <<'END'
kernels/my triad.cu|-n site|'kernels/my\ triad.cu': rename it, such as kernels/triad.cu
kernels/triad.c|-n site|'kernels/triad.c': rename it
bench/host_my triad.c|-n site|'bench/host_my\ triad.c': rename it
figures/copy two.gp|-n site|'figures/copy\ two.gp': rename it
bench/triad.c|-n measure|bench/triad.c has no kernel: add kernels/triad.cu, or remove it
bench/host_triad.c|-n measure|bench/host_triad.c has no kernel: add kernels/host_triad.c, or remove it
kernels/host_triad.c|build/bench/host_triad|measure: the kernel 'host_triad' has no bench/host_triad.c that runs it: add it
results/nvidia-h200/copy (1).csv|-n site|'results/nvidia-h200/copy (1).csv': nothing reads it: a table of results is results/<machine>/<experiment>.csv
results/nvidia-h200/copy.csv.gz|-n validate|'results/nvidia-h200/copy.csv.gz': nothing reads it
results/my-gpu/mine/machine.csv|-n site|'results/my-gpu/mine/machine.csv': nothing reads it
chapters/09-matrix.lua|-n site|chapters/09-matrix.lua holds names of no chapter: there is no chapters/09-matrix.md
END
}

@test "where nothing has changed make runs nothing, and rendering neither measures nor compiles" {
    nothing_to_do site
    [[ ! $(rebuilt) ]]
    touch kernels/*.c kernels/*.cu bench/*.c
    make -s site
    [[ ! -e build/bench && ! -e build/obj ]] || fail "$(find build/bench build/obj)"
}

@test "a changed sentence, title, CSV or glossary makes again what shows it, and nothing else" {
    echo 'One more sentence.' >> $chapter
    makes_again site $here build/site/nvidia-h200/vector.html
    grep -q 'One more sentence' $here
    sed -i 's/^# .*/# Wide loads/' $chapter
    makes_again site build/site/{claims,compare}.html build/site/here/*.html build/site/{index,machines}.html build/site/nvidia-h200/*.html build/site/{predictions,teach}.html
    sed -i 's/,ok$/,throttled/' build/results/here/host_copy.csv
    makes_again site build/print/figures/compare-host_copy{.half,}.svg build/print/here/figures/host_copy{.half,}.svg \
        build/site/compare.html build/site/figures/compare-host_copy.{gp,narrow.js,points.js,svg} \
        build/site/here/data/host_copy{,.plain}.csv build/site/here/figures/host_copy.{gp,narrow.js,points.js,svg} \
        build/site/here/{history.html,report.{html,json},roofline.html,vector.html} build/site/{index,machines}.html
    cp results/nvidia-h200/copy.csv build/results/here/copy.csv
    make -s build/site/here/data/copy.csv
    [[ $(head -1 build/site/here/data/copy.csv) == '# edition: here' ]] # and no longer borrowed
    # Pages show the first sentence of a term's entry.
    printf '# Glossary\n\n[Grid]{#grid}\n:   All blocks. They are many.\n' > chapters/10-glossary.md
    make -s site
    mark
    sed -i '$s/$/ And so on./' chapters/10-glossary.md
    makes_again site build/site/{here,nvidia-h200}/glossary.html
    sed -i 's/All blocks/& of a kernel/' chapters/10-glossary.md
    makes_again site build/site/{claims,compare}.html build/site/here/*.html build/site/{index,machines}.html build/site/nvidia-h200/*.html build/site/{predictions,teach}.html
    grep -q 'id="term-grid">All blocks of a kernel\.<' $here
}

@test "pages that ask for an experiment are made again once it is measured" {
    mv results/nvidia-h200/overlap.csv .
    printf "\n::: {.if test='has(overlap)'}\nThere is overlap.\n\n::: else\nThere is none.\n:::\n:::\n" >> $chapter
    make -s site
    grep -q 'There is none' $here
    nothing_to_do site
    mv overlap.csv results/nvidia-h200
    make -s site
    for page in build/site/{here,nvidia-h200}/vector.html; do grep -q 'There is overlap' $page; done
}

@test "nothing stays of a machine, chapter, figure or program that is gone, but a faulty chapter keeps its page" {
    files() { find build/site build/print -type f | sort; }
    touch build/site/fleet.html 'build/site/of mine' "build/site/here/my chapters"
    files > before.txt
    mkdir results/another
    cp results/nvidia-h200/{machine,copy}.csv results/another
    printf '# Matrix\n\nText.\n' > chapters/09-matrix.md
    cp figures/copy{,-again}.gp
    cp kernels/copy.cu kernels/again.cu
    make -s site
    for file in another/{vector,matrix}.html here/{matrix.html,figures/copy-again.svg} source/kernels/again.cu.txt; do
        [[ -s build/site/$file ]] || fail "no $file"
    done
    grep -q 'another/index.html' build/site/index.html
    rm -r results/another chapters/09-matrix.md figures/copy-again.gp kernels/again.cu
    make -s site
    diff before.txt <(files)
    run ! grep 'another/' build/site/index.html $here
    touch build/site/stray.html
    echo '::: {.figure}' >> $chapter
    run ! make -s site
    diff before.txt <(files)
}

@test "chapter files that make no page, or one that is taken, are refused in one line" {
    while IFS='|' read -r file message; do
        cp $chapter "chapters/$file"
        refuses "$message" build/site/here/index.html
        [[ ${#stderr_lines[@]} == 1 ]] || fail "$file" "$stderr"
        rm "chapters/$file"
    done <<'END'
matrix.md|chapters/: 'matrix.md': rename it, such as 09-name.md: 
9-matrix.md|chapters/: '9-matrix.md': rename it
09_matrix.md|chapters/: '09_matrix.md': rename it
09-Matrix.md|chapters/: '09-Matrix.md': rename it
09-my matrix.md|chapters/: '09-my\ matrix.md': rename it
09-vector.md|'04-vector.md 09-vector.md' would both be the page vector.html: rename one
09-report.md|'report.md 09-report.md' would both be the page report.html: rename one
04-matrix.md|'04-matrix.md 04-vector.md' would both be Chapter 04: rename one
END
}

@test "two claims with one id, or a chapter without a title, stop whatever page is built, and say where" {
    line=$(grep -n '{.claim #V3' $chapter | cut -d: -f1)
    while IFS='|' read -r text message; do
        printf %b "$text" > chapters/09-matrix.md
        refuses "chapters/09-matrix.md:$message" build/site/here/index.html
    done <<END
# Matrix\n\n::: {.claim #V3 test="machine.sms > 1"}\n:::\n|3: there is a claim V3 at $chapter:$line already: give this one another number
\`\`\`\n# no title\n\`\`\`\n|1: no title: begin it with '# ' and the name of the chapter
|1: no title
# One\n\n# Two\n|3: a second title: a chapter has one '# Title', and its sections have '##'
END
    # On Windows a file begins with a mark, and lines end with two. A page has the whole name behind the number.
    sed 's/#V/#W/; s/^# .*/# A *matrix* {#top}/; 1s/^/\xEF\xBB\xBF/; s/$/\r/' $chapter > chapters/09-matrix-vector.md
    cp chapters/{04-vector,09-matrix-vector}.lua
    rm chapters/09-matrix.md
    make -s build/site/here/matrix-vector.html
    for text in '<h1.*</span> A <em>matrix</em></h1>' '<a href="matrix-vector.html" aria-current="page">A matrix</a>' '<a href="vector.html" rel="prev">'; do
        grep -q "$text" build/site/here/matrix-vector.html || fail "no $text"
    done
}

@test "pages keep the SOLUTIONS and COURSE of the last make, and other ones make them anew" {
    grep -q '<details><summary>Solution<' $here
    make -s $here SOLUTIONS=none COURSE='CS 149 & $(x) <b>'
    grep -qF '<p>CS 149 &amp; $(x) &lt;b&gt;</p>' $here
    run ! grep -E '<summary>(Solution|Answer)<' $here
    nothing_to_do $here SOLUTIONS=none COURSE='CS 149 & $(x) <b>'
    # A report in print needs the page for its claims, whatever it is itself told.
    echo 'One more sentence.' >> $chapter
    make -s build/print/here/report.json SOLUTIONS=inline
    grep -q 'One more sentence' $here
    run ! grep -E '<summary>(Solution|Answer)<' $here
    make -s $here SOLUTIONS=inline
    grep -q '<details open><summary>Solution<' $here
    run ! grep 'CS 149' $here
    for goal in site pdf epub 'handout CHAPTER=4' all serve $here; do
        for word in yes 'none none'; do
            refuses "SOLUTIONS=$word: it is appendix, inline or none." $goal SOLUTIONS="$word"
        done
    done
}

@test "the list of machines leads to the fleet while that has a page" {
    touch build/site/fleet.html
    makes_again site build/site/fleet.html build/site/index.html
    grep -q '<a href="fleet.html">A fleet of GPUs</a>' build/site/index.html
    rm build/site/fleet.html
    make -s site
    run ! grep 'href="fleet.html"' build/site/index.html
    nothing_to_do site
}

@test "results without machine.csv are named with the cure, and the edition stays" {
    mkdir results/another
    cp results/nvidia-h200/{machine,copy}.csv results/another
    make -s build/site/another/vector.html
    mv results/another/machine.csv .
    for goals in site validate "pdf epub"; do
        refuses "results/another/: machine.csv is missing, which says whose results these are: take it back ('git checkout results/another/machine.csv'), or remove the folder" $goals
        [[ -s build/site/another/vector.html ]]
    done
    mv machine.csv results/another
    rm build/results/here/machine.csv
    run --separate-stderr make -s site
    exits 0
    in_stderr "site: build/results/here has no machine.csv: 'make measure ONLY=machine' gives it an edition"
}

@test "search finds what the pages of its edition say now, and has no button without its library" {
    grep -q 'This chapter stands in' build/site/here/search-index.js
    echo 'One more sentence.' >> $chapter
    make -s site
    grep -q 'One more sentence' build/site/here/search-index.js
    grep -q '^slash(' build/site/site.js
    rm -r templates/node_modules build/site/site.css
    make -s site
    run ! grep '^slash(' build/site/site.js
    refuses "pdf, epub: the npm packages are missing: run 'make setup'" pdf
}

@test "a pandoc that cannot be told how to use memory makes the same page" {
    printf '%s\n' '#!/bin/sh' '[ -z "$GHCRTS" ] || { echo "Most RTS options are disabled." >&2; exit 1; }' \
        'exec pandoc "$@"' > pandoc-strict
    chmod +x pandoc-strict
    touch $chapter
    makes_again 'site PANDOC=./pandoc-strict' build/site/{here,nvidia-h200}/vector.html
    cmp $here "$book/$here"
}

@test "quoted files are there as text, and listings lead to them" {
    # Machine code stands with the machine that it was recorded on.
    leads_to() { grep -q "<a href=\"$1\">$2</a>, lines" "$3" || fail "$3 does not lead to $1"; }
    leads_to ../source/kernels/copy.cu.txt kernels/copy.cu $here
    cmp kernels/copy.cu build/site/source/kernels/copy.cu.txt
    recorded=results/nvidia-h200/sass/copy_scalar.sass
    cmp $recorded build/site/nvidia-h200/sass/copy_scalar.txt
    leads_to sass/copy_scalar.txt $recorded build/site/nvidia-h200/vector.html
    leads_to ../nvidia-h200/sass/copy_scalar.txt $recorded $here
    mkdir -p build/results/here/sass
    sed 's/R1, /R2, /' $recorded > build/results/here/sass/copy_scalar.sass
    make -s site
    cmp build/results/here/sass/copy_scalar.sass build/site/here/sass/copy_scalar.txt
    leads_to sass/copy_scalar.txt build/results/here/sass/copy_scalar.sass $here
}

@test "a site that knows its address says so, and another address makes all pages anew" {
    knows_none() {
        [[ ! -e build/site/sitemap.xml && ! -e build/site/404.html && ! -e build/site/robots.txt ]]
        run ! grep -l canonical build/site/*.html build/site/*/*.html
    }
    knows_none
    make -s site SITE_URL=https://example.org/book/
    for page in '' compare.html here/ {here,nvidia-h200}/{vector,report}.html; do
        grep -qx "<url><loc>https://example.org/book/$page</loc></url>" build/site/sitemap.xml || fail "no $page"
    done
    grep -q '<link rel="canonical" href="https://example.org/book/here/vector.html">' $here
    grep -q '<link rel="canonical" href="https://example.org/book/">' build/site/index.html
    grep -qx 'Sitemap: https://example.org/book/sitemap.xml' build/site/robots.txt
    # Shown at any address, so its links are whole.
    grep -q '<link rel="stylesheet" href="https://example.org/book/site.css">' build/site/404.html
    nothing_to_do site SITE_URL=https://example.org/book/
    # Looking at something else takes nothing away.
    make -n epub > /dev/null
    [[ -e build/site/sitemap.xml && -e build/site/404.html && -e build/site/robots.txt ]]
    for url in "https://example.org/it's" 'https://example.org/a b' 'https://example.org/$$(x)' 'https://example.org/<b>' \
        example.org/book htps://example.org; do
        refuses "such as https://example.org/book" site SITE_URL="$url"
        in_stderr "SITE_URL="
    done
    make -s site
    knows_none
}

@test "the front page shows how to clone the repository if make knows its address" {
    [[ $(sed -n 's/.*<pre><code><span>//p' build/site/index.html) == 'make setup all' ]]
    run ! grep 'class="address"' build/site/index.html
    makes_again 'site REPO_URL=https://example.org/me/book.git/' build/site/index.html
    run sed -nE 's/^(.*<pre><code>|<\/span>)<span>//p' build/site/index.html
    [[ $output == $'git clone https://example.org/me/book.git/\ncd book &amp;&amp; make setup all' ]] || fail "$output"
    grep -qF '<a href="https://example.org/me/book.git/">example.org/me/book.git/</a>' build/site/index.html
    nothing_to_do site REPO_URL=https://example.org/me/book.git/
    for url in 'https://example.org/a b' 'https://example.org/<b>' git@example.org:me/book; do
        refuses "REPO_URL=$url: write an address such as https://example.org/book" site REPO_URL="$url"
    done
    makes_again site build/site/index.html
    # Without the setting it is that of origin, if all may use it.
    git init -q .
    nothing_to_do site
    origin() { git remote remove origin 2> /dev/null || :; git remote add origin "$1"; }
    origin https://example.org/me/book
    nothing_to_do site # as in a tarball that was unpacked inside another repository
    git add Makefile
    makes_again site build/site/index.html
    grep -qF '<a href="https://example.org/me/book">example.org/me/book</a>' build/site/index.html
    nothing_to_do site
    makes_again 'site REPO_URL=' build/site/index.html
    for url in https://me:secret@example.org/me/book git@example.org:me/book.git /srv/git/book 'https://example.org/a b'; do
        origin "$url"
        nothing_to_do site REPO_URL=
        nothing_to_do site
    done
    [[ $(sed -n 's/.*<pre><code><span>//p' build/site/index.html) == 'make setup all' ]]
}

@test "a page's figure is lean, draws what the print's does, and says the same" {
    for figure in copy ladder copy-registers; do
        page=build/site/nvidia-h200/figures/$figure.svg print=build/print/nvidia-h200/figures/$figure.svg
        (($(stat -c %s "$page") * 10 < $(stat -c %s "$print") * 9)) || fail "$figure is not lean"
        [[ $(grep -o '<g ' "$page" | wc -l) == "$(grep -o '</g>' "$page" | wc -l)" ]] || fail "$figure: groups are not closed"
        # Compares fills, marks and places, to a tenth of a pixel.
        places() { grep -oE "<polygon .*|translate\([^)]*" "$1" | sed "s/.*points *= *//; s/.*(//" | grep -oE '[0-9.]+'; }
        paste <(places "$page") <(places "$print") | awk 'NF < 2 || ($1 - $2) ^ 2 > 0.0101 { exit 1 }' || fail "$figure: a shape is elsewhere"
        # Paths that are only a box's border went into its polygon; all others are there.
        open() { tr '\n' ' ' < "$1" | grep -oE "<path [^>]* d='[^']*'" | grep -vcE "id=|Z *'"; }
        [[ $(open "$page") == "$(open "$print")" ]] || fail "$figure: a line is missing"
        says() {
            grep -oE "fill-opacity *= *'[0-9.]*" "$1" | grep -oE '[0-9.]+$' | sed 's/0*$//'
            grep -o '<text>.*' "$1" | sed 's/<[^>]*>//g'
        }
        diff <(says "$page") <(says "$print")
    done
}

@test "all that uses a template, a script or a style is made again when it changes" {
    # `remakes GOAL FILE MADE...`: because of the file these are due.
    remakes() {
        run make -n -W "$2" "$1"
        for made in "${@:3}"; do in_output "$made"; done
    }
    for file in templates/weave/{live.lua,weave.sh} templates/web/page.html; do
        remakes site $file build/site/{here,nvidia-h200}/vector.html
    done
    for file in figures/{copy,style,naming}.gp results/nvidia-h200/copy.csv templates/weave/figure.{awk,sh}; do
        remakes site $file build/site/here/figures/copy.svg
    done
    command -v node > /dev/null || skip "no node"
    mkdir -p templates/node_modules
    touch templates/node_modules/.installed
    echo 'import { writeWhole } from "./tools.mjs"; process.argv.slice(2).filter((name) => name.endsWith(".pdf"))
        .forEach((name) => writeWhole(name, "a PDF"));' > templates/print/pdf.mjs
    make -s pdf
    pdfs=(build/site/here/{04-vector,book,report,ladder}.pdf)
    ls "${pdfs[@]}"
    for file in templates/print/{book.typ,forms.typ,pdf.mjs,fonts.conf} templates/node_modules/.installed; do
        remakes pdf $file "${pdfs[@]}"
    done
    for options in PAPER=letter SOLUTIONS=none "COURSE=CS 149" DATE=today; do
        mark
        make -s pdf "$options"
        [[ $(rebuilt) == *here/04-vector.pdf*here/book.pdf* ]] || fail "$options: $(rebuilt)"
        mark
        make -s pdf "$options"
        [[ ! $(rebuilt) ]] || fail "$options, twice: $(rebuilt)"
    done
}

@test "a node with results of several GPUs alone lends them, and has no edition" {
    run find build/site/nvidia-h200-x4 -name '*.html'
    [[ ! $output ]] || fail "$output"
    run ! grep -q x4 build/machines.txt
    for machine in here nvidia-h200; do
        [[ $(head -n 1 build/site/$machine/data/peer.csv) == '# edition: nvidia-h200-x4' ]] || fail "$machine"
    done
    # It has a line in the list of all machines.
    run sed -n 's/.*<th scope="row">\(a node of [^<]*\)<.*/\1/p' build/site/machines.html
    [[ $output == $'a node of 2 NVIDIA H200s\na node of 4 NVIDIA H200s' ]] || fail "$output"
    # Its verdicts stand beside those of machines, in a column of its own.
    printf '# Peers\n\n::: {.claim #N3 test="best(peer, {}).gbs > 1"}\nThey copy.\n\n::: {.holds .fails}\nSo.\n:::\n:::\n' > chapters/09-peers.md
    printf '\n::: {.figure #fig-peer from="peer" alt="A."}\nCopies.\n:::\n' >> chapters/09-peers.md
    cp "$tree"/figures/{,compare-}peer.gp figures
    cp "$tree/chapters/compare.md" chapters
    cp -r results/nvidia-h200-x2 results/lab
    sed 's/H100 80GB HBM3/H200/; s/bus 5120/bus 6016/' "$tree/results/nvidia-h100-x2/processes.csv" > results/lab/processes.csv
    make -s site
    grep -q '4 × NVIDIA H200, copy' build/site/compare.html
    # The lines of other nodes can be laid over its figures, and two nodes of one kind are told apart.
    for machine in here nvidia-h200; do
        run offers $machine peers fig-peer
        [[ $output == $'lab: a node of 2 NVIDIA H200s (lab)\nnvidia-h200-x2: a node of 2 NVIDIA H200s' ]] || fail "$machine: $output"
    done
    for node in lab nvidia-h200-x2; do
        grep -q 'line [0-9]* of peer.csv' build/site/$node/figures/peer.points.js
    done
    run grep -A 2 'id="N3"' build/site/claims.html
    in_output '<td class="holds"><a href="nvidia-h200/peers.html#N3">holds</a></td><td class="lacking">'
    grep -qF '>a node of 4 NVIDIA H200s</a></th>' build/site/claims.html
    grep -q 'was not measured (Peers)' build/site/nvidia-h200/report.html
    # Even with an edition of its own it lends nothing that the reference machine has.
    cp results/nvidia-h200/{copy,host_copy}.csv results/nvidia-h200-x4
    make -s site
    [[ $(head -n 1 build/site/here/data/copy.csv) == '# edition: nvidia-h200' ]]
    [[ -s build/site/nvidia-h200-x4/vector.html ]]
    grep -q '>NVIDIA H200 (nvidia-h200-x4)<' build/site/nvidia-h200/vector.html
}

@test "each GPU of DEVICE=all has an edition, until its results are gone" {
    for gpu in 0 1; do
        mkdir build/results/gpu$gpu
        cp results/nvidia-h200/{machine,copy}.csv build/results/gpu$gpu
        as_this_cpu build/results/gpu$gpu
    done
    make -s build/machines.txt build/site/gpu{0,1}/vector.html
    [[ $(< build/machines.txt) == "gpu0 gpu1 here nvidia-h200" ]] || fail "$(< build/machines.txt)"
    grep -q '>GPU 1 of this machine (NVIDIA H200)<' build/site/gpu0/vector.html
    sed -i 's/,ok$/,fine/' build/results/gpu1/copy.csv
    refuses "make measure ONLY=copy DEVICE=1" site
    rm -r build/results/gpu1
    make -s build/machines.txt
    [[ ! -e build/site/gpu1 ]]
}

@test "pages that are made at another time, in another zone, place and locale are the same to the byte" {
    pages=(build/site/{nvidia-h200/{vector,report}.html,figures/compare-copy.svg})
    # Not all locales have these machines in one order.
    for name in lab-2 lab1; do
        mkdir results/$name
        cp results/nvidia-h200/{machine,copy}.csv results/$name
    done
    LC_ALL=C make -s "${pages[@]}"
    cp -r build/site ..
    rm -r build/site build/print build/depend build/*.txt
    elsewhere
    make -s -j8 "${pages[@]}"
    for page in "${pages[@]}"; do cmp "$page" "../${page#*/}"; done
}
