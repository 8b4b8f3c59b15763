#!/usr/bin/env bats
# Proves that a GPU passes only if it reaches what criteria demand, and that whatever is missing, slow or
# doubtful gets the right one of three answers: pass, fail, cannot be told.
load helper

# Judging needs no pages, only the recorded results of an H200 as ./lab.
setup_file() {
    export judged=$BATS_FILE_TMPDIR/judged
    copy_tree "$judged"
    mkdir -p "$judged/results"
    cp -r "$tree/results/nvidia-h200" "$judged/lab"
    rm -r "$judged/lab/sass"
}

setup() {
    cp -r "$judged" "$BATS_TEST_TMPDIR/judged"
    cd "$BATS_TEST_TMPDIR/judged"
}

accept() { run bash bench/run/accept.sh ./lab; }

# answers STATUS TEXT - is this the verdict?
answers() {
    accept
    exits "$1"
    [[ ${lines[-1]} == "./lab"*", by bench/criteria/nvidia-h200.csv: $2"* ]] || fail "$output"
}

# times FACTOR TABLE [ROWS] - makes rows of a table take that much time, all or those that match.
times() {
    awk -F, -v OFS=, -v f="$1" -v rows="${3-}" '
        /^#/ { print; next }
        !columns { for (i = 1; i <= NF; i++) at[$i] = i; columns = NF; print; next }
        $0 ~ rows {
            for (name in at) if (name ~ /^(ms|ns)(_low|_high)?$/) $at[name] = sprintf("%.9g", f * $at[name])
            if ("gbs" in at) $at["gbs"] = sprintf("%.6g", $at["bytes"] / $at["ms"] / 1e6)
            if ("ns" in at) $at["cycles"] = sprintf("%.6g", $at["ns"] * $(NF - 1) / 1e3)
        }
        { print }' "lab/$2.csv" > changed
    mv changed "lab/$2.csv"
}
once=^once,dram,2147483648,

@test "the recorded machines pass the criteria of their model" {
    cd "$tree"
    for folder in results/*/; do
        [[ -e $folder/copy.csv ]] || continue
        cp -r "$folder" "$BATS_TEST_TMPDIR/judged/results"
        (cd "$BATS_TEST_TMPDIR/judged" && bash bench/run/accept.sh "$(basename "$folder")") || fail "$folder"
    done
    cd "$BATS_TEST_TMPDIR/judged"
    answers 0 "it passes: 14 of 14 criteria"
}

@test "each recording of a GPU passes limits that are made from all other recordings" {
    cd "$tree"
    read -r rate latency < <(sed -nE 's/.*is_rate and (0[.0-9]+) or (0[.0-9]+), most.*/\1 \2/p' templates/weave/criteria.lua)
    for history in results/nvidia-h[12]00/history.csv; do
        run awk -F, -v rate="$rate" -v latency="$latency" '
            $7 ~ /^(copy|memcpy|read|add|triad|transpose|l2|l1|shared|(dram|l1|shared)_latency|pinned|pinned_host)$/ {
                unit[$7] = $8; recording[$7, ++n[$7]] = $1; value[$7, n[$7]] = $9
            }
            END {
                for (id in n) for (i = 1; n[id] > 1 && i <= n[id]; i++) {
                    least = most = 0
                    for (j = 1; j <= n[id]; j++) if (j != i) {
                        if (!least || value[id, j] < least) least = value[id, j]
                        if (value[id, j] > most) most = value[id, j]
                    }
                    slack = unit[id] == "ns" ? latency : rate
                    if (most / least - 1 > slack) slack = most / least - 1
                    judged++
                    if (unit[id] == "ns" ? value[id, i] > most * (1 + slack) : value[id, i] < least / (1 + slack))
                        print id " of recording " recording[id, i] ": " value[id, i] ", the others " least " to " most
                }
                print judged + 0 " judged"
            }' "$history"
        [[ ${#lines[@]} == 1 && ${lines[0]%% *} -ge 28 ]] || fail "$history" "$output"
    done
}

@test "each recording of an H200 in git passes criteria that are made from one of the others, but for the bus" {
    needs pandoc
    git -C "$tree" cat-file -e 5d869965 2> /dev/null || skip "no history in git"
    copy_book book
    cd book
    for commit in $(git -C "$tree" log --format=%h 7814f18f.. -- results/nvidia-h200/{copy,ladder,saxpy,transpose}.csv); do
        mkdir -p "at/$commit"
        git -C "$tree" archive "$commit" results/nvidia-h200 | tar -x -C "at/$commit" --strip-components=2 --exclude=sass
    done
    for from in 5d869965 1fa6df37; do
        rm bench/criteria/nvidia-h200.csv
        make -s criteria MACHINE="./at/$from"
        sed -i '/,transfer,/d' bench/criteria/nvidia-h200.csv # the bus of another host is another one
        passed=0
        for folder in at/*; do
            run bash bench/run/accept.sh "./$folder"
            [[ $status == 0 && $output == *"it passes: 12 of 12 criteria" ]] || fail "$folder by $from" "$output"
            passed=$((passed + 1))
        done
        ((passed >= 17)) || fail "$passed recordings"
    done
}

@test "a GPU at half speed fails, and so does one that is 3 % slow" {
    times 2 copy "$once"
    answers 1 "it fails: 1 of 14 criteria, such as Copy of DRAM with 16 bytes per load: 2144.61 GB/s and not at least 4184.8"
    cp -r "$judged/lab" .
    for table in copy ladder saxpy transpose transfer; do times 1.031 $table; done
    accept
    exits 1
    [[ $(grep -c '^fail' <<< "$output") == 11 ]] || fail "$output"
    # A latency is too long, but not too short.
    cp -r "$judged/lab" .
    times 0.5 latency
    times 1.2 ladder ^dram,
    answers 1 "it fails: 2 of 14 criteria, such as Read of DRAM: 38"
}

@test "a criterion whose data are missing cannot be told, and never passes" {
    sed -i "/$once/d; /^# rows/d" lab/copy.csv
    answers 3 "it cannot be told: 1 of 14 criteria, such as Copy of DRAM with 16 bytes per load: not measured"
    # Whatever follows a folder's name, what was found is called after it.
    for slashes in / // ///; do
        rm build/accept/lab.csv
        run bash bench/run/accept.sh "lab$slashes"
        [[ $(ls -A build/accept) == $'lab.csv\nlab.json\nlab.prom' ]] || fail "$slashes" "$(ls -A build/accept)" "$output"
    done
    rm lab/transfer.csv
    answers 3 "it cannot be told: 3 of 14 criteria"
    grep -c '^Copy.*,,,,cannot_be_told,not measured$' build/accept/lab.csv | grep -x 3
    rm lab/{copy,ladder,saxpy,transpose}.csv
    answers 3 "it cannot be told: 14 of 14 criteria"
    # A criterion that fails makes it fail even if something else is missing.
    cp "$judged/lab/copy.csv" lab
    times 2 copy "$once"
    answers 1 "it fails: 1 of 14 criteria"
    rm lab/machine.csv
    accept
    exits 2
    run bash bench/run/accept.sh build/results/here
    exits 2
    in_output "accept: there are no results in build/results/here: 'make measure' makes them"
}

@test "a value that was throttled, did not settle or is NaN cannot be told" {
    sed -i "/$once/s/,[0-9]*,ok$/,1400,throttled/" lab/copy.csv
    answers 3 "it cannot be told: 1 of 14 criteria, such as Copy of DRAM with 16 bytes per load: throttled to 1400 MHz"
    cp -r "$judged/lab" .
    sed -i -E "/$once/s/,([0-9.]*),([0-9.]*),([0-9.]*),([0-9]*,[0-9.]*,[0-9]*),ok/,\1,\2,1.05,\4,unsettled/" lab/copy.csv
    answers 3 "it cannot be told: 1 of 14 criteria, such as Copy of DRAM with 16 bytes per load: the limit is within the interval"
    # Where the whole interval reaches the limit, or none of it does, it can be told all the same.
    sed -i "/$once/s/,1.05,/,1.02,/" lab/copy.csv
    answers 0 "it passes: 14 of 14 criteria"
    times 1.1 copy "$once"
    answers 1 "it fails: 1 of 14 criteria, such as Copy of DRAM with 16 bytes per load: "
    sed -i -E "/$once/s/,[0-9.]*(,[0-9]*,[0-9.]*,[0-9]*,unsettled)/,nan\1/" lab/copy.csv
    accept
    exits 3
    in_output "accept: it cannot be told: the results have faults:"
    in_output "ms_high: 'nan' is no number of zero or more"
}

@test "a value exactly at the limit passes, and one below whose interval reaches the limit cannot be told" {
    value=$(sed -n "/$once/p" lab/copy.csv | cut -d, -f 9)
    demand() { sed -i -E "s/(variant=once .*,at_least),[^,]*/\1,$1/" bench/criteria/nvidia-h200.csv; }
    demand "$value"
    answers 0 "it passes"
    demand "$(awk "BEGIN { print $value + 0.5 }")"
    answers 3 "it cannot be told: 1 of 14 criteria, such as Copy of DRAM with 16 bytes per load: the limit is within the interval"
    demand "$(awk "BEGIN { print $value * 1.01 }")"
    answers 1 "it fails"
    # The better end of a latency is the lower one.
    cp "$judged/bench/criteria/nvidia-h200.csv" bench/criteria
    between=$(awk -F, '/^dram,/ { print ($9 + $10) / 2 }' lab/ladder.csv)
    sed -i -E "s/(level=dram .*,at_most),[^,]*/\1,$between/" bench/criteria/nvidia-h200.csv
    answers 3 "it cannot be told: 1 of 14 criteria, such as Latency of DRAM: the limit is within the interval"
}

@test "a GPU of another model, or one that is set up in another way or is shared, cannot be told" {
    cp -r "$tree/results/nvidia-h100" .
    run bash bench/run/accept.sh ./nvidia-h100 bench/criteria/nvidia-h200.csv
    exits 3
    in_output "it cannot be told: 14 of 14 criteria, such as Copy of DRAM with 16 bytes per load: the criteria are for NVIDIA H200 and this is NVIDIA H100"
    rm bench/criteria/nvidia-h100*
    run bash bench/run/accept.sh ./nvidia-h100
    exits 3
    in_output "there is no bench/criteria/nvidia-h100-80gb-hbm3.csv: 'make criteria MACHINE=...' makes it"
    for change in 's/^ecc,1/ecc,0/; # its ECC is off' 's/^power_limit_watts,.*/power_limit_watts,500/; # its power limit is 500 W and not 700' \
        '/^gpu,/d; # there is no GPU'; do
        cp "$judged/lab/machine.csv" lab
        sed -i "$change" lab/machine.csv
        accept
        exits 3
        in_output "${change#*\# }"
    done
    mkdir -p build/results
    cp -r "$judged/lab" build/results/here
    sed -i 's/^cpu,.*/cpu,Other/' build/results/here/machine.csv
    run bash bench/run/accept.sh build/results/here
    exits 3
    in_output "build/results/here is of another machine (NVIDIA H200, Other): make measure"
    cp -r "$judged/lab" .
    sed -i 's/^# clocks: SM 1980/# clocks: SM 1755/' lab/copy.csv
    answers 3 "it cannot be told: 2 of 14 criteria, such as Copy of DRAM with 16 bytes per load: its rated clocks are others"
    cp -r "$judged/lab" .
    sed -i '1i # launches: blocking' lab/copy.csv
    answers 3 "it cannot be told: 2 of 14 criteria, such as Copy of DRAM with 16 bytes per load: measured with CUDA_LAUNCH_BLOCKING"
    cp -r "$judged/lab" .
    times 2 copy "$once"
    sed -i '1i # other_processes: 0 before, 1 after' lab/copy.csv
    answers 3 "it cannot be told: 2 of 14 criteria, such as Copy of DRAM with 16 bytes per load: another process used the GPU"
}

@test "a GPU that is slow at a lower clock cannot be told, and one that is fast enough passes" {
    sed -i "/$once/s/,[0-9]*,ok$/,1900,ok/" lab/copy.csv
    answers 0 "it passes"
    times 1.1 copy "$once"
    answers 3 "it cannot be told: 1 of 14 criteria, such as Copy of DRAM with 16 bytes per load: the SMs ran at 1900 MHz and not at 1976"
    cp -r "$judged/lab" .
    times 1.1 copy "$once"
    sed -i 's/^# memory_clock_mhz: .*/# memory_clock_mhz: 1593/' lab/copy.csv
    answers 3 "it cannot be told: 1 of 14 criteria, such as Copy of DRAM with 16 bytes per load: the memory ran at 1593 MHz"
    # A clock is compared as a number: 10001 is not below 9801.
    sed -i 's/^# clocks: \(.*\) memory 3201/# clocks: \1 memory 10001/' bench/criteria/nvidia-h200.csv lab/*.csv
    sed -i 's/^# memory_clock_mhz: .*/# memory_clock_mhz: 10001/' lab/copy.csv
    answers 1 "it fails: 1 of 14 criteria"
}

@test "criteria with a fault are refused with file and line" {
    while IFS='|' read -r change said; do
        cp "$tree/bench/criteria/nvidia-h200.csv" bench/criteria
        sed -i "$change" bench/criteria/nvidia-h200.csv
        accept
        exits 2
        in_output "bench/criteria/nvidia-h200.csv:$said"
    done <<'END'
8s/at_least/least/|8: bound: 'least' is not at_least or at_most
8s/4184.8/nan/|8: limit: 'nan' is no number above zero
8s/GB.s/GiB/|8: unit: 'GiB' is not GB/s or ns
8s/Copy/Copy, fast/|8: 9 values for 8 columns: none may hold a comma
8s/,1976,/,fast,/|8: sm_mhz: 'fast' is no clock: 0 where it does not matter
8p|9: the same experiment, unit and point as in line 8
7s/,bound//|7: its columns are name,experiment,unit,point,bound,limit,sm_mhz,source
7G|8: 0 values for 8 columns: none may hold a comma
/^# gpu/d|6: above it are the notes '# gpu: ...' and '# clocks: ...', as in the results
8,$d| there are no criteria: 'make criteria' makes some
END
}

@test "the verdict names the dates and commits of the tables that it judged" {
    sed -i 's/^# date: .*/# date: 2026-11-26/; s/^# commit: .*/# commit: 5a93c2aeab8c/' lab/{copy,ladder,saxpy,transpose,transfer}.csv
    # Neither of these two was judged.
    sed -i 's/^# date: .*/# date: 2027-06-01/; s/^# commit: .*/# commit: ecab08d675ee/' lab/{machine,peaks}.csv
    accept
    [[ ${lines[-1]} == "./lab of 2026-11-26, by "*": it passes: "* ]] || fail "$output"
    grep -x '# commit: 5a93c2aeab8c' build/accept/lab.csv
    # One table has been measured again.
    sed -i 's/^# date: .*/# date: 2027-01-02/; s/^# commit: .*/# commit: 0123456789ab/' lab/ladder.csv
    accept
    [[ ${lines[-1]} == "./lab of 2026-11-26 to 2027-01-02, by "* ]] || fail "$output"
    grep -x '# commit: 5a93c2aeab8c, 0123456789ab' build/accept/lab.csv
    rm lab/{copy,ladder,saxpy,transpose,transfer}.csv
    accept
    [[ ${lines[-1]} == "./lab, by "*": it cannot be told: 14 of 14 criteria"* ]] || fail "$output"
    run ! grep -E '^# (date|commit):' build/accept/lab.csv
}

@test "errors that the memory has had are named with the verdict, and change none" {
    set_state() { sed -i "s/^ecc_uncorrected,.*/ecc_uncorrected,$1/; s/^remapped_rows,.*/remapped_rows,$2/" lab/machine.csv; }
    set_state 0 0
    accept
    [[ $status == 0 && ${lines[-1]} == *": it passes: 14 of 14 criteria" ]] || fail "$output"
    set_state 1 0
    answers 0 "it passes: 14 of 14 criteria; its memory has had errors that were not corrected"
    set_state 1 5
    answers 0 "it passes: 14 of 14 criteria; its memory has had errors that were not corrected and 5 rows of its memory were replaced"
    rm lab/copy.csv
    answers 3 "it cannot be told: 2 of 14 criteria, such as Copy of DRAM with 16 bytes per load: not measured; its memory has had errors"
    # The line of a fleet's GPU has it, too.
    run bash bench/run/accept.sh --lines ./lab
    in_output "not measured; its memory has had errors that were not corrected and 5 rows of its memory were replaced"
}

@test "an owner with a good card, one that has become slow and another model gets each answer by one command" {
    mkdir -p month/results now/results
    cp -r lab now/results/good
    # A month ago both cards were a little slower in DRAM, but not by more than processes differ.
    times 1.004 copy ,dram,
    sed -i 's/^# date: .*/# date: 2026-10-26/' lab/*.csv
    cp -r lab month/results/good
    cp -r lab month/results/slow
    cp -r "$tree/results/nvidia-h100" month/results/other
    cp -r month/results/other now/results
    cp -r "$judged/lab" .
    times 1.06 copy ,dram,
    cp -r lab now/results/slow
    # asks STATUS TEXT COMMAND... - does the command end in this way, and say this?
    asks() {
        run bash "${@:3}"
        exits "$1"
        in_output "$2"
    }
    asks 0 'it passes: 14 of 14 criteria' bench/run/accept.sh ./now/results/good
    asks 1 'it fails: 2 of 14 criteria, such as Copy of DRAM' bench/run/accept.sh ./now/results/slow
    asks 0 'by bench/criteria/nvidia-h100-80gb-hbm3.csv: it passes: 13 of 13 criteria' bench/run/accept.sh ./now/results/other
    asks 0 'the GPUs agree: ' bench/run/compare.sh ./month/results/good ./now/results/good
    asks 1 'the GPUs disagree: ' bench/run/compare.sh ./month/results/slow ./now/results/slow
    # The verdicts on one card in two months are kept, both of them.
    bash bench/run/accept.sh ./month/results/good > /dev/null
    [[ $(cd build/accept && ls ./*.csv) == $'./month-good.csv\n./now-good.csv\n./now-other.csv\n./now-slow.csv' ]] || fail "$(ls build/accept)"
    bash bench/fleet/judge.sh now
    bash bench/fleet/changes.sh now month
    asks 1 'fleet: changed: slow: copy -' bench/fleet/verdict.sh
    in_output 'fleet: fails: slow: 2 of 14 criteria'
    [[ $output != *fleet:*@(good|other)* ]] || fail "$output"
}

@test "programs get the verdict and each criterion as JSON and as OpenMetrics, which Prometheus reads" {
    needs_prometheus
    times 2 copy "$once"
    rm lab/transfer.csv
    sed -i 's/^Read of DRAM/Read of "all" \\ DRAM/' bench/criteria/nvidia-h200.csv
    answers 1 "it fails: 1 of 14 criteria"
    run /usr/bin/python3 "$tree/tests/report/accepted.py" build/accept/lab
    exits 0
    [[ $output == "fail, 14 criteria, 12 with a margin" ]] || fail "$output"
    # Without a verdict there is none for programs either.
    sed -i '$s/,ok$/,fine/' lab/copy.csv
    accept
    [[ ! $(ls -A build/accept) ]] || fail "$(ls build/accept)"
}

# ---- Half a minute ------------------------------------------------------------------

# Programs that print what was recorded, and the driver's tool.
built() {
    mkdir -p build/bench bin tmp
    for name in machine copy ladder saxpy transpose transfer; do
        printf '#!/bin/bash\necho "%s $*" >> ran\ncat lab/%s.csv\n' $name $name > build/bench/$name
    done
    printf '#!/bin/bash\ncat processes\n' > bin/nvidia-smi
    chmod +x build/bench/* bin/*
    : > processes
    export PATH=$PWD/bin:$PATH TMPDIR=$PWD/tmp
}
quick() { run --separate-stderr make -s accept QUICK=1 "$@"; }

@test "a quick check measures what is demanded and says one line, and nothing is compiled" {
    built
    quick DEVICE=3
    exits 0
    [[ $output == "GPU 3, NVIDIA H200: it passes: 14 of 14 criteria" && ! $stderr ]] || fail "$output" "$stderr"
    sort ran > sorted
    diff sorted - <<'END'
copy --device=3 --min-bytes=2147483648 --max-bytes=2147483648 --seconds=1
ladder --device=3 --seconds=1
machine --device=3
saxpy --device=3 --min-bytes=2147483648 --max-bytes=2147483648 --seconds=1
transfer --device=3 --min-bytes=268435456 --max-bytes=268435456 --seconds=1
transpose --device=3 --min-bytes=1073741824 --max-bytes=1073741824 --seconds=1
END
    quick MACHINE=./lab
    fails_with "accept: a quick pass measures this machine: leave out MACHINE=./lab or QUICK="
    for target in accept compare-results 'record MACHINE=lab'; do
        run make -s $target DEVICE=all
        fails_with "${target% *}: DEVICE=all: name one of the GPUs, such as DEVICE=0"
    done
    [[ ! -e build/accept && ! $(ls tmp) ]]
}

@test "a quick check fails if a GPU is slow or computes wrongly, and cannot tell if it is busy" {
    built
    check() { run bash bench/run/accept.sh --quick; }
    times 2 copy "$once"
    check
    exits 1
    [[ $output == "GPU 0, NVIDIA H200: it fails: 1 of 14 criteria, such as Copy of DRAM"* ]] || fail "$output"
    echo 4711 > processes
    check
    exits 3
    [[ $output == "accept: it cannot be told: GPU 0: another process uses it" ]] || fail "$output"
    # A job that begins meanwhile makes it slow, too.
    : > processes
    echo 'echo 4711 > processes' >> build/bench/transpose
    check
    exits 3
    [[ $output == "accept: it cannot be told: GPU 0: another process uses it" ]] || fail "$output"
    built
    printf '%s\n' '#!/bin/bash' 'echo "copy: variant once copies 4 floats wrongly: 1 values or bytes differ" >&2; exit 1' > build/bench/copy
    check
    exits 1
    [[ $output == "accept: it fails: GPU 0: copy: variant once copies 4 floats wrongly"* ]] || fail "$output"
    # Wrongly is what a variant computes, and not whatever a message says.
    sed -i 's/: variant once.*"/: there is no folder wrongly: named"/' build/bench/copy
    check
    exits 3
    [[ $output == "accept: it cannot be told: GPU 0: copy: there is no folder wrongly: named" ]] || fail "$output"
    rm bin/nvidia-smi
    [[ -x $(command -v nvidia-smi) ]] || check
    [[ $output == *"wrongly: named" || $output == "accept: it cannot be told: nvidia-smi is missing: install NVIDIA's driver" ]] || fail "$output"
    built
    rm build/bench/copy
    check
    exits 3
    [[ $output == "accept: it cannot be told: build/bench/copy is not built: make programs" ]] || fail "$output"
    TMPDIR=$PWD/none check
    exits 3
}

@test "a quick check gives up after 28 seconds, even if the driver's tool ignores SIGTERM" {
    built
    # As if 26 of its seconds were over. No program takes long, but all take more than what is left.
    late() { SECONDS=26 run timeout 20 bash bench/run/accept.sh --quick; }
    for name in machine copy ladder saxpy transpose transfer; do sed -i '2i sleep 0.6' build/bench/$name; done
    late
    exits 3
    [[ $output == "accept: it cannot be told: GPU 0: "*" had not ended after 28 seconds" ]] || fail "$output"
    printf '%s\n' '#!/bin/bash' 'trap "" TERM' 'exec sleep 60' > bin/nvidia-smi
    late
    exits 3
    [[ $output == "accept: it cannot be told: GPU 0: nvidia-smi fails: nvidia-smi had not ended after 28 seconds" ]] || fail "$output"
}

# ---- Criteria, and certificates -------------------------------------------------------

@test "a GPU whose model has no criteria cannot be told, has no certificate, and make criteria is the cure" {
    needs pandoc
    copy_book book
    cd book
    cp -r ../lab .
    rm bench/criteria/*
    mkdir -p build/accept
    touch build/accept/lab.{csv,html,pdf}
    run make -s accept MACHINE=./lab
    exits 2
    [[ ${lines[-2]} == "accept: it cannot be told: there is no bench/criteria/nvidia-h200.csv: 'make criteria MACHINE=...' makes it from an NVIDIA H200 that you trust" &&
        ${lines[-1]} == make:*"Error 3" ]] || fail "$output"
    [[ ! $(ls build/accept) ]] || fail "it left $(ls build/accept)"
    make -s criteria MACHINE=./lab
    run bash bench/run/accept.sh ./lab
    exits 0
    [[ ${lines[-1]} == *"it passes: 14 of 14 criteria" ]] || fail "$output"
}

@test "criteria lie beyond the worst process, from results that settled, and edited ones are not lost" {
    needs pandoc
    copy_book book
    cd book
    rm bench/criteria/*
    cp -r ../lab .
    sed -i '/^copy,ms,variant=memcpy /d; /^ladder,ns,level=dram /s/,[^,]*,[^,]*,[^,]*$/,300,320,330/' lab/processes.csv
    sed -i '/^copy,ms,variant=once memory=dram array_bytes=2147483648,/s/,[^,]*,[^,]*,[^,]*$/,1.00,1.01,1.05/' lab/processes.csv
    sed -i '/^add,fp64,dram,2147483648,/s/,ok$/,throttled/' lab/saxpy.csv
    # This one has settled, as far as six digits tell.
    awk -F, -v OFS=, '/^memcpy,dram,2147483648,/ { $6 = $5 * 0.99499 } { print }' lab/copy.csv > changed
    mv changed lab/copy.csv
    sed -i '1i # other_processes: 1 before, 1 after' lab/transpose.csv
    run make -s criteria MACHINE=./lab
    exits 0
    in_output "criteria: left out: Add of doubles in DRAM: it did not settle, was throttled, or shared the GPU"
    in_output "criteria: left out: Transpose of floats in DRAM: it did not settle"
    [[ $(grep -c 'left out' <<< "$output") == 2 ]] || fail "$output"
    is() { sed -n "s/.*,$1,\([^,]*\),\([^,]*\),[0-9]*,\(.*\)/\1 \2 \3/p" bench/criteria/nvidia-h200.csv; }
    # 4294967296 B / 1.05 ms, and 5 % less, as 1.05 ms is 5 % more than the best; a recorded value, and 5 % less.
    [[ $(is 'variant=once .*') == "at_least 3895.7 recorded spread of 6 processes on 2 GPUs; 81 % of the peak" ]] || fail "$(is 'variant=once .*')"
    memcpy=$(sed -n '/^memcpy,dram,2147483648,/p' lab/copy.csv | cut -d, -f 9)
    [[ $(is 'variant=memcpy .*') == "at_least $(awk "BEGIN { printf \"%.5g\", 0.95 * $memcpy }") one recording and 5 %; "*" % of the peak" ]] || fail "$(is 'variant=memcpy .*')"
    # The latency 334.7 of now is not among the processes.
    now=$(sed -n '/^dram,/p' lab/ladder.csv | cut -d, -f 9)
    [[ $(is 'ns,level=dram .*') == "at_most $(awk "BEGIN { printf \"%.5g\", $now * $now / 300 }") recorded "* ]] || fail "$(is 'ns,level=dram .*')"
    run make -s criteria MACHINE=./lab
    fails_with "criteria: bench/criteria/nvidia-h200.csv is there, and may have been edited: remove it first"
    find lab -type f ! -name machine.csv ! -name 'host_*' -delete
    sed -i '/^gpu,/d' lab/machine.csv
    run make -s criteria MACHINE=./lab
    fails_with "criteria: ./lab is of a machine without a GPU: choose another with MACHINE="
}

@test "a certificate of one page says what passed, what failed and what was not judged" {
    needs pandoc
    copy_book book
    cp -r lab book
    cd book
    with_packages .
    rm lab/transfer.csv
    # The owner has a data sheet, with the row that bench/README.md shows.
    vendor=$(sed -n 's/^    \(Read of DRAM,.*\)/\1/p' bench/README.md)
    sed -i "s|^Read of DRAM,.*|$vendor|" bench/criteria/nvidia-h200.csv
    sed -i 's/^remapped_rows,.*/remapped_rows,5/' lab/machine.csv
    # machine.csv was written on another day than the tables that are judged.
    sed -i 's/^# commit: .*/# commit: 0123456789ab/; s/^date,.*/date,2027-06-01/' lab/machine.csv
    run make -s accept MACHINE=./lab
    [[ $status == 2 && $output == *"Error 3"* ]] || fail "$output"
    text() { sed 's/<[^>]*>//g' build/accept/lab.html | tr -s '\n ' ' '; }
    [[ $(text) == *"Certificate of lab"*"This NVIDIA H200 can neither pass nor fail. It was judged by bench/criteria/nvidia-h200.csv, from measurements of 20"*"Of 14 criteria 12 passed; not judged: Copy to the GPU from pinned memory, Copy to the host into pinned memory. But 5 rows of its memory were replaced."* ]] || fail "$(text)"
    [[ $(text) == *"Read of DRAM pass 4571.3 GB/s 4569.3 to 4573 ≥ 4320 GB/s +5.8 % vendor; 90 % of 4800 GB/s in a data sheet"* ]] || fail "$(text)"
    run ! grep 2027-06-01 build/accept/lab.html
    # The verdict has a shape and a colour, and so has each criterion; what did not pass comes first.
    grep -q '<p><span class="told unknown">This NVIDIA H200 can' build/accept/lab.html
    shapes=$(grep -o '<td.*<span class="told [a-z]*' build/accept/lab.html | grep -o '[a-z]*$' | tr '\n' ' ')
    [[ $shapes == "unknown unknown $(printf 'holds %.0s' {1..12})" ]] || fail "$shapes"
    # It lies beside the site and has its style.
    make -s build/site/404.html PANDOC=true || :
    [[ ! $(find build/site -name '*lab*') ]]
    for link in $(grep -oE '(href|src)="[^"#]*\.(css|js|svg)"' build/accept/lab.html | cut -d '"' -f 2); do [[ -e build/accept/$link ]] || fail "$link"; done
    cp -r build/accept made
    # Without a new verdict the old certificate is gone.
    sed -i '$s/,ok$/,fine/' lab/copy.csv
    run make -s accept MACHINE=./lab
    [[ $output == *"the results have faults"*"Error 3" && ! $(find build/accept -name 'lab*') ]] || fail "$output"
    # Many commits are counted, and one that fails is said before what cannot be told.
    for i in 1 2 3; do sed -i "s/^# commit: .*/# commit: abc$i/" "lab/$(printf 'copy ladder saxpy' | cut -d' ' -f $i).csv"; done
    sed -i '$s/,fine$/,ok/; s/^# commit: .*/# commit: abc1/' lab/copy.csv
    times 2 copy "$once"
    make -s accept MACHINE=./lab > /dev/null || :
    [[ $(text) == *"This NVIDIA H200 fails. It was judged by bench/criteria/nvidia-h200.csv, from measurements of 20"*" by 4 commits. Of 14"* ]] || fail "$(text)"
    grep -o '<td.*<span class="told [a-z]*' build/accept/lab.html | grep -o '[a-z]*$' | head -n 1 | grep -x fails
    needs node pdfinfo
    [[ -d templates/node_modules ]] || skip "no npm packages"
    [[ $(pdfinfo build/accept/lab.pdf | sed -n 's/^Pages: *//p') == 1 ]]
    # So it is if one reason is that of all criteria.
    sed -i 's/^# clocks: SM 1980/# clocks: SM 1755/' lab/*.csv
    cp "$judged/lab/transfer.csv" lab
    sed -i 's/^# clocks: SM 1980/# clocks: SM 1755/' lab/transfer.csv
    make -s accept MACHINE=./lab > /dev/null || :
    [[ $(text) == *"Of 14 criteria 0 passed; not judged: its rated clocks are others than those of the criteria."*"cannot be told 2"* ]] || fail "$(text)"
    [[ $(pdfinfo build/accept/lab.pdf | sed -n 's/^Pages: *//p') == 1 ]] || fail "$(pdfinfo build/accept/lab.pdf)"
    [[ $(pdfinfo made/lab.pdf | sed -n 's/^Pages: *//p') == 1 ]]
    pdftotext -layout made/lab.pdf made/lab.txt
    run ! grep -E '2027-06-01|0123456789ab' made/lab.txt
    grep 'Read of DRAM .*pass .*4571.3 GB/s .*≥ 4320 GB/s .*+5.8 %' made/lab.txt
}
