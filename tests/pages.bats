#!/usr/bin/env bats
# Proves what the pages beyond the book show: the report on a machine, all machines
# side by side, and every claim on every machine.
load helper

# A book of one chapter on three machines: the reference machine; one whose name wants
# to be markup and that has no clusters; and one that has measured its CPU alone.
setup_file() {
    export book=$BATS_FILE_TMPDIR/book
    command -v gnuplot pandoc > /dev/null || return 0
    copy_book "$book"
    cd "$book"
    cpu_alone
    cp -r "$tree"/results/nvidia-h200* results
    cp "$tree"/figures/compare-peer.gp figures
    cp "$tree"/chapters/{compare,teach}.md chapters
    mend_links chapters
    sed -Ei 's/(\(nvidia-h200\/[a-z]+\.html)#[a-z-]+/\1/g' chapters/teach.md # the book has other sections
    rm -f results/nvidia-h200/polynomial.csv # so that one of its claims cannot be told
    mkdir results/made-up
    cp results/nvidia-h200/{machine,copy,saxpy,ladder}.csv results/made-up
    # Such a name is refused; the pages are to withstand it all the same.
    : > bench/run/validate.sh
    sed -i "s/NVIDIA H200/<b>GPU<\/b> \`'100%'\`/" results/made-up/*.csv
    sed -i '/^remote,/d' results/made-up/ladder.csv
    sed -i 's/^# options: /&--quick /' results/made-up/copy.csv
    sed -i -E 's/^(int4,dram,2147483648,[0-9]+,)[^,]*,[^,]*,[^,]*,([0-9]+),[^,]*/\12,1.99,2.01,\2,2147.5/' results/made-up/copy.csv
    sed -i -E '/^# (memory_clock_mhz|gpu_celsius|memory_celsius|power_watts): /d; /^(power_limit_watts|ecc_(un)?corrected|remapped_rows),/d' results/*/*.csv
    warm() { sed -i "s/^# peak_gbs/# memory_clock_mhz: 3201\n# memory_celsius: $2\n# power_watts: $3\n&/" results/made-up/$1.csv; }
    warm copy 52 345.6
    warm saxpy 60 98.2
    printf '%s\n' power_limit_watts,700 ecc_corrected,1 ecc_uncorrected,0 remapped_rows,2 >> results/made-up/machine.csv
    make -s site
}

setup() {
    needs gnuplot pandoc
    cd "$book"
}

# `row FILE TEXT`: the cells of a row of a table on this page, a line each, without markup.
row() {
    run sed -E 's/<span class="from"[^>]*>[^<]*<\/span>//g; s/<\/t[hd]>/\n/g; s/<[^>]*>//g' <(
        tr '\n' ' ' < "build/site/$1" | sed 's/<tr[ >]/\n&/g' | grep -F "$2" | head -1)
    output=$(sed -E 's/^ +//; s/ +$//' <<< "$output" | head -n -1)
    mapfile -t lines <<< "$output"
}

# `has FILE TEXT...`: the page has these.
has() {
    local text
    for text in "${@:2}"; do grep -qF -- "$text" "build/site/$1" || fail "not in $1: $text"; done
}

# `lacks FILE EXPRESSION`: the page has no line of this kind.
lacks() {
    run ! grep -E "$2" "build/site/$1"
}

@test "a machine's report has its numbers, their limits and shares" {
    row nvidia-h200/report.html 'Triad, doubles'
    [[ $output =~ ^'Triad, doubles'$'\n'[0-9,]+' GB/s'$'\n''4,814 GB/s'$'\n'[0-9]+' %'$ ]] || fail "$output"
    # The limit is that of PCIe 5 with 16 lanes.
    row nvidia-h200/report.html 'Pinned, both ways together'
    [[ ${lines[2]} == '126 GB/s' ]] || fail "$output"
    has nvidia-h200/report.html 'Report on NVIDIA H200' 'id="fig-saxpy"' 'copy.csv, line ' '<dd>full</dd>'
}

@test "the report of a machine without a GPU has its CPU, and nobody else's numbers" {
    has here/report.html 'all cores' 'id="fig-host-copy"'
    run sed -n '/<option/d; /<main/,/<\/main/p' build/site/here/report.html # of machines to lay over its figures
    [[ $output != *GPU\<* && $output != *borrowed* && $output != *H200\<* && $output != *id=\"fig-copy\"* ]] || fail "a GPU's"
    [[ $output != *'memory ladder</h2>'* ]] || fail "a ladder without rungs"
    row here/report.html '.csv">host_copy<'
    [[ ${lines[0]} == host_copy && ${lines[1]} == 259 ]] || fail "$output"
}

@test "the files for programs beside a report say what it says, and are valid" {
    needs_prometheus
    run /usr/bin/python3 "$tree/tests/report/same.py" build/site results build/results
    exits 0
    in_output '3 machines, '
    has here/report.json '"cpu_one"'
    lacks here/report.prom 'machine="nvidia-h200"'
}

@test "Frictionless reads every row of the data package beside a report" {
    needs node
    [[ -d $tree/tests/node_modules/datapackage ]] || skip "no npm package datapackage: run 'make setup-check'"
    run node "$tree/tests/report/package.mjs" build/site/*/datapackage.json
    exits 0
    tables=({build/results/here,results/{made-up,nvidia-h200}}/*.csv)
    rows=$(cat "${tables[@]}" | grep -vc '^#')
    [[ $output == "$((rows - ${#tables[@]})) rows of ${#tables[@]} tables" ]] || fail "$output"
}

@test "a report says how warm the GPU was and what it drew, and what errors its memory had, if that is recorded" {
    run sed -nE 's/.*<dt>(.* (after each experiment|so far|replaced))<\/dt><dd>(.*)<\/dd>.*/\1: \3/p' <(sed 's/<dt>/\n&/g' build/site/made-up/report.html)
    [[ $output == 'Memory clock, after each experiment: 3,201 MHz
Memory, after each experiment: 52 to 60 °C
Power, after each experiment: 98.2 to 346 W, limit 700
Memory errors so far: all corrected
Memory rows replaced: 2' ]] || fail "$output"
    lacks nvidia-h200/report.html 'after each experiment|Memory errors|Memory rows'
}

@test "a report counts the claims by their verdicts, and lacks the rung of a machine without clusters" {
    has made-up/report.html 'Of 4 claims 1 holds, 1 does not hold, 1 cannot be told and 1 was not measured ('
    has nvidia-h200/report.html 'Of 4 claims 2 hold, 1 does not hold and 1 cannot be told.' 'Shared memory of a neighbour'
    lacks made-up/report.html 'Shared memory of a neighbour'
    row made-up/report.html '>DRAM</td>'
    [[ ${lines[1]} == *' ns' ]] || fail "$output"
}

@test "a change of claims, of rows or of machines is on the pages that show them, and stops where no list takes it up" {
    cp -a "$book" "$BATS_TEST_TMPDIR/book"
    cd "$BATS_TEST_TMPDIR/book"
    sed -i "s/^\(::: {.claim #V2 test=\).*/\1'machine.sms < 0'}/" chapters/04-vector.md
    sed -i -E '/^[^#]/s/,(unsettled|throttled)$/,ok/' results/nvidia-h200/copy.csv
    sed -i -E '/^int,l2,(4096|8192),/s/,ok$/,throttled/; /^int2,l2,4096,/s/,ok$/,unsettled/' results/nvidia-h200/copy.csv
    cp -r results/nvidia-h200 results/another
    pages=(build/site/{claims,compare,nvidia-h200/{report,vector}}.html)
    make -s "${pages[@]}"
    row nvidia-h200/report.html '.csv">copy<'
    [[ ${lines[2]} == 1 && ${lines[3]} == 2 ]] || fail "$output"
    throttled=$(cat results/nvidia-h200/*.csv | grep -c ',throttled$')
    grep -A1 'Throttled' build/site/nvidia-h200/report.html | grep -q "<dd>$throttled</dd>"
    row claims.html 'id="V2"'
    [[ ${lines[4]} == 'does not hold' ]] || fail "$output"
    grep -A1 '>V2<' build/site/nvidia-h200/report.html | grep -q 'does not hold'
    # Two machines of one name are told apart.
    run grep -o '<th scope="col"><a href="[^<]*' build/site/compare.html
    in_output 'NVIDIA H200 (another)'
    grep -x '.*>NVIDIA H200' <<< "$output"
    has figures/compare-copy.svg 'NVIDIA H200 (another)'
    # Nothing is made again for a sentence that is no claim's.
    touch build/before; sleep 0.02
    echo 'One more sentence.' >> chapters/04-vector.md
    make -s "${pages[@]}"
    [[ ! build/site/claims.html -nt build/before && ! build/site/nvidia-h200/report.html -nt build/before ]]
    [[ build/site/nvidia-h200/vector.html -nt build/before ]]
    sed -i 's/of="V"/of="W"/' chapters/claims.md
    run --separate-stderr make -s "${pages[@]}"
    fails_with "claim V1 of chapters/04-vector.md is in no table here: add one with '::: {.claims of=\"V\"}'"
}

@test "machines stand side by side, a column each with its own numbers, and those without a GPU last" {
    row compare.html 'Copy, a loop of one'
    [[ ${#lines[@]} == 4 && ${lines[1]} == *GB/s* && ${lines[2]} == *GB/s* && ${lines[3]} == – ]] || fail "$output"
    # A number that it has not measured is not borrowed.
    row compare.html 'Pinned, to the GPU'
    [[ ${lines[1]} == – && ${lines[2]} == *GB/s* && ${lines[3]} == – ]] || fail "$output"
    row compare.html 'Shared memory of a neighbour'
    [[ ${lines[1]} == – ]] || fail "$output"
}

@test "all machines are in one table, each with its own numbers and the tables that it lacks" {
    row machines.html 'nvidia-h200/index.html'
    [[ ${lines[0]} == 'NVIDIA H200' && ${lines[1]} == *GB/s*% && ${lines[7]} == *peer,\ peer_latency*transfer_all ]] || fail "$output"
    row machines.html 'here/index.html'
    [[ ${lines[1]} == – && ${lines[7]} =~ ^[0-9]+\ of\ [0-9]+$ ]] || fail "$output"
    has nvidia-h200/vector.html 'href="../machines.html"'
}

# tests/long/site.bats proves of a hundred machines that machines.html has all.
@test "of more than twelve machines pages compare and offer one of each model, and always the reference machine" {
    cp -a "$book" "$BATS_TEST_TMPDIR/book"
    cd "$BATS_TEST_TMPDIR/book"
    # Ten more of the reference machine's model, and one that is alone.
    for n in {10..19} 99; do
        mkdir "results/lab-$n"
        grep -vE '^(cpu|cores|l[123]_cpu)' results/nvidia-h200/machine.csv > "results/lab-$n/machine.csv"
        cp results/nvidia-h200/copy.csv "results/lab-$n"
    done
    sed -i 's/NVIDIA H200/NVIDIA L4/' results/lab-99/*.csv
    make -s build/machines.txt build/compared.txt
    [[ $(wc -w < build/machines.txt) == 14 ]] || fail "$(< build/machines.txt)"
    [[ $(tr ' ' '\n' < build/compared.txt | sort | xargs) == 'here lab-99 made-up nvidia-h200' ]] || fail "$(< build/compared.txt)"
    # One machine more of a model that is there makes no page of another machine anew.
    make -s build/site/{lab-10,nvidia-h200}/vector.html
    lacks nvidia-h200/vector.html 'lab-1[0-9]/'
    has nvidia-h200/vector.html ../lab-99/vector.html
    has lab-10/vector.html '"../lab-10/vector.html" aria-current="true"' ../nvidia-h200/vector.html
    touch build/before; sleep 0.02
    cp -r results/lab-10 results/lab-20
    make -s build/site/nvidia-h200/vector.html
    [[ " $(< build/machines.txt) " == *' lab-20 '* && ! build/site/nvidia-h200/vector.html -nt build/before ]]
    # Sixteen GPUs of this computer leave the reference machine its place.
    mkdir -p build/results/gpu{0..15}
    for n in {0..15}; do cp results/nvidia-h200/{machine,copy}.csv "build/results/gpu$n"; done
    make -s build/compared.txt
    [[ $(wc -w < build/compared.txt) == 12 && " $(< build/compared.txt) " == *' nvidia-h200 '* ]] || fail "$(< build/compared.txt)"
}

@test "published numbers stand beside the measured ones, with their source" {
    row compare.html 'SAXPY, one float per thread'
    # A machine without a number has no column.
    [[ ${#lines[@]} == 4 && $output != *–* ]] || fail "$output"
    [[ ${lines[1]} == 'Tesla M2050: 110.37 of 148 GB/s'*Harris* ]] || fail "$output"
    has figures/compare-saxpy.svg 'Tesla M2050 (published)'
    cp -a "$book" "$BATS_TEST_TMPDIR/book"
    cd "$BATS_TEST_TMPDIR/book"
    echo 'weather,Tesla M2050,fair,,,a newspaper' >> chapters/published.csv
    run --separate-stderr make -s build/site/compare.html
    fails_with "chapters/published.csv speaks of 'weather', which no row here is called"
}

@test "every claim has by machine a verdict, or that it was not measured" {
    row claims.html 'id="V3"'
    [[ ${#lines[@]} == 5 && ${lines[2]} == 'not measured' && ${lines[3]} == *hold* && ${lines[4]} == *hold* ]] || fail "$output"
    has claims.html '<a href="made-up/vector.html#V3">'
    has made-up/vector.html 'id="V3"'
    row claims.html 'made-up/index.html">&lt;b'
    in_output 'GPU'
}

@test "the front page counts the claims that hold on the reference machine, and asks the question of each chapter" {
    has index.html 'We tested <a href="claims.html">4 published claims</a>' '<strong>1 of them do not hold</strong>' \
        '</a><p>Why can the most obvious copy' '<a href="nvidia-h200/vector.html">' 'href="nvidia-h200/04-vector.pdf"'
    lacks index.html 'nvidia-h200/timing|of its time waiting'
}

@test "the page for teachers leads to each chapter's slides, notes and handout, and a new lab appears in it by itself" {
    has teach.html 'href="nvidia-h200/'{slides/04-vector.pdf,notes/04-vector.pdf,04-vector.pdf,vector.html}'"'
    lacks teach.html 'nvidia-h200/lab-|glossary.pdf|LAB=<'
    for page in index machines nvidia-h200/vector; do grep -q 'teach.html">Teach</a>' "build/site/$page.html" || fail "$page"; done
    has nvidia-h200/search-index.js '["../teach.html","Teach with this book",['
    has nvidia-h200/index.html '<a href="../teach.html">Teach with this book</a>'
    mkdir -p chapters/labs/gather
    printf '# Lab: gather fast\n\nText.\n' > chapters/labs/gather/text.md
    printf '%s\n' criterion,points,measure,at_least,read right,40,correct,1,vector.html fast,25,percent_of_best,90,vector.html > chapters/labs/gather/rubric.csv
    touch chapters/labs/gather/starter.c
    make -s build/site/teach.html
    row teach.html '"nvidia-h200/lab-gather.html">Gather fast'
    [[ $output == $'Gather fast\ngather\nChapter 4\na CPU\n65' ]] || fail "$output"
    (($(grep -o 'href="nvidia-h200/lab-gather.html"><code>gather</code>' build/site/teach.html | wc -l) == 3)) || fail "it is not in each plan"
    mv chapters/labs/gather/starter.c{,u}
    make -s build/site/teach.html
    row teach.html '"nvidia-h200/lab-gather.html">Gather fast'
    [[ ${lines[3]} == 'a GPU' ]] || fail "$output"
    sed -i 's/vector.html/nothing.html/' chapters/labs/gather/rubric.csv
    run --separate-stderr make -s build/site/teach.html
    exits 2
    in_stderr "the first line of the rubric of the lab 'gather' says to read no chapter"
    rm -r chapters/labs
    make -s build/site/teach.html
    lacks teach.html 'gather'
}

@test "the cover names every machine, an edition leads to its report, and hatches and quick passes are shown" {
    has index.html '<a href="'{here,made-up,nvidia-h200}'/report.html">'
    has nvidia-h200/vector.html 'href="'{report,../compare,../claims}'.html"'
    for page in index compare; do has $page.html "fill='url(#gpPat1)'" "<pattern id='gpPat1'"; done
    has made-up/report.html '<dd>quick for copy</dd>' 'A quick pass: the numbers of copy were measured in haste'
}
