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
    # What search needs, made up: its library is copied, not run.
    mkdir -p "$book/templates/node_modules/minisearch/dist/umd"
    echo 'var MiniSearch;' > "$book/templates/node_modules/minisearch/dist/umd/index.js"
    cd "$book"
    cpu_alone
    as_this_cpu build/results/here
    make -s -C "$book" site
}

# What a test changes, it changes in a copy of its own, times and all.
setup() {
    needs gnuplot pandoc
    cp -a "$book" "$BATS_TEST_TMPDIR/book"
    cd "$BATS_TEST_TMPDIR/book"
    touch build/before
    sleep 0.02
}

# Edits a file, so that make sees it as newer.
edit() {
    sed -i "$2" "$1"
    touch "$1"
}

# The files of site and print that are newer than the mark, in one line; but for what
# search finds, which has a test of its own.
rebuilt() {
    find build/site build/print -type f -newer build/before ! -name search-index.js | sort | tr '\n' ' '
}

expect() {
    [[ $(rebuilt) == "$* " ]] || fail "expected: $*" "rebuilt:  $(rebuilt)"
}

@test "every edition has its pages, figures and data, its own or the reference machine's, and says whose they are" {
    for file in index.html site.css {nvidia-h200,here}/{index.html,vector.html,figures/copy.svg,data/copy.csv}; do
        [[ -s build/site/$file ]] || fail "no $file"
    done
    [[ $(head -qn 1 build/site/here/data/{copy,host_copy}.csv) == $'# edition: nvidia-h200\n# edition: here' ]]
    grep -q 'class="live borrowed' build/site/here/vector.html
    run ! grep -q 'class="live borrowed' build/site/nvidia-h200/vector.html
    for text in 'What was not measured on this machine' 'with the numbers of <b>NVIDIA H200</b>'; do
        grep -q "$text" build/site/here/vector.html
    done
    run grep -o '<a href="[^"]*" aria-current="true">[^<]*' build/site/here/vector.html
    [[ ${#lines[@]} == 1 && $output == '<a href="../here/vector.html" aria-current="true">this machine ('* ]] || fail "$output"
    # Figures have no colours of their own, and CUDA has those of CUDA.
    run ! grep -oE '#[0-9a-fA-F]{6}|rgb\([^)]*\)' build/site/*/figures/*.svg
    for word in 'kw">__global__' 'kw">template' 'kw">typename' 'bu">threadIdx' 'dt">int'; do
        grep -q "class=\"$word<" build/site/nvidia-h200/vector.html || fail "no $word"
    done
}

@test "a figure draws and names what its table has, and says nothing of what it lacks" {
    grep -v '^int2,' build/site/nvidia-h200/data/copy.csv > copy.csv
    GNUPLOT=gnuplot run --separate-stderr bash templates/weave/figure.sh copy . out/page.svg out/print.svg
    [[ $status == 0 && ! $stderr ]] || fail "$stderr"
    grep -q '>int4<' out/page.svg
    [[ $(< out/page.svg) != *'>int2<'* ]]
}

@test "a kernel, program, figure, table or file of names that nothing would use is refused" {
    while IFS='|' read -r file target message; do
        mkdir -p "${file%/*}"
        touch "$file"
        run --separate-stderr make -n "$target"
        exits 2
        in_stderr "$message"
        rm "$file"
    done <<'END'
kernels/my triad.cu|site|'kernels/my\ triad.cu': rename it, such as kernels/triad.cu
kernels/triad.c|site|'kernels/triad.c': rename it
bench/host_my triad.c|site|'bench/host_my\ triad.c': rename it
figures/copy two.gp|site|'figures/copy\ two.gp': rename it
bench/triad.c|measure|bench/triad.c has no kernel: add kernels/triad.cu, or remove it
bench/host_triad.c|measure|bench/host_triad.c has no kernel: add kernels/host_triad.c, or remove it
results/nvidia-h200/copy (1).csv|site|'results/nvidia-h200/copy (1).csv': nothing reads it: a table of results is results/<machine>/<experiment>.csv
results/nvidia-h200/copy.csv.gz|validate|'results/nvidia-h200/copy.csv.gz': nothing reads it
results/my-gpu/mine/machine.csv|site|'results/my-gpu/mine/machine.csv': nothing reads it
chapters/09-matrix.lua|site|chapters/09-matrix.lua holds names of no chapter: there is no chapters/09-matrix.md
END
    ln -s nowhere results/my-link
    run --separate-stderr make -n site
    in_stderr "'results/my-link': nothing reads it"
    rm results/my-link
    touch kernels/host_triad.c
    run --separate-stderr make -s build/bench/host_triad
    in_stderr "measure: the kernel 'host_triad' has no bench/host_triad.c that runs it: add it"
}

@test "where nothing has changed make runs nothing, and rendering neither measures nor compiles" {
    run make site
    [[ $output == "make: Nothing to be done for 'site'." && -z $(rebuilt) ]] || fail "$output"
    touch kernels/*.c kernels/*.cu bench/*.c
    make -s site
    [[ ! -e build/bench && ! -e build/obj ]] || fail "$(find build/bench build/obj)"
}

@test "a changed sentence, title or CSV makes again what shows it, and nothing else" {
    edit chapters/04-vector.md 's/A copy does nothing but move data/A copy moves data/'
    make -s site
    expect build/site/here/vector.html build/site/nvidia-h200/vector.html
    grep -q 'A copy moves data' build/site/here/vector.html
    touch build/before; sleep 0.02
    edit chapters/04-vector.md 's/^# Vector loads/# Wide loads/'
    make -s site
    expect build/site/claims.html build/site/here/*.html build/site/index.html build/site/nvidia-h200/*.html
    touch build/before; sleep 0.02
    edit build/results/here/host_copy.csv 's/,ok$/,throttled/'
    make -s site
    expect build/print/figures/compare-host_copy.svg build/print/here/figures/host_copy.svg \
        build/site/compare.html build/site/figures/compare-host_copy.{gp,svg} \
        build/site/here/data/host_copy.csv build/site/here/figures/host_copy.{gp,svg} \
        build/site/here/{report,vector}.html build/site/index.html
    cp results/nvidia-h200/copy.csv build/results/here/copy.csv
    make -s build/site/here/data/copy.csv
    [[ $(head -1 build/site/here/data/copy.csv) == '# edition: here' ]] # and no longer borrowed
}

@test "a change of the glossary makes its page again, and chapters only where they show it" {
    add_chapter . 10-glossary
    make -s site
    touch build/before
    sleep 0.02
    edit chapters/10-glossary.md '$s/$/ And so on./'
    make -s site
    expect build/site/{here,nvidia-h200}/glossary.html
    edit chapters/10-glossary.md 's/^:   All blocks of one launch/& of a kernel/'
    make -s site
    expect build/site/{here,nvidia-h200}/{glossary,vector}.html
    grep -q 'id="term-grid">All blocks of one launch of a kernel\.<' build/site/here/vector.html
}

@test "pages that ask for an experiment are made again once it is measured" {
    mv results/nvidia-h200/overlap.csv .
    printf "\n::: {.if test='has(overlap)'}\nThere is overlap.\n\n::: else\nThere is none.\n:::\n:::\n" >> chapters/04-vector.md
    make -s site
    grep -q 'There is none' build/site/{here,nvidia-h200}/vector.html
    run make site
    [[ $output == "make: Nothing to be done for 'site'." ]] || fail "$output"
    mv overlap.csv results/nvidia-h200
    make -s site
    grep -q 'There is overlap' build/site/here/vector.html
    grep -q 'There is overlap' build/site/nvidia-h200/vector.html
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
    run grep -c 'another/' build/site/index.html build/site/here/vector.html
    [[ $output == $'build/site/index.html:0\nbuild/site/here/vector.html:0' ]] || fail "$output"
    touch build/site/stray.html
    echo '::: {.figure}' >> chapters/04-vector.md
    run ! make -s site
    diff before.txt <(files)
}

@test "chapter files that make no page, or one that is taken, are refused in one line" {
    refused() {
        cp chapters/04-vector.md "chapters/$1"
        run --separate-stderr make -s build/site/here/index.html
        exits 2
        [[ ${#stderr_lines[@]} == 1 && $stderr == *"$2"* ]] || fail "$1" "$stderr"
        rm "chapters/$1"
    }
    for name in matrix.md 9-matrix.md 09_matrix.md 09-Matrix.md; do
        refused $name "chapters/: '$name': rename it, such as 09-name.md: "
    done
    refused '09-my matrix.md' "chapters/: '09-my\ matrix.md': rename it"
    refused 09-vector.md "'04-vector.md 09-vector.md' would both be the page vector.html: rename one"
    refused 09-report.md "'report.md 09-report.md' would both be the page report.html: rename one"
    refused 04-matrix.md "'04-matrix.md 04-vector.md' would both be Chapter 04: rename one"
}

@test "a page has the whole name of its chapter behind the number" {
    # On Windows a file begins with a mark, and lines end with two.
    sed 's/#V/#W/; s/^# .*/# A *matrix* {#top}/; 1s/^/\xEF\xBB\xBF/; s/$/\r/' chapters/04-vector.md > chapters/09-matrix-vector.md
    cp chapters/{04-vector,09-matrix-vector}.lua
    make -s build/site/here/matrix-vector.html
    grep -q '<h1.*</span> A <em>matrix</em></h1>' build/site/here/matrix-vector.html
    grep -q '<a href="matrix-vector.html" aria-current="page">A matrix</a>' build/site/here/matrix-vector.html
    grep -q '<a href="vector.html" rel="prev">' build/site/here/matrix-vector.html
}

@test "two claims with one id, or a chapter without a title, stop whatever page is built, and say where" {
    stops() {
        printf %b "$1" > chapters/09-matrix.md
        run --separate-stderr make -s build/site/here/index.html
        exits 2
        in_stderr "chapters/09-matrix.md:$2"
    }
    line=$(grep -n '{.claim #V3' chapters/04-vector.md | cut -d: -f1)
    stops '# Matrix\n\n::: {.claim #V3 test="machine.sms > 1"}\n:::\n' \
        "3: there is a claim V3 at chapters/04-vector.md:$line already: give this one another number"
    stops '```\n# no title\n```\n' "1: no title: begin it with '# ' and the name of the chapter"
    stops '' '1: no title'
    stops '# One\n\n# Two\n' "3: a second title: a chapter has one '# Title', and its sections have '##'"
}

@test "SOLUTIONS and COURSE are those of the last time, and other ones make the pages anew" {
    page=build/site/here/vector.html
    grep -q '<details><summary>Solution<' $page
    make -s $page SOLUTIONS=none COURSE='CS 149 & $(x) <b>'
    grep -qF '<p>CS 149 &amp; $(x) &lt;b&gt;</p>' $page
    run ! grep -E '<summary>(Solution|Answer)<' $page
    run make $page SOLUTIONS=none COURSE='CS 149 & $(x) <b>'
    [[ $output == "make: '$page' is up to date." ]] || fail "$output"
    # A report in print needs the page for its claims, whatever it is itself told.
    edit chapters/04-vector.md 's/A copy does nothing but move data/A copy moves data/'
    make -s build/print/here/report.json SOLUTIONS=inline
    grep -q 'A copy moves data' $page
    run ! grep -E '<summary>(Solution|Answer)<' $page
    make -s $page SOLUTIONS=inline
    grep -q '<details open><summary>Solution<' $page
    run ! grep 'CS 149' $page
    for goal in site pdf epub 'handout CHAPTER=4' all serve $page; do
        for word in yes 'none none'; do
            run --separate-stderr make -s $goal SOLUTIONS="$word"
            [[ $status == 2 && $stderr == *"SOLUTIONS=$word: it is appendix, inline or none."* ]] || fail "$goal" "$stderr"
        done
    done
}

@test "the list of machines leads to the fleet while that has a page" {
    touch build/site/fleet.html
    make -s site
    expect build/site/fleet.html build/site/index.html
    grep -q '<a href="fleet.html">A fleet of GPUs</a>' build/site/index.html
    rm build/site/fleet.html
    make -s site
    run ! grep 'href="fleet.html"' build/site/index.html
    run make site
    [[ $output == "make: Nothing to be done for 'site'." ]] || fail "$output"
}

@test "results without machine.csv are named with the cure, and the edition stays" {
    mkdir results/another
    cp results/nvidia-h200/{machine,copy}.csv results/another
    make -s build/site/another/vector.html
    mv results/another/machine.csv .
    for goals in site validate "pdf epub"; do
        run --separate-stderr make -s $goals
        exits 2
        in_stderr "results/another/: machine.csv is missing, which says whose results these are: take it back ('git checkout results/another/machine.csv'), or remove the folder"
        [[ -s build/site/another/vector.html ]]
    done
    mv machine.csv results/another
    rm build/results/here/machine.csv
    run --separate-stderr make -s site
    exits 0
    in_stderr "site: build/results/here has no machine.csv: 'make measure ONLY=machine' gives it an edition"
}

@test "two goals are refused together where one would not see what the other makes" {
    run --separate-stderr make measure counters site pdf
    exits 2
    in_stderr "what 'measure counters' makes, 'site pdf' would not see: 'make measure counters && make site pdf'"
    run --separate-stderr make record site MACHINE=mine
    exits 2
    [[ ! -e results/mine && ! $(rebuilt) ]]
}

@test "search finds what the pages of its edition say now" {
    command -v node > /dev/null || skip "no node"
    node -e '
        eval(require("fs").readFileSync("build/site/here/search-index.js", "utf8"));
        const [file, chapter, sections] = searchIndex.find((page) => page[0] === "vector.html");
        const [id, title, text] = sections[1];
        if (chapter !== "Vector loads" || id !== "sec-scalar" || !/^\d\.1 One int at a time$/.test(title)
            || !text.startsWith("Here is the loop") || /Measured on|&lt;/.test(text))
            throw Error(JSON.stringify([chapter, id, title, text]));'
    edit chapters/04-vector.md 's/A copy does nothing but move data/A copy moves data/'
    make -s site
    grep -q 'A copy moves data' build/site/here/search-index.js
    # Without its library there is no search, and no button for it.
    grep -q '^slash(' build/site/site.js
    rm -r templates/node_modules build/site/site.css
    make -s site
    run grep -c '^slash(' build/site/site.js
    [[ $output == 0 ]]
}

@test "a pandoc that cannot be told how to use memory makes the same page" {
    printf '%s\n' '#!/bin/sh' '[ -z "$GHCRTS" ] || { echo "Most RTS options are disabled." >&2; exit 1; }' \
        'exec pandoc "$@"' > pandoc-strict
    chmod +x pandoc-strict
    touch chapters/04-vector.md
    make -s site PANDOC=./pandoc-strict
    expect build/site/{here,nvidia-h200}/vector.html
    cmp build/site/here/vector.html "$book/build/site/here/vector.html"
}

@test "quoted files are there as text, and listings lead to them" {
    cmp kernels/copy.cu build/site/source/kernels/copy.cu.txt
    grep -q '<a href="../source/kernels/copy.cu.txt">kernels/copy.cu</a>, lines' build/site/here/vector.html
    # Machine code stands with the machine that it was recorded on.
    cmp results/nvidia-h200/sass/copy_scalar.sass build/site/nvidia-h200/sass/copy_scalar.txt
    grep -q '<a href="sass/copy_scalar.txt">results/nvidia-h200/sass/copy_scalar.sass</a>, lines' build/site/nvidia-h200/vector.html
    grep -q '<a href="../nvidia-h200/sass/copy_scalar.txt">results/nvidia-h200/sass/copy_scalar.sass</a>, lines' build/site/here/vector.html
    mkdir -p build/results/here/sass
    sed 's/R1, /R2, /' results/nvidia-h200/sass/copy_scalar.sass > build/results/here/sass/copy_scalar.sass
    make -s site
    cmp build/results/here/sass/copy_scalar.sass build/site/here/sass/copy_scalar.txt
    grep -q '<a href="sass/copy_scalar.txt">build/results/here/sass/copy_scalar.sass</a>, lines' build/site/here/vector.html
}

@test "a site that knows its address says so, and another address makes all pages anew" {
    [[ ! -e build/site/sitemap.xml && ! -e build/site/404.html ]]
    run grep -l canonical build/site/*.html build/site/*/*.html
    [[ $status == 1 ]] || fail "$output"
    make -s site SITE_URL=https://example.org/book/
    grep -qx '<url><loc>https://example.org/book/here/vector.html</loc></url>' build/site/sitemap.xml
    grep -q '<link rel="canonical" href="https://example.org/book/here/vector.html">' build/site/here/vector.html
    grep -q '<link rel="canonical" href="https://example.org/book/">' build/site/index.html
    # Shown at any address, so its links are whole.
    grep -q '<link rel="stylesheet" href="https://example.org/book/site.css">' build/site/404.html
    run make site SITE_URL=https://example.org/book/
    [[ $output == "make: Nothing to be done for 'site'." ]] || fail "$output"
    # Looking at something else takes nothing away.
    make -n epub > /dev/null
    [[ -e build/site/sitemap.xml && -e build/site/404.html ]]
    make -s build/site/sitemap.xml SITE_URL=https://example.org/a%20b
    grep -qx '<url><loc>https://example.org/a%20b/compare.html</loc></url>' build/site/sitemap.xml
    for url in "https://example.org/it's" 'https://example.org/"' 'https://example.org/a b' 'https://example.org/$$(x)' 'https://example.org/<b>' \
        example.org/book htps://example.org; do
        run --separate-stderr make site SITE_URL="$url"
        exits 2
        in_stderr "SITE_URL="
        in_stderr "such as https://example.org/book"
    done
    make -s site
    [[ ! -e build/site/sitemap.xml && ! -e build/site/404.html ]]
    run grep -l canonical build/site/*.html build/site/*/*.html
    [[ $status == 1 ]] || fail "$output"
}

@test "a port that is none, or that is taken, is refused in one line, and nothing is built" {
    needs python3
    touch chapters/04-vector.md
    for port in abc 0 65536 '8000 1' "'"; do
        run --separate-stderr timeout 20 make -s serve PORT="$port"
        [[ $status != 0 && ${stderr_lines[0]} == "serve: PORT=$port: a number from 1 to 65535, such as 8000" ]] || fail "$stderr"
    done
    [[ ! $(rebuilt) ]]
    python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1], flush=True); s.accept()' > port 3>&- &
    server=$!
    for _ in {1..100}; do [[ ! -s port ]] || break; sleep 0.05; done
    run --separate-stderr timeout 20 make -s serve PORT="$(< port)"
    kill $server
    [[ $status != 0 ]]
    in_stderr "serve: PORT=$(< port): Address already in use: choose another, such as PORT=8001"
}

@test "a page's figure is lean, draws what the print's does, and says the same" {
    for figure in copy ladder copy-registers copy-sweep; do
        page=build/site/nvidia-h200/figures/$figure.svg print=build/print/nvidia-h200/figures/$figure.svg
        (($(stat -c %s "$page") * 10 < $(stat -c %s "$print") * 9)) || fail "$figure is not lean"
        [[ $(grep -o '<g ' "$page" | wc -l) == "$(grep -o '</g>' "$page" | wc -l)" ]] || fail "$figure: groups are not closed"
        # What is filled, what is marked, and where: to a tenth of a pixel.
        places() { grep -oE "<polygon .*|translate\([^)]*" "$1" | sed "s/.*points *= *//; s/.*(//" | grep -oE '[0-9.]+'; }
        paste <(places "$page") <(places "$print") | awk 'NF < 2 || ($1 - $2) ^ 2 > 0.0101 { exit 1 }' || fail "$figure: a shape is elsewhere"
        opacities() { grep -oE "fill-opacity *= *'[0-9.]*" "$1" | grep -oE '[0-9.]+$' | sed 's/0*$//'; }
        diff <(opacities "$page") <(opacities "$print")
        # Paths that are only a box's border went into its polygon; all others are there.
        open() { grep -oE "<path [^>]* d='[^']*'" "$1" | grep -vcE "id=|Z *'"; }
        [[ $(open "$page") == "$(open "$print")" ]] || fail "$figure: a line is missing"
        words() { grep -o '<text>.*' "$1" | sed 's/<[^>]*>//g'; }
        diff <(words "$page") <(words "$print")
    done
}

@test "a column, a row or a region taken away stops the build, and the page stays" {
    cp build/site/nvidia-h200/vector.html page
    cp results/nvidia-h200/copy.csv copy.csv
    edit results/nvidia-h200/copy.csv 's/,gbs,/,speed,/'
    run --separate-stderr make -s site
    [[ $status != 0 ]]
    [[ $stderr == *"copy.csv:$(grep -n ^variant copy.csv | cut -d : -f 1): gbs: this column is lacking"* ]] || fail "$stderr"
    cmp page build/site/nvidia-h200/vector.html

    cp copy.csv results/nvidia-h200/copy.csv
    edit results/nvidia-h200/copy.csv '/^# rows/d; /^int4,dram,4096,/d'
    run --separate-stderr make -s site
    [[ $status != 0 ]]
    # Whichever page make comes to first.
    [[ $stderr =~ chapters/[0-9]+-[a-z]+.md:[0-9]+:.*copy.csv\ has\ no\ rows\ with\ \{array_bytes=4096 ]] || fail "$stderr"
    cmp page build/site/nvidia-h200/vector.html

    cp copy.csv results/nvidia-h200/copy.csv
    edit kernels/copy.cu 's|//> tail|//> rest|'
    run --separate-stderr make -s site
    [[ $status != 0 ]]
    [[ $stderr =~ chapters/04-vector.md:[0-9]+:\ kernels/copy.cu\ has\ no\ region\ \'tail\' ]] || fail "$stderr"
    cmp page build/site/nvidia-h200/vector.html

    # And once it is mended, the next make finishes the job.
    edit kernels/copy.cu 's|//> rest|//> tail|'
    make -s site
}

@test "all that uses a template, a script or the figures' style is made again when it changes" {
    for file in templates/weave/live.lua templates/web/page.html templates/weave/weave.sh; do
        run make -n -W "$file" site
        [[ $output == *build/site/here/vector.html* && $output == *build/site/nvidia-h200/vector.html* ]] || fail "$file" "$output"
    done
    run make -n -W figures/style.gp site
    in_output build/site/here/figures/copy.svg
}

@test "a PDF depends on all that makes it" {
    command -v node > /dev/null || skip "no node"
    mkdir -p templates/node_modules
    touch templates/node_modules/.installed
    echo 'import { writeFileSync } from "node:fs"; process.argv.slice(2).filter((name) => name.endsWith(".pdf"))
        .forEach((name) => writeFileSync(name, "a PDF"));' > templates/print/pdf.mjs
    make -s pdf
    for name in 04-vector book report ladder; do
        [[ -e build/site/here/$name.pdf ]] || fail "no $name.pdf"
    done
    for file in templates/print/{book.typ,forms.typ,pdf.mjs,fonts.conf} templates/node_modules/.installed; do
        run make -n -W "$file" pdf
        [[ $output == *here/04-vector.pdf* && $output == *here/book.pdf* ]] || fail "$file" "$output"
    done
    for options in PAPER=letter SOLUTIONS=none "COURSE=CS 149" DATE=today; do
        touch build/before; sleep 0.02
        make -s pdf "$options"
        [[ $(rebuilt) == *here/04-vector.pdf*here/book.pdf* ]] || fail "$options: $(rebuilt)"
        touch build/before; sleep 0.02
        make -s pdf "$options"
        [[ -z $(rebuilt) ]] || fail "$options, twice: $(rebuilt)"
    done
}

@test "a node with results of several GPUs alone lends them, and has no edition" {
    [[ ! -e build/site/nvidia-h200-x4 ]]
    run ! grep -q x4 build/machines.txt
    for machine in here nvidia-h200; do
        [[ $(head -n 1 build/site/$machine/data/peer.csv) == '# edition: nvidia-h200-x4' ]] || fail "$machine"
    done
    grep -q '4 × NVIDIA H200, copy' build/site/compare.html
    # Its verdicts stand beside those of machines, in a column of its own.
    add_chapter . 09-peers
    make -s site
    grep -qF ">$(grep -A 1 '#N3' chapters/09-peers.md | tail -n 1) " build/site/claims.html
    run grep -A 2 'id="N3"' build/site/claims.html
    in_output '<td class="holds"><a href="nvidia-h200/peers.html#N3">holds</a></td><td class="lacking">'
    grep -qF '>a node of 4 NVIDIA H200</a></th>' build/site/claims.html
    grep -qE 'were not measured \((.*, )?Several GPUs\)' build/site/nvidia-h200/report.html
    cp results/nvidia-h200/host_copy.csv results/nvidia-h200-x4
    make -s site
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
    run --separate-stderr make -s site
    [[ $status != 0 ]]
    in_stderr "make measure ONLY=copy DEVICE=1"
    rm -r build/results/gpu1
    make -s build/machines.txt
    [[ ! -e build/site/gpu1 ]]
}

@test "without the npm packages make pdf says so" {
    rm -r templates/node_modules
    run --separate-stderr make -s pdf
    [[ $status != 0 && $stderr == *"pdf, epub: the npm packages are missing: run 'make setup'"* ]] || fail "$stderr"
}

@test "pages that are made at another time, in another zone, place and locale are the same to the byte" {
    rm -r build/site build/print build/depend
    elsewhere
    pages=(build/site/{nvidia-h200/{vector,report},compare}.html)
    make -s -j8 "${pages[@]}"
    for page in "${pages[@]}"; do cmp "$page" "$book/$page"; done
}
