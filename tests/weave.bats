#!/usr/bin/env bats
# Proves what the filters make of a chapter, for a page and for print, and that
# whatever is missing or wrong stops the build with file, line and cure.
load helper

# A small book: one chapter, one experiment with made-up numbers, one kernel.
setup() {
    cd "$BATS_TEST_TMPDIR"
    mkdir -p templates/web chapters kernels results/nvidia-h200/sass \
        build/site/nvidia-h200/{data,figures} build/print/nvidia-h200/figures
    cp -r "$tree"/templates/weave templates
    echo '$body$' > templates/web/page.html
    cp "$tree/tests"/weave/*.csv build/site/nvidia-h200/data
    cp "$tree/tests/weave/kernel.cu" kernels
    cp "$tree/tests/weave/kernel.sass" results/nvidia-h200/sass
    for name in copy latency counters; do
        echo '<svg><title>Gnuplot</title><path d="M0 0"/></svg>' |
            tee build/site/nvidia-h200/figures/$name.svg > build/print/nvidia-h200/figures/$name.svg
    done
    printf '03-sample\tA sample\n' > build/chapters.txt
    echo nvidia-h200 > build/machines.txt
    cp "$tree/tests/weave/sample.md" chapters/03-sample.md
    page=build/site/nvidia-h200/sample.html
    export PANDOC=pandoc REFERENCE=nvidia-h200
}

weave() {
    bash templates/weave/weave.sh html chapters/03-sample.md nvidia-h200 "$page"
}
weave_print() {
    bash templates/weave/weave.sh typst chapters/03-sample.md nvidia-h200 build/print/nvidia-h200/sample.json
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

# `refuses LINE TEXT MESSAGE`: with this text on line 3 the build stops.
refuses() {
    chapter "$2"
    stops "$1" "$3"
}

# The page of a chapter with this text is the output.
woven() {
    chapter "$1"
    weave
    run cat "$page"
}

# A chapter with a claim of this test on line 3.
claim() {
    chapter $'::: {.claim #V3 test=\''"$1"$'\' '"${2-}"$'}\nText.\n\n::: holds\nYes.\n:::\n\n::: fails\nNo.\n:::\n:::'
}

# A second machine, with a GPU of its own and the other's measurements.
lend() {
    mkdir -p build/site/here
    cp -r build/site/nvidia-h200/{data,figures} build/site/here
    sed -i '1s/nvidia-h200/here/; s/Made-up GPU/Own GPU/' build/site/here/data/machine.csv
}

@test "a chapter becomes the page and the print that we expect, and lists every file that went into it" {
    weave
    diff -u "$tree/tests/weave/sample.html" "$page"
    run cat build/depend/site/nvidia-h200/sample.html.d
    for file in chapters/03-sample.md kernels/kernel.cu results/nvidia-h200/sass/kernel.sass \
        build/site/nvidia-h200/{data/{copy,machine}.csv,figures/copy.svg}; do
        in_output "$file"
    done
    weave_print
    pandoc -f json -t markdown --wrap=none build/print/nvidia-h200/sample.json > sample.typst
    diff -u "$tree/tests/weave/sample.typst" sample.typst
}

@test "a borrowed value is said to be the lender's" {
    lend
    page=build/site/here/sample.html
    bash templates/weave/weave.sh html chapters/03-sample.md here "$page"
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
    bash templates/weave/weave.sh html chapters/03-sample.md here "$page"
    run cat "$page"
    in_output '<a href="sass/kernel.txt">build/results/here/sass/kernel.sass</a>, lines with <code>LDG</code> or <code>STG</code><'
    # A verdict names all machines whose numbers it is of.
    claim 'best(copy, {}).gbs > machine.sms'
    bash templates/weave/weave.sh html chapters/03-sample.md here "$page"
    grep -q '> Holds on Made-up GPU and Own GPU<' "$page"
}

@test "a node without an edition lends by the number of its GPUs" {
    mkdir -p results/node
    cp build/site/nvidia-h200/data/machine.csv results/node
    echo gpus,4 >> results/node/machine.csv
    sed -i '1s/nvidia-h200/node/' build/site/nvidia-h200/data/copy.csv
    weave
    grep -q 'Measured on a node of 4 Made-up GPU' "$page" || fail "$(grep -o 'Measured on [^.]*' "$page")"
}

@test "two lenders are both named, in the same order each time" {
    mkdir -p results/the-node
    cp build/site/nvidia-h200/data/machine.csv results/the-node
    echo gpus,4 >> results/the-node/machine.csv
    sed 's/^# edition: .*/# edition: the-node/' build/site/nvidia-h200/data/copy.csv > build/site/nvidia-h200/data/stride.csv
    lend
    mkdir -p build/print/here
    chapter '`= largest(copy, {variant="int4"}).ms` `= largest(stride, {variant="int4"}).ms`'
    for _ in {1..10}; do
        bash templates/weave/weave.sh typst chapters/03-sample.md here build/print/here/sample.json
        run grep -oE '"borrows-from":[{][^}]*' build/print/here/sample.json
        in_output '"Made-up GPU and a node of 4 Made-up GPU"'
    done
}

@test "what NVLinks signal is their number times their speed, or 0" {
    peer() {
        printf '%s\n' '# edition: nvidia-h200' '# program: peer' '# schema: 1' "$1" variant,link,bytes,ms,gbs \
            "copy,$2,4096,1,0.004" > build/site/nvidia-h200/data/peer.csv
        bash templates/weave/weave.sh html chapters/03-sample.md nvidia-h200 "$page"
        grep -oE 'class="live" [^>]*>[^<]*' "$page" | sed 's/.*>//'
    }
    chapter '`= nvlink()`'
    [[ $(peer '# nvlink_gbs: 26.5' NV18) == "477 GB/s" ]] || fail "$(peer '# nvlink_gbs: 26.5' NV18)"
    [[ $(peer '# nvlink_gbs: 26.5' PHB) == "0.000 GB/s" ]] || fail "$(peer '# nvlink_gbs: 26.5' PHB)"
    [[ $(peer '# gpus: 2' NV18) == "0.000 GB/s" ]]
}

@test "a value of no row, of two rows or of a column that is not there stops the build" {
    refuses 3 '`= copy{variant="int8"}.gbs`' '`copy{variant="int8"}.gbs`: build/site/nvidia-h200/data/copy.csv has no rows with {variant=int8}'
    refuses 3 '`= copy{variant="int4"}.gbs`' '`copy{variant="int4"}.gbs`: build/site/nvidia-h200/data/copy.csv has 2 rows with {variant=int4} where one is meant'
    refuses 3 '`= copy{variant="int4", array_bytes=1*MiB}.tbs`' '`copy{variant="int4", array_bytes=1*MiB}.tbs`: build/site/nvidia-h200/data/copy.csv has no column '"'tbs'; its columns are array_bytes, bytes, gbs"
    refuses 3 '`= copy{width=4}.gbs`' '`copy{width=4}.gbs`: build/site/nvidia-h200/data/copy.csv has no column '"'width'"
    cp "$tree/tests/weave/sample.md" chapters/03-sample.md
    sed -i 's/,gbs,/,bandwidth,/' build/site/nvidia-h200/data/copy.csv
    stops 7 '`copy{variant="int4", array_bytes=1*MiB}.gbs`: build/site/nvidia-h200/data/copy.csv has no column '"'gbs'"
}

@test "an experiment, a note or a key that is not there stops the build" {
    refuses 3 '`= triad{}.gbs`' "cannot understand \`triad{}.gbs\`: 'triad' is neither a name nor an experiment (kernels/triad.cu or .c)"
    touch kernels/triad.cu
    stops 3 "\`triad{}.gbs\`: no data of 'triad': no build/site/nvidia-h200/data/triad.csv; 'make measure' would make it"
    rm build/site/nvidia-h200/data/counters.csv
    refuses 3 '`= counters{}.stride`' "\`counters{}.stride\`: no data of 'counters': no build/site/nvidia-h200/data/counters.csv; 'make counters' would make it"
    refuses 3 '`= note("copy", "weather")`' '`note("copy", "weather")`: build/site/nvidia-h200/data/copy.csv has no note '"'# weather: ...'"
    refuses 3 '`= machine.wheels`' "\`machine.wheels\`: build/site/nvidia-h200/data/machine.csv has no key 'wheels'"
}

@test "data that is cut off, or of another schema, stops the build" {
    chapter '`= best(copy, {}).gbs`'
    echo 'int4,dram,4194304' >> build/site/nvidia-h200/data/copy.csv
    stops 3 '`best(copy, {}).gbs`: build/site/nvidia-h200/data/copy.csv:14: 3 values for 11 columns'
    sed -i '$d' build/site/nvidia-h200/data/copy.csv
    printf 'int4,dram,41943' >> build/site/nvidia-h200/data/copy.csv
    stops 3 '`best(copy, {}).gbs`: build/site/nvidia-h200/data/copy.csv: the last line is cut off'
    sed -i '$d; s/# schema: 1/# schema: 2/' build/site/nvidia-h200/data/copy.csv
    stops 3 '`best(copy, {}).gbs`: build/site/nvidia-h200/data/copy.csv: schema 2, but this book reads schema 1'
}

@test "an expression that is none, or that nothing measured went into, stops the build" {
    refuses 3 '`= copy{`' 'cannot understand `copy{`'
    refuses 3 '`= 2 * GiB`' '`2 * GiB` gives 2147483648.0, which was not measured'
    refuses 3 '`= copy{variant="int4", array_bytes=1*MiB}`' '`copy{variant="int4", array_bytes=1*MiB}` gives a row: name a column'
    refuses 3 '`= machine.sms + note("copy", "peak_gbs") + best(copy, {}).ms`' '`machine.sms + note("copy", "peak_gbs") + best(copy, {}).ms`: cannot add'
    refuses 3 '`= machine.sms / 0`' '`machine.sms / 0` gives inf, which is no number'
    refuses 3 '`= machine.sms * (0/0)`' '`machine.sms * (0/0)` gives '
    in_stderr 'nan, which is no number'
}

@test "a comparison that could never be true stops the build" {
    refuses 3 '`= machine.sms == 10`' '`machine.sms == 10`: write same(a, b), not a == b'
    woven $'::: {.if test=\'same(machine.sms, 10)\'}\nTen.\n\n::: else\nNot ten.\n:::\n:::'
    in_output 'Ten.'
    [[ $output != *'Not ten.'* ]]
}

@test "a value says on which line it stands, and shows it where it did not settle" {
    woven '`= largest(copy, {variant="int4"}).gbs` and `= largest(copy, {variant="int"}).gbs`'
    in_output '>~106 GB/s<'
    in_output 'unsettled: the interval is wider than half a percent'
    in_output '>105 GB/s<'
    # The size that it was measured at is exact.
    woven '`= largest(copy, {variant="int4"}).array_bytes`'
    [[ $output == *'copy.csv, line '* && $output != *unsettled* ]] || fail "$output"
    # It says on which line of the file it stands.
    woven '`= note("copy", "peak_gbs")` and `= best(copy, {}).gbs`'
    in_output 'copy.csv, line 3.'
    in_output 'copy.csv, line 12:'
}

# Names for the sample chapter, and what several chapters use.
names() {
    cat > chapters/03-sample.lua
    cat > chapters/names.lua <<'END'
function kept(row, of)
	return percent(row.gbs / of.gbs)
end
END
}

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

@test "a sentence chooses its words by a condition" {
    names <<< 'function many() return machine.sms > 5 end'
    woven $'It has [many, [very many,]{.if test=\'machine.sms > 50\'}]{.if test=many}[few,\n`= copy{variant="none"}.gbs`]{.else} and\n[no]{.if test=\'not many()\'}[some]{.else} more.'
    in_output '<p>It has many, and some more.</p>'
    # Of what is not shown no space is left, and no paragraph.
    chapter $'[None.]{.if test=\'not many()\'}\n\nOne.\n[None.]{.if test=\'not many()\'}\nTwo.\n[None.]{.if test=\'not many()\'}'
    weave_print
    run pandoc -f json -t native build/print/nvidia-h200/sample.json
    in_output $', Para [ Str "One." , Space , Str "Two." ]\n]'
    [[ $output != *'Para []'* && $output != *'Para [  ]'* ]] || fail "$output"
    refuses 4 $'It has\n[many]{.if test=mamy}.' 'cannot understand `mamy`'
    # What is not shown is read all the same.
    refuses 4 $'It has\n[`= mamy(1)`]{.if test=\'not many()\'}[many]{.else}.' 'cannot understand `mamy(1)`'
    refuses 4 $'It has\n[many]{.if test=many}[`= mamy(1)`]{.else}.' 'cannot understand `mamy(1)`'
    refuses 4 $'It has\n[many]{.if}.' "'[...]{.if}' has no test='...'"
    refuses 4 $'It has\n[many]{.else}.' "'[...]{.else}' must stand right behind a '[...]{.if test=...}'"
}

@test "a row of a table is repeated for each word of a list" {
    names <<< 'function copied(variant) return largest(copy, {variant=variant}) end'
    chapter $'| Variant | Bytes |\n|:--|--:|\n| [`int` `int4`]{.each as=kind} | `= copied(kind).bytes` |\n| [1 1,024]{.each as=times} KiB | `= machine.sms * times` |\n| [One int, four]{.each as=kind of="int int4"} | `= copied(kind).bytes` |\n| 2 | – |'
    weave
    run grep -oE '<t[dh][^>]*>.*</t[dh]>' "$page"
    output=$(sed -E 's/<span class="from".*//; s/<[^>]*>//g' <<< "$output" | tr '\n' ' ')
    [[ $output == 'Variant Bytes int 4 MiB int4 4 MiB 1 KiB 10 1,024 KiB 10,240 One int 4 MiB four 4 MiB 2 – ' ]] || fail "$output"
    refuses 5 $'| Bytes |\n|--:|\n| [1 2]{.each} |' '[...]{.each} has no as='
}

@test "a row whose first cell is a condition goes with it, and a column whose head is one" {
    local test head
    for test in '>' '<'; do
        chapter $'| Size | [Rate]{.if test=\'machine.sms '"$test"$' 5\'} | Bytes |\n|:---|--:|--:|\n| one | 1 | 2 |\n| [two]{.if test=\'machine.sms > 5\'} | 3 | 4 |\n| [three]{.if test=\'machine.sms < 5\'} | 5 | 6 |'
        weave
        head=$(grep -oE '<t[dh][^>]*>.*</t[dh]>' "$page" | sed -E 's/<[^>]*>//g' | tr '\n' ' ')
        case $test in
        '>') [[ $head == 'Size Rate Bytes one 1 2 two 3 4 ' ]] || fail "$head" ;;
        '<') [[ $head == 'Size Bytes one 2 two 4 ' ]] || fail "$head" ;;
        esac
    done
    # A mistake in a hidden column is found, too.
    refuses 5 $'| Size | [Rate]{.if test=\'machine.sms < 5\'} |\n|:---|--:|\n| one | `= machine.sms +` |' 'cannot understand'
}

@test "places of this chapter and of others have their numbers" {
    printf '# Another\n\n## One {#sec-one}\n\n```\n## A comment\n```\n\n## Two {#sec-two}\n\n::: {.exercise #ex-a}\n:::\n\n::: {.claim #W1 test=x}\n' > chapters/05-other.md
    printf '05-other\tAnother\n' >> build/chapters.txt
    chapter $'::: {.claim #V3 test=\'machine.sms > 5\'}\nText.\n\n::: holds\nYes.\n:::\n\n::: fails\nNo.\n:::\n:::\n\n[](#V3), [](#ex-b), [](other.html), [](other.html#sec-two), [](other.html#ex-a), [](other.html#W1) [this](#V3)\n\n::: exercise\nA.\n\n::: solution\nB.\n:::\n:::\n\n::: {.exercise #ex-b}\nA.\n\n::: solution\nB.\n:::\n:::'
    weave
    run sed -E 's/<[^>]*>//g' "$page"
    in_output 'claim V3, Exercise 3.2, Chapter 5, Section 5.2, Exercise 5.1, claim W1 this'
    refuses 3 'See [](other.html#sec-three).' "no chapter has a place 'other.html#sec-three'"
}

@test "a slip in a name stops the build with the names that are near, in hidden text as well" {
    names <<< 'function copied(variant) return largest(copy, {variant=variant}) end'
    refuses 3 '`= copyed("int").gbs`' "cannot understand \`copyed(\"int\").gbs\`: 'copyed' is neither a name nor an experiment (kernels/copyed.cu or .c); did you mean copied?"
    refuses 4 $'::: {.if test=\'machine.sms < 5\'}\n`= keptt(1)`\n:::' "cannot understand \`keptt(1)\`: 'keptt' is neither a name nor an experiment (kernels/keptt.cu or .c); did you mean kept?"
    refuses 3 '`= weather()`' "cannot understand \`weather()\`: 'weather' is neither a name nor an experiment (kernels/weather.cu or .c); the names are copied and kept"
}

@test "an error in a name says in which name, and where that stands" {
    names <<'END'
function copied(variant)
	return largest(copy, {variant=variant})
end
function slip() return machine.sms + copid() end
function forgets() local x = machine.sms end
END
    refuses 3 '`= kept(copied("int"), copied("int8"))`' '`kept(copied("int"), copied("int8"))`: copied, chapters/03-sample.lua:1: build/site/nvidia-h200/data/copy.csv has no rows with {variant=int8}'
    refuses 3 '`= slip`' "\`slip\`: slip, chapters/03-sample.lua:4: 'copid' is neither a name nor an experiment (kernels/copid.cu or .c); did you mean copied?"
    refuses 3 '`= forgets() + 1`' "\`forgets() + 1\`: forgets, chapters/03-sample.lua:5: it gives nothing: is its 'return' missing?"
    for file in 'x = = 1:3: unexpected symbol' $'function a() end function a() end:3: \'a\' is a table, a function or a name already' "function copy() end:3: 'copy' is a table, a function or a name already" \
        "x = machine.wheels: build/site/nvidia-h200/data/machine.csv has no key 'wheels'; every name there should be a function"; do
        printf -- '-- Names.\n\n%s\n' "${file%%:*}" > chapters/03-sample.lua
        run ! weave
        in_output "chapters/03-sample.lua:${file#*:}"
    done
}

@test "a page is made again when the file of its names changes, goes or appears" {
    names <<< ''
    chapter '`= machine.sms`'
    {
        echo "$page: ; @echo again"
        echo '-include build/depend/site/nvidia-h200/sample.html.d'
    } > Makefile
    again() {
        run make -s "$page"
        [[ $output == "$1" ]] || fail "$2" "$output"
        weave
        run make -s "$page"
        [[ ! $output ]] || fail "for nothing" "$output"
    }
    weave
    touch chapters/03-sample.lua
    again again "not when they change"
    rm chapters/03-sample.lua
    again again "not when they go"
    echo > chapters/03-sample.lua
    touch -d 'last year' chapters/03-sample.lua
    again again "not when they appear"
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

@test "a division that is not closed, that closes nothing or that pandoc does not see stops the build" {
    figure='::: {.figure #fig-x from="copy" alt="A line."}'
    # The second of them stands below a section that is whole.
    refuses 11 $'::: predict\nWhat?\n\n::: answer\nThat.\n:::\n:::\n\n'"$figure"$'\nCaption.\n\n## Next\n\n::: predict\nWhat?\n\n::: answer\nThat.\n:::\n:::' "'$figure' is not closed with ':::'"
    refuses 3 $'::: predict\nWhat?\n\n::: answer\nThat.\n:::\n\nText.' "'::: predict' is not closed with ':::'"
    refuses 5 $'Text.\n\n:::\n' "this ':::' closes nothing"
    refuses 8 $'::: {.figure #fig-a from="copy" alt="A."}\nA.\n:::\n\nText.\n'"$figure"$'\nCaption.\n:::' "'$figure' is no division: leave a blank line above it"
    refuses 3 $'::: {.figure #fig-x from="copy" alt="A "line"."}\nCaption.\n:::' "'::: {.figure #fig-x from=\"copy\" alt=\"A \"line\".\"}' is no division: "
    refuses 3 $'```\n# code\n' "this '\`\`\`' is not closed"
    # In code and comments they are none.
    chapter $'```\n::: x\n```\n\n<!--\n::: y\n-->'
    weave
}

@test "a slip that pandoc would print or lose stops the build, with its line" {
    tried=0
    while IFS='~' read -r line text message; do
        chapter "$(printf %b "$text")"
        stops "$line" "$message"
        tried=$((tried + 1))
    done <<'END'
7~::: {.figure #fig-a from="copy" alt="A."}\nA.\n:::\n\n::: {.figure #fig-a from="copy" alt="A."}\nA.\n:::~'fig-a' is the id of Figure 3.1 already
7~## A {#sec-a}\n\nText.\n\n## B {#sec-a}~there is a section '#sec-a' already
3~::: {.figure from="copy" alt="A."}\nA.\n:::~a figure without an id, such as {.figure #fig-copy
3~::: {.figure .drawign #fig-a from="copy" alt="A."}\nA.\n:::~figure fig-a: no figure is called '.drawign'
3~::: {.figure #fig-a from="copy" alt="A.}\nA.\n:::~'::: {.figure #fig-a from="copy" alt="A.}': the quote of alt is not closed
3~See [there](#none).~nothing here is called 'none'
3~See [](#fig-none).~nothing here is called 'fig-none'
3~::: predict\nWhat?\n:::~this '::: predict' has no '::: answer'
3~::: exersise\nDo it.\n:::~nothing here is called 'exersise'
3~```{.cuda file="kernels/kernel.cu" regoin="outer"}\n```~a listing needs file="..." and region="..."
3~::: {.claim test='machine.sms > 5'}\nText.\n\n::: holds\nYes.\n:::\n\n::: fails\nNo.\n:::\n:::~'::: {.claim}' needs a letter and a number, such as {.claim #M7
3~::: predict\nWhat?\n\n::: answer\n:::\n:::~the '::: answer' of this '::: predict' is empty
3~![A plot](plot.png)~'plot.png' is no part of the site: draw it with gnuplot
3~It is `=machine.sms`.~`=machine.sms`: a live value begins with '= '
3~Text.[^x]~'Text.[^x]': what is called so is defined nowhere
3~A [link][nowhere]~'[link][nowhere]': what is called so is defined nowhere
5~Text.\n\n[^x]: A note.~Note with key 'x' defined but not used.
3~A <b>word</b>.~'<b>' would be lost in print: write Markdown
3~<div>\nText.\n</div>~'<div>
3~A [word]{.nmae}.~nothing here is called 'nmae'
3~<<<<<<< HEAD\nText.~'<<<<<<< HEAD': git left this merge to you
1~A $\\frac{a$.~Could not convert TeX math \frac{a
3~A $x$ and \\ref{fig-a}.~'\ref{fig-a}' would be lost in print
3~See @fig-copy.~'@fig-copy' would be printed as it is: write a link without words, such as [](#fig-copy)
3~It is `copy{variant="x"}.gbs`.~`copy{variant="x"}.gbs`: a live value begins with '= '
3~It is `largest(copy, {variant="int4"}).gbs`.~`largest(copy, {variant="int4"}).gbs`: a live value begins with '= '
6~::: {.if test=false}\nText.\n\n`=machine.sms`\n:::~`=machine.sms`: a live value begins with '= '
3~```\ncode\n\n```{.cuda file="kernels/kernel.cu" region="outer"}\n```~this '```' is not closed
5~Text.\n\n::: {.claim #V3 test="1 < 2"}\nText.\n\n::: holds\nYes.\n:::\n\n::: fails\nNo.\n:::\n:::~the test `1 < 2` reads no table
5~Text.\n\n::: {.claims #V3 test="1 < 2"}\nText.\n:::~'::: claims' needs the letter of its claims: {.claims of='T'}
4~Text\n[one]{.if test="1 <> 2"}.~cannot understand `1 <> 2`
5~Text.\n\n# A title~'# A title': a chapter has one title; its sections begin with '## '
4~Text.\n| A | B |\n|--|--|\n| a | b |~'| A |' would be printed as it is: look at its braces, close what is opened, and leave a blank line above a table
4~It is `= machine.sms`.\nIt is `= machine.sms and~'`= machine.sms and' would be printed as it is
3~Some **bold text.~'**bold text.' would be printed as it is
3~See [it](sample.html and so.~'[it](sample.html and so.' would be printed as it is
3~See ^[a note.~'^[a note.' would be printed as it is
3~See [#fig-a]().~a link that leads nowhere
3~::: {.if test=true need=true}\nYes.\n:::~'::: {.if test=true need=true}': nobody reads 'need'; there are alt, as, from,
11~::: {.exercise #ex-a}\nDo.\n\n::: solution\nYes.\n:::\n:::\n\n::: {.exercise #ex-a}\nDo.\n\n::: solution\nYes.\n:::\n:::~'ex-a' is the id of Exercise 3.1 already
3~[Yes] {.if test=false}.~'{.if test=false}.' would be printed as it is
5~Text.\n\n## A {#sec a}~'{#sec a}' would be printed as it is
3~It is `= best(copy, {}).gbs` GB/s.~`= best(copy, {}).gbs` GB/s.: a value shows its unit itself
1~\0344~is not UTF-8 encoded: falling back to latin1
END
    printf 'Text.\n\n# A sample\n' > chapters/03-sample.md
    stops 1 "a chapter begins with its title, '# ' and a name"
    printf -- '---\nstripe: 3\n---\n\n# A sample\n' > chapters/03-sample.md
    stops 2 "nobody reads 'stripe:'; a chapter may have a 'strip:'"
    echo "# $tried bad inputs tried" >&3
}

@test "a heading or a list needs no blank line above it" {
    woven $'Text.\n## A section\nA list:\n- one\n- two'
    in_output 'A section</h2>'
    in_output '<li>one</li>'
}

@test "code that is not there stops the build" {
    refuses 3 $'```{.cuda file="kernels/none.cu" region="outer"}\n```' 'cannot read kernels/none.cu'
    refuses 3 $'```{.cuda file="kernels/kernel.cu" region="none"}\n```' "kernels/kernel.cu has no region 'none'; its regions are inner, open and outer"
    refuses 3 $'```{.cuda file="kernels/kernel.cu" region="open"}\n```' "kernels/kernel.cu: the region 'open' is not closed by '//< open'"
    refuses 3 $'```{.sass kernel="none" match="LDG"}\n```' "no disassembly of 'none'"
    refuses 3 $'```{.sass kernel="kernel" match="HMMA"}\n```' 'results/nvidia-h200/sass/kernel.sass has no line with HMMA'
}

@test "a figure without a drawing, data or words stops the build" {
    refuses 3 $'::: {.figure #fig-x from="copy"}\nText.\n:::' 'figure fig-x has no alt="what it shows"'
    refuses 3 $'::: {.figure #fig-x from="copy" alt=""}\nText.\n:::' 'figure fig-x has no alt="what it shows"'
    refuses 3 $'::: {.figure #fig-x alt="A line."}\nText.\n:::' 'figure fig-x has no from="experiment"'
    chapter $'::: {.figure #fig-x from="copy" alt="A line."}\nText.\n:::'
    rm build/site/nvidia-h200/figures/copy.svg
    stops 3 'no figure build/site/nvidia-h200/figures/copy.svg: is there a figures/copy.gp?'
}

@test "a claim that says something in one case only, or tests nothing, stops the build" {
    refuses 3 $'::: {.claim #V3 test=\'machine.sms > 5\'}\nText.\n\n::: holds\nYes.\n:::\n:::' "'.claim #V3' needs a '::: fails'"
    refuses 3 $'::: {.claim #V3 test=\'machine.sms\'}\nText.\n\n::: holds\nYes.\n:::\n\n::: fails\nNo.\n:::\n:::' 'the test `machine.sms` is neither true nor false'
    refuses 3 $'::: {.claim #V3}\nText.\n:::' "'.claim #V3' has no test='...'"
    claim '1 < 2'
    stops 3 'the test `1 < 2` reads no table'
    refuses 10 $'::: {.claim #V3 test=\'machine.sms > 5\'}\nText.\n\n::: holds\nYes.\n:::\n\n::: holds\nNo.\n:::\n:::' "'.claim #V3' has a second '::: holds'"
}

@test "a claim has one of five verdicts, each with its branch, its words and its class" {
    while IFS='|' read -r test class words; do
        chapter "::: {.claim #V3 test='machine.sms > 5 and $test'}"$'\nText.\n\n::: {.holds .fails}\nPlain.\n:::\n\n::: stronger\nMore.\n:::\n\n::: older\nThen.\n:::\n\n::: unknown\nWho knows.\n:::\n:::'
        weave
        run cat "$page"
        in_output "<div class=\"claim $class\" id=\"V3\""
        in_output "> ${words%:*} Made-up GPU<"
        in_output "<p>${words#*:}</p>"
        [[ $(grep -cE '<p>(Plain|More|Then|Who knows)\.' "$page") == 1 ]] || fail "$output"
    done <<'END'
true|holds|Holds on:Plain.
"holds"|holds|Holds on:Plain.
"stronger"|stronger|Stronger than claimed on:More.
"older"|older|No longer so on:Then.
false|fails|Does not hold on:Plain.
"fails"|fails|Does not hold on:Plain.
"unknown"|unknown|Cannot be told on:Who knows.
END
}

@test "a verdict without a branch, or a misspelt one, stops the build" {
    for verdict in stronger older unknown; do
        claim "machine.sms > 5 and \"$verdict\""
        stops 3 "the test \`machine.sms > 5 and \"$verdict\"\` says '$verdict', but '.claim #V3' has no '::: $verdict'"
    done
    claim 'machine.sms > 5 and "oldr"'
    stops 3 "the test \`machine.sms > 5 and \"oldr\"\` says 'oldr', which is no verdict: there are fails, holds, older, stronger and unknown"
    refuses 3 $'::: {.if test=\'machine.sms > 5 and "holds"\'}\nYes.\n:::' 'the test `machine.sms > 5 and "holds"` is neither true nor false'
}

@test "text asks whether there are rows, of an experiment that there may not be" {
    while read -r test answer; do
        chapter $'::: {.if test=\''"$test"$'\'}\nYes.\n\n::: else\nNo.\n:::\n:::'
        weave
        [[ $(< "$page") == *"<p>$answer</p>"* ]] || fail "$test" "$(< "$page")"
    done <<'END'
has(copy) Yes.
has(copy,{variant="int4"}) Yes.
has(copy,{variant="int8"}) No.
has(copy,{variant="int4"},{array_bytes=1*MiB}) Yes.
has(copy,{},function(row)return(row.array_bytes>2*MiB)end) No.
has(machine,{key="sms"}) Yes.
has(machine,{key="wheels"}) No.
has(kernels,{kernel="copy"}) No.
has(kernels)and(kernels{}.registers>9) No.
not(has(kernels)) Yes.
END
    refuses 3 $'::: {.if test=\'has(triad)\'}\nYes.\n:::' "cannot understand \`has(triad)\`: 'triad' is neither a name"
    touch kernels/triad.cu
    weave
    refuses 3 $'::: {.if test=\'has(copy, {width=4})\'}\nYes.\n:::' '`has(copy, {width=4})`: build/site/nvidia-h200/data/copy.csv has no column '"'width'"
    refuses 3 $'::: {.if test=\'has("copy")\'}\nYes.\n:::' '`has("copy")`: this function needs a table, such as copy'
    refuses 3 $'::: {.if test=\'triad{}.gbs > 1\'}\nYes.\n:::' "\`triad{}.gbs > 1\`: no data of 'triad': no build/site/nvidia-h200/data/triad.csv; 'make measure' would make it; has(...) asks whether it is there"
    # An if without an else shows nothing where it is false.
    woven $'Before.\n\n::: {.if test=\'machine.sms > 5\'}\nMany.\n:::\n\n::: {.if test=\'machine.sms > 50\'}\nVery many.\n:::'
    in_output '<p>Many.</p>'
    [[ $output != *'Very many.'* && $output != *'<div'* ]] || fail "$output"
    refuses 3 $'::: {.if}\nMany.\n:::' "'::: {.if}' has no test='...'"
}

@test "text that needs an experiment nobody has measured is left out, and the author is told" {
    touch kernels/triad.cu
    export EXPERIMENTS='machine copy triad'
    names <<< 'function three() return best(triad, {}).gbs end'
    cat > chapters/03-sample.md <<'END'
# A sample

It has `= machine.sms`.
A triad reaches `= three`.
It is in [](#sec-triad).
See [](#sec-one), ^[And `= three`.] too.
[Fast.]{.if test='three() > 1'}[Slow.]{.else}
The end.

- Item `= three`.
- Item.

| Name | Value |
|:--|--:|
| triad | `= three` |
| SMs | `= machine.sms` |

::: {.if test='three() > 1'}
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

::: {.figure #fig-triad from="triad" alt="A line."}
A triad.
:::

## Two

A claim stays.

::: {.claim #V3 test='three() > 1'}
Text.

::: holds
Yes.
:::

::: fails
No.
:::
:::
END
    run --separate-stderr weave
    exits 0
    [[ $stderr == "chapters/03-sample.md:7: left out of the edition of nvidia-h200: what needs 'triad', which no machine here has measured" ]] || fail "$stderr"
    run sed -E 's/<span class="from".*<\/span><\/span>/&/; s/<span class="from"[^>]*>[^<]*//g; s/<[^>]*>//g; /^ *$/d' "$page"
    [[ $output == '3 A sample
It has 10. See Section 3.1, too. The end.
Item.
Name
Value
SMs
10
3.1 One
Prose stays.
3.2 Two
A claim stays.
V3 Cannot be told on Made-up GPU
Text.
The data that would tell were not measured: no data of '"'triad': no triad.csv; 'make measure' would make it." ]] || fail "$output"
    # The page is made again when there are results.
    run cat build/depend/site/nvidia-h200/sample.html.d
    in_output $'results/nvidia-h200\n'
}

@test "a test may begin with not, with a bracket or with any function" {
    for test in 'not (machine.sms > 50)' '(machine.sms > 5)' 'not has(kernels) and machine.sms > 5' \
        'unit(best(copy, {}).gbs, "") > 5' 'abs(machine.sms) > 5' \
        'percent(best(copy, {}).gbs / note("copy", "peak_gbs")) > 1'; do
        claim "$test"
        weave
        run cat "$page"
        in_output '> Holds on Made-up GPU<'
    done
}

@test "text that is not shown is not evaluated, but is read" {
    hidden='`= copy{variant="none"}.gbs`

::: {.if test='"'copy{variant=\"none\"}.gbs > 1'"'}
Inner.

::: {.claim #V1 test='"'kernels{}.gbs > 1'"' needs='"'kernels{}.gbs > 2'"'}
Claim.

::: holds
`= kernels{}.gbs`
:::

::: fails
No.
:::
:::
:::
'
    for branch in ".if test='machine.sms > 50'" ".if test='machine.sms > 5'"; do
        chapter "::: {$branch}
$([[ $branch == *50* ]] && echo "$hidden" || printf 'Shown.\n\n::: else\n%s\n:::\n' "$hidden")
:::"
        weave
        run cat "$page"
        [[ $output != *Inner* && $output != *'claim'* ]] || fail "$output"
    done
    # A slip of the pen in it stops the build all the same, on its own line.
    for slip in 's/kernels{}.gbs`/kernels{`/' 's/gbs > 1'"'"'}$/gbs >'"'"'}/' 's/gbs > 2/gbs >/' 's/="none"}.gbs`/=`/'; do
        chapter "$(printf "::: {.if test='machine.sms > 50'}\n%s\n:::" "$(sed "$slip" <<< "$hidden")")"
        line=$(grep -nE 'kernels\{`|gbs >'"'"'|=`$' chapters/03-sample.md | head -1)
        stops "${line%%:*}" 'cannot understand `'
    done
    chapter "$(printf "::: {.if test='machine.sms > 50'}\n%s\n:::" "${hidden/::: fails/::: falls}")"
    stops 9 "'.claim #V1' needs a '::: fails'"
}

@test "a claim whose data are not there says that it cannot be told" {
    for test in 'copy{variant="int8"}.gbs > 1' 'largest(copy, {variant="int8"}).gbs > 1' \
        'compare(copy, {variant="int8"}, {variant="int"}).wins > 1' 'kernels{}.registers > 1'; do
        claim "$test"
        weave
        run cat "$page"
        in_output '<div class="claim unknown" id="V3" role="group" aria-label="Claim V3">'
        in_output '> Cannot be told on Made-up GPU<'
        [[ $output != *'Yes.'* && $output != *'No.'* ]] || fail "$output"
    done
    in_output "<p>The data that would tell were not measured: no data of 'kernels': no kernels.csv; 'make measure' would make it.</p>"
    claim 'machine.sms > 5' "needs='has(copy, {variant=\"int8\"})'"
    weave
    run cat "$page"
    in_output '> Cannot be told on Made-up GPU<'
    in_output '<p>The data that would tell were not measured: it needs has(copy, {variant="int8"}).</p>'
    # With words of its own.
    sed -i 's/^::: fails/::: unknown\nNobody knows.\n:::\n\n&/' chapters/03-sample.md
    weave
    run cat "$page"
    in_output '<p>Nobody knows.</p>'
    [[ $output != *'were not measured'* ]] || fail "$output"
    weave_print
    run pandoc -f json -t markdown --wrap=none build/print/nvidia-h200/sample.json
    in_output '#claim("V3", "sample:V3", "unknown", "Cannot be told on Made-up GPU")['
    # Where it can be told, it is.
    claim 'machine.sms > 5' "needs='has(copy, {variant=\"int4\"})'"
    weave
    run cat "$page"
    in_output '> Holds on Made-up GPU<'
}

@test "a claim on the GPU cannot be told where there is none, but a slip of the pen stops" {
    lend
    sed -i '/^sms/d' build/site/here/data/machine.csv
    claim 'machine.sms > 5'
    bash templates/weave/weave.sh html chapters/03-sample.md here build/site/here/sample.html
    run cat build/site/here/sample.html
    in_output '> Cannot be told on Own GPU<'
    claim 'machine.smx > 5'
    stops 3 "\`machine.smx > 5\`: build/site/nvidia-h200/data/machine.csv has no key 'smx'"
    claim 'copy{width=8}.gbs > 5'
    stops 3 "\`copy{width=8}.gbs > 5\`: build/site/nvidia-h200/data/copy.csv has no column 'width'"
    claim 'copy{variant="int4"}.gbs > 5'
    stops 3 '`copy{variant="int4"}.gbs > 5`: build/site/nvidia-h200/data/copy.csv has 2 rows'
    claim 'triad{}.gbs > 5'
    stops 3 "cannot understand \`triad{}.gbs > 5\`: 'triad' is neither a name"
}

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
    } > chapters/09-glossary.md
    bash templates/weave/weave.sh terms chapters/09-glossary.md . build/terms.txt
}

# The links to the glossary on the page, without their previews.
linked() {
    grep -oE '<span class="term"><a [^>]*>([^<]|<em>|</em>)*</a>' "$page" |
        sed -E 's/.*#([a-z]*)" aria-describedby="term-\1">/\1: /; s/<.*//'
}

@test "the first use of a term leads to the glossary, with its first sentence" {
    glossary
    woven $'## A warp {#sec-warp}\n\nNo `warp` but [a warp](#sec-warp); warping, a warp-wide one, "a warp"; *warps* (SMs), and warps.\n\nA row of the *rows* of DRAM banks, two latencies, launch overhead, launches; sms, `SM`.\n\n- Distributed shared memory is shared\n  memory by Little\'s law.'
    in_output '<em><span class="term"><a href="glossary.html#warp" aria-describedby="term-warp">warps</a><span class="from" role="tooltip" id="term-warp">32 threads of a block.</span></span></em> (<span class="term"><a href="glossary.html#sm" aria-describedby="term-sm">SMs</a><span class="from" role="tooltip" id="term-sm">It runs warps, code &amp; more.</span></span>), and warps.</p>'
    run linked
    [[ $output == 'warp: warps
sm: SMs
row: rows
latency: latencies
overhead: launch overhead
launch: launches
dsm: Distributed shared memory
shared: shared memory
law: Little’s law' ]] || fail "$output"
    # In print the glossary is another document.
    weave_print
    run cat build/print/nvidia-h200/sample.json
    [[ $output != *'#warp'* && $output != *term-warp* ]] || fail "$output"
}

@test "figures, tables and what is not shown use no term; hidden text only what nothing else does" {
    glossary
    chapter $'::: {.if test=\'machine.sms > 50\'}\nA multiprocessor.\n:::\n\n::: {.figure #fig-a from="copy" alt="A warp."}\nA warp.\n:::\n\n| Block |\n|---|\n| block |\n\nText.^[A launch.]\n\n::: predict\nA question.\n\n::: answer\nA latency of a row, and Little\'s law.\n:::\n:::\n\nThe latency. A [launch]{}.'
    weave
    run linked
    [[ $output == 'launch: launch
law: Little’s law
latency: latency' ]] || fail "$output"
    run cat "$page"
    in_output '<p>The <span class="term">'
    in_output 'A launch.</p>'
}

@test "the glossary's own italics are entries of it" {
    glossary
    mv chapters/09-glossary.md chapters/03-sample.md
    echo $'03-sample\tA\n' > build/chapters.txt
    sed -i 's/03-sample/04-glossary/' build/chapters.txt
    mv chapters/03-sample.md chapters/04-glossary.md
    own() { bash templates/weave/weave.sh html chapters/04-glossary.md nvidia-h200 "$page"; }
    own
    run cat "$page"
    in_output '<a href="#warp"><em>warps</em></a>'
    in_output '<span id="row">Row, DRAM bank</span>'
    refuses() {
        glossary
        printf '04-glossary\tGlossary\n' > build/chapters.txt
        sed "$1" chapters/09-glossary.md > chapters/04-glossary.md
        run --separate-stderr own
        [[ $status != 0 ]] || fail "it did not stop"
        in_stderr "chapters/04-glossary.md:$2"
    }
    refuses 's/a \*block\*/a *wave*/' "4: no entry of this glossary is called 'wave'"
    refuses 's/#block/#warp/' "3: there are two entries 'warp'"
    refuses 's/more\. Here/more, here/' "10: a live value in the first sentence of 'sm'"
    refuses 's/as="SM, /as="SM, block, /' "9: 'block' is in two entries, 'block' and 'sm': say as=\"...\" in one"
}

@test "a link leads to a page and a place that there are" {
    printf '%s\n' $'04-other\tAnother\t sec-there V1 ' $'00-index\tA book' >> build/chapters.txt
    for target in none.html 04-other.html 00-index.pdf 04-other.md nvidia-h200/other.html ../other.html data/none.csv; do
        chapter "See [it]($target)."
        stops 3 "there is no page '$target': a link to a chapter is its name without the number, such as vector.html"
    done
    refuses 3 'See [it](other.html#sec-gone).' "nothing in chapters/04-other.md is called 'sec-gone': give what is meant {#sec-gone}"
    chapter 'See [it](other.html), [it](other.html#sec-there), [it](report.html), [it](../claims.html#V1), [it](data/copy.csv), [it](04-other.pdf), [it](https://example.org/none.html).'
    weave
    # In an EPUB there are other chapters, but no other pages.
    mkdir -p build/epub/nvidia-h200
    bash templates/weave/weave.sh epub chapters/03-sample.md nvidia-h200 build/epub/nvidia-h200/sample.json
    run grep -oE '\["[^"]*",""\]' build/epub/nvidia-h200/sample.json
    [[ $output == $'["#other",""]\n["#other-sec-there",""]\n["https://example.org/none.html",""]' ]] || fail "$output"
}

@test "a quick pass is said to be one on the page, in tooltips, figures, their data and print" {
    weave
    run cat "$page"
    [[ $output != *quick* ]] || fail "quick, and it was not"
    sed -i 's/^# options: /# options: --quick /' build/site/nvidia-h200/data/copy.csv
    weave
    run cat "$page"
    in_output '</h1>
<p class="notice">
A quick pass: the numbers of copy were measured in haste, at fewer and smaller sizes, and are less certain. <code>make measure</code> measures with care.
</p>'
    in_output 'commit 0123456789ab, in a quick pass.'
    in_output '<span class="label">Figure 3.1</span> From a quick pass.'
    in_output '<summary>Data of Figure 3.1, from a quick pass</summary>'
    # Of the others it is not said.
    in_output '<span class="label">Figure 3.2</span></p>'
    in_output '<summary>Data of Figure 3.2</summary>'
    [[ $(grep -o 'latency.csv, line [^<]*' "$page") != *quick* ]]
    # Print says so, and a value of several tables is quick if one of them is.
    sed -i 's/^# options: /# options: --quick /' build/site/nvidia-h200/data/latency.csv
    weave_print
    run pandoc -f json -t markdown --wrap=none build/print/nvidia-h200/sample.json
    in_output '#notice['
    in_output 'A quick pass: the numbers of copy and latency were measured in haste'
    [[ $(grep -c ' From a quick pass\.$' <<< "$output") == 2 ]] || fail "$output"
    sed -i 's/--quick //' build/site/nvidia-h200/data/copy.csv
    chapter '`= unit(best(copy, {}).gbs, "") / unit(best(latency, {}).ns, "")`'
    weave
    grep -q 'copy.csv, latency.csv, 2 rows. Measured on Made-up GPU, 2026-01-02, commit 0123456789ab, in a quick pass\.' "$page"
}

@test "the most and the least are found in any column that has numbers" {
    chapter '`= best(latency, {}).level` `= least(latency, {}, "cycles").level` `= largest(latency, {}, "ns").level` `= least(copy, {variant="int4"}, "gbs").array_bytes`'
    weave
    run grep -o 'data-value="[^"]*"' "$page"
    [[ $output == $'data-value="l1"\ndata-value="l1"\ndata-value="dram"\ndata-value="2097152"' ]] || fail "$output"
    # Of rows with the same value it is the first.
    chapter '`= largest(copy, {variant="int"}, "gbs").array_bytes` `= least(copy, {variant="int"}, "gbs").array_bytes`'
    weave
    run grep -o 'data-value="[^"]*"' "$page"
    [[ $output == $'data-value="1048576"\ndata-value="1048576"' ]] || fail "$output"
    refuses 3 '`= least(latency, {}).ns`' '`least(latency, {}).ns`: build/site/nvidia-h200/data/latency.csv has no column '"'nil'"
    refuses 3 '`= least(latency, {}, "level").ns`' '`least(latency, {}, "level").ns`: build/site/nvidia-h200/data/latency.csv:7: level is no number'
    refuses 3 '`= least(latency, {}, "gbs").ns`' '`least(latency, {}, "gbs").ns`: build/site/nvidia-h200/data/latency.csv has no column '"'gbs'"
}

@test "a measured number has three digits, a counted one has none to spare" {
    sed -i 's/,4$/,1/; s/,32$/,1.5/' build/site/nvidia-h200/data/counters.csv
    chapter '`= least(counters, {}, "sectors_per_load").sectors_per_load` `= largest(counters, {}, "sectors_per_load").sectors_per_load` `= least(counters, {}, "stride").stride` `= machine.sms / 2` `= machine.sms / 4` `= copy{variant="int", array_bytes=1*MiB}.gbs / copy{variant="int", array_bytes=1*MiB}.gbs` `= compare(copy, {variant="int4"}, {variant="int"}).total` `= least(copy, {variant="int"}, "array_bytes").samples` `= floor(machine.sms / 4)` `= unit(machine.sms, "GB/s")`'
    weave
    run grep -oE 'data-value="[^"]*">[^<]*' "$page"
    [[ ${output//data-value=/} == '"1">1.00
"1.5">1.50
"1">1
"5">5
"2.5">2.50
"1">1.00
"2">2
"20">20
"2">2
"10">10.0 GB/s' ]] || fail "$output"
    # A size has the largest unit that it reaches.
    woven '`= copy{variant="int", array_bytes=1*MiB}.array_bytes`'
    in_output '>1 MiB<'
    # No number has an exponent.
    sed -i -E 's/^(int4,dram,1048576,2097152,).*/\10.0000201,0.00002,0.0000202,20,104335.1,1500,ok/' build/site/nvidia-h200/data/copy.csv
    cp "$tree/tests/weave/sample.md" chapters/03-sample.md
    weave
    run cat "$page"
    for text in '<td>104335</td><td>103819 to 104858</td>' '95 % interval 103819 to 104858 GB/s' '>104,335 GB/s<'; do in_output "$text"; done
}

@test "a table of rates and latencies shows both" {
    sed -i '/^#/! s/$/,5,4.9,5.1,8/; s/status,5.*/status,ns,ns_low,ns_high,cycles/' build/site/nvidia-h200/data/copy.csv
    sed -i -E '/^variant/ s/,sm_mhz,status(.*)/\1,sm_mhz,status/; /^int/ s/,(1500,[a-z]+)(.*)/\2,\1/' build/site/nvidia-h200/data/copy.csv
    weave
    run cat "$page"
    in_output '<th scope="col">gbs</th><th scope="col">95 % interval</th><th scope="col">ns</th><th scope="col">95 % interval</th><th scope="col">status</th>'
    in_output '<td>104.9</td><td>104.3 to 105.4</td><td>5</td><td>4.9 to 5.1</td><td>ok</td>'
}

@test "intervals that touch, or medians within two percent, are a tie" {
    chapter '`= compare(copy, {variant="int4"}, {variant="int"}).ties`'
    for row in 0.0395,0.0394,0.0396 0.0300,0.0290,0.0405; do
        sed -i -E "s/^(int4,dram,2097152,4194304),[^,]*,[^,]*,[^,]*,/\1,$row,/" build/site/nvidia-h200/data/copy.csv
        weave
        grep -q 'data-value="1">1<' "$page" || fail "$row" "$(cat "$page")"
    done
    # Latencies are compared as rates are.
    printf 'tlb,1073741824,%s,20,900,1500,ok\n' 500,499,501 >> build/site/nvidia-h200/data/latency.csv
    chapter '`= compare(latency, {level="tlb"}, {level="dram"}).wins` `= compare(latency, {level="dram"}, {level="tlb"}).losses`'
    weave
    [[ $(grep -o 'data-value="1"' "$page" | wc -l) == 2 ]]
}

@test "the second figure is number two, and its words are escaped" {
    woven $'See [](#fig-b).\n\n::: {.figure #fig-a from="copy" alt="A."}\nA.\n:::\n\n::: {.figure #fig-b from="copy" alt=\'1 < 2 & "3"\'}\nB.\n:::'
    in_output '<a href="#fig-b">Figure 3.2</a>'
    in_output '<span class="label">Figure 3.2</span>'
    in_output 'aria-label="1 &lt; 2 &amp; &quot;3&quot;"'
    # A drawing has no data.
    woven $'::: {.figure .drawing #fig-a from="copy" alt="A."}\nA.\n:::'
    in_output '<span class="label">Figure 3.1</span>'
    in_output 'figures/copy.gp">gnuplot script</a>'
    [[ $output != *'Data of'* && $output != *'<table'* ]] || fail "$output"
}

@test "the words of a table are no code, its numbers and names are; short code stays on one line" {
    chapter $'`k - 1` of `make measure ONLY=dsm` and `k`.\n\n| What | Where |\n|:--|:--|\n| `held` | global memory |\n| the L2 | values of 2 bytes |\n| 8 KiB | 24 + 24 out |\n| 1,024 | nothing; as `owner` |\n| `= machine.gpu` | – |'
    weave
    run grep -oE '<code class="short">[^<]*|<td class="prose"[^>]*>.*</td>' "$page"
    output=$(sed -E 's/<[^>]*>//g' <<< "$output")
    [[ $output == $'k - 1\nglobal memory\nthe L2\nvalues of 2 bytes\nnothing; as owner' ]] || fail "$output"
}

@test "the table of a figure of one experiment's counters shows that experiment alone" {
    sed -i '1,/^experiment/!d; s/^experiment,kernel/&,bins/' build/site/nvidia-h200/data/counters.csv
    printf '%s\n' stride,stride_read,-,1,1000,4000,131072,4 histogram,global,256,-,1000,4000,131072,4 >> build/site/nvidia-h200/data/counters.csv
    cp build/site/nvidia-h200/figures/counters{,-stride}.svg
    woven $'::: {.figure #fig-a from="counters-stride" alt="A."}\nA.\n:::'
    in_output '<th scope="col">kernel</th><th scope="col">stride</th>'
    in_output '<td>stride_read</td><td>1</td>'
    [[ $output != *bins* && $output != *global* ]] || fail "$output"
    # A figure of another experiment has a table of its own.
    cp build/site/nvidia-h200/figures/counters{,-histogram}.svg
    woven $'::: {.figure #fig-a from="counters-stride" alt="A."}\nA.\n:::\n\n::: {.figure #fig-b from="counters-histogram" alt="B."}\nB.\n:::'
    in_output '<td>stride_read</td><td>1</td>'
    in_output '<td>global</td><td>256</td>'
}

@test "the second of two figures of an experiment refers to the table of the first" {
    cp build/site/nvidia-h200/figures/copy{,-order}.svg
    woven $'::: {.figure #fig-a from="copy" alt="A."}\nA.\n:::\n\n::: {.figure #fig-b from="copy-order" alt="B."}\nB.\n:::\n\n::: {.figure #fig-c from="latency" alt="C."}\nC.\n:::'
    for n in 1 2 3; do in_output "<summary>Data of Figure 3.$n</summary>"; done
    in_output 'figures/copy-order.gp">gnuplot script</a> <a href="#fig-a">table of Figure 3.1</a></p></details>'
    [[ $(grep -o '<div class="data"[^>]*' "$page" | grep -o 'Data of Figure 3..') == $'Data of Figure 3.1\nData of Figure 3.3' ]] || fail "$output"
}

@test "the lines of a figure are written by their lengths, and lead where gnuplot drew them" {
    echo "<path d='M10.00,20.00 L10.00,50.50 M5.00,7.00 L25.00,7.00 M9.00,8.00 L9.00,3.00 M1.00,1.00 L2.00,3.00'/>" > gnuplot.svg
    run awk -f templates/weave/figure.awk "$tree/figures/style.gp" gnuplot.svg
    [[ $output == "<path d='M10,20v30.5 M5,7h20 M9,8v-5 M1,1 L2,3'/>" ]] || fail "$output"
}

@test "the card of a machine has its facts with their units, and lacks what is not known" {
    data=build/site/nvidia-h200/data/machine.csv
    printf '%s\n' ecc,0 memory_bytes,151397597184 memory_mhz,3201 pcie_width,16 >> $data
    woven $'::: device\n:::'
    for fact in '<dt>GPU</dt><dd>Made-up GPU<' '<dt>ECC</dt><dd>off<' '<dt>Memory</dt><dd>141 GiB<' \
        '<dt>Memory clock</dt><dd>3,201 MHz<' '<dt>PCIe lanes</dt><dd>16<' '<dt>Peak bandwidth</dt><dd>1,000 GB/s<'; do
        in_output "$fact"
    done
    [[ $output != *Driver* ]] || fail "$output"
    sed -i 's/^ecc,0/ecc,1/' $data
    woven $'::: device\n:::'
    in_output '<dt>ECC</dt><dd>on<'
}

@test "machines side by side have of each headline their own value and its share of the limit" {
    printf '# Report\n\n::: headlines\n| DRAM | Measured | Limit |\n|:--|--:|--:|\n| [Copy]{#copy} | `= best(copy, {}).gbs` | `= note("copy", "peak_gbs")` |\n:::\n' > chapters/report.md
    woven $'::: {.across from="chapters/report.md"}\n:::'
    output=$(grep '<th scope="row">' "$page" | sed -E 's/<span class="from"[^>]*>[^<]*<.span>//g; s/<[^>]*>/ /g; s/ +/ /g')
    [[ $output == ' Copy 210 GB/s 21 % ' ]] || fail "$output"
}

@test "words for print are strings of Typst, whatever is in them" {
    chapter '::: {.figure #fig-a from="copy" alt="A \\ B, \"C\" #D $E$"}'$'\nA.\n:::'
    weave_print
    run pandoc -f json -t markdown --wrap=none build/print/nvidia-h200/sample.json
    in_output '"A \\ B, \"C\" #D $E$"'
}

@test "a strip may cross the bus, or reach into the neighbour of a cluster" {
    strip() { printf -- '---\nstrip: { %s }\n---\n\n# A sample\n' "$1" > chapters/03-sample.md; }
    strip 'bytes: 4, stride: 8, offset: 0, reach: bus'
    weave
    run cat "$page"
    in_output 'each asking for 4 bytes across the bus, over the 8 sectors of 32 bytes that they touch in the host’s memory: 128 of 256 bytes are asked for.'
    in_output 'M0 48h312v18h-312zM392 48h312v18h-312z' # the wall
    in_output 'stroke="var(--vain)"'
    strip 'bytes: 4, reach: cluster'
    weave
    run cat "$page"
    in_output 'each asking for 4 bytes of the shared memory of the neighbouring block in its cluster: 128 bytes cross'
    [[ $output != *'--vain'* ]] || fail "$output"
    # From the first lane to the first word of the other block, and from the last to the last.
    in_output 'M5.25 11.5L373.2 84M'
    in_output 'M330.8 11.5L698.8 84"'
    weave_print
    run cat build/print/nvidia-h200/sample.json
    in_output '#0a6c74'
    [[ $output != *'var(--'* ]] || fail "$output"
    strip 'bytes: 4, reach: moon'
    stops 2 "a strip's reach is bus or cluster, not 'moon'"
    strip 'bytes: 4, stride: 4'
    stops 2 'a strip needs whole numbers bytes, stride, offset'
    strip 'bytes: half, reach: cluster'
    stops 2 'a strip needs whole bytes'
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
