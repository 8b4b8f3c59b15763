#!/usr/bin/env bats
# Proves that a history has the headline numbers of each recording once, that steps are found,
# and that the page tells what it cannot know.
load helper
load series

# tests/long/history.bats has many more series.
@test "of 400 series that change only by chance at most 3 are said to step, and a step of 5 % is found as soon as the page says" {
    read -r found _ < <(made_up 400 outliers 1 20 0 0)
    ((found <= 3)) || fail "$found of 400"
    [[ $(made_up 5 normal 0.5 20 4 5) == '5 5' ]]
}

# steps NUMBER... - the numbers with which new levels begin.
steps() {
    awk -v numbers="$*" -f "$tree/bench/run/steps.awk" -f <(echo 'BEGIN {
        n = split(numbers, v, " ")
        find_steps(v, 1, n, steps)
        for (i = 1; i <= n; i++) if (i in steps) printf "%s ", i
    }')
}

@test "a series that is short, level, or steps by less than half a percent has no steps, and two steps are two" {
    local low="100 101 100 101 100 101 100 101 100 101" high="110 111 110 111 110 111 110 111 110 111"
    local above="100.4 100.4 100.4 100.4 100.4 100.4 100.4 100.4 100.4 100.4"
    [[ ! $(steps) && ! $(steps 100) && ! $(steps 100 200) ]]
    [[ ! $(steps 100 101 100 101 100 101 110 111 110 111 110 111) ]]
    [[ $(steps 100 101 100 101 100 101 100 110 111 110 111 110 111) == "8 " ]]
    [[ ! $(steps 100 100 100 100 100 100 100 100 100 100 100 100 100 100 100 100) ]]
    [[ ! $(steps "100 100 100 100 100 100 100 100 100 100 $above") ]]
    [[ $(steps "$low $high $low") == "11 21 " ]]
    [[ ! $(steps "100 101 100 101 100 150 100 101 100 101 100 101 100 101 100") ]]
}

# history ROW... - a history of one number: identity, value and status of each.
history() {
    local row n=0
    printf '# program: history\n# schema: 1\n# gpu: NVIDIA H200\n# cpu: Lab CPU\n'
    echo recording,date,commit,driver,cuda,identity,headline,unit,value,low,high,status
    for row; do
        read -r identity value status <<< "$row"
        n=$((n + 1))
        printf '%d,2026-01-%02d,c%d,570.1,13.0,%s,copy,GB/s,%s,%s,%s,%s\n' $n $((n % 28 + 1)) $n "$identity" \
            "$value" "$value" "$value" "${status:-ok}"
    done
}

levels() {
    history "$@" > "$BATS_TEST_TMPDIR/history.csv"
    awk -f "$tree"/bench/run/csv.awk -f "$tree"/bench/run/steps.awk -f "$tree"/bench/run/history.awk \
        "$BATS_TEST_TMPDIR/history.csv" | grep ^copy
}

@test "another card begins a level and is no step, an unknown one is the one before, and throttled numbers do not count" {
    local a=() b=()
    for i in {0..6}; do a+=("190.354 $((4000 + i % 2))") b+=("190.025 $((3800 + i % 2))"); done
    [[ $(levels "${a[@]}" "${b[@]}") == $'copy,first,1,7,7,4000\ncopy,card,8,14,7,3800' ]]
    [[ $(levels "${a[@]}" "${b[@]/190.025/-}") == $'copy,first,1,7,7,4000\ncopy,step,8,14,7,3800' ]]
    [[ $(levels "${a[@]/190.354/-}" "${b[@]}") == $'copy,first,1,7,7,4000\ncopy,step,8,14,7,3800' ]]
    [[ $(levels "${a[@]}" "${b[@]/190.025/190.356}") == $'copy,first,1,7,7,4000\ncopy,step,8,14,7,3800' ]]
    [[ $(levels "${a[@]}" "${b[@]/%/ throttled}") == copy,first,1,7,7,4000 ]]
}

# The headlines of a report.json by their names: value, low and high.
headlines_of() {
    node -e 'for (const [name, { measured: m }] of Object.entries(JSON.parse(fs.readFileSync(process.argv[1])).headlines))
        console.log([name, m.unit, ...[m.value, m.low, m.high].map((x) => Number(x.toPrecision(6)))].join())' "$1" | sort
}

@test "the newest numbers in the history of each recorded machine are the headlines of its report, and no others" {
    needs node
    cd "$tree"
    for machine in nvidia-h100 nvidia-h200; do
        diff <(headlines_of build/site/$machine/report.json) \
            <(awk -F, '/^[0-9]/ { newest[$7] = $7 "," $8 "," $9 + 0 "," $10 + 0 "," $11 + 0 }
                END { for (name in newest) print newest[name] }' OFMT=%.7g CONVFMT=%.7g results/$machine/history.csv | sort)
    done
}

# record - records the results in `here` as lab-gpu, in a copy of the tree.
record() {
    REFERENCE=nvidia-h200 EXPERIMENTS="machine copy ladder sm_pairs host_copy" PANDOC=${PANDOC-pandoc} \
        run --separate-stderr bash bench/run/record.sh build/results/here lab-gpu
}
rows() { grep '^[0-9]' results/lab-gpu/history.csv; }

@test "make record adds what was measured since the last recording, and keeps what there is" {
    mkdir "$BATS_TEST_TMPDIR/book"
    cd "$BATS_TEST_TMPDIR/book"
    cp -r "$tree"/{bench,chapters,kernels} .
    mkdir -p templates build/results/here
    cp -r "$tree/templates/weave" templates
    cp "$tree"/results/nvidia-h200/{machine,copy,ladder,sm_pairs,host_copy}.csv build/results/here
    as_this_cpu build/results
    record
    exits 0
    [[ ! $stderr && $(rows | cut -d, -f1 | sort -u) == 1 ]]
    [[ $(rows | cut -d, -f7 | paste -sd' ') == "copy memcpy scalar read l2 l1 shared shared_latency l1_latency l2_latency dram_latency host_latency cpu_one cpu_all" ]]
    [[ $(rows | grep ,copy,) == 1,2026-??-??,*,*.*,*.*,190.*,copy,GB/s,*,ok ]]
    [[ $(rows | grep ,cpu_one,) == 1,2026-??-??,*,-,-,16,cpu_one,GB/s,* ]]
    bash bench/run/validate.sh results/lab-gpu/history.csv
    # The same once more, and then another measurement of the copy, of a day of which no other table is.
    cp results/lab-gpu/history.csv before
    record
    exits 0
    diff before results/lab-gpu/history.csv
    sed -i 's/^# date: .*/# date: 2031-01-01/; s/^# commit: .*/# commit: abc123/' build/results/here/copy.csv
    record
    exits 0
    diff before <(head -n "$(wc -l < before)" results/lab-gpu/history.csv)
    [[ $(rows | tail -n 3 | cut -d, -f1-7 | paste -sd' ') == \
        "2,2031-01-01,abc123,-,13.0,-,copy 2,2031-01-01,abc123,-,13.0,-,memcpy 2,2031-01-01,abc123,-,13.0,-,scalar" ]]
    bash bench/run/validate.sh results/lab-gpu/history.csv
    # Without pandoc everything else is recorded, and so it is if a headline has a fault: nothing is half done.
    cp -r results recorded
    sed -i 's/^# commit: .*/# commit: def456/' build/results/here/copy.csv
    PANDOC=no-pandoc record
    exits 0
    in_stderr "record: the history has no rows of this recording: pandoc is missing"
    diff recorded/lab-gpu/history.csv results/lab-gpu/history.csv
    grep -q def456 results/lab-gpu/copy.csv
    cp -r results/lab-gpu recorded
    sed -i '1,/^variant/s/^variant,memory/variant,memories/' build/results/here/copy.csv
    record
    [[ $status != 0 && $stderr == *"copy.csv has no column 'memory'"* ]]
    diff -r recorded/lab-gpu results/lab-gpu
    [[ $(ls -A results) == lab-gpu ]]
}

@test "results without a headline number are recorded without a history" {
    mkdir "$BATS_TEST_TMPDIR/book"
    cd "$BATS_TEST_TMPDIR/book"
    cp -r "$tree"/{bench,chapters,kernels} .
    mkdir -p templates build/results/here
    cp -r "$tree/templates/weave" templates
    cp "$tree"/results/nvidia-h200-x2/{machine,peer_latency}.csv build/results/here
    as_this_cpu build/results
    record
    exits 0
    [[ $(ls results/lab-gpu) == $'machine.csv\npeer_latency.csv' ]]
}

# page ROW... - the text of the page on such a history.
page() {
    mkdir -p results/lab build/site/lab
    cp "$tree/results/nvidia-h200/machine.csv" results/lab
    rm -f results/lab/{history,levels}.csv
    if (($#)); then
        history "$@" > results/lab/history.csv
        awk -f bench/run/csv.awk -f bench/run/steps.awk -f bench/run/history.awk results/lab/history.csv > results/lab/levels.csv
    fi
    touch build/site/lab/report.html # which it links
    bash templates/weave/weave.sh html chapters/history.md lab build/site/lab/history.html results/lab
    sed -n '/<main/,/<\/main>/p' build/site/lab/history.html | sed 's/<[^>]*>/ /g' | tr -s ' \n' '  '
}

@test "the page names steps and other cards, and says what a machine with one recording or none cannot know" {
    export PANDOC=pandoc GNUPLOT=gnuplot REFERENCE=nvidia-h200 EXPERIMENTS="machine history copy"
    mkdir "$BATS_TEST_TMPDIR/book"
    cd "$BATS_TEST_TMPDIR/book"
    cp -r "$tree"/{bench,chapters,kernels,figures} .
    mkdir templates
    cp -r "$tree"/templates/{weave,web} templates
    output=$(page)
    in_output "This machine has no history yet"
    [[ $output != *"What has changed"* ]]
    output=$(page "190.354 4000")
    in_output "There is one recording so far, of 2026-01-02, with 1 number."
    in_output "Copy, 16 bytes per load, no loop 1, 2026-01-02: 4,000 GB/s ± 1 % 4,000 GB/s As tables:"
    [[ $output != *"What has changed"* ]]
    local a=() b=()
    for i in {0..9}; do a+=("- $((4000 + i % 2))") b+=("- $((3800 + i % 2))"); done
    output=$(page "${a[@]}")
    in_output "There are 10 recordings, from 2026-01-02 to 2026-01-11."
    in_output "A step cannot be told yet: that takes 13 recordings of one card, and there are at most 10. Nothing tells which card was measured in recordings 1 to 10."
    in_output "9, 2026-01-10: 4,000 GB/s 10, 2026-01-11: 4,001 GB/s ± 1 %" # the strip says each when a mouse asks
    output=$(page "${a[@]}" "${a[@]::3}")
    in_output "No number has stepped."
    output=$(page "${a[@]}")
    in_output "± 1 % 4,001 GB/s"
    run ! grep -E 'class="(step|card|crosses)"' build/site/lab/history.html
    output=$(page "${a[@]}" "${b[@]}" "190.354 4000" "190.025 4000")
    in_output "Copy, 16 bytes per load, no loop -5.0 % 4,000 GB/s 3,801 GB/s 11, 2026-01-12 commit c10 to c11"
    in_output "Another card begins with recording 22. Nothing tells which card was measured in recordings 1 to 20."
    in_output "± 10 % 4,000 GB/s"
    # The strip has a mark for each: the step lies behind ten of 22 recordings.
    grep -q 'class="step" d="M73.09 0v28"' build/site/lab/history.html
    grep -q 'class="card" d="M[0-9.]* 0v28"' build/site/lab/history.html
    page "190.354 4000 throttled" "190.354 4000" > /dev/null
    grep -q 'class="crosses" d="M[0-9.]* 11l6 6m0-6l-6 6"' build/site/lab/history.html
}
