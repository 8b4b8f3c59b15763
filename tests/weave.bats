#!/usr/bin/env bats
# Proves what the filters make of a chapter, for a page and for print, and that
# whatever is missing or wrong stops the build with file, line and cure.
load helper

# A small book: one chapter, one experiment with made-up numbers, one kernel.
setup() {
    cd "$BATS_TEST_TMPDIR"
    mkdir -p templates chapters kernels results/nvidia-h200/sass \
        build/site/nvidia-h200/{data,figures} build/print/nvidia-h200/figures
    cp -r "$tree"/templates/{weave,weave.sh} templates
    echo '$body$' > templates/page.html
    cp "$BATS_TEST_DIRNAME"/weave/*.csv build/site/nvidia-h200/data
    cp "$BATS_TEST_DIRNAME/weave/kernel.cu" kernels
    cp "$BATS_TEST_DIRNAME/weave/kernel.sass" results/nvidia-h200/sass
    for name in copy latency counters; do
        echo '<svg><title>Gnuplot</title><path d="M0 0"/></svg>' |
            tee build/site/nvidia-h200/figures/$name.svg > build/print/nvidia-h200/figures/$name.svg
    done
    printf '03-sample\tA sample\n' > build/chapters.txt
    echo nvidia-h200 > build/machines.txt
    cp "$BATS_TEST_DIRNAME/weave/sample.md" chapters/03-sample.md
    page=build/site/nvidia-h200/sample.html
    export PANDOC=pandoc REFERENCE=nvidia-h200
}

weave() {
    bash templates/weave.sh html chapters/03-sample.md nvidia-h200 "$page"
}

# The build must stop at this line of the chapter with this message, and the
# page of before must stay.
stops() {
    echo 'the old page' > "$page"
    run --separate-stderr weave
    [[ $status != 0 ]] || fail "it did not stop" "$(cat "$page")"
    in_stderr "chapters/03-sample.md:$1: $2"
    [[ $(< "$page") == 'the old page' ]] || fail "the old page is gone"
    [[ ! -e $page.tmp ]] || fail "a partial page is left"
}

# A chapter with `text` on line 3.
chapter() {
    printf '# A sample\n\n%s\n' "$1" > chapters/03-sample.md
}

@test "a chapter becomes the page that we expect" {
    weave
    diff -u "$BATS_TEST_DIRNAME/weave/sample.html" "$page"
}

@test "the same chapter becomes the print that we expect" {
    bash templates/weave.sh typst chapters/03-sample.md nvidia-h200 build/print/nvidia-h200/sample.json
    pandoc -f json -t markdown --wrap=none build/print/nvidia-h200/sample.json > sample.typst
    diff -u "$BATS_TEST_DIRNAME/weave/sample.typst" sample.typst
}

@test "a page lists every file that went into it" {
    weave
    run cat build/depend/site/nvidia-h200/sample.html.d
    for file in chapters/03-sample.md kernels/kernel.cu \
        build/site/nvidia-h200/data/{copy,machine}.csv \
        build/site/nvidia-h200/figures/copy.svg \
        results/nvidia-h200/sass/kernel.sass; do
        in_output "$file"
    done
}

@test "two weavings are the same to the byte" {
    weave
    mv "$page" first
    weave
    cmp first "$page"
}

@test "what is borrowed is said to be the lender's" {
    mkdir -p build/site/here
    cp -r build/site/nvidia-h200/{data,figures} build/site/here
    sed -i '1s/nvidia-h200/here/; s/Made-up GPU/Own GPU/' build/site/here/data/machine.csv
    page=build/site/here/sample.html
    bash templates/weave.sh html chapters/03-sample.md here "$page"
    run cat "$page"
    in_output 'copy.csv, line 12: median of 20 samples, 95 % interval 207.64 to 211.83 GB/s. Measured on Made-up GPU'
    in_output 'machine.csv, line 5. Measured on Own GPU'
    in_output '> Does not hold on Made-up GPU<'
    in_output ' Measured on Made-up GPU: this machine has no such measurement.'
    in_output "(the reference machine's)"
    # Of several rows, too.
    run grep -oE '<span class="live[^"]*"[^<]*<span class="from"[^>]*>(copy|machine)\.csv' "$page"
    [[ $(grep copy.csv <<< "$output" | grep -vc borrowed) == 0 ]] || fail "$output"
    [[ $(grep machine.csv <<< "$output" | grep -c borrowed) == 0 ]] || fail "$output"
    # Its own machine code comes first.
    mkdir -p build/results/here/sass
    cp results/nvidia-h200/sass/kernel.sass build/results/here/sass
    bash templates/weave.sh html chapters/03-sample.md here "$page"
    run cat "$page"
    in_output '<figcaption>build/results/here/sass/kernel.sass, lines with LDG or STG<'
}

@test "no row, or two where one is meant" {
    chapter '`= copy{variant="int8"}.gbs`'
    stops 3 '`copy{variant="int8"}.gbs`: build/site/nvidia-h200/data/copy.csv has no rows with {variant=int8} where one is meant'
    chapter '`= copy{variant="int4"}.gbs`'
    stops 3 '`copy{variant="int4"}.gbs`: build/site/nvidia-h200/data/copy.csv has 2 rows with {variant=int4} where one is meant'
}

@test "a column that is not there" {
    chapter '`= copy{variant="int4", array_bytes=1*MiB}.tbs`'
    stops 3 '`copy{variant="int4", array_bytes=1*MiB}.tbs`: build/site/nvidia-h200/data/copy.csv has no column '"'tbs'; its columns are array_bytes, bytes, gbs"
    chapter '`= copy{width=4}.gbs`'
    stops 3 '`copy{width=4}.gbs`: build/site/nvidia-h200/data/copy.csv has no column '"'width'"
}

@test "a column taken out of the data" {
    sed -i 's/,gbs,/,bandwidth,/' build/site/nvidia-h200/data/copy.csv
    stops 7 '`copy{variant="int4", array_bytes=1*MiB}.gbs`: build/site/nvidia-h200/data/copy.csv has no column '"'gbs'"
}

@test "an experiment, a note or a key that is not there" {
    chapter '`= triad{}.gbs`'
    stops 3 "\`triad{}.gbs\`: no experiment 'triad': no build/site/nvidia-h200/data/triad.csv; 'make measure' would make it"
    rm build/site/nvidia-h200/data/counters.csv
    chapter '`= counters{}.stride`'
    stops 3 "\`counters{}.stride\`: no experiment 'counters': no build/site/nvidia-h200/data/counters.csv; 'make counters' would make it"
    chapter '`= note("copy", "weather")`'
    stops 3 '`note("copy", "weather")`: build/site/nvidia-h200/data/copy.csv has no note '"'# weather: ...'"
    chapter '`= machine.wheels`'
    stops 3 "\`machine.wheels\`: build/site/nvidia-h200/data/machine.csv has no key 'wheels'"
}

@test "data that is cut off, or of another schema" {
    chapter '`= best(copy, {}).gbs`'
    echo 'int4,dram,4194304' >> build/site/nvidia-h200/data/copy.csv
    stops 3 '`best(copy, {}).gbs`: build/site/nvidia-h200/data/copy.csv:14: 3 values for 11 columns'
    sed -i '$d' build/site/nvidia-h200/data/copy.csv
    printf 'int4,dram,41943' >> build/site/nvidia-h200/data/copy.csv
    stops 3 '`best(copy, {}).gbs`: build/site/nvidia-h200/data/copy.csv: the last line is cut off'
    sed -i '$d; s/# schema: 1/# schema: 2/' build/site/nvidia-h200/data/copy.csv
    stops 3 '`best(copy, {}).gbs`: build/site/nvidia-h200/data/copy.csv: schema 2, but this book reads schema 1'
}

@test "an expression that is none, or that nothing measured went into" {
    chapter '`= copy{`'
    stops 3 'cannot understand `copy{`'
    chapter '`= 2 * GiB`'
    stops 3 '`2 * GiB` gives 2147483648.0, which was not measured'
    chapter '`= copy{variant="int4", array_bytes=1*MiB}`'
    stops 3 '`copy{variant="int4", array_bytes=1*MiB}` gives a row: name a column'
    chapter '`= machine.sms + note("copy", "peak_gbs") + best(copy, {}).ms`'
    stops 3 '`machine.sms + note("copy", "peak_gbs") + best(copy, {}).ms`: cannot add'
}

@test "a comparison that could never be true" {
    chapter '`= machine.sms == 10`'
    stops 3 '`machine.sms == 10`: write same(a, b), not a == b'
    chapter $'::: {.if test=\'same(machine.sms, 10)\'}\nTen.\n\n::: else\nNot ten.\n:::\n:::'
    weave
    run cat "$page"
    in_output 'Ten.'
    [[ $output != *'Not ten.'* ]]
}

@test "names that nobody knows: a division, a listing's attribute" {
    chapter $'::: exersise\nDo it.\n:::'
    stops 3 "nothing here is called 'exersise'"
    chapter $'```{.cuda file="kernels/kernel.cu" regoin="outer"}\n```'
    stops 3 'a listing needs file="..." and region="..."'
}

@test "a value says on which line of the file it stands" {
    chapter '`= note("copy", "peak_gbs")` and `= best(copy, {}).gbs`'
    weave
    run cat "$page"
    in_output 'copy.csv, line 3.'
    in_output 'copy.csv, line 12:'
}

@test "a value that did not settle shows it" {
    chapter '`= largest(copy, {variant="int4"}).gbs` and `= largest(copy, {variant="int"}).gbs`'
    weave
    run cat "$page"
    in_output '>~106 GB/s<'
    in_output 'unsettled: the interval is wider than half a percent'
    in_output '>105 GB/s<'
}

@test "an expression cannot get out, and cannot run for ever" {
    for name in io os require dofile load debug _G string; do
        chapter "\`= $name.x\`"
        stops 3 "\`$name.x\`: no experiment '$name'"
    done
    chapter '`= (function() while true do end end)()`'
    stops 3 '`(function() while true do end end)()`: it runs too long'
    chapter '`= (function() x = 1 end)()`'
    stops 3 '`(function() x = 1 end)()`: expressions cannot assign'
}

@test "a message names the line of the second of two places" {
    printf '# A sample\n\n`= machine.sms`\n\n`= machine.sms` and `= machine.smx`\n' > chapters/03-sample.md
    stops 5 '`machine.smx`'
    # A branch that is not taken holds the same text as the line that fails.
    sed -i '/^## A section/,$d' chapters/03-sample.md
    cat > chapters/03-sample.md <<'END'
# A sample

::: {.if test='machine.sms < 5'}
`= machine.smx`

::: else
Fine.
:::
:::

`= machine.smx`
END
    stops 11 '`machine.smx`'
}

@test "code that is not there" {
    chapter $'```{.cuda file="kernels/none.cu" region="outer"}\n```'
    stops 3 'cannot read kernels/none.cu'
    chapter $'```{.cuda file="kernels/kernel.cu" region="none"}\n```'
    stops 3 "kernels/kernel.cu has no region 'none'; its regions are inner, open and outer"
    chapter $'```{.cuda file="kernels/kernel.cu" region="open"}\n```'
    stops 3 "kernels/kernel.cu: the region 'open' is not closed by '//< open'"
    chapter $'```{.sass kernel="none" match="LDG"}\n```'
    stops 3 "no disassembly of 'none'"
    chapter $'```{.sass kernel="kernel" match="HMMA"}\n```'
    stops 3 'results/nvidia-h200/sass/kernel.sass has no line with HMMA'
}

@test "a figure without a drawing, data or words" {
    chapter $'::: {.figure #fig-x from="copy"}\nText.\n:::'
    stops 3 'figure fig-x has no alt="what it shows"'
    chapter $'::: {.figure #fig-x alt="A line."}\nText.\n:::'
    stops 3 'figure fig-x has no from="experiment"'
    chapter $'::: {.figure #fig-x from="copy" alt="A line."}\nText.\n:::'
    rm build/site/nvidia-h200/figures/copy.svg
    stops 3 'no figure build/site/nvidia-h200/figures/copy.svg: is there a figures/copy.gp?'
}

@test "a claim that says something in one case only, or tests nothing" {
    chapter $'::: {.claim #V3 test=\'machine.sms > 5\'}\nText.\n\n::: holds\nYes.\n:::\n:::'
    stops 3 "'.claim #V3' needs a '::: fails'"
    chapter $'::: {.claim #V3 test=\'machine.sms\'}\nText.\n:::'
    stops 3 'the test `machine.sms` is neither true nor false'
    chapter $'::: {.claim #V3}\nText.\n:::'
    stops 3 "'.claim #V3' without a test='...'"
}

@test "a reference to nothing, a prediction without an answer" {
    chapter 'See [](#fig-none).'
    stops 3 "nothing here is called 'fig-none'"
    chapter $'::: predict\nWhat?\n:::'
    stops 3 "'::: predict' without a '::: answer' in it"
}

@test "a claim that holds says so, with its own branch" {
    chapter $'::: {.claim #V3 test=\'machine.sms > 5\'}\nText.\n\n::: holds\nYes.\n:::\n\n::: fails\nNo.\n:::\n:::'
    weave
    run cat "$page"
    in_output '> Holds on Made-up GPU<'
    in_output '<p>Yes.</p>'
    [[ $output != *'<p>No.</p>'* ]]
}

@test "a quick pass is said to be one: on the page, in tooltips, figures and their data" {
    weave
    run cat "$page"
    [[ $output != *quick* ]] || fail "quick, and it was not"
    sed -i 's/^# options: /# options: --quick /' build/site/nvidia-h200/data/copy.csv
    weave
    run cat "$page"
    in_output '</h1>
<p class="notice">
A quick pass: the numbers of copy were measured in haste and are less certain. <code>make measure</code> measures with care.
</p>'
    in_output 'commit 0123456789ab, in a quick pass.'
    in_output '<span class="label">Figure 3.1</span> From a quick pass.'
    in_output '<summary>Data of Figure 3.1, from a quick pass</summary>'
    # Of the others it is not said.
    in_output '<span class="label">Figure 3.2</span></p>'
    in_output '<summary>Data of Figure 3.2</summary>'
    [[ $(grep -o 'latency.csv, line [^<]*' "$page") != *quick* ]]
}

@test "a value of several tables is quick if one of them is" {
    sed -i 's/^# options: /# options: --quick /' build/site/nvidia-h200/data/latency.csv
    chapter '`= unit(best(copy, {}).gbs, "") / unit(best(latency, {}).ns, "")`'
    weave
    grep -q 'copy.csv, latency.csv, 2 rows. Measured on Made-up GPU, 2026-01-02, commit 0123456789ab, in a quick pass\.' "$page"
}

@test "print says that it is a quick pass, too" {
    sed -i 's/^# options: /# options: --quick /' build/site/nvidia-h200/data/{copy,latency}.csv
    bash templates/weave.sh typst chapters/03-sample.md nvidia-h200 build/print/nvidia-h200/sample.json
    run pandoc -f json -t markdown --wrap=none build/print/nvidia-h200/sample.json
    in_output '#notice['
    in_output 'A quick pass: the numbers of copy and latency were measured in haste'
    [[ $(grep -c '^ From a quick pass\.\]$' <<< "$output") == 2 ]] || fail "$output"
}

@test "the most and the least, by any column that has numbers" {
    chapter '`= best(latency, {}).level` `= least(latency, {}, "cycles").level` `= largest(latency, {}, "ns").level` `= least(copy, {variant="int4"}, "gbs").array_bytes`'
    weave
    run grep -o 'data-value="[^"]*"' "$page"
    [[ $output == $'data-value="l1"\ndata-value="l1"\ndata-value="dram"\ndata-value="2097152"' ]] || fail "$output"
    chapter '`= least(latency, {}).ns`'
    stops 3 '`least(latency, {}).ns`: least() of which column?'
    chapter '`= least(latency, {}, "level").ns`'
    stops 3 '`least(latency, {}, "level").ns`: build/site/nvidia-h200/data/latency.csv:7: level is no number'
    chapter '`= least(latency, {}, "gbs").ns`'
    stops 3 '`least(latency, {}, "gbs").ns`: build/site/nvidia-h200/data/latency.csv has no column '"'gbs'"
}

@test "latencies are compared as rates are" {
    printf 'tlb,1073741824,%s,20,900,1500,ok\n' 500,499,501 >> build/site/nvidia-h200/data/latency.csv
    chapter '`= compare(latency, {level="tlb"}, {level="dram"}).wins` `= compare(latency, {level="dram"}, {level="tlb"}).losses`'
    weave
    [[ $(grep -o 'data-value="1"' "$page" | wc -l) == 2 ]]
}

@test "a table of rates and latencies shows both" {
    sed -i '/^#/! s/$/,5,4.9,5.1,8/; s/status,5.*/status,ns,ns_low,ns_high,cycles/' build/site/nvidia-h200/data/copy.csv
    sed -i -E '/^variant/ s/,sm_mhz,status(.*)/\1,sm_mhz,status/; /^int/ s/,(1500,[a-z]+)(.*)/\2,\1/' build/site/nvidia-h200/data/copy.csv
    weave
    run cat "$page"
    in_output '<th scope="col">gbs</th><th scope="col">95 % interval</th><th scope="col">ns</th><th scope="col">95 % interval</th><th scope="col">status</th>'
    in_output '<td>104.9</td><td>104.3 to 105.4</td><td>5</td><td>4.9 to 5.1</td><td>ok</td>'
}

@test "a tie: intervals that touch, or medians within two percent" {
    chapter '`= compare(copy, {variant="int4"}, {variant="int"}).ties`'
    for row in 0.0395,0.0394,0.0396 0.0300,0.0290,0.0405; do
        sed -i -E "s/^(int4,dram,2097152,4194304),[^,]*,[^,]*,[^,]*,/\1,$row,/" build/site/nvidia-h200/data/copy.csv
        weave
        grep -q 'data-value="1">1<' "$page" || fail "$row" "$(cat "$page")"
    done
}

@test "the second figure is number two, and its words are escaped" {
    chapter $'See [](#fig-b).\n\n::: {.figure #fig-a from="copy" alt="A."}\nA.\n:::\n\n::: {.figure #fig-b from="copy" alt=\'1 < 2 & "3"\'}\nB.\n:::'
    weave
    run cat "$page"
    in_output '<a href="#fig-b">Figure 3.2</a>'
    in_output '<span class="label">Figure 3.2</span>'
    in_output 'aria-label="1 &lt; 2 &amp; &quot;3&quot;"'
}

@test "a drawing is a figure without data" {
    chapter $'::: {.figure .drawing #fig-a from="copy" alt="A."}\nA.\n:::'
    weave
    run cat "$page"
    in_output '<span class="label">Figure 3.1</span>'
    in_output 'figures/copy.gp">gnuplot script</a>'
    [[ $output != *'Data of'* && $output != *'<table'* ]] || fail "$output"
}

@test "a page is replaced whole, never written in place" {
    weave
    ln "$page" before
    chapter 'Another.'
    weave
    if cmp -s before "$page"; then
        fail "written in place"
    fi
    chapter '`= machine.smx`'
    run --separate-stderr weave
    in_stderr "site: the old $page stays"
}

@test "no measured number is typed by hand" {
    # A number with a unit that only a measurement can have given. Published
    # figures and assumptions of an exercise spell their unit out.
    run grep -nE '[0-9](\s| )*([KMGT]i?B/s|GFLOP|TFLOP|µs|us|ms|ns|MHz|GHz|%|seconds?\b)' <(
        for chapter in "$tree"/chapters/*.md; do
            # Without live values, code, attributes and levels of confidence.
            sed -E 's/`[^`]*`//g; /^```/d; s/\{[^}]*\}//g; s/95 % interval//' "$chapter"
        done)
    [[ $status == 1 ]] || fail "$output"
}
