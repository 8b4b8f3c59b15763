#!/usr/bin/env bats
# Proves that results with a fault stop `make site` before anything is replaced, with a
# line that names file, line, column and cure; and that results which disagree with the
# recorded ones are listed.
load helper

# A copy of the tree in which drawing and weaving take no time: what is tested comes
# before them. Built once, then all its pages and figures are due.
setup_file() {
    export book=$BATS_FILE_TMPDIR/book
    copy_book "$book"
    cd "$book"
    cp "$tree"/results/nvidia-h200/*.csv results/nvidia-h200
    no_weaving templates/pandoc
    pin
    cp results/nvidia-h200/{machine,host_copy}.csv build/results/here
    site
    sleep 0.02
    touch build/before chapters/*.md figures/*.gp
}

# Tests mean lines of a head by number, and what is in some rows: whatever was recorded last, these
# are as they were once.
pin() {
    cd results/nvidia-h200
    sed -i -E 's/^# commit: .*/# commit: 5a93c2aeab8c/; s/^# date: .*/# date: 2026-11-26/
        /^# (rows|memory_clock_mhz|gpu_celsius|memory_celsius|power_watts): /d; /^(gpus|pcie_payload_bytes|pcie_read_request_bytes|power_limit_watts|ecc_.*|remapped_rows),/d; /^# seconds/s/ .*/ seconds: 8.6/' ./*.csv
    while IFS='|' read -r file starts whole; do
        sed -i "s/^$starts.*/$whole/" "$file"
    done <<'END'
copy.csv|int4,dram,2147483648,|int4,dram,2147483648,4294967296,1.07802,1.07696,1.07946,18,3984.14,1966,ok
inflight.csv|sum,4,2048,131072,|sum,4,2048,131072,2147483648,0.469824,0.469568,0.469952,41,4570.83,1967,ok
ladder.csv|dram,|dram,4294967296,2147483648,0.469792,0.469376,0.46992,41,4571.14,338.352,337.141,339.492,669.93,1980,ok
ladder.csv|l2,|l2,15728640,13287555072,1.27606,1.2719,1.28035,16,10412.9,142.391,142.336,142.578,281.687,1978,ok
latency.csv|l1,2048,|l1,2048,16.2207,16.2192,16.2217,19,32.1148,1980,ok
latency.csv|l2,2048,|l2,2048,152.299,152.297,152.305,16,301.533,1980,ok
latency.csv|l1,3072,|l1,3072,16.2207,16.2197,16.2227,19,32.115,1980,ok
latency.csv|l2,3072,|l2,3072,147.07,147.059,147.074,17,291.18,1980,ok
latency.csv|l1,4096,|l1,4096,16.2192,16.2183,16.2202,19,32.1121,1980,ok
END
    cd ../..
}

# Good files are put back as they were, which make would take for a change.
site() {
    rm -f build/make.seen
    make -s -j 4 site PANDOC=templates/pandoc
}

setup() {
    cp -a "$book" "$BATS_TEST_TMPDIR/book"
    cd "$BATS_TEST_TMPDIR/book"
}

replaced() {
    find build/site build/print -type f -newer build/before
}

# A line each: a file of nvidia-h200 | what makes the fault, from standard input to
# standard output | what is said: line, column if it is of one, and what is wrong.
# Line 20 of copy.csv is its header. ROW is the line of a row of DRAM, or of the first of latency.csv, BELOW
# the one below, LAST that of the last row, NEXT the one below, and COUNT how many rows copy.csv has; GNU sed knows \x00.
faults() {
    cat <<'END'
copy|head -n 53; cut -d , -f 1-8|54: gbs: 8 values for 11 columns
copy|head -n 53; head -c 60|54: the last line is cut off
copy|head -n 20|20: there are no rows
copy|sed '$s/,ok/,o/'|LAST: status: 'o' is not ok, unsettled or throttled
copy|sed '19a # rows: 289'|NEXT: COUNT rows, but there were 289
copy|sed 's/^# gpu: .*/# gpu: NVIDIA A100/'|20: gpu: 'NVIDIA A100', but machine.csv beside it says 'NVIDIA H200'
host_copy|sed 's/^# cpu: .*/# cpu: AMD EPYC/'|10: cpu: 'AMD EPYC', but machine.csv beside it says 'Intel(R) Xeon(R) Processor'
kernels|head -n 72; head -c 9|73: the last line is cut off
machine|head -n 30|30: os: this key is lacking
copy|sed 's/,gbs,/,speed,/'|20: 'speed': there is no such column
copy|sed '1,$s/^int,/int,int,/; 20s/^/variant,/'|20: variant: this column is there twice
copy|cut -d , -f 1-2,4-|20: array_bytes: this column is lacking
copy|sed '20s/variant,memory/memory,variant/'|20: its columns are not as agreed: variant,memory,array_bytes,bytes,ms,
counters|sed 's/,load_requests,load_sectors,/,load_sectors,load_requests,/'|17: its columns are not as agreed
machine|sed 's/^key,/name,/'|9: key: this column is lacking
copy|sed '30s/,[^,]*,/,/'|30: status: 10 values for 11 columns
copy|sed 30p|31: the same point as in line 30
copy|sed '30{p;s/,[^,]*/,0.0017575/4}'|31: the same point as in line 30
counters|sed 30p|31: the same point as in line 30
machine|sed '/^cpu,/{p;s/,.*/,Other/}'|30: key: cpu is in line 29 as well
copy|sed 'ROW s/,1.07802,/,nan,/'|ROW: ms: 'nan' is no number of zero or more
copy|sed 'ROW s/,1.07802,/,-1.07802,/'|ROW: ms: '-1.07802' is no number of zero or more
copy|sed 'ROW s/,1.07802,/,,/'|ROW: ms: '' is no number of zero or more
copy|sed 'ROW s/,1.07802,/,0x1p3,/'|ROW: ms: '0x1p3' is no number of zero or more
copy|sed 'ROW s/,2147483648,/,nan,/'|ROW: array_bytes: 'nan' is no word and no number of zero or more
copy|sed 'ROW s/,2147483648,/,much,/'|ROW: array_bytes: 'much' is no number
copy|sed 'ROW s/,dram,/,64,/'|ROW: memory: '64' is no word
machine|sed 's/^sms,.*/sms,nan/'|12: sms: 'nan' is no number of zero or more
counters|sed '30s/,[0-9.]*$/,-1/'|30: wait_shared_cycles: '-1' is no number of zero or more
copy|sed 'ROW s/,1.07802,/,1.2,/'|ROW: ms: 1.2 is outside of its interval, 1.07696 to 1.07946
copy|sed 'ROW s/,3984.14,/,3990.14,/'|ROW: gbs: 3990.14 is not bytes / ms / 1e6
copy|sed 'ROW s/,1.07802,1.07696,1.07946,18,3984.14,/,0,0,0,18,3984.14,/'|ROW: ms: it took no time
copy|sed 'ROW s/,4294967296,/,0,/'|ROW: bytes: there are none
copy|sed 'ROW s/,1.07802,1.07696,1.07946,18,3984.14,/,0.84,0.84,0.84,18,5113.06,/'|ROW: gbs: 5113.06 GB/s of DRAM, which can deliver no more than 4814.3
multicast|sed 's/^each,dram,2,.*/each,dram,2,66,12000000000,1,1,1,41,12000,1980,ok/'|ROW: gbs: 12000 GB/s of DRAM, which can deliver no more than 9628.6
ladder|sed 's/^dram,.*/dram,4294967296,5147483648,1,1,1,41,5147.48,338.352,337.141,339.492,669.93,1980,ok/'|ROW: gbs: 5147.48 GB/s of DRAM
inflight|sed 'ROW s/,2147483648,0.469824,0.469568,0.469952,41,4570.83,/,5147483648,1,1,1,41,5147.48,/'|ROW: gbs: 5147.48 GB/s of DRAM
latency|sed 'ROW s/,32.1148,/,35.1148,/'|ROW: cycles: 35.1148 is not ns * sm_mhz / 1e3
latency|sed 'ROW s/,.*,19,.*,/,2048,0,0,0,19,0,1980,/'|ROW: ns: it took no time
copy|sed 'ROW s/,18,/,9,/'|ROW: samples: 9 is not from 10 to 1000
copy|sed 'ROW s/,1966,/,19660,/'|ROW: sm_mhz: 19660 MHz is no clock
copy|sed 'ROW s/,1966,ok/,1966,good/'|ROW: status: 'good' is not ok, unsettled or throttled
copy|sed 'ROW s/,1.07696,/,1.01,/'|ROW: status: ok, but the interval is wider than 0.5 %
copy|sed 'ROW s/,ok$/,unsettled/'|ROW: status: unsettled, but the interval is within 0.5 %
copy|sed 's/$/\r/'|1: its lines end in CR and LF: sed -i 's/\r$//' results/nvidia-h200/*.csv
copy|sed 'ROW s/$/\r/'|ROW: its lines end in CR and LF
copy|sed -E 's/,/;/g; s/([0-9])\.([0-9])/\1,\2/g; /^#/s/$/;;;;/; s/$/\r/; 1s/^/\xef\xbb\xbf/'|1: saved by a spreadsheet: its notes end in separators: take it back from git: git checkout results/nvidia-h200/copy.csv, or measure it again
copy|sed '4,$s/,/;/g; 4,$s/\./,/g'|20: saved by a spreadsheet: its columns are not separated by commas
copy|sed '1s/.*/"&"/'|1: saved by a spreadsheet: there are quotes
machine|sed 's/,/\t/'|9: saved by a spreadsheet: its columns are not separated by commas
copy|sed '1s/^/\xef\xbb\xbf/'|1: a byte order mark: sed -i '1s/^...//' results/nvidia-h200/copy.csv
copy|sed 'ROW s/,dram,/,dr\x00am,/'|ROW: memory: a byte that has no place here, 0x00
copy|sed 'ROW s/,dram,/,dr\xffam,/'|ROW: memory: a byte that has no place here, 0xff
copy|sed 'ROW s/,dram,/,"dram",/'|ROW: memory: '"dram"' is no word
copy|sed 'ROW s/^int4,/<b>int4<b>,/'|ROW: variant: '<b>int4<b>' is no word
copy|head -n $((ROW - 1)); tr '\0' 7 < <(head -c 1000000 /dev/zero); cat|ROW: a line of 1000074 characters
copy|sed 's/^# schema: 1/# schema: 2/'|15: schema: these are of schema '2', and this book reads 1: measure it again, or remove its folder
copy|sed '/^# gpu/d'|19: gpu: this note is lacking
copy|sed '/^# commit/p'|18: commit: this note is there twice
copy|sed 's/^# date: .*/# date: today/'|18: date: 'today' is no date
copy|sed '/^# seconds/s/8.6/-8/'|19: seconds: '-8' is no number of seconds
copy|sed '/^# program/s/copy/stride/'|14: program: the results of 'stride' in a file of another name
copy|sed '3s/:/ =/'|3: '# clocks = SM 1980 MHz, memory 3201 M...' is not '# key: value'
copy|sed '$a # note: late'|NEXT: a note below the table's header
copy|sed '1s/^/# edition: made-up\n/'|1: edition: this note is the site's own
copy|sed 's/^# peak_gbs: .*/# peak_gbs: much/'|9: peak_gbs: 'much' is no number
copy|sed '/^# peak_gbs/d'|19: peak_gbs: this note is lacking
history|sed '/^20,.*,copy,/s/^20,/2,/'|ROW: recording: '2' is no number, or below the one before
history|sed '/^20,.*,copy,/s/^20,[^,]*,/20,today,/'|ROW: date: 'today' is no date
history|sed '/^20,.*,copy,/s/,190[^,]*,/,GPU-5d1f,/'|ROW: identity: 'GPU-5d1f' is no number of zero or more
history|sed '/^20,.*,copy,/s/,4289.2,/,4200,/'|ROW: value: 4200 is zero or outside of its interval, 4277.43 to 4294.41
history|sed '/^20,.*,copy,/p'|BELOW: headline: copy of recording 20 is in line ROW as well
history|sed '/^20,.*,copy,/s/,ok$/,good/'|ROW: status: 'good' is not ok, unsettled or throttled
history|sed 's/,identity,/,uuid,/'|5: identity: this column is lacking
machine|sed 's/^gpu,.*/gpu,<img src=x onerror=alert()>/'|10: gpu: '<img src=x onerror=alert()>' has a character that has no place in a name
machine|sed 's/^gpu,.*/gpu,$(touch gone)/'|10: gpu: '$(touch gone)' has a character that has no place in a name
machine|sed 's/^cpu,.*/cpu,..\/..\/etc/'|29: cpu: '../../etc' has a character that has no place in a name
machine|sed 's/^gpu,/GPU,/'|10: key: 'GPU' is no key
copy|cat /dev/null| it is empty or cannot be read as a file: take it back from git, or measure it again
END
}

# Fails, and says so, unless this fault is found: by make site if it is the first in this file, and then by what
# make runs, which takes less time.
is_found() {
    local csv=results/nvidia-h200/$1.csv row last lines by=site
    [[ " $seen " != *" $1 "* ]] || by="bash bench/run/validate.sh $csv"
    seen+=" $1"
    row=$(grep -nE '^(20,.*,copy|int4,dram,2147483648|dram|each,dram,2|sum,4,2048,131072|l1,2048),' good.csv | cut -d : -f 1)
    last=$(wc -l < good.csv)
    lines="s/\bROW\b/$row/g; s/\bLAST\b/$last/; s/\bNEXT\b/$((last + 1))/; s/\bBELOW\b/$((${row:-0} + 1))/; s/\bCOUNT\b/$((last - 20))/"
    set -- "$1" "$(sed "$lines" <<< "$2")" "$(sed "$lines" <<< "$3")"
    eval "$2" < good.csv > "$csv"
    touch "$csv"
    run --separate-stderr $by
    [[ $status != 0 ]] || fail "not found: $1: $2" || return
    grep -qF -- "$csv:$3" <<< "$stderr" || fail "$1: $2: not said: $3" "$stderr" || return
    [[ $(grep -c "^$csv:" <<< "$stderr") -le 6 && $(wc -L <<< "$stderr") -le 400 ]] ||
        fail "$1: $2: too much is said" "$stderr" || return
    [[ ! $(replaced) ]] || fail "$1: $2: replaced:" "$(replaced)"
}

@test "each fault in a file of results is said with its place, and the first of each file stops make site" {
    tried=0 missed=0 seen=
    while IFS='|' read -r name command message; do
        cp -p "results/nvidia-h200/$name.csv" good.csv
        is_found "$name" "$command" "$message" || missed=$((missed + 1))
        mv good.csv "results/nvidia-h200/$name.csv"
        tried=$((tried + 1))
    done < <(faults)
    echo "# $tried bad inputs tried" >&3
    ((missed == 0 && tried > 60))
    # And without a fault the next make finishes the job.
    site
    [[ $(replaced) == *nvidia-h200/vector.html* ]]
    # A folder in place of a file is a fault like others.
    mkdir folder.csv
    run --separate-stderr bash bench/run/validate.sh folder.csv
    exits 1
    [[ $stderr == folder.csv:\ it\ is\ empty\ or\ cannot\ be\ read\ as\ a\ file:* && $(wc -l <<< "$stderr") == 1 ]] || fail "$stderr"
}

@test "a fault in one machine's results stops the pages of all, whatever is made first" {
    for csv in build/results/here/host_copy.csv results/nvidia-h200/transpose.csv; do
        cp -p "$csv" good.csv
        sed -i '$s/,ok$/,fine/; $s/,unsettled$/,fine/' "$csv"
        for target in here/index.html nvidia-h200/index.html here/figures/copy.svg figures/compare-host_copy.svg compare.html; do
            rm -f build/make.seen
            run --separate-stderr make -s -j 4 PANDOC=templates/pandoc "build/site/$target"
            [[ $status != 0 && $stderr == *"$csv:"*"site: the old pages stay; 'make validate' lists all faults"* ]] || fail "$target: $stderr"
            [[ ! $(replaced) ]] || fail "$target: $(replaced)"
        done
        mv good.csv "$csv"
    done
}

@test "make validate lists the faults of all files, the first five of each, and results with a fault are not recorded" {
    run make -s validate
    exits 0
    [[ $output == "$(printf '%s\n' {build/,}results/*/*.csv | wc -l) files of results, no fault" ]] || fail "$output"
    local ok
    ok=$(grep -c ',ok$' results/nvidia-h200/copy.csv)
    sed -i 's/,ok$/,fine/' results/nvidia-h200/copy.csv
    sed -i '/^os,/d' build/results/here/machine.csv
    run make -s validate
    [[ $status != 0 ]]
    [[ $(grep -c '^results/nvidia-h200/copy.csv:[0-9]*: status: ' <<< "$output") == 5 ]] || fail "$output"
    in_output "results/nvidia-h200/copy.csv: and $((ok - 5)) more"
    in_output "build/results/here/machine.csv:34: os: this key is lacking: make measure ONLY=machine"
    run make -s record MACHINE=lab
    [[ $status != 0 && ! -e results/lab ]]
    in_output "build/results/here/machine.csv:34: os: this key is lacking"
}

@test "only results that have changed are checked" {
    site
    sed -i '2i echo "$@" >> checked' bench/run/validate.sh
    site
    [[ ! -e checked ]] || fail "$(< checked)"
    sed -i '$s/,ok$/,throttled/' results/nvidia-h200/copy.csv
    site
    [[ $(< checked) == results/nvidia-h200/copy.csv ]] || fail "$(< checked)"
}

@test "bench/README.md says what each headline of the report is, and in which unit" {
    awk -F ' [|] ' '/ [|] Measured [|]/ { group = substr($1, 3) } /^[|] \[/ && match($1, /\{#[a-z0-9_]*\}$/) {
        print substr($1, RSTART + 2, RLENGTH - 3) "|" group ": " substr($1, 4, RSTART - 5) }' "$tree/chapters/report.md" > is
    [[ $(wc -l < is) -ge 31 ]]
    sed -nE '/^These are the headlines/,/^`report.prom/s/^[|] `([a-z0-9_]*)` [|] [^|]* [|] (.*) [|]$/\1|\2/p' "$tree/bench/README.md" | diff is -
    sed -nE '/^These are the headlines/,/^`report.prom/s/^[|] `([a-z0-9_]*)` [|] ([^|]*) [|] .*/\1,\2/p' "$tree/bench/README.md" | sort |
        diff - <(grep '^[0-9]' "$tree/results/nvidia-h200/history.csv" | cut -d, -f 7,8 | sort -u)
}

# ---- Compared with what was recorded ------------------------------------------

# compared NAME [SPREADS] - gives this machine the recorded table of that name, and these rows of processes.csv.
compared() {
    as_this_cpu results/nvidia-h200 build/results/here
    cp results/nvidia-h200/"$1".csv build/results/here
    rm -f results/nvidia-h200/processes.csv
    [[ ! ${2-} ]] || printf '%s\n' '# program: processes' '# schema: 1' '# commit: abc' '# options: x' '# date: 2026-01-01' \
        experiment,unit,point,cards,processes,least,median,most "$2" > results/nvidia-h200/processes.csv
}
compare() { run bash bench/run/compare.sh "$@"; }

# How many experiments this machine lacks, which has two.
lacking() {
    source bench/run/this_machine.sh
    echo $(($(measured_in results/nvidia-h200 | wc -l) - 2))
}

@test "results that are apart by more than intervals and spread disagree, worst first, and make fails" {
    compared latency
    # 10 % faster; 10 % faster with an interval that meets; 2 % slower; half as fast.
    sed -i -E '/^l2,2048,/s/,.*/,2048,138.453,138.4,138.5,16,274.137,1980,ok/
        /^l1,3072,/s/,.*/,3072,14.7461,14.7,16.5,19,29.1973,1980,unsettled/
        /^l2,3072,/s/,.*/,3072,150.011,150,150.1,17,297.022,1980,ok/
        /^l2,4096,/d; /^l1,4096,/s/,.*/,4096,32.4384,32.4,32.5,19,64.228,1980,ok/' build/results/here/latency.csv
    n=$(grep -c '^[a-z0-9]*,[0-9]' build/results/here/latency.csv)
    # Nobody has recorded the spread: 100 % are too much for any, 10 % cannot be told.
    run make -s compare-results
    exits 2
    [[ ${#lines[@]} == 11 && ${lines[10]} == make:*"Error 1" ]] || fail "$output"
    [[ ${lines[3]} =~ ^\ +"+100.0 %"\ +"3.2 %  latency        variant=l1 working_set_bytes=4096: 32.4384 ns, was 16.2192"$ ]] || fail "$output"
    [[ ${lines[4]} =~ ^\ +"-9.1 %"\ +"3.0 %  latency        variant=l2 working_set_bytes=2048: 138.453 ns, was 152.299"$ ]] || fail "$output"
    [[ ${lines[6]} =~ ^\ +"-0.6 %     2 of   $n  latency        disagrees"$ ]] || fail "$output"
    [[ ${lines[7]} == "not compared: $(lacking) experiments and 1 values that only the first has, 0 values that only the second has" ]] || fail "$output"
    [[ ${lines[8]} == "the GPUs disagree: 0 of 1 experiments with $n values agree, 1 disagree; 2.2 % of the values are apart" ]] || fail "$output"
    [[ ${lines[9]} == "the hosts agree: 1 of 1 experiments with 259 values agree" ]] || fail "$output"
}

@test "one exit status says that results agree, disagree or cannot be told" {
    compared copy
    sed -nE 's/^(int4|int2|int),(dram),([0-9]*),.*/copy,ms,variant=\1 memory=\2 array_bytes=\3,2,6,0.99,1,1.01/p' \
        results/nvidia-h200/copy.csv > spreads
    # changed PERCENT NUMBER - makes that many rows of DRAM that much slower.
    changed() {
        awk -F, -v OFS=, -v f="$(awk "BEGIN { print 1 + $1 / 100 }")" -v n="$2" '
            $2 == "dram" && $1 ~ /^int[24]?$/ && n-- > 0 { for (i = 5; i <= 7; i++) $i *= f; $9 = sprintf("%.6g", $4 / $5 / 1e6) } { print }' \
            results/nvidia-h200/copy.csv > build/results/here/copy.csv
    }
    changed 0 0
    compare
    exits 0
    [[ ${#lines[@]} == 5 && ${lines[2]} == "not compared: $(lacking) experiments and 0 values "* &&
        ${lines[3]} == "the GPUs agree: 1 of 1 experiments with "* ]] || fail "$output"
    # Without a spread 3 % may be too little, and 25 % are enough for all.
    changed 20 30
    compare
    exits 3
    in_output "cannot be told without the spread: make processes ONLY=copy"
    in_output "for the GPUs it cannot be told: 0 of 1 experiments with "
    changed 30 30
    compare
    exits 1
    # With it, at most its double and the intervals are allowed. Two of many rows are chance, unless they are far off.
    compared copy "$(< spreads)"
    changed 4 30
    compare
    exits 0
    changed 7 30
    compare
    exits 1
    changed 7 10
    compare
    exits 0
    in_output "10 of "
    changed 50 1
    compare
    exits 1
    # It is that of the GPU's model, wherever the results lie.
    cp -r results/nvidia-h200 before
    rm before/processes.csv
    changed 7 30
    compare ./before build/results/here
    exits 1
    # Clocks that fell make no disagreement.
    changed 50 30
    sed -i 's/,[a-z]*$/,throttled/; s/^\(variant.*\),throttled/\1,status/' build/results/here/copy.csv
    compare
    exits 3
    in_output "copy           cannot be told: "
    compare build/results/here nvidia-h200
    exits 3
    changed 0 0
    sed -i '1~3!s/,\(ok\|unsettled\)$/,throttled/' build/results/here/copy.csv
    compare
    exits 3
    changed 0 0
    sed -i '1~3s/,\(ok\|unsettled\)$/,throttled/' build/results/here/copy.csv
    compare
    exits 0
}

@test "what would disagree cannot be told if git knows that the program itself changed between the two commits" {
    compared copy
    # Git holds three versions: a second with another kernel, and a third in which only something else differs.
    versions=()
    git init -q
    for file in "" kernels/copy.cu bench/ladder.c; do
        [[ ! $file ]] || echo '// changed' >> "$file"
        git add bench kernels
        git -c user.name=test -c user.email=test commit -qm change
        versions+=("$(git rev-parse --short=12 HEAD)")
    done
    # measured_by BEFORE NOW FACTOR - gives both tables these commits, and the second that much time.
    measured_by() {
        sed -i "s/^# commit: .*/# commit: $1/" results/nvidia-h200/copy.csv
        awk -F, -v OFS=, -v now="$2" -v f="$3" '/^# commit/ { $0 = "# commit: " now }
            !/^(#|variant)/ { for (i = 5; i <= 7; i++) $i *= f; $9 = sprintf("%.6g", $4 / $5 / 1e6) } { print }' \
            results/nvidia-h200/copy.csv > build/results/here/copy.csv
    }
    changed="cannot be told: the program changed from commit ${versions[0]} to ${versions[1]}"
    measured_by "${versions[@]::2}" 1.4
    compare
    exits 3
    in_output "  $changed"
    in_output "for the GPUs it cannot be told: 0 of 1 experiments with "
    measured_by "${versions[@]::2}" 1
    compare
    exits 0
    measured_by "${versions[@]:1}" 1.4
    compare
    exits 1
    # A copy of git that lacks a commit, or whose programs had been edited, cannot know.
    measured_by "${versions[0]}" "${versions[1]}-dirty" 1.4
    compare
    exits 1
    in_output "  disagrees; git does not know both commits, ${versions[0]} and ${versions[1]}-dirty"
    # The page of a fleet says the same.
    mkdir -p {month,now}/results
    cp -r results/nvidia-h200 month/results/lab
    measured_by "${versions[@]::2}" 1.4
    cp -r build/results/here now/results/lab
    bash bench/fleet/judge.sh now
    bash bench/fleet/changes.sh now month
    grep -P "^lab\tcannot_be_told\t0\tcopy $changed; 0 of 1 experiments" build/fleet/changes.txt || fail "$(< build/fleet/changes.txt)"
}

@test "a GPU agrees with its earlier self although its host has changed, and the status is that of both" {
    compared copy
    awk -F, -v OFS=, '!/^(#|variant)/ { for (i = 6; i <= 8; i++) $i *= 1.4; $10 = sprintf("%.6g", $5 / $6 / 1e6) } { print }' \
        results/nvidia-h200/host_copy.csv > build/results/here/host_copy.csv
    compare
    exits 1
    in_output "the GPUs agree: 1 of 1 experiments with "
    [[ ${lines[-1]} == "the hosts disagree: 0 of 1 experiments with 259 values agree, 1 disagree; 99 % of the values are apart" ]] || fail "$output"
}

@test "an experiment that needs GPU and host and disagrees is judged with the host if that has changed, else with the GPU" {
    compared transfer
    cp results/nvidia-h200/pinning.csv build/results/here
    awk -F, -v OFS=, '!/^(#|variant)/ { for (i = 5; i <= 7; i++) $i *= 1.4; $9 = sprintf("%.6g", $4 / $5 / 1e6) } { print }' \
        results/nvidia-h200/transfer.csv > build/results/here/transfer.csv
    compare
    exits 1
    in_output "the GPUs disagree: 1 of 2 experiments with "
    in_output "the hosts agree: 1 of 1 experiments with "
    awk -F, -v OFS=, '!/^(#|variant)/ { for (i = 6; i <= 8; i++) $i *= 1.4; $10 = sprintf("%.6g", $5 / $6 / 1e6) } { print }' \
        results/nvidia-h200/host_copy.csv > build/results/here/host_copy.csv
    compare
    exits 1
    in_output "the GPUs agree: 1 of 1 experiments with "
    [[ ${lines[-1]} == "the hosts disagree: 0 of 2 experiments with "*" values agree, 2 disagree; "* ]] || fail "$output"
}

@test "results are named with date and commit, and those that were measured in parts with the tables of each" {
    compared copy
    compare
    [[ ${lines[0]} == "before results/nvidia-h200, measured 2026-11-26, commit 5a93c2aeab8c" ]] || fail "$output"
    [[ ${lines[1]} == "now    build/results/here, measured 2026-11-26, commit 5a93c2aeab8c" ]] || fail "$output"
    # It does not matter what machine.csv says of itself, nor a table that only one of them has.
    sed -i 's/^# date: .*/# date: 2027-06-01/' build/results/here/machine.csv results/nvidia-h200/ladder.csv
    sed -i 's/^# date: .*/# date: 2027-01-02/; s/^# commit: .*/# commit: 0123456789ab/' build/results/here/host_copy.csv
    compare
    [[ ${lines[0]} == "before results/nvidia-h200, measured 2026-11-26, commit 5a93c2aeab8c" ]] || fail "$output"
    in_output $'\nnow    build/results/here, measured 2026-11-26, commit 5a93c2aeab8c: copy\n'
    in_output $'\nnow    build/results/here, measured 2027-01-02, commit 0123456789ab: host_copy\n'
    [[ $output != *2027-06-01* ]] || fail "$output"
}

# Git holds two recordings of one H200, a day apart and by different programs, and some of H100s. None of their
# serial numbers is known, but how long each SM waits for each line of the L2 tells cards apart.
@test "two recordings of one card agree, and 9 % of the values of two cards are apart" {
    # recorded COMMIT MACHINE SESSION - takes what one session has measured from a recording to ./COMMIT, without the host.
    recorded() {
        git -C "$tree" archive "$1" "results/$2" | tar -x --transform "s|^results/$2|$1|"
        for csv in "$1"/*.csv; do
            [[ $csv == */@(machine|processes).csv ]] || grep -qx "# commit: $3" "$csv" || rm "$csv"
        done
        rm -rf "$1"/{sass,host_*.csv}
    }
    # far FIRST SECOND - in how many places the L2 answers by more than three cycles sooner or later.
    far() {
        paste -d, <(grep ^line, "$1/l2_distance.csv") <(grep ^line, "$2/l2_distance.csv") |
            awk -F, '{ d = $8 - $18; far += d * d > 9 } END { print far " of " NR }'
    }
    git -C "$tree" cat-file -e 5d869965 2> /dev/null || skip "no history in git"
    rm results/*/processes.csv # theirs say enough
    recorded 0230a56f nvidia-h200 6799e2b4b118-dirty
    recorded 5d869965 nvidia-h200 055f111811ca
    [[ $(far 0230a56f 5d869965) == "0 of 2112" ]] || fail "$(far 0230a56f 5d869965)"
    compare ./0230a56f ./5d869965
    exits 0
    [[ ${lines[-1]} == "the GPUs agree: 23 of 23 experiments with 5337 values agree; 0.019 % of the values are apart" ]] || fail "$output"
    recorded 1fa6df37 nvidia-h100 5a93c2aeab8c
    recorded f5866499 nvidia-h100 28ba827299d7
    [[ $(far 1fa6df37 f5866499) == "1008 of 2112" ]] || fail "$(far 1fa6df37 f5866499)"
    compare ./1fa6df37 ./f5866499
    exits 1
    [[ ${lines[-1]} == "the GPUs disagree: 25 of 32 experiments with 6785 values agree, 7 disagree; 8.9 % of the values are apart" ]] || fail "$output"
}

@test "rates are compared as rates, and of a table with both each for itself" {
    compared ladder
    # Slower by 6 %, but the shortest time is not.
    sed -i 's/^l2,.*/l2,15728640,13287555072,1.35,1.272,1.351,16,9842.63,142.391,142.336,142.578,281.687,1978,unsettled/' build/results/here/ladder.csv
    sed -i 's/^dram,.*/dram,4294967296,2147483648,0.939584,0.939,0.94,41,2285.57,338.352,337.141,339.492,669.93,1980,ok/' build/results/here/ladder.csv
    compare nvidia-h200
    exits 1
    [[ ${#lines[@]} == 9 && ${lines[3]} == *"-50.0 %      3.2 %  ladder         level=dram working_set_bytes=4294967296: 2285.57 GB/s, was 4571.14" ]] || fail "$output"
    [[ ${lines[5]} == *" 1 of   14  ladder         disagrees" ]] || fail "$output"
    # Two values of few may be chance, too.
    sed -i 's/^shared,.*/shared,65536,53150220288,2.2,2.2,2.2,10,24159.2,11.6405,11.64,11.641,23.0481,1980,ok/' build/results/here/ladder.csv
    sed -i 's/^dram,.*/dram,4294967296,2147483648,0.62,0.62,0.62,41,3463.68,338.352,337.141,339.492,669.93,1980,ok/' build/results/here/ladder.csv
    compare nvidia-h200
    exits 0
    [[ ${lines[6]} == *" 2 of   14  ladder         agrees" ]] || fail "$output"
}

@test "values are apart if they differ by more than half of each interval and twice the spread, or 1 % if that is more" {
    mkdir first second
    # table FOLDER NS HALF - three rows, with half of the interval in percent.
    table() {
        awk -v ns="$2" -v half="$3" 'BEGIN {
            print "variant,ns,ns_low,ns_high,samples,cycles,sm_mhz,status"
            for (i = 1; i <= 3; i++) print "v" i "," ns "," ns - ns * half / 100 "," ns "," 20 "," ns ",1000,ok"
        }' > "$1/chain.csv"
    }
    while read -r before now spread change expected; do
        table first 100 "$before"
        table second "$(awk "BEGIN { print 100 + $change }")" "$now"
        awk -v spread="$spread" 'BEGIN {
            print "experiment,unit,point,cards,processes,least,median,most"
            for (i = 1; i <= 3; i++) print "chain,ns,variant=v" i ",2,6,100,100," 100 + spread
        }' > processes.csv
        run awk -f bench/run/csv.awk -f bench/run/compare.awk processes.csv {first,second}/chain.csv
        exits "$expected"
    done <<'END'
0 0 0.1 0.9 0
0 0 0.1 1.1 1
0 0 2 3.9 0
0 0 2 4.1 1
1 0 2 4.9 0
1 0 2 5.1 1
0 1 2 4.9 0
0 1 2 5.1 1
END
}

@test "any two folders are compared, and what cannot be is refused in one line with the cure" {
    sed -i 's/^cpu,.*/cpu,Other/; s/^# cpu:.*/# cpu: Other/' build/results/here/*.csv
    run make -s compare-results MACHINE="nvidia-h200 build/results/here"
    exits 0
    [[ ${lines[1]} == "before results/nvidia-h200, measured 20"* && ${lines[2]} == "now    build/results/here, measured 20"* ]] || fail "$output"
    mv build/results/here friend
    compare ./friend nvidia-h200
    exits 0
    compare nvidia-h200
    exits 2
    in_output "compare-results: there are no results in build/results/here: 'make measure' makes them"
    compare '' ./friend
    exits 3
    in_output "compare-results: no recorded machine has this GPU and CPU: choose one with MACHINE=: nvidia-h200"
    compare no ./friend
    exits 2
    in_output "compare-results: there is no machine 'no'; there are: nvidia-h200"
    run make -s compare-results MACHINE="nvidia-h200 ./friend c"
    fails_with "compare-results: 'c': two machines can be compared, and not more"
    sed -i '$s/,ok$/,fine/; $s/,unsettled$/,fine/' friend/host_copy.csv
    compare nvidia-h200 ./friend
    exits 3
    in_output "friend/host_copy.csv:269: status: 'fine'"
    sed -i 's/^gpu,.*/gpu,NVIDIA L4/' friend/machine.csv
    rm friend/host_copy.csv
    compare nvidia-h200 ./friend
    in_output "compare-results: they have different GPUs: NVIDIA H200, then NVIDIA L4"
    exits 3
    in_output "compare-results: results/nvidia-h200 and ./friend have no experiment in common"
}

@test "recorded launches on DRAM have read all their bytes from there" {
    cd "$tree"
    run awk -F, '/^#/ { next }
        /^experiment,/ { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["memory"] == "dram" {
            bytes = $at["array_bytes"] == "-" ? $at["touched_bytes"] : $at["array_bytes"]
            if (bytes == "-") bytes = 2^26 # what counters.sh asks for
            checked++
            if (bytes < 2^26 || $at["dram_read_bytes"] < 0.95 * bytes) print FILENAME ":" FNR ": " $at["dram_read_bytes"] " of " bytes
        }
        END { if (checked < 50) print checked " rows" }' results/*/counters.csv
    [[ ! $output ]] || fail "$output"
}

@test "bench/README.md explains every column of the programs, every note and property of the recorded tables and of the state of a GPU, and no others" {
    cd "$tree"
    {
        sed -nE 's/^ *\.columns = "(.*)",$/\1/p' bench/*.c | tr , '\n'
        sed -nE 's/^ *print "(headline,.*)"$/\1/p' bench/run/history.awk | tr , '\n'
        sed -nE 's/^ *\[BENCH_[A-Z]+\] = "(.*)",$/\1/p' bench/harness/table.c | tr , '\n'
        awk '/^[a-z]/ { print $1 }' bench/run/counters.txt
        grep -h ^name, bench/criteria/*.csv | tr , '\n'
        # The driver's words on a GPU's state may not be recorded yet.
        sed -n '/^static void note_state/,/^}/p; /idle_watts/p' bench/harness/gpu.c bench/energy.c | sed -nE 's/.*bench_note\("([a-z_]+)".*/\1/p'
        sed -n '/^static void print_\(state\|packets\)/,/^}/p' bench/machine.c | grep -oE '"[a-z]+_[a-z_]+"' | tr -d '"'
        sed -n 's/^write_table mistakes //p' bench/run/mistakes.sh | tr , '\n'
        sed -nE 's/^ *printf .*"# ([a-z_]+): .*/\1/p' bench/run/measure.sh
        for csv in results/*/*.csv; do
            grep -v '^#' "$csv" | head -n 1 | tr , '\n'
            sed -nE 's/^# ([a-z0-9_]+): .*/\1/p' "$csv" | sed 's/^older_.*/older_copy/' # for every experiment
            [[ $csv != */machine.csv ]] || grep -v '^#' "$csv" | cut -d, -f1
        done
    } | sort -u > "$BATS_TEST_TMPDIR/used"
    # Names stand in the first column of a table, but for that of headlines, in the sentence on machine.csv and in an example.
    sed -nE '/^These are the headlines/,/^`report.prom/d; /^\| `/ { s/^\|([^|]*)\|.*/\1/; p }; s/.*`# (older_copy): .*/`\1`/p; /^machine.csv has/,$p' bench/README.md |
        grep -oE '`[a-z][a-z0-9_]*`' | tr -d '`' | sort -u > "$BATS_TEST_TMPDIR/explained"
    diff "$BATS_TEST_TMPDIR"/{used,explained}
}
