#!/usr/bin/env bats
# Proves that chapters are written as chapters/README.md says, and that its examples weave.
load helper

# Prints for each chapter its characters, those of code, and the length of the longest expression.
shares() {
    awk '
        /^```/ { fenced = !fenced }
        { chars[FILENAME] += length($0) + 1 }
        {
            text = $0
            while (match(text, /`= [^`]*`|[ {]((test|needs|guess|right|at|x)=(\047[^\047]*\047|"[^"]*"|[A-Za-z0-9_]+)|of="[^"]*[(][^"]*")/)) {
                code[FILENAME] += RLENGTH
                one = substr(text, RSTART, RLENGTH)
                gsub(/^`= |`$|^[ {][a-z]*=["\047]?|["\047]$/, "", one)
                if (length(one) > longest[FILENAME]) longest[FILENAME] = length(one)
                text = substr(text, RSTART + RLENGTH)
            }
        }
        END { for (file in chars) print file, chars[file], code[file] + 0, longest[file] + 0 }' "$@"
}

@test "at most 15 % of a chapter is code, and no expression is longer than 60 characters" {
    cd "$tree"
    run shares chapters/[^R]*.md
    awk '{ share = 100 * $3 / $2; all += $2; code += $3
           if (share > most) { most = share; where = $1 }
           if ($4 > longest) longest = $4 }
         END { printf "# chapters: %.1f %% are code, %.1f %% of %s; the longest expression has %d characters\n",
                   100 * code / all, most, where, longest }' <<< "$output" >&3
    run awk '$3 / $2 > 0.15 || $4 > 60' <<< "$output"
    [[ ! $output ]] || fail "file, characters, those of code, longest expression:" "$output"
}

# The prose of files without code, live values and markup.
prose() {
    awk '/^```/ { code = !code; next } !code && !/^:::/' "$@" | sed -E 's/`[^`]*`/X/g; s/\{[^}]*\}//g'
}

@test "a page has at most one of the habits that we have dropped per 1,000 words, and the book 35,000 words" {
    cd "$tree"
    local habits='\b(bytes?|X|values?|cycles?|loads?|sectors?|KiB|MiB|GB/s|atomics?|ints?|instructions?|blocks?|threads?) an? (cycle|load|lane|thread|block|SM|warp|launch|value|second|element|trip|access|request|slice|sector)\b'
    habits+="|\\b([Ii]t looks as if|we do not know|does not tell|nobody knows|in vain|had better|ought to|want of|under way)\\b"
    habits+='|(^|[.;:] )(Were|Had|Should) (that|it|this|the|there|a|all|we)\b|(^|[.] )(Of|Whose|Nor|Those|Whoever|Whatever|Whichever) '
    for file in chapters/[^R]*.md README.md; do
        found=$(prose "$file" | grep -oE "$habits" || :)
        words=$(prose "$file" | wc -w)
        ((1000 * ($(grep -c . <<< "$found") - 1) < words)) || fail "$file, in $words words:" "$found"
    done
    words=$(prose chapters/[0-9]*.md | grep -oE '[^[:space:]]*[[:alnum:]][^[:space:]]*' | wc -l) # a bar of a table is none
    echo "# chapters: the book has $words words" >&3
    ((words <= 35000)) || fail "the book has $words words, and may have 35000: leave out $((words - 35000))"
}

@test "each chapter has easy exercises, one of them for a computer, and a program with a mistake, and the book at most eight open questions" {
    cd "$tree"
    run grep -n '{.exercise' chapters/*.md
    run grep -vE ' kind="(Paper|CPU|GPU), (easy|medium|hard)"' <<< "$output"
    [[ ! $output ]] || fail "without a kind:" "$output"
    for file in chapters/0[1-9]-*.md; do
        (($(grep -cE '^::: \{.exercise .*easy"' "$file") >= 2)) || fail "$file: fewer than two are easy"
        # The first chapter comes before all programs.
        [[ $file == */01-* ]] || grep -qE '^::: \{\.exercise .*"(CPU|GPU), easy"' "$file" || fail "$file: no easy one for a computer"
        grep -qi 'what is wrong' "$file" || fail "$file: none asks what is wrong with a program"
    done
    run grep -n '^:*::: open' chapters/[0-9]*.md
    ((${#lines[@]} <= 8)) || fail "$output"
}

@test "open questions stand in a box, with the experiment that would decide each" {
    cd "$tree"
    run grep -nE '[Uu]nknown reasons?|reasons? (is|are) (un|not )known|unexplained|but not why|[Nn]obody knows|do not know|cannot explain|not (found out|looked into)' chapters/[0-9]*.md
    [[ ! $output ]] || fail "not in a box:" "$output"
    run awk '/^::: open/ { box = FILENAME ":" FNR; decided = 0; boxes++; next }
        box && / (would|should) / { decided = 1 }
        box && /^:::$/ { if (!decided) print box; box = "" }
        END { if (!boxes) print "no box at all" }' chapters/[0-9]*.md
    [[ ! $output ]] || fail "a box names no experiment:" "$output"
}

@test "the front page has a question for each chapter and counts the claims of each letter, once" {
    cd "$tree"
    pages=$(printf '%s\n' chapters/[0-9]*.md | sed -E 's/.*[0-9]-(.*)\.md/\1/; /^index$/d')
    diff <(grep -B 1 '^:   ' chapters/cover.md | grep '^[a-z]') - <<< "$pages"
    diff <(grep -oE '\[all\]\{.tally of="[A-Z ]*' chapters/cover.md | sed 's/.*"//' | tr ' ' '\n' | sort) \
        <(sed -nE 's/^::: \{.claims of="(.*)"\}/\1/p' chapters/claims.md | sort)
}

@test "a chapter has a line for each sentence" {
    cd "$tree"
    run awk '
        FNR == 1 { fenced = 0 }
        /^```/ { fenced = !fenced }
        fenced || /^(```|:::|\||#)/ { next }
        {
            text = $0
            sub(/^ *(-|:|[0-9]+\.) +/, "", text)
            gsub(/`[^`]*`/, "x", text)
        }
        text ~ /[a-z0-9)][.?!][])"*]* +[("*[]*[A-Z]/ { print FILENAME ":" FNR ": " $0 }' chapters/*.md
    [[ ! $output ]] || fail "$output"
}

@test "no number of a chapter, section, figure or exercise is typed by hand" {
    run grep -nE '(Chapter|Section|Figure|Exercise)s? [0-9]' "$tree"/chapters/{[0-9]*,report,compare,cover,claims}.md
    exits 1
}

@test "chapters/README.md has each form that templates/weave/ knows" {
    cd "$tree"
    forms=$(sed -nE 's/^function [a-z]+[.]divisions[.]([a-z]+)\(.*/\1/p' templates/weave/*.lua)
    [[ $forms == *figure*strip* ]]
    for form in $forms; do
        grep -qE "::: (\{[.])?$form\>|\{[.]$form " chapters/README.md || fail "not there: $form"
    done
}

@test "the examples of chapters/README.md can be woven, and do what it says" {
    needs pandoc
    cd "$BATS_TEST_TMPDIR"
    mkdir -p templates/web chapters results/nvidia-h200 build/site/nvidia-h200/figures
    cp -r "$tree/templates/weave" templates
    cp -r "$tree"/{kernels,results} .
    ln -s "$PWD/results/nvidia-h200" build/site/nvidia-h200/data
    cp "$tree"/chapters/{names.lua,07-ladder.md} chapters
    echo '$body$' > templates/web/page.html
    echo '<svg></svg>' > build/site/nvidia-h200/figures/copy.svg
    printf '%s\tA\n' 04-vector 07-ladder > build/chapters.txt
    echo nvidia-h200 > build/machines.txt
    : > build/terms.txt
    for kind in lua markdown; do
        awk -v kind="$kind" '/^(```|````)[a-z]+$/ { inside = $0 ~ kind "$"; fence = $0; sub(/[a-z]+/, "", fence); next }
            $0 == fence { inside = 0; print ""; next } inside' "$tree/chapters/README.md" > "examples.$kind"
    done
    mv examples.lua chapters/04-vector.lua
    mv examples.markdown chapters/04-vector.md
    PANDOC=pandoc REFERENCE=nvidia-h200 run bash templates/weave/weave.sh html chapters/04-vector.md nvidia-h200 build/site/nvidia-h200/vector.html
    exits 0
    run sed -E 's/<span class="from"[^>]*>[^<]*//g; s/<[^>]*>//g; /^ *$/d' build/site/nvidia-h200/vector.html
    in_output 'See Section 4.1, Figure 4.1, Exercise 4.1, claim V9, Chapter 7 and Section 7.1.'
    for text in 'Wider loads are faster.' 'what was missing.' 'Holds on NVIDIA H200' 'no loop' 'The peak' 'lines with' \
        'The caption.' 'A note in the margin.'; do
        in_output "$text"
    done
}

@test "make query shows rows, values and conditions, by name as well" {
    needs pandoc
    cd "$tree"
    while IFS='~' read -r question setting expected; do
        run make -s query MACHINE=nvidia-h200 Q="$question" ${setting:+"$setting"}
        [[ $output =~ ^$expected ]] || fail "$question" "$output"
    done <<'END'
machine{key="sms"}~~results/nvidia-h200/machine.csv.line +key +value. *[0-9]+ +sms +132$
best(copy, {}).gbs~~[0-9,]+ GB/s.copy.csv, line .* interval 
ns("dram")~~[0-9]+ ns
kept(best(copy, {}), best(copy, {}))~CHAPTER=03-global~100 %
machine.sms > 1~CHAPTER=global~true$
copy{}~CHAPTER=globel~query: there is no chapter 'globel'; there are 01-map 02-timing
copy{}~MACHINE=nvidia-h300~query: there is no machine 'nvidia-h300'; there are: 
copyy{}~~query: cannot understand .*did you mean copy\?
transfer_all{}~~query: .*no results/nvidia-h200/transfer_all.csv; on that machine 'make measure' and 'make record' would make it
END
    run make -s query MACHINE=nvidia-h200 Q='copy{variant="int", memory="l2"}'
    ((${#lines[@]} > 10)) || fail "$output"
    [[ $(awk 'NR > 1 { print length($0) }' <<< "$output" | uniq | wc -l) == 1 ]] || fail "not aligned" "$output"
}
