#!/usr/bin/env bats
# Proves what the filters make of a chapter, for a page and for print, and that
# whatever is missing or wrong stops the build with file, line and cure.
load helper

# A small book: one chapter, one experiment with made-up numbers, one kernel.
setup() {
    cd "$BATS_TEST_TMPDIR"
    data=build/site/nvidia-h200/data figures=build/site/nvidia-h200/figures
    mkdir -p bench/run templates/web chapters kernels results/nvidia-h200/sass $data $figures build/print/nvidia-h200/figures
    cp -r "$tree"/templates/weave templates
    cp "$tree/bench/run/csv.awk" bench/run
    echo '$body$' > templates/web/page.html
    cp "$tree/tests"/weave/*.csv $data
    cp "$tree/tests/weave/kernel.cu" kernels
    cp "$tree/tests/weave/kernel.sass" results/nvidia-h200/sass
    for name in copy latency counters; do
        echo '<svg><title>Gnuplot</title><path d="M0 0"/></svg>' |
            tee $figures/$name.svg > build/print/nvidia-h200/figures/$name.svg
    done
    printf '03-sample\tA sample\n' > build/chapters.txt
    echo nvidia-h200 > build/machines.txt
    cp "$tree/tests/weave/sample.md" chapters/03-sample.md
    page=build/site/nvidia-h200/sample.html
    export PANDOC=pandoc REFERENCE=nvidia-h200
}

# Weaves the chapter for a machine, or for the reference machine. The page is then the output.
weave() {
    page=build/site/${1-nvidia-h200}/sample.html
    bash templates/weave/weave.sh html chapters/03-sample.md "${1-nvidia-h200}" "$page" || return
    run cat "$page"
}

# The same for print, which is then the output, as Markdown with a line for each part.
weave_print() {
    bash templates/weave/weave.sh typst chapters/03-sample.md nvidia-h200 build/print/nvidia-h200/sample.json
    run pandoc -f json -t markdown --wrap=none build/print/nvidia-h200/sample.json
    output=$(grep -vxE '(```)?(\{=typst\})?' <<< "$output")
}

# A chapter with `text` on line 3.
chapter() {
    printf '# A sample\n\n%s\n' "$1" > chapters/03-sample.md
}

# A figure `fig-ID` of this drawing.
figure() {
    printf '::: {.figure #fig-%s from="%s" alt="A."}\nA.\n:::\n\n' "$@"
}

# The same of a chapter with this text.
woven() {
    chapter "$1"
    weave
}

# The page as a reader sees it below its title: without markup, and without where numbers are from.
words() {
    sed -E 's/<span class="from"[^>]*>[^<]*//g; s/<[^>]*>//g; /^ *$/d' "$page" | sed 1d
}

# The build must stop at this line of the chapter with this message, and the
# page of before must stay.
stops() {
    echo 'the old page' > "$page"
    run --separate-stderr weave
    [[ $status != 0 ]] || fail "it did not stop:" "$(cat chapters/03-sample.md)"
    [[ $stderr == *"chapters/03-sample.md:$1: "*"$2"* ]] || fail "not said: $1: $2" "$stderr" "$(cat chapters/03-sample.md)"
    [[ $(< "$page") == 'the old page' ]] || fail "the old page is gone"
    [[ ! -e $page.tmp ]] || fail "a partial page is left"
}

# Where each line is NUMBER~TEXT~MESSAGE: with this text on line 3 the build stops at the line of that
# number. In TEXT a line ends with \n.
each_stops() {
    local line text message
    while IFS='~' read -r line text message; do
        chapter "$(printf %b "$text")"
        stops "$line" "$message"
        tried=$((${tried-0} + 1))
    done
}

# `each_gives FORM`, where each line is EXPRESSION|TEXT: in this form, that text is shown of it.
each_gives() {
    local all
    mapfile -t all
    # shellcheck disable=SC2059
    chapter "$(printf "$1\n\n" "${all[@]%|*}")"
    weave
    diff <(printf '%s\n' "${all[@]}") <(paste -d '|' <(printf '%s\n' "${all[@]%|*}") <(words))
}
each_shows() { each_gives '`= %s`'; }
each_is() { each_gives "[yes]{.if test='%s'}[no]{.else}"; }

# Claims V1, V2 and so on with these tests, and behind a | what they need, that have branches for four
# verdicts.
claims() {
    local all n=0
    all=$(for test; do
        n=$((n + 1))
        [[ $test == *"|"* ]] || test+='|true'
        printf '\n%s\n' "::: {.claim #V$n test='${test%|*}' needs='${test#*|}'}" Text. '::: {.holds .fails}' Plain. ::: \
            '::: stronger' More. ::: '::: older' Then. ::: :::
    done)
    chapter "$all"
}

# The page's claims, a line each: class, verdict, statement, and what follows it.
verdicts() {
    paste -d '|' <(grep -oE '<div class="claim [a-z]+' "$page" | cut -c 19-) <(words | paste -d '|' - - -)
}

# A second machine, with a GPU of its own and the other's measurements.
lend() {
    mkdir -p build/site/here build/print/here
    cp -r $data $figures build/site/here
    sed -i '1s/nvidia-h200/here/; s/Made-up GPU/Own GPU/' build/site/here/data/machine.csv
}

# Names for the sample chapter, and what several chapters use.
names() {
    cat > chapters/03-sample.lua
    printf '%s\n' 'function kept(row, of)' '	return percent(row.gbs / of.gbs)' end > chapters/names.lua
}

@test "a chapter becomes the page and the print that we expect, and lists every file that went into it" {
    weave
    diff -u "$tree/tests/weave/sample.html" "$page"
    run cat build/depend/site/nvidia-h200/sample.html.d
    for file in chapters/03-sample.md kernels/kernel.cu results/nvidia-h200/sass/kernel.sass $data/{copy,machine}.csv $figures/copy.svg; do
        in_output "$file"
    done
    weave_print
    diff -u "$tree/tests/weave/sample.typst" - <<< "$output"
}

# ---- Whose numbers ------------------------------------------------------------------

@test "a borrowed value is said to be the lender's" {
    lend
    weave here
    for text in 'copy.csv, line 12: median of 20 samples, 95 % interval 207.64 to 211.83 GB/s. Measured on Made-up GPU' \
        'machine.csv, line 5. Measured on Own GPU' '> Does not hold on Made-up GPU<' "(the reference machine's)" \
        ' Measured on Made-up GPU, and not on the Own GPU of this edition.'; do
        in_output "$text"
    done
    run grep -oE '<span class="live[^"]*"[^<]*<span class="from"[^>]*>(copy|machine)\.csv' "$page"
    [[ $(grep copy.csv <<< "$output" | grep -vc borrowed) == 0 ]] || fail "$output"
    [[ $(grep machine.csv <<< "$output" | grep -c borrowed) == 0 ]] || fail "$output"
    # Its own machine code comes first.
    mkdir -p build/results/here/sass
    cp results/nvidia-h200/sass/kernel.sass build/results/here/sass
    weave here
    grep -q '<a href="sass/kernel.txt">build/results/here/sass/kernel.sass</a>, lines with <code>LDG</code> or <code>STG</code><' "$page"
    # A verdict names all machines whose numbers it is of.
    claims 'best(copy, {}).gbs > machine.sms'
    weave here
    grep -q '> Holds on Made-up GPU and Own GPU<' "$page"
}

@test "two lenders are both named in the same order each time, and one without an edition by the number of its GPUs" {
    mkdir -p results/the-node
    cp $data/machine.csv results/the-node
    echo gpus,4 >> results/the-node/machine.csv
    sed 's/^# edition: .*/# edition: the-node/' $data/copy.csv > $data/stride.csv
    lend
    chapter '`= largest(copy, {variant="int4"}).ms` `= largest(stride, {variant="int4"}).ms`'
    for _ in {1..6}; do
        bash templates/weave/weave.sh typst chapters/03-sample.md here build/print/here/sample.json
        run grep -oE '"borrows-from":[{][^}]*' build/print/here/sample.json
        [[ $output == *'"Made-up GPU ('*') and a node of 4 Made-up GPUs ('* ]] || fail "$output"
    done
    weave
    grep -q 'Measured on a node of 4 Made-up GPUs' "$page"
}

@test "a quick pass is said to be one on the page, in tooltips, figures, their data and print" {
    weave
    run ! grep quick "$page"
    sed -i 's/^# options: /# options: --quick /' $data/copy.csv
    weave
    for text in $'</h1>\n<p class="notice">\nA quick pass: the numbers of copy were measured in haste' \
        'commit 0123456789ab, in a quick pass.' '<span class="label">Figure 3.1</span> From a quick pass.' \
        '<summary>Data of Figure 3.1, from a quick pass</summary>' \
        '<span class="label">Figure 3.2</span></p>' '<summary>Data of Figure 3.2</summary>'; do # of others it is not said
        in_output "$text"
    done
    [[ $(grep -o 'latency.csv, line [^<]*' "$page") != *quick* ]]
    # Print says so, and a value of several tables is quick if one of them is.
    sed -i 's/^# options: /# options: --quick /' $data/latency.csv
    weave_print
    in_output '#notice['
    in_output 'A quick pass: the numbers of copy and latency were measured in haste'
    [[ $(grep -c ' From a quick pass\.$' <<< "$output") == 2 ]] || fail "$output"
    sed -i 's/--quick //' $data/copy.csv
    woven '`= unit(best(copy, {}).gbs, "") / unit(best(latency, {}).ns, "")`'
    in_output 'copy.csv, latency.csv, 2 rows. Measured on Made-up GPU, 2026-01-02, commit 0123456789ab, in a quick pass.'
}

# ---- Values ---------------------------------------------------------------------------

@test "a measured number has three digits, a counted one has none to spare" {
    sed -i 's/,4$/,1/; s/,32$/,1.5/' $data/counters.csv
    each_shows <<'END'
least(counters, {}, "sectors_per_load").sectors_per_load|1.00
largest(counters, {}, "sectors_per_load").sectors_per_load|1.50
least(counters, {}, "stride").stride|1
machine.sms / 2|5
machine.sms / 4|2.50
floor(machine.sms / 4)|2
unit(machine.sms, "GB/s")|10.0 GB/s
copy{variant="int", array_bytes=1*MiB}.gbs / copy{variant="int", array_bytes=1*MiB}.gbs|1.00
compare(copy, {variant="int4"}, {variant="int"}).total|2
least(copy, {variant="int"}, "array_bytes").samples|20
copy{variant="int", array_bytes=1*MiB}.array_bytes|1 MiB
END
    # No number has an exponent.
    sed -i -E 's/^(int4,dram,1048576,2097152,).*/\10.0000201,0.00002,0.0000202,20,104335.1,1500,ok/' $data/copy.csv
    cp "$tree/tests/weave/sample.md" chapters/03-sample.md
    weave
    for text in '<td>104335</td><td>103819 to 104858</td>' '95 % interval 103819 to 104858 GB/s' '>104,335 GB/s<'; do in_output "$text"; done
}

@test "the most and the least are found in any column that has numbers, in the first of equal rows" {
    each_shows <<'END'
best(latency, {}).level|l1
least(latency, {}, "cycles").level|l1
largest(latency, {}, "ns").level|dram
least(copy, {variant="int4"}, "gbs").array_bytes|2 MiB
largest(copy, {variant="int"}, "gbs").array_bytes|1 MiB
least(copy, {variant="int"}, "gbs").array_bytes|1 MiB
END
    each_stops <<'END'
3~`= least(latency, {}).ns`~latency.csv has no column 'nil'
3~`= least(latency, {}, "level").ns`~latency.csv:7: level is no number
END
}

@test "a value says on which line it stands, and shows it where it did not settle" {
    woven '`= largest(copy, {variant="int4"}).gbs`, `= largest(copy, {variant="int"}).gbs`, `= note("copy", "peak_gbs")`'
    for text in '>~106 GB/s<' 'unsettled: the interval reaches farther than half a percent' '>105 GB/s<' 'copy.csv, line 3.' 'copy.csv, line 13:'; do
        in_output "$text"
    done
    # The size that it was measured at is exact.
    woven '`= largest(copy, {variant="int4"}).array_bytes`'
    [[ $output == *'copy.csv, line '* && $output != *unsettled* ]] || fail "$output"
}

@test "a row with two intervals says which of them is unsettled" {
    sed -i -e '/^level/,$d' $data/latency.csv
    cat >> $data/latency.csv << 'END'
level,set_bytes,bytes,ms,ms_low,ms_high,samples,gbs,ns,ns_low,ns_high,cycles,sm_mhz,status
l2,1024,1000000,1,0.99,1.01,20,1,22,21.95,22.05,33,1500,unsettled
dram,4096,1000000,1,0.999,1.001,20,1,600,590,612,900,1500,unsettled
END
    woven '`= latency{level="l2"}.ns`, `= latency{level="l2"}.gbs`, `= latency{level="dram"}.ns`, `= latency{level="dram"}.gbs`'
    [[ $(words) == '22.0 ns, ~1.00 GB/s, ~600 ns, 1.00 GB/s' ]] || fail "$(words)"
    # A value that is computed from a row is as rough as the row.
    woven '`= 2 * latency{level="l2"}.ns`'
    [[ $(words) == '~44.0 ns' ]] || fail "$(words)"
}

@test "a value that was computed has no interval, because that of the row is not its own" {
    woven '`= 2 * largest(copy, {variant="int"}).gbs`'
    [[ $output == *'>210 GB/s<'*'copy.csv, line 11. Measured on'* && $output != *interval* ]] || fail "$output"
}

@test "a value says what several processes found, and calls them others if it lies outside of that" {
    for most in 0.042 0.039; do
        cat > $data/processes.csv << END
# program: processes
# schema: 1
# commit: 0123456789ab
experiment,unit,point,cards,processes,least,median,most
copy,ms,variant=int memory=dram array_bytes=2097152,2,5,0.038,0.0385,$most
END
        woven '`= largest(copy, {variant="int"}).gbs`'
        [[ $most == 0.042 ]] && expected='; 5 processes on 2 cards found 99.864 to 110.38' || expected='; 5 other processes on 2 cards found 107.55 to 110.38'
        in_output "$expected"
    done
}

@test "intervals that touch, or medians within two percent, are a tie, of rates and of latencies" {
    for row in 0.0395,0.0394,0.0396 0.0300,0.0290,0.0405; do
        sed -i -E "s/^(int4,dram,2097152,4194304),[^,]*,[^,]*,[^,]*,/\1,$row,/" $data/copy.csv
        each_shows <<< 'compare(copy, {variant="int4"}, {variant="int"}).ties|1'
    done
    printf 'tlb,1073741824,%s,20,900,1500,ok\n' 500,499,501 >> $data/latency.csv
    each_shows <<'END'
compare(latency, {level="tlb"}, {level="dram"}).wins|1
compare(latency, {level="dram"}, {level="tlb"}).losses|1
END
}

@test "a value exceeds another if another process would find so, too, of rates, of latencies and of cycles" {
    cat > $data/processes.csv << 'END'
# program: processes
# schema: 1
# commit: 0123456789ab
experiment,unit,point,cards,processes,least,median,most
copy,ms,variant=int4 memory=dram array_bytes=1048576,2,5,0.009,0.01,0.021
END
    while IFS='|' read -r a b answer; do
        woven "[yes]{.if test='exceeds($a, $b)'}[no]{.else}"
        [[ $(words) == "$answer" ]] || fail "$a, $b: $(words)"
    done << 'END'
largest(copy, {variant="int"}).gbs|largest(copy, {variant="int4"}).gbs|no
1.05 * largest(copy, {variant="int4"}).gbs|largest(copy, {variant="int"}).gbs|yes
copy{variant="int4", array_bytes=1*MiB}.gbs|copy{variant="int", array_bytes=1*MiB}.gbs|no
latency{level="dram"}.ns|latency{level="l1"}.ns|yes
latency{level="dram"}.cycles|27.5 * latency{level="l1"}.cycles|no
27.5 * latency{level="l1"}.cycles|latency{level="dram"}.cycles|no
latency{level="dram"}.cycles|26 * latency{level="l1"}.cycles|yes
END
    for wrong in 'machine.sms, 1' 'copy{variant="int", array_bytes=1*MiB}.gbs, 100' \
        'latency{level="dram"}.ns - latency{level="l1"}.ns, latency{level="l1"}.ns'; do
        chapter "[yes]{.if test='exceeds($wrong)'}[no]{.else}"
        run weave
        in_output "exceeds() compares two times, latencies or bandwidths, each of one row"
    done
}

@test "the raw rate of NVLinks is their number times their speed, or 0" {
    while IFS='|' read -r note link rate; do
        printf '%s\n' '# edition: nvidia-h200' '# program: peer' '# schema: 1' "$note" variant,link,bytes,ms,gbs \
            "copy,$link,4096,1,0.004" > $data/peer.csv
        each_shows <<< "nvlink()|$rate"
    done <<'END'
# nvlink_gbs: 26.5|NV18|477 GB/s
# nvlink_gbs: 26.5|PHB|0.000 GB/s
# gpus: 2|NV18|0.000 GB/s
END
}

@test "a value that is missing, ambiguous, no number or not measured stops the build" {
    touch kernels/pair.cu
    rm $data/counters.csv
    each_stops <<'END'
3~`= copy{variant="int8"}.gbs`~`copy{variant="int8"}.gbs`: build/site/nvidia-h200/data/copy.csv has no rows with {variant=int8}
3~`= copy{variant="int4"}.gbs`~copy.csv has 2 rows with {variant=int4} where one is meant
3~`= copy{variant="int4", array_bytes=1*MiB}.tbs`~copy.csv has no column 'tbs'; its columns are array_bytes, bytes, gbs
3~`= copy{width=4}.gbs`~copy.csv has no column 'width'
3~`= triad{}.gbs`~cannot understand `triad{}.gbs`: 'triad' is neither a name nor an experiment (kernels/triad.cu or .c)
3~`= pair{}.gbs`~no data of 'pair': no build/site/nvidia-h200/data/pair.csv; on that machine 'make measure' and 'make record' would make it
3~`= counters{}.stride`~no data of 'counters': no build/site/nvidia-h200/data/counters.csv; on that machine 'make counters' and 'make record' would make it
3~`= note("copy", "weather")`~copy.csv has no note '# weather: ...'
3~`= machine.wheels`~machine.csv has no key 'wheels'
3~`= copy{`~cannot understand `copy{`
3~`= 2 * GiB`~`2 * GiB` gives 2147483648.0, which was not measured
3~`= copy{variant="int4", array_bytes=1*MiB}`~gives a row: name a column
3~`= machine.sms + note("copy", "peak_gbs") + best(copy, {}).ms`~: cannot add
3~`= machine.sms / 0`~`machine.sms / 0` gives inf, which is no number
3~`= machine.sms * (0/0)`~nan, which is no number
3~`= machine.sms == 10`~`machine.sms == 10`: write same(a, b), not a == b
3~`= has("copy")`~`has("copy")`: this function needs a table, such as copy
5~`= machine.sms`\n\n`= machine.sms` and `= machine.smx`~`machine.smx`
11~::: {.if test='machine.sms < 5'}\n`= machine.smx`\n\n::: else\nFine.\n:::\n:::\n\n`= machine.smx`~`machine.smx`
END
}

@test "data that is cut off, of another schema, or lacks a column stops the build" {
    cp $data/copy.csv .
    while IFS='~' read -r change message; do
        sed "$change" copy.csv > $data/copy.csv
        [[ $message != *'cut off' ]] || truncate -s -9 $data/copy.csv
        chapter '`= best(copy, {}).gbs`'
        stops 3 "\`best(copy, {}).gbs\`: $data/copy.csv$message"
    done <<'END'
$s/,[^,]*,[^,]*$//~:13: 9 values for 11 columns
$s/x//~: the last line is cut off
s/# schema: 1/# schema: 2/~: schema 2, but this book reads schema 1
s/,gbs,/,bandwidth,/~ has no column 'gbs'
END
}

# ---- Names and conditions ----------------------------------------------------------------

@test "a chapter speaks of what its names stand for, and a name may be a condition" {
    names <<'END'
function copied(variant)
	return largest(copy, {variant=variant})
end
function many()
	return machine.sms > 5
end
function none()
	return latency{level="none"}.ns
end
END
    woven $'`= kept(copied("int"), copied("int4"))`\n\n::: {.if test=many}\nMany.\n\n::: else\n`= none`\n:::\n:::'
    in_output '>99 %<'
    in_output '<p>Many.</p>'
}

@test "an error in a name says in which name and where that stands, and a slip which names are near" {
    names <<'END'
function copied(variant)
	return largest(copy, {variant=variant})
end
function slip() return machine.sms + copid() end
function forgets() local x = machine.sms end
END
    each_stops <<'END'
3~`= kept(copied("int"), copied("int8"))`~: copied, chapters/03-sample.lua:1: build/site/nvidia-h200/data/copy.csv has no rows with {variant=int8}
3~`= slip`~`slip`: slip, chapters/03-sample.lua:4: 'copid' is neither a name nor an experiment (kernels/copid.cu or .c); did you mean copied?
3~`= forgets() + 1`~: forgets, chapters/03-sample.lua:5: it gives nothing: is its 'return' missing?
3~`= copyed("int").gbs`~'copyed' is neither a name nor an experiment (kernels/copyed.cu or .c); did you mean copied?
4~::: {.if test='machine.sms < 5'}\n`= keptt(1)`\n:::~did you mean kept?
3~`= weather()`~the names are copied, forgets, kept and slip
END
    while IFS='~' read -r text message; do
        printf -- '-- Names.\n\n%s\n' "$text" > chapters/03-sample.lua
        run ! weave
        in_output "chapters/03-sample.lua:$message"
    done <<'END'
x = = 1~3: unexpected symbol
function a() end function a() end~3: 'a' is a table, a function or a name already
function copy() end~3: 'copy' is a table, a function or a name already
x = machine.wheels~ build/site/nvidia-h200/data/machine.csv has no key 'wheels'; every name there should be a function
END
}

@test "a page is made again when the file of its names changes, goes or appears" {
    names <<< ''
    chapter '`= machine.sms`'
    printf '%s\n' "$page: ; @echo again" '-include build/depend/site/nvidia-h200/sample.html.d' > Makefile
    weave
    for change in 'touch' 'rm' 'touch -d 2020-01-01'; do
        $change chapters/03-sample.lua
        run make -s "$page"
        [[ $output == again ]] || fail "not after $change" "$output"
        weave
        run make -s "$page"
        [[ ! $output ]] || fail "for nothing" "$output"
    done
}

@test "a sentence chooses its words by a condition" {
    names <<< 'function many() return machine.sms > 5 end'
    woven $'It has [many, [very many,]{.if test=\'machine.sms > 50\'}]{.if test=many}[few,\n`= copy{variant="none"}.gbs`]{.else} and\n[no]{.if test=\'not many()\'}[some]{.else} more.'
    in_output '<p>It has many, and some more.</p>'
    # Text that is not shown leaves no space and no paragraph.
    chapter $'[None.]{.if test=\'not many()\'}\n\nOne.\n[None.]{.if test=\'not many()\'}\nTwo.\n[None.]{.if test=\'not many()\'}'
    weave_print
    [[ ${output#*\}} == $'\n#lead[\nOne. Two.\n]' ]] || fail "$output"
    # A sentence for a slide is marked for print alone.
    chapter 'A. [B.]{.slide} C.'
    weave_print
    [[ ${output#*\}} == $'\n#lead[\nA. `#shown[`{=typst}B.`]`{=typst} C.\n]' ]] || fail "$output"
    woven 'A. [B.]{.slide} C.'
    in_output '<p>A. B. C.</p>'
    # Text that is not shown is read all the same.
    each_stops <<'END'
4~It has\n[many]{.if test=mamy}.~cannot understand `mamy`
4~It has\n[`= mamy(1)`]{.if test='not many()'}[many]{.else}.~cannot understand `mamy(1)`
4~It has\n[many]{.if test=many}[`= mamy(1)`]{.else}.~cannot understand `mamy(1)`
4~It has\n[many]{.if}.~'[...]{.if}' has no test='...'
4~It has\n[many]{.else}.~'[...]{.else}' must stand right behind a '[...]{.if test=...}'
END
}

@test "a condition asks whether there are rows, even of an experiment that nobody has measured" {
    each_is <<'END'
has(copy)|yes
has(copy, {variant="int4"})|yes
has(copy, {variant="int8"})|no
has(copy, {variant="int4"}, {array_bytes=1*MiB})|yes
has(copy, {}, function(row) return row.array_bytes > 2*MiB end)|no
has(machine, {key="sms"})|yes
has(machine, {key="wheels"})|no
has(kernels, {kernel="copy"})|no
has(kernels) and kernels{}.registers > 9|no
not (machine.sms > 50)|yes
(machine.sms > 5)|yes
same(machine.sms, 10)|yes
not has(kernels) and machine.sms > 5|yes
unit(best(copy, {}).gbs, "") > 5|yes
percent(best(copy, {}).gbs / note("copy", "peak_gbs")) > 1|yes
END
    each_stops <<'END'
3~::: {.if test='has(triad)'}\nYes.\n:::~cannot understand `has(triad)`: 'triad' is neither a name
3~::: {.if test='has(copy, {width=4})'}\nYes.\n:::~copy.csv has no column 'width'
3~::: {.if test='kernels{}.registers > 1'}\nYes.\n:::~on that machine 'make measure' and 'make record' would make it; has(...) asks whether it is there
3~::: {.if test='machine.sms > 5 and "holds"'}\nYes.\n:::~the test `machine.sms > 5 and "holds"` is neither true nor false
3~::: {.if}\nMany.\n:::~'::: {.if}' has no test='...'
END
    # An if without an else shows nothing where it is false.
    woven $'Before.\n\n::: {.if test=\'machine.sms > 5\'}\nMany.\n:::\n\n::: {.if test=\'machine.sms > 50\'}\nVery many.\n:::'
    in_output '<p>Many.</p>'
    [[ $output != *'Very many.'* && $output != *'<div'* ]] || fail "$output"
}

@test "text that is not shown is not evaluated, but is read" {
    hidden=$'`= copy{variant="none"}.gbs`\n\n::: {.if test=\'copy{variant="none"}.gbs > 1\'}\nInner.\n\n'
    hidden+=$'::: {.claim #V1 test=\'kernels{}.gbs > 1\' needs=\'kernels{}.gbs > 2\'}\nClaim.\n\n'
    hidden+=$'::: holds\n`= kernels{}.gbs`\n:::\n\n::: fails\nNo.\n:::\n:::\n:::\n'
    for text in "::: {.if test='machine.sms > 50'}"$'\n'"$hidden"$'\n:::' \
        "::: {.if test='machine.sms > 5'}"$'\nShown.\n\n::: else\n'"$hidden"$'\n:::\n:::'; do
        woven "$text"
        [[ $output != *Inner* && $output != *claim* ]] || fail "$output"
    done
    # A slip of the pen in it stops the build all the same, on its own line.
    while IFS='~' read -r line change message; do
        chapter "::: {.if test='machine.sms > 50'}"$'\n'"$(sed "$change" <<< "$hidden")"$'\n:::'
        stops "$line" "$message"
    done <<'END'
4~s/="none"}.gbs`/=`/~cannot understand `
6~s/gbs > 1'}$/gbs >'}/~cannot understand `
9~s/gbs > 2/gbs >/~cannot understand `
13~s/kernels{}.gbs`/kernels{`/~cannot understand `
9~s/::: fails/::: falls/~'.claim #V1' needs a '::: fails'
END
}

@test "text that needs an experiment nobody has measured is left out, and the author is told" {
    touch kernels/triad.cu
    export EXPERIMENTS='machine copy triad'
    names <<< 'function three() return best(triad, {}).gbs end'
    chapter 'It has `= machine.sms`.
A triad reaches `= three`.
It is in [](#sec-triad).
See [](#sec-one), ^[And `= three`.] too.
[Fast.]{.if test="three() > 1"}[Slow.]{.else}
It is [fast]{.if test="three() > 1"}[slow]{.else} here.
The end[, and fast]{.if test="three() > 1"}.

- Item `= three`.
- Item.

| Name | Value |
|:--|--:|
| triad | `= three` |
| SMs | `= machine.sms` |

::: {.if test="three() > 1"}
`= three`.
:::

## One {#sec-one}

::: predict
Is `= three` more?

::: answer
Yes.
:::
:::

Prose stays.

## Triads {#sec-triad}

Three arrays.

```{.sass kernel="triad_add" match="LDG"}
```

'"$(figure triad triad)"'

## Two

::: {.claim #V3 test="three() > 1"}
A claim stays.

::: {.holds .fails}
Yes.
:::

::: unknown
Nobody has tried.
:::
:::'
    run --separate-stderr weave
    exits 0
    [[ $stderr == "chapters/03-sample.md:7: left out of the edition of nvidia-h200: what needs 'triad', which no machine here has measured" ]] || fail "$stderr"
    expected='It has 10. See Section 3.1, too. The end.|Item.|Name|Value|SMs|10|3.1 One|Prose stays.|3.2 Two'
    [[ $(words | paste -sd '|') == "$expected|V3 Cannot be told on Made-up GPU|A claim stays.|Nobody has tried." ]] || fail "$(words)"
    # The page is made again when there are results.
    run cat build/depend/site/nvidia-h200/sample.html.d
    in_output $'results/nvidia-h200\n'
}

# ---- Claims ---------------------------------------------------------------------------

@test "a claim has one of five verdicts, each with its branch, its words and its class" {
    cat > said <<'END'
holds|V1 Holds on Made-up GPU|Text.|Plain.
holds|V2 Holds on Made-up GPU|Text.|Plain.
stronger|V3 Stronger than claimed on Made-up GPU|Text.|More.
older|V4 No longer so on Made-up GPU|Text.|Then.
fails|V5 Does not hold on Made-up GPU|Text.|Plain.
fails|V6 Does not hold on Made-up GPU|Text.|Plain.
END
    tests=(true '"holds"' '"stronger"' '"older"' false '"fails"')
    claims "${tests[@]/#/machine.sms > 5 and }"
    weave
    diff said <(verdicts)
}

@test "a claim whose data are not there says that it cannot be told" {
    cat > said <<'END'
unknown|V1 Cannot be told on Made-up GPU|Text.|The data that would tell were not measured: copy.csv has no rows with {variant=int8}.
unknown|V2 Cannot be told on Made-up GPU|Text.|The data that would tell were not measured: copy.csv has no pairs of rows {variant=int8} and {variant=int}.
unknown|V3 Cannot be told on Made-up GPU|Text.|The data that would tell were not measured: no data of 'kernels': no kernels.csv; on that machine 'make measure' and 'make record' would make it.
unknown|V4 Cannot be told on Made-up GPU|Text.|The data that would tell were not measured: it needs has(copy, {variant="int8"}).
holds|V5 Holds on Made-up GPU|Text.|Plain.
END
    claims 'largest(copy, {variant="int8"}).gbs > 1' 'compare(copy, {variant="int8"}, {variant="int"}).wins > 1' \
        'kernels{}.registers > 1' 'machine.sms > 5|has(copy, {variant="int8"})' 'machine.sms > 5|has(copy)'
    weave
    diff said <(verdicts)
    # With words of its own, on the page and in print.
    claims 'kernels{}.registers > 1'
    sed -i 's/^::: older/::: unknown\nNobody knows.\n:::\n\n&/' chapters/03-sample.md
    weave
    [[ $(verdicts) == *'|Nobody knows.' ]] || fail "$(verdicts)"
    weave_print
    in_output '#claim("V1", "sample:V1", "unknown", "Cannot be told on Made-up GPU")['
    # A claim about the GPU cannot be told either, where there is none.
    lend
    sed -i '/^sms/d' build/site/here/data/machine.csv
    claims 'machine.sms > 5'
    weave here
    grep -q '> Cannot be told on Own GPU<' "$page"
}

@test "a claim with a slip, that says something in one case only or that tests nothing stops the build" {
    branches='\nText.\n\n::: holds\nYes.\n:::\n\n::: fails\nNo.\n:::\n:::'
    each_stops < <(sed "s/BRANCHES/${branches//\\/\\\\}/" <<'END'
3~::: {.claim #V3 test='machine.sms > 5'}\nText.\n\n::: holds\nYes.\n:::\n:::~'.claim #V3' needs a '::: fails'
10~::: {.claim #V3 test='machine.sms > 5'}\nText.\n\n::: holds\nYes.\n:::\n\n::: holds\nNo.\n:::\n:::~'.claim #V3' has a second '::: holds'
3~::: {.claim #V3}\nText.\n:::~'.claim #V3' has no test='...'
3~::: {.claim test='machine.sms > 5'}BRANCHES~'::: {.claim}' needs a letter and a number, such as {.claim #M7
3~::: {.claim #V3 test='machine.sms'}BRANCHES~the test `machine.sms` is neither true nor false
3~::: {.claim #V3 test='1 < 2'}BRANCHES~the test `1 < 2` reads no table
3~::: {.claim #V3 test='machine.sms > 5 and "older"'}BRANCHES~says 'older', but '.claim #V3' has no '::: older'
3~::: {.claim #V3 test='machine.sms > 5 and "unknown"'}BRANCHES~says 'unknown', but '.claim #V3' has no '::: unknown'
3~::: {.claim #V3 test='machine.sms > 5 and "oldr"'}BRANCHES~says 'oldr', which is no verdict: there are fails, holds, older, stronger and unknown
3~::: {.claim #V3 test='machine.smx > 5'}BRANCHES~machine.csv has no key 'smx'
3~::: {.claim #V3 test='copy{width=8}.gbs > 5'}BRANCHES~copy.csv has no column 'width'
3~::: {.claim #V3 test='copy{variant="int4"}.gbs > 5'}BRANCHES~copy.csv has 2 rows
3~::: {.claim #V3 test='triad{}.gbs > 5'}BRANCHES~cannot understand `triad{}.gbs > 5`: 'triad' is neither a name
3~::: {.claims #V3 test="1 < 2"}\nText.\n:::~'::: claims' needs the letter of its claims: {.claims of='T'}
END
    )
}

# ---- Tables and places ------------------------------------------------------------------

@test "a row of a table is repeated for each word of a list" {
    names <<< 'function copied(variant) return largest(copy, {variant=variant}) end'
    woven $'| Variant | Bytes |\n|:--|--:|\n| [`int` `int4`]{.each as=kind} | `= copied(kind).bytes` |\n| [1 1,024]{.each as=times} KiB | `= machine.sms * times` |\n| [One int, four]{.each as=kind of="int int4"} | `= copied(kind).bytes` |\n| 2 | – |'
    [[ $(words | tr '\n' ' ') == 'Variant Bytes int 4 MiB int4 4 MiB 1 KiB 10 1,024 KiB 10,240 One int 4 MiB four 4 MiB 2 – ' ]] || fail "$(words)"
    each_stops <<< '5~| Bytes |\n|--:|\n| [1 2]{.each} |~[...]{.each} has no as='
}

@test "a false condition in its first cell leaves out a row, and one in its head a column" {
    table='| Size | [Rate]{.if test=TEST} | Bytes |\n|:---|--:|--:|\n| one | 1 | 2 |\n| [two]{.if test="machine.sms > 5"} | 3 | 4 |\n| [three]{.if test="machine.sms < 5"} | 5 | 6 |'
    while IFS='|' read -r test expected; do
        woven "$(printf %b "${table/TEST/"$test"}")"
        [[ $(words | tr '\n' ' ') == "$expected " ]] || fail "$test: $(words)"
    done <<'END'
"machine.sms > 5"|Size Rate Bytes one 1 2 two 3 4
"machine.sms < 5"|Size Bytes one 2 two 4
END
    # A mistake in a hidden column is found, too.
    each_stops <<< $'5~| Size | [Rate]{.if test="machine.sms < 5"} |\\n|:---|--:|\\n| one | `= machine.sms +` |~cannot understand'
}

@test "a prediction says what it is compared with, but not where answers are left out" {
    local question=$'\nWhat?\n\n::: answer\nThat.\n:::\n:::\n\n'
    printf '%s' '# A sample' $'\n\n' "$(figure a copy)" $'\n\n' \
        '::: {.predict draw="fig-a" curve="the copy" panel=2 along="N bytes" unit="billion things" at="1048576 2*MiB 3*MiB" as=size of="copied(size)"}' "$question" \
        '::: {.predict guess="copied(1*MiB)"}' "$question" '::: {.predict choices="more, less" right=side}' "$question" \
        "::: {.predict draw=fig-a curve=it along=the at=\"small large huge\" as=place x='at(\"place\").array_bytes' of='at(\"place\").gbs'}" "$question" \
        '::: {.predict draw="fig-a" curve="half" at="1*MiB 2*MiB" as=size of="copied(size) / 2" from="copied(size)"}' "$question" > chapters/03-sample.md
    cat > chapters/03-sample.lua <<'END'
function copied(bytes)
	return copy{variant="int", memory="dram", array_bytes=bytes}.gbs
end

function side()
	return copied(2*MiB) > copied(1*MiB) and "more" or "less"
end

function at(place)
	return copy{variant="int", memory="dram", array_bytes=({small=1, large=2, huge=3})[place] * MiB}
end
END
    weave
    run grep '<div class="predict"' "$page"
    [[ ${lines[0]} =~ 'id="predict-fig-a-copied-size" data-draw="fig-a" data-panel="2" data-curve="the copy" data-points="1048576|1,048,576 bytes|'[0-9.]+'|'[0-9.]+' to '[0-9.]+';2097152|2 MiB bytes|'[0-9.]+'|'[0-9.]+' to '[0-9.]+'" data-unit="billion things"' ]] || fail "$output"
    [[ ${lines[1]} =~ 'id="predict-copied-1-MiB" data-guess="'[0-9.]+'" data-unit="GB/s" data-interval="'[0-9.]+' to '[0-9.]+'"' ]] || fail "$output"
    [[ ${lines[2]} == *'id="predict-side" data-choices="more|less" data-right="less"'* ]] || fail "$output"
    [[ ${lines[3]} =~ data-points=\"'1048576|the small|'[0-9.]+'|'[0-9.]+' to '[0-9.]+';2097152|the large|'[0-9.]+'|'[0-9.]+' to '[0-9.]+\" ]] || fail "$output"
    # Half of a bandwidth has half of its interval.
    halves=$(sed 's/.*data-points="\([^"]*\)".*/\1/; s/;/\n/g' <<< "${lines[0]}"$'\n'"${lines[4]}" | awk -F'[|]| to ' '
        !($1 in low) { value[$1] = $3; low[$1] = $4; high[$1] = $5; next }
        { print int(0.5 + 1000 * $3 / value[$1]), int(0.5 + 1000 * $4 / low[$1]), int(0.5 + 1000 * $5 / high[$1]) }')
    [[ $halves == $'500 500 500\n500 500 500' ]] || fail "$halves: $output"
    echo none > build/site.txt
    weave
    run grep -c 'data-\(draw\|guess\|choices\)' "$page"
    [[ $output == 0 ]] || fail "$(< "$page")"
}

@test "places of this chapter and of others have their numbers" {
    printf '# Another\n\n## One {#sec-one}\n\n```\n## A comment\n```\n\n## Two *ways* {#sec-two}\n\n::: {.exercise #ex-a}\n:::\n\n::: {.claim #W1 test=x}\n' > chapters/05-other.md
    printf '05-other\tAnother\n' >> build/chapters.txt
    exercise=$'\nA.\n\n::: solution\nB.\n:::\n:::\n\n'
    claims 'machine.sms > 5'
    printf '[](#V1), [](#ex-b), [](other.html), [](other.html#sec-two), [](other.html#ex-a), [](other.html#W1) [this](#V1)\n\n%s' \
        "::: exercise$exercise" "::: {.exercise #ex-b}$exercise" >> chapters/03-sample.md
    weave
    words | grep -qx 'claim V1, Exercise 3.2, Chapter 5, Section 5.2, Exercise 5.1, claim W1 this' || fail "$(words)"
    run cat "$page"
    in_output '<a href="other.html" title="Another">'
    in_output '<a href="other.html#sec-two" title="Two ways">'
    each_stops <<< "3~See [](other.html#sec-three).~no chapter has a place 'other.html#sec-three'"
}

@test "a link leads to a page and a place that exist" {
    printf '%s\n' $'04-other\tAnother\t sec-there V1 ' $'00-index\tA book' >> build/chapters.txt
    for target in none.html 04-other.html 00-index.pdf nvidia-h200/other.html ../other.html data/none.csv; do
        each_stops <<< "3~See [it]($target).~there is no page '$target': a link to a chapter is its name without the number, such as vector.html"
    done
    each_stops <<< "3~See [it](other.html#sec-gone).~nothing in chapters/04-other.md is called 'sec-gone': give what is meant {#sec-gone}"
    woven 'See [it](other.html), [it](other.html#sec-there), [it](report.html), [it](../claims.html#V1), [it](data/copy.csv), [it](04-other.pdf), [it](https://example.org/none.html).'
    # In an EPUB there are other chapters, but no other pages.
    mkdir -p build/epub/nvidia-h200
    bash templates/weave/weave.sh epub chapters/03-sample.md nvidia-h200 build/epub/nvidia-h200/sample.json
    run grep -oE '\["[^"]*",""\]' build/epub/nvidia-h200/sample.json
    [[ $output == $'["#other",""]\n["#other-sec-there",""]\n["https://example.org/none.html",""]' ]] || fail "$output"
}

# ---- What stops the build ----------------------------------------------------------------

@test "a slip that pandoc would print or lose stops the build, with its line" {
    each_stops <<'END'
7~::: {.figure #fig-a from="copy" alt="A."}\nA.\n:::\n\n::: {.figure #fig-a from="copy" alt="A."}\nA.\n:::~'fig-a' is the id of Figure 3.1 already
11~::: {.exercise #ex-a}\nDo.\n\n::: solution\nYes.\n:::\n:::\n\n::: {.exercise #ex-a}\nDo.\n\n::: solution\nYes.\n:::\n:::~'ex-a' is the id of Exercise 3.1 already
7~## A {#sec-a}\n\nText.\n\n## B {#sec-a}~there is a section '#sec-a' already
5~Text.\n\n## A {#sec a}~'{#sec a}' would be printed as it is
5~Text.\n\n# A title~'# A title': a chapter has one title; its sections begin with '## '
3~See [there](#none).~nothing here is called 'none'
3~See [](#fig-none).~nothing here is called 'fig-none'
3~See [#fig-a]().~a link that leads nowhere
3~See @fig-copy.~'@fig-copy' would be printed as it is: write a link without words, such as [](#fig-copy)
3~A [link][nowhere]~'[link][nowhere]': what is called so is defined nowhere
3~Text.[^x]~'Text.[^x]': what is called so is defined nowhere
5~Text.\n\n[^x]: A note.~Note with key 'x' defined but not used.
3~::: predict\nWhat?\n:::~this '::: predict' has no '::: answer'
3~::: predict\nWhat?\n\n::: answer\n:::\n:::~the '::: answer' of this '::: predict' is empty
3~::: {.predict draw="fig-a"}\nWhat?\n\n::: answer\nThat.\n:::\n:::~draw="fig-a" needs curve=, at=, as= and of= as well
3~::: {.predict draw="fig-a" curve="the copy" at="1 2" as=x of="x"}\nWhat?\n\n::: answer\nThat.\n:::\n:::~draw="fig-a": this page has no such figure
3~::: {.predict guess=7}\nWhat?\n\n::: answer\nThat.\n:::\n:::~`7` was not measured
3~::: {.predict choices="more, less"}\nWhat?\n\n::: answer\nThat.\n:::\n:::~choices= needs right=
3~::: {.predict choices="more, less" right="machine.gpu"}\nWhat?\n\n::: answer\nThat.\n:::\n:::~`machine.gpu` gives 'Made-up GPU', which is none of the choices
3~::: exersise\nDo it.\n:::~nothing here is called 'exersise'
3~A [word]{.nmae}.~nothing here is called 'nmae'
3~::: {.if test=true need=true}\nYes.\n:::~'::: {.if test=true need=true}': nobody reads 'need'; there are along, alt, as, at, bytes,
4~Text\n[one]{.if test="1 <> 2"}.~cannot understand `1 <> 2`
3~[Yes] {.if test=false}.~'{.if test=false}.' would be printed as it is
3~It is `=machine.sms`.~`=machine.sms`: a live value begins with '= '
6~::: {.if test=false}\nText.\n\n`=machine.sms`\n:::~`=machine.sms`: a live value begins with '= '
3~It is `copy{variant="x"}.gbs`.~`copy{variant="x"}.gbs`: a live value begins with '= '
3~It is `largest(copy, {variant="int4"}).gbs`.~`largest(copy, {variant="int4"}).gbs`: a live value begins with '= '
3~It is `= best(copy, {}).gbs` GB/s.~`= best(copy, {}).gbs` GB/s.: a value shows its unit itself
4~It is `= machine.sms`.\nIt is `= machine.sms and~'`= machine.sms and' would be printed as it is
4~Text.\n| A | B |\n|--|--|\n| a | b |~'| A |' would be printed as it is: look at its braces, close what is opened, and leave a blank line above a table
3~Some **bold text.~'**bold text.' would be printed as it is
3~See [it](sample.html and so.~'[it](sample.html and so.' would be printed as it is
3~See ^[a note.~'^[a note.' would be printed as it is
3~![A plot](plot.png)~'plot.png' is no part of the site: draw it with gnuplot
3~A <b>word</b>.~'<b>' would be lost in print: write Markdown
3~<div>\nText.\n</div>~'<div>
3~A $x$ and \\ref{fig-a}.~'\ref{fig-a}' would be lost in print
1~A $\\frac{a$.~Could not convert TeX math \frac{a
3~<<<<<<< HEAD\nText.~'<<<<<<< HEAD': git left this merge to you
1~\0344~is not UTF-8 encoded: falling back to latin1
END
    printf 'Text.\n\n# A sample\n' > chapters/03-sample.md
    stops 1 "a chapter begins with its title, '# ' and a name"
    printf -- '---\nstripe: 3\n---\n\n# A sample\n' > chapters/03-sample.md
    stops 2 "nobody reads 'stripe:'; a chapter may have a 'strip:'"
    echo "# $tried bad inputs tried" >&3
}

@test "a division that is not closed, that closes nothing or that pandoc does not see stops the build" {
    # The second of two that are alike stands below a section that is whole.
    each_stops <<'END'
11~::: predict\nWhat?\n\n::: answer\nThat.\n:::\n:::\n\n::: {.figure #fig-x from="copy" alt="A."}\nCaption.\n\n## Next\n\n::: predict\nWhat?\n\n::: answer\nThat.\n:::\n:::~'::: {.figure #fig-x from="copy" alt="A."}' is not closed with ':::'
3~::: predict\nWhat?\n\n::: answer\nThat.\n:::\n\nText.~'::: predict' is not closed with ':::'
5~Text.\n\n:::\n~this ':::' closes nothing
8~::: {.figure #fig-a from="copy" alt="A."}\nA.\n:::\n\nText.\n::: {.figure #fig-b from="copy" alt="B."}\nB.\n:::~is no division: leave a blank line above it
3~::: {.figure #fig-x from="copy" alt="A "line"."}\nCaption.\n:::~is no division: 
3~::: {.figure #fig-a from="copy" alt="A.}\nA.\n:::~the quote of alt is not closed
3~```\n# code\n~this '```' is not closed
3~```\ncode\n\n```{.cuda file="kernels/kernel.cu" region="outer"}\n```~this '```' is not closed
END
    # In code and comments they are none, and a heading or a list needs no blank line above it.
    woven $'```\n::: x\n```\n\n<!--\n::: y\n-->\n\nText.\n## A section\nA list:\n- one\n- two'
    in_output 'A section</h2>'
    in_output '<li>one</li>'
}

@test "a figure without a drawing, data or words stops the build, and so does code that is not there" {
    each_stops <<'END'
3~::: {.figure #fig-x from="copy"}\nText.\n:::~figure fig-x has no alt="what it shows"
3~::: {.figure #fig-x from="copy" alt=""}\nText.\n:::~figure fig-x has no alt="what it shows"
3~::: {.figure #fig-x alt="A line."}\nText.\n:::~figure fig-x has no from="experiment"
3~::: {.figure from="copy" alt="A."}\nA.\n:::~a figure without an id, such as {.figure #fig-copy
3~::: {.figure .drawign #fig-a from="copy" alt="A."}\nA.\n:::~figure fig-a: no figure is called '.drawign'
3~::: {.figure #fig-x from="copy-order" alt="A line."}\nText.\n:::~no figure build/site/nvidia-h200/figures/copy-order.svg: is there a figures/copy-order.gp?
3~```{.cuda file="kernels/none.cu" region="outer"}\n```~cannot read kernels/none.cu
3~```{.cuda file="kernels/kernel.cu" region="none"}\n```~kernels/kernel.cu has no region 'none'; its regions are inner, open and outer
3~```{.cuda file="kernels/kernel.cu" region="open"}\n```~kernels/kernel.cu: the region 'open' is not closed by '//< open'
3~```{.cuda file="kernels/kernel.cu" regoin="outer"}\n```~a listing needs file="..." and region="..."
3~```{.sass kernel="none" match="LDG"}\n```~no disassembly of 'none'
3~```{.sass kernel="kernel" match="HMMA"}\n```~results/nvidia-h200/sass/kernel.sass has no line with HMMA
END
}

# ---- The glossary -----------------------------------------------------------------------

# A second chapter, which is the glossary.
glossary() {
    printf '03-sample\tA sample\n08-glossary\tGlossary\n' > build/chapters.txt
    {
        echo '# Glossary'
        while IFS='|' read -r term id text; do
            printf '\n[%s]{#%s}\n:   %s\n' "$term" "$id" "$text"
        done <<'END'
Warp|warp|32 threads of a *block*. They are issued together.
Block|block|Threads on one *SM*.
SM|sm as="SM, multiprocessor"|It runs *warps*, `code` & more. Here are `= machine.sms`.
Shared memory|shared|Memory of a block.
Distributed shared memory|dsm|Memory of many blocks.
Memory, latency|latency|The time it takes.
Row, DRAM bank|row as="DRAM bank, *row*"|A piece of a bank.
Little's law|law|A law.
Launch|launch|A start.
Launch overhead|overhead|What it costs.
END
    } > chapters/08-glossary.md
    bash templates/weave/weave.sh terms chapters/08-glossary.md . build/terms.txt
}

# The links to the glossary on the page, without their previews, in one line.
linked() {
    grep -oE '<span class="term"><a [^>]*>([^<]|<em>|</em>)*</a>' "$page" |
        sed -E 's/.*#([a-z]*)" aria-describedby="term-\1">/\1: /; s/<.*//' | paste -sd ,
}

@test "the first use of a term leads to the glossary, with its first sentence" {
    glossary
    woven $'## A warp {#sec-warp}\n\nNo `warp` but [a warp](#sec-warp); warping, a warp-wide one, "a warp"; *warps* (SMs), and warps.\n\nA row of the *rows* of DRAM banks, two latencies, launch overhead, launches; sms, `SM`.\n\n- Distributed shared memory is shared\n  memory by Little\'s law.'
    in_output '<em><span class="term"><a href="glossary.html#warp" aria-describedby="term-warp">warps</a><span class="from" role="tooltip" id="term-warp">32 threads of a block.</span></span></em> (<span class="term"><a href="glossary.html#sm" aria-describedby="term-sm">SMs</a><span class="from" role="tooltip" id="term-sm">It runs warps, code &amp; more.</span></span>), and warps.</p>'
    [[ $(linked) == 'warp: warps,sm: SMs,row: rows,latency: latencies,overhead: launch overhead,launch: launches,dsm: Distributed shared memory,shared: shared memory,law: Little’s law' ]] || fail "$(linked)"
    # In print the glossary is another document.
    weave_print
    [[ $output != *'#warp'* && $output != *term-warp* ]] || fail "$output"
    # Figures, tables and what is not shown use no term; hidden text only what nothing else does.
    woven $'::: {.if test=\'machine.sms > 50\'}\nA multiprocessor.\n:::\n\n::: {.figure #fig-a from="copy" alt="A warp."}\nA warp.\n:::\n\n| Block |\n|---|\n| block |\n\nText.^[A launch.]\n\n::: predict\nA question.\n\n::: answer\nA latency of a row, and Little\'s law.\n:::\n:::\n\nThe latency. A [launch]{}.'
    [[ $(linked) == 'launch: launch,law: Little’s law,latency: latency' ]] || fail "$(linked)"
    in_output '<p>The <span class="term">'
    in_output 'A launch.</p>'
}

@test "a page beside the chapters has terms, too, and one of no machine takes the reference machine's" {
    glossary
    printf '# Claims\n\nOf warps.\n' > chapters/claims.md
    for machine in nvidia-h200 .; do
        page=build/site/$machine/claims.html
        bash templates/weave/weave.sh html chapters/claims.md $machine "$page"
        grep -o '[^"]*glossary.html[^"]*' "$page"
    done > found
    diff found - <<< $'glossary.html#warp\nnvidia-h200/glossary.html#warp'
}

@test "the glossary's own italics are entries of it, and its slips stop the build" {
    glossary
    own() { bash templates/weave/weave.sh html chapters/08-glossary.md nvidia-h200 "$page"; }
    own
    run cat "$page"
    in_output '<a href="#warp"><em>warps</em></a>'
    in_output '<span id="row">Row, DRAM bank</span>'
    while IFS='~' read -r change message; do
        glossary
        sed -i "$change" chapters/08-glossary.md
        run ! own
        in_output "chapters/08-glossary.md:$message"
    done <<'END'
s/a \*block\*/a *wave*/~4: no entry of this glossary is called 'wave'
s/#block/#warp/~3: there are two entries 'warp'
s/more\. Here/more, here/~10: a live value in the first sentence of 'sm'
s/as="SM, /as="SM, block, /~9: 'block' is in two entries, 'block' and 'sm': say as="..." in one
END
}

# ---- Figures and forms ------------------------------------------------------------------

@test "the second figure is number two, its words are escaped, and a drawing has no data" {
    woven $'See [](#fig-b).\n\n'"$(figure a copy)"$'\n\n::: {.figure #fig-b from="copy" alt=\'1 < 2 & "3"\'}\nB.\n:::'
    in_output '<a href="#fig-b">Figure 3.2</a>'
    in_output '<span class="label">Figure 3.2</span>'
    in_output 'aria-label="1 &lt; 2 &amp; &quot;3&quot;"'
    woven "$(figure a copy | sed 's/figure/& .drawing/')"
    in_output '<span class="label">Figure 3.1</span>'
    in_output 'figures/copy.gp">gnuplot script</a>'
    [[ $output != *'Data of'* && $output != *'<table'* ]] || fail "$output"
}

@test "a figure's table has the experiment's counters, rates and latencies, and two figures share it" {
    # Rates and latencies.
    cp $data/copy.csv .
    sed -i '/^#/! s/$/,5,4.9,5.1,8/; s/status,5.*/status,ns,ns_low,ns_high,cycles/' $data/copy.csv
    sed -i -E '/^variant/ s/,sm_mhz,status(.*)/\1,sm_mhz,status/; /^int/ s/,(1500,[a-z]+)(.*)/\2,\1/' $data/copy.csv
    woven "$(figure a copy)"
    in_output '<th scope="col">gbs</th><th scope="col">95 % interval</th><th scope="col">ns</th><th scope="col">95 % interval</th><th scope="col">status</th>'
    in_output '<td>104.9</td><td>104.3 to 105.4</td><td>5</td><td>4.9 to 5.1</td><td>ok</td>'
    cp copy.csv $data
    # Counters of one experiment make one table; of two, a table each.
    sed -i '1,/^experiment/!d; s/^experiment,kernel/&,bins/' $data/counters.csv
    printf '%s\n' stride,stride_read,-,1,1000,4000,131072,4 histogram,global,256,-,1000,4000,131072,4 >> $data/counters.csv
    tee $figures/counters-{stride,histogram}.svg < $figures/copy.svg > $figures/copy-order.svg
    woven "$(figure a counters-stride)"
    in_output '<th scope="col">kernel</th><th scope="col">stride</th>'
    in_output '<td>stride_read</td><td>1</td>'
    [[ $output != *bins* && $output != *global* ]] || fail "$output"
    woven "$(figure a counters-stride b counters-histogram)"
    in_output '<td>stride_read</td><td>1</td>'
    in_output '<td>global</td><td>256</td>'
    # The second figure of an experiment refers to the table of the first.
    woven "$(figure a copy b copy-order c latency)"
    for n in 1 2 3; do in_output "<summary>Data of Figure 3.$n</summary>"; done
    in_output 'figures/copy-order.gp">gnuplot script</a> <a href="#fig-a">table of Figure 3.1</a></p></details>'
    [[ $(grep -o '<div class="data"[^>]*' "$page" | grep -o 'Data of Figure 3..') == $'Data of Figure 3.1\nData of Figure 3.3' ]] || fail "$output"
}

@test "the lines of a figure are written by their lengths, and lead where gnuplot drew them" {
    echo "<path d='M10.00,20.00 L10.00,50.50 M5.00,7.00 L25.00,7.00 M9.00,8.00 L9.00,3.00 M1.00,1.00 L2.00,3.00'/>" > gnuplot.svg
    run awk -f templates/weave/figure.awk "$tree/figures/style.gp" gnuplot.svg
    [[ $output == "<path d='M10,20v30.5 M5,7h20 M9,8v-5 M1,1 L2,3'/>" ]] || fail "$output"
}

# The drawing gnuplot.svg with these notes of its panels.
noted() {
    cat "$1" > new.print.axes.tmp
    awk -v kinds=print -v new=new -f templates/weave/axes.awk gnuplot.svg <(echo '</svg>') && cat new.print.tmp
}

@test "a figure notes the axes of each panel, and what a prediction leaves out" {
    printf '%s\n' '10 100 90 10 1 2 3 4 x' '10 100 190 110 1 2 5 6 ' '10 100 190 110 1 2 5 6 ' > axes
    label() { printf '<g transform="translate(%s)" fill="none">\n<text>%s</text>\n</g>\n' "$1" "$2"; }
    printf '%s\n' '<svg ' "<path class=\"gridline\"  d='M50,90 L50,10  '/>" "<path stroke='b'  d='M10,90 L10,10  '/>" "<path stroke='d'  d='M15,60 L95,60  '/>" "<path stroke='e'  d='M50,90 L50,80  '/>" \
        "<path stroke='c'  d='M15,60 L25,50  '/>" "<path stroke='a'  d='M50,90 L50,40  '/>" \
        "$(label 50,50 first)" "$(label 105,150 second)" "$(label 50,60 'the peak')" "$(label 50,100 between)" "$(label 5,50 tic)" \
        '<g id="copy_plot_1a" >' '<g>' "$(label 60,160 inner)" '</g>' '</g>' "$(label 60,160 outer)" > gnuplot.svg
    run noted axes
    in_output '<svg data-axes="10 100 90 10 1 2 3 4 x;10 100 190 110 1 2 5 6 "'
    [[ $(grep -A1 later <<< "$output" | grep -oE "stroke='.'|<text>[^<]*|copy_plot_1a" | tr '\n' ' ') == "stroke='c' stroke='a' <text>first <text>second copy_plot_1a <text>outer " ]] || fail "$output"
    # A figure that has more panels than were noted is refused.
    sed -i 's/copy_plot_1a/copy_plot_1b/; $a <g id="copy_plot_1a" ></g>' gnuplot.svg
    run ! noted <(head -n 1 axes)
}

@test "a label that is called like a plot belongs to it, in its panel and with all of its lines" {
    echo '10 100 90 10 1 2 3 4 ' > axes
    label() { printf '<g transform="translate(%s)" fill="none">\n<text>%s</text>\n</g>\n' "$1" "$2"; }
    plot() { printf '<g id="copy_plot_%s" ><title>%s</title>\n<path d="M1,2"/>\n</g>\n' "$1" "$2"; }
    printf '%s\n' '<svg ' "$(label 1,1 int4)" "$(label 1,2 'reads,')" "$(label 1,3 '<tspan>last</tspan>')" "$(label 1,4 'reads,')" "$(label 1,5 first)" \
        "$(plot 1a '{/:Bold reads,}\nlast')" "$(plot 2a int4)" "$(plot 1b 'reads,\nfirst')" "$(label 1,6 int4)" > gnuplot.svg
    run noted <(cat axes; echo '10 100 190 110 1 2 5 6 ')
    [[ $(grep -oE '<text>.*<|copy_plot_..' <<< "$output" | sed 's/<[^>]*>//g; s/<//' | paste -sd ' ') == \
        'reads, first copy_plot_1a reads, last copy_plot_2a int4 copy_plot_1b int4' ]] || fail "$output"
}

@test "a point of a figure says what its row measured, or what was computed and from what" {
    printf '%s\n' '<g id="copy_plot_1" >' '<use/>' '<g id="copy_plot_2" >' '<polygon/>' '<g id="copy_plot_3" >' '<path/>' > figure.svg
    echo 'build/data/copy.csv;y;bytes per cycle;' > notes
    mkdir -p build/data
    printf '%s\n' '# edition: here' '# schema: 1' variant,array_bytes,stride,bytes,ms,ms_low,ms_high,gbs,status \
        int,1048576,2,4096000,0.001,0.0009,0.001024,4096,ok int4,2097152,-,4096000,1,0.999,1.001,4.096,unsettled > build/data/copy.csv
    printf '%s\n' '' '# Curve 0 of 3, 2 points' '# x y type' ' 1  4096  i' ' 2  4.096  o' '' '# Curve 1 of 3, 2 points' \
        '# x y xlow xhigh ylow yhigh type' ' NaN  1  0  3  0.5  1.5  u' '-7  5  0  3  0.5  1.5  o' '' '# Curve 2 of 3, 1 points' '# x y type' ' 1  9  i' > points
    run awk -f "$tree/bench/run/csv.awk" -f templates/weave/answers.awk FS=' ' figure.svg notes points FS=, build/data/copy.csv
    [[ $output == 'measuredPoints([
["1",1,4096,"int, 1 MiB, stride 2: 4,096 GB/s, 95 % interval 4,000 to 4,551, ok; line 3 of copy.csv"],
["2",3,5,"int4, 2 MiB: 5.00 bytes per cycle, from 4.10 GB/s, 95 % interval 4.092 to 4.1, unsettled; line 4 of copy.csv",0],
]);' ]] || fail "$output"
    # Lines of no table have the numbers of their rows, or else were computed from all of it.
    sed -i 's/$/2 1/' notes
    run awk -f "$tree/bench/run/csv.awk" -f templates/weave/answers.awk FS=' ' figure.svg notes points FS=, build/data/copy.csv
    in_output '["1",1,4096,"int4, 2 MiB: 4,096 bytes per cycle, from 4.10 GB/s'
    sed -i 's/2 1$/ /' notes
    run awk -f "$tree/bench/run/csv.awk" -f templates/weave/answers.awk FS=' ' figure.svg notes points FS=, build/data/copy.csv
    in_output '["1",1,4096,"4,096 bytes per cycle; computed from copy.csv"]'
}

@test "a figure has no error bars that are shorter than a pixel, and all others" {
    printf '%s\n' "<path d='M1.00,90.00 L5.00,85.00 L9.00,80.00 M1.00,90.40 L1.00,89.60 M0.00,90.40 L2.00,90.40 M0.00,89.60 L2.00,89.60" \
        "M5.00,85.00  M4.00,85.00 L6.00,85.00 M4.00,85.00 L6.00,85.00 M9.00,83.00 L9.00,77.00 M8.00,83.00 L10.00,83.00 M8.00,77.00 L10.00,77.00'/>" > gnuplot.svg
    run awk -f templates/weave/figure.awk "$tree/figures/style.gp" gnuplot.svg
    [[ $output == "<path d='M1,90 L5,85 L9,80 M9,83v-6 M8,83h2 M8,77h2'/>" ]] || fail "$output"
}

@test "a figure defines the marks that it uses, and no others" {
    printf '%s\n' "<circle id='gpPt5'/>" "<use xlink:href='#gpPt5' id='gpPt6'/>" "<rect id='gpPt3'/>" "<use xlink:href='#gpPt3' id='gpPt4'/>" "<use xlink:href='#gpPt4'/>" > gnuplot.svg
    run awk -f templates/weave/figure.awk "$tree/figures/style.gp" gnuplot.svg
    [[ $output == "<rect id='gpPt3'/>"$'\n'"<use xlink:href='#gpPt3' id='gpPt4'/>"$'\n'"<use xlink:href='#gpPt4'/>" ]] || fail "$output"
}

@test "in a table, numbers and names are set as code and words are not; short code stays on one line" {
    woven $'`k - 1` of `make measure ONLY=dsm` and `k`.\n\n| What | Where |\n|:--|:--|\n| `held` | global memory |\n| the L2 | values of 2 bytes |\n| 8 KiB | 24 + 24 out |\n| 1,024 | nothing; as `owner` |\n| `= machine.gpu` | – |'
    output=$(grep -oE '<code class="short">[^<]*|<td class="prose"[^>]*>.*</td>' <<< "$output" | sed -E 's/<[^>]*>//g' | paste -sd ,)
    [[ $output == 'k - 1,global memory,the L2,values of 2 bytes,nothing; as owner' ]] || fail "$output"
    woven 'Change `kernels/deep/copy.cu` and `a / b`.'
    in_output '<code>kernels/<wbr>deep/<wbr>copy.cu</code> and <code class="short">a / b</code>'
}

@test "the card of a machine has its facts with their units, and lacks what is not known" {
    printf '%s\n' ecc,0 memory_bytes,151397597184 memory_mhz,3201 pcie_width,16 >> $data/machine.csv
    woven $'::: device\n:::'
    for fact in 'GPU</dt><dd>Made-up GPU<' 'ECC</dt><dd>off<' 'Memory</dt><dd>141 GiB<' \
        'Memory clock</dt><dd>3,201 MHz<' 'PCIe lanes</dt><dd>16<' 'Peak bandwidth</dt><dd>1,000 GB/s<'; do
        in_output "<dt>$fact"
    done
    [[ $output != *Driver* ]] || fail "$output"
    sed -i 's/^ecc,0/ecc,1/' $data/machine.csv
    woven $'::: device\n:::'
    in_output '<dt>ECC</dt><dd>on<'
}

@test "machines side by side have of each headline their own value and its share of the limit" {
    printf '# Report\n\n::: headlines\n| DRAM | Measured | Limit |\n|:--|--:|--:|\n| [Copy]{#copy} | `= best(copy, {}).gbs` | `= note("copy", "peak_gbs")` |\n:::\n' > chapters/report.md
    cp build/machines.txt build/compared.txt
    woven $'::: {.across from="chapters/report.md"}\n:::'
    words | grep -qx 'Copy210 GB/s 21 %' || fail "$(words)"
}

@test "words for print are strings of Typst, whatever is in them" {
    chapter '::: {.figure #fig-a from="copy" alt="A \\ B, \"C\" #D $E$"}'$'\nA.\n:::'
    weave_print
    in_output '"A \\ B, \"C\" #D $E$"'
}

@test "a strip may cross the bus, or reach into the neighbour of a cluster" {
    strip() { printf -- '---\nstrip: { %s }\n---\n\n# A sample\n' "$1" > chapters/03-sample.md; }
    strip 'bytes: 4, stride: 8, offset: 0, reach: bus'
    weave
    in_output 'ask the host, behind the bus (a narrow door), for 4 bytes each, and memory moves the 8 sectors of 32 bytes (boxes) in which these lie: 128 of 256 bytes are wanted.'
    in_output 'M0 48h312v18h-312zM392 48h312v18h-312z' # the wall
    in_output 'stroke="var(--vain)"'
    strip 'bytes: 4, reach: cluster'
    weave
    in_output 'ask for 4 bytes each, which lie in the shared memory of the neighbouring block in their cluster: 128 bytes cross'
    [[ $output != *'--vain'* ]] || fail "$output"
    # From the first lane to the first word of the other block, and from the last to the last.
    in_output 'M5.25 11.5L373.2 84M'
    in_output 'M330.8 11.5L698.8 84"'
    weave_print
    [[ $output == *'#0a6c74'* && $output != *'var(--'* ]] || fail "$output"
    while IFS='|' read -r wrong message; do
        strip "$wrong"
        stops 2 "$message"
    done <<'END'
bytes: 4, reach: moon|a strip's reach is bus or cluster, not 'moon'
bytes: 4, stride: 4|a strip needs whole numbers bytes, stride, offset
bytes: half, reach: cluster|a strip needs whole bytes
END
}

@test "a strip to play with is drawn as it begins, outlines only what it touches, and print has none" {
    chapter $'::: {.strip bytes=4 stride=64 offset=0}\nTry it.\n:::'
    weave
    in_output '<div class="play" data-bytes="4" data-stride="64" data-offset="0"><figure class="strip">'
    in_output 'and memory moves the 32 sectors of 32 bytes (boxes) in which these lie: 128 of 1024 bytes are wanted.'
    in_output 'd="M0 62h11.17v16h-11.17zM22.35 62h11.17v16h-11.17z'
    weave_print
    [[ $output != *'Try it'* ]] || fail "$output"
    chapter $'::: {.strip bytes=4 stride=half offset=0}\n:::'
    stops 3 'a strip to play with needs whole numbers bytes, stride, offset'
}

@test "no measured number is typed by hand" {
    # A number with a unit that only a measurement can have given. Published
    # figures and assumptions of an exercise spell their unit out.
    run grep -nE '[0-9](\s| )*([KMGT]i?B/s|GFLOP|TFLOP|%|(µs|us|ms|ns|MHz|GHz|seconds?)\b)' <(
        for chapter in "$tree"/chapters/*.md "$tree"/chapters/labs/*/text.md "$tree"/README.md; do
            # Without live values, code, attributes and levels of confidence.
            sed -E 's/`[^`]*`//g; /^```/d; s/\{[^}]*\}//g; s/95 % interval//' "$chapter"
        done)
    [[ $status == 1 ]] || fail "$output"
}
