#!/usr/bin/env bats
# Proves that the text is true on machines that contradict it: seven that are made
# up, from the reference machine's data, in a copy of the tree. What they are and
# what they measured is in editions/made_up.awk.
load helper

# Makes results/made-up-NAME of the recorded results.
make_up() {
    local to=results/made-up-$1 csv table
    mkdir -p "$to"
    for csv in results/nvidia-h200/*.csv; do
        table=$(basename "$csv" .csv)
        case $1,$table in
        cpu,host_* | cpu,machine) ;;
        cpu,* | alone,dsm* | alone,cluster_sync | alone,sm_pairs | alone,counters) continue ;;
        esac
        awk -v machine="$1" -v table="$table" -f "$BATS_TEST_DIRNAME/editions/made_up.awk" \
            "$csv" "$csv" > "$to/$table.csv"
    done
    # A few are nodes of several GPUs; the others borrow.
    [[ $1 != @(opposite|bus) ]] || for csv in results/nvidia-h200-x4/{peer*,transfer_all}.csv; do
        awk -v machine="$1" -v table="$(basename "$csv" .csv)" \
            -f "$BATS_TEST_DIRNAME/editions/made_up.awk" "$csv" "$csv" > "$to/${csv##*/}"
    done
    # In one a byte takes more energy the farther it comes, and DRAM lowers the clock; in another less.
    [[ $1 != @(split|flat) ]] || awk -F, -v OFS=, -v machine="$1" '
        /^# program/ { $0 = "# program: energy" }
        /^#/ { print; next }
        /^level/ { print "level,working_set_bytes,bytes,ms,ms_low,ms_high,samples,gbs,watts,pj_per_byte,pj_above_waiting,sm_mhz,status"; next }
        { pj = machine == "split" ? 10 * ++n : 100 - ++n; print $1, $2, $3, $4, $4, $4, $7, $8, (pj + 50) * $8 / 1e3, pj + 50, pj, $(NF - 1), machine == "split" && $1 == "dram" ? "throttled" : "ok" }
        ' "$to/ladder.csv" > "$to/energy.csv"
    [[ $1 == cpu ]] || cp -r results/nvidia-h200/sass "$to"
    [[ $1 != alone ]] || rm "$to"/sass/{dsm_*,histogram_exchange_*,*_remote}.sass
}

# The words of a page, a paragraph a line: no tags, drawings, code, data, provenance.
words_of() {
    awk 'function without(text, from, to,    at, all) {
             while (at = index(text, from)) {
                 all = all substr(text, 1, at - 1)
                 text = substr(text, at)
                 text = substr(text, index(text, to) + length(to))
             }
             return all text
         }
         BEGIN { RS = "\001" }
         {
             $0 = without($0, "<head>", "</head>")
             $0 = without($0, "<svg", "</svg>")
             $0 = without($0, "<pre", "</pre>")
             $0 = without($0, "<div class=\"data\"", "</table>")
             $0 = without($0, "<span class=\"from\"", "</span>")
             gsub(/<\/t[dh]>/, " ")
             gsub(/<[^>]*>/, "")
             gsub(/&lt;/, "<"); gsub(/&gt;/, ">"); gsub(/&quot;/, "\""); gsub(/&amp;/, "\\&")
             print
         }' "$1"
}

setup_file() {
    export book=$BATS_FILE_TMPDIR/book
    export machines='split alone flat cpu opposite hasty bus'
    export titles='index map timing global vector pinned cluster ladder peers glossary'
    command -v gnuplot pandoc > /dev/null || return 0
    copy_all "$book"
    cd "$book"
    rm -f results/nvidia-h200/energy.csv # so that editions without it are among these
    local machine title chapter pages=()
    for machine in $machines; do
        make_up "$machine"
        for title in $titles; do pages+=("build/site/made-up-$machine/$title.html"); done
    done
    for chapter in chapters/0*.md; do
        awk -f "$BATS_TEST_DIRNAME/editions/branches.awk" "$tree/$chapter" > "$chapter"
    done
    make -s -k -j "$(nproc)" "${pages[@]}" > build.log 2>&1 || echo "make failed" >> build.log
    for page in build/site/made-up-*/*.html; do words_of "$page" > "${page%.html}.txt"; done
}

setup() {
    needs gnuplot pandoc
    cd "$book/build/site"
}

# The files of the machines' pages that end so.
all() {
    local machine
    for machine in $machines; do printf '%s\n' "made-up-$machine"/*."$1"; done
}

# The page that stands in front of what is wrong, without what is not to be said.
nothing() {
    [[ -z $output ]] || fail "$1" "$output"
}

# "T1 holds" for each claim of a machine's edition, in the order of the book.
verdicts() {
    grep -ohE 'class="claim [a-z]+" id="[^"]*"' "made-up-$1"/*.html |
        sed -E 's/class="claim ([a-z]+)" id="([^"]*)"/\2 \1/'
}

@test "every edition is built, and without a word" {
    run grep -v '^assets: the npm packages are missing' "$book/build.log"
    nothing "make said:"
    for machine in $machines; do
        for title in $titles; do
            [[ -s made-up-$machine/$title.html ]] || fail "no made-up-$machine/$title.html"
        done
    done
}

@test "no page shows what is no number, a number below zero, or nothing" {
    run grep -nE '(^|[^[:alnum:]_.])(nan|NaN|inf|nil|[-−](nan|inf|[0-9]))([^[:alnum:]_]|$)|table: 0x|function: 0x' $(all txt)
    # Code and the text itself may subtract.
    output=$(grep -vE '`|n - 1|compute_' <<< "$output" || true)
    nothing "not to be shown:"
    run grep -noE 'class="live[^>]*data-value="(|[^"0-9][^"]*)">' $(all html)
    output=$(grep -vE 'class="live[^"]* name"' <<< "$output" || true)
    nothing "no values:"
    run grep -nE '<td[^>]*></td>|<p[^>]*></p>|<figcaption></figcaption>|aria-label=""' $(all html)
    nothing "empty:"
}

@test "every figure of data has points" {
    drawings=$(sed -nE 's/^::: \{\.figure \.drawing .*from="([^"]*)".*/\1/p' "$tree"/chapters/*.md)
    checked=0
    for svg in $(grep -oE '"figures/[^"]*\.gp"' $(all html) |
        sed -E 's|/[^/]*\.html:"|/|; s|gp"$|svg|' | sort -u); do
        name=$(basename "$svg" .svg)
        [[ " ${drawings//$'\n'/ } " != *" $name "* ]] || continue
        # Bars, or marks beyond the one that each plot has in the key, behind its name.
        marks=$(awk '/_plot_[0-9]/ { unnamed = 1 } unnamed && /<text>/ { marks--; unnamed = 0 }
                     /<use [^>]*translate/ { marks++ } /<(polygon|rect) .*fill=/ { marks += 100 }
                     END { print marks + 0 }' "$svg")
        ((marks > 0)) || fail "$svg is empty"
        checked=$((checked + 1))
    done
    ((checked >= 100)) || fail "only $checked figures"
}

# Within a page and between the chapters: other machines' pages, and those about all
# machines, are not built here.
@test "every reference leads to something" {
    run awk -F '"' -v titles="$titles" '
        BEGIN { split(titles, list, " "); for (i in list) built[list[i] ".html"] = 1 }
        {
            split($1, at, ":"); page = at[1]; folder = page; sub(/[^\/]*$/, "", folder)
            if (at[2] == "id=") { ids[page "#" $2] = 1; next }
            link = (at[2] == "href=" ? "" : "#") $2
            if (link ~ /^#/) wanted[page link] = page
            else { file = link; sub(/#.*/, "", file); if (file in built && link ~ /#/) wanted[folder link] = page }
        }
        END {
            for (place in wanted) { count++; if (!(place in ids)) print wanted[place] ": no " place }
            if (count < 1000) print "only " count " references"
        }' < <(grep -oE '(id|href|aria-describedby)="[^"]*"' $(all html))
    nothing "leads nowhere:"
}

@test "every claim has one of five verdicts on every machine, and those that must differ do" {
    claims=$(sed -nE 's/^::: \{\.claim #([^ ]*) .*/\1/p' "$tree"/chapters/[0-9]*.md | sort)
    (($(wc -w <<< "$claims") >= 25)) || fail "claims: $claims"
    for machine in $machines; do
        run verdicts "$machine"
        [[ $(cut -d' ' -f1 <<< "$output" | sort) == "$claims" ]] || fail "$machine: $output"
        [[ $(cut -d' ' -f2 <<< "$output" | sort -u | tr '\n' ' ') =~ ^(fails |holds |older |stronger |unknown )+$ ]] || fail "$output"
    done
    while read -r machine expected; do
        for one in $expected; do
            verdicts "$machine" | grep -qx "${one/:/ }" ||
                fail "$machine: not $one:" "$(verdicts "$machine" | grep "^${one%:*} ")"
        done
    done << 'END'
split     V1:fails V2:fails V3:fails G2:older G4:fails T4:older V6:fails
alone     D1:unknown V3:fails T4:holds M3:holds
flat      M1:holds M3:fails T1:holds
cpu       G5:holds M6:holds V1:holds V4:holds
opposite  T1:fails T2:fails T3:holds T4:holds G3:holds G6:fails G6b:holds V5:holds V6:holds
opposite  P1:holds P2:holds P3:holds P4:older D1:fails M1:holds M2:holds M4:fails M5:holds M6:fails
hasty     M5:unknown V6:fails T1:holds
bus       V3:holds G5:fails T3:fails N1:unknown N4:unknown
opposite  N1:holds N2:fails N3:fails N4:holds N5:holds N6:holds
END
}

# A line: the page, the machines that show the sentence, those that must not (as it
# would be false there), and a part of it.
@test "a sentence stands where it is true, and not where it is false" {
    count=0
    while IFS='|' read -r title shown hidden sentence; do
        title=${title// /} sentence=${sentence# }
        for machine in $shown; do
            grep -qF "$sentence" "made-up-$machine/$title.txt" ||
                fail "not on $machine: $sentence"
        done
        for machine in $hidden; do
            ! grep -qF "$sentence" "made-up-$machine/$title.txt" ||
                fail "false on $machine: $sentence"
        done
        count=$((count + 1))
    done << 'END'
timing  | split bus       | opposite       | a timer can be wrong in two directions
timing  | opposite        | split alone    | here a launch waits
timing  | alone split     | flat           | is above the peak at one point
timing  | flat split      | alone opposite | So the memory can deliver more if each thread
timing  | alone opposite  | flat           | With doubles each thread has twice the bytes in flight
timing  | split           | flat           | Neither is wrong; they answer two questions
timing  | opposite        | split          | the wide loop is not far ahead
timing  | split           | opposite       | the three hardly overlap
timing  | split           | opposite hasty | so the core itself is the limit
global  | alone bus       | split opposite | time does follow the sectors
global  | split cpu       | opposite       | so the shared sector comes from DRAM once
global  | split flat      | opposite       | so sectors are fetched in pairs
global  | split flat      | alone          | the bus carried
global  | split flat      | opposite       | The caches help reads more than writes
global  | split hasty     | opposite flat  | But DRAM is not what holds
global  | cpu split       | bus            | Exercise 3.8 looks for the reason
vector  | split flat      | alone opposite | The bus is not full
vector  | split alone     | flat hasty bus | Wide loads have gained nothing from DRAM
vector  | bus             | split alone    | The last step has gained as well
vector  | hasty flat      | split bus      | Bytes in flight are no longer what is missing
vector  | split alone     | flat           | Along the dotted lines both arrays stay in the L2
vector  | flat hasty bus  | split opposite | Without the loop the copy is faster
vector  | bus             | hasty split    | So it is balance that matters
vector  | split           | bus            | writes whole lines without reading them
pinned  | bus             | opposite cpu   | This GPU has PCIe 3
pinned  | split           | opposite       | Let a kernel write small results straight
pinned  | split           | opposite       | Finding and clearing pages is expensive
pinned  | split           | opposite       | in less time, probably because it has no page faults
pinned  | split           | opposite       | far slower than the bytes of its packets explain
pinned  | split           | alone          | because the rate of packets is not fixed
cluster | split bus       | alone opposite | but still nearer than the L2
cluster | alone           | split opposite | could not run the experiments on clusters
cluster | split flat      | opposite       | In larger clusters the next block is farther away
cluster | opposite split  | bus            | Pairs keep their speed in clusters of every size
cluster | split           | opposite       | asking for too much makes everybody late
cluster | split           | alone          | What limits the guide
cluster | split           | opposite       | this is the fastest kernel here
cluster | split           | flat hasty     | With few bins only a few slices have work
cluster | split           | opposite       | Why do the slices see
cluster | split           | flat           | not the meeting at a counter that cost
cluster | split           | bus            | A line for each counter is not enough
cluster | split           | opposite       | But more bins need larger clusters
cluster | opposite        | split alone    | is not: it counts
cluster | split           | opposite       | smaller counters fit one block
cluster | split           | alone          | shares them among four owners
cluster | split           | opposite       | CUB even gains
cluster | split           | alone          | looks at all values of its cluster anyway
ladder  | split cpu       | flat opposite  | To a single reader the L2 seems to end near half of its size
ladder  | split cpu       | opposite       | This L2 has two halves as well
ladder  | split           | alone          | half lines reach far less than lines
ladder  | opposite        | split alone    | something runs ahead of the reader
ladder  | split flat      | alone opposite | The path to a neighbour is short, but narrow
ladder  | alone opposite  | split flat     | No level of this machine answers sooner than the L2
ladder  | flat opposite   | split alone    | On this GPU a set of 48 MiB is not on the slope
ladder  | split           | alone          | Shared memory of a neighbour
peers   | bus             | split opposite | The GPUs of this machine have no access
peers   | split           | opposite       | Strangely, it adds less
peers   | split opposite  | bus            | The wires of this pair
peers   | split cpu       | opposite bus   | For small copies the order is reversed
peers   | split bus       | opposite       | A single GPU that uses both directions at once gets
peers   | split opposite  | bus            | So data that all GPUs need should cross
END
    ((count >= 40)) || fail "only $count sentences"
}

# What nobody has measured yet, and what no machine can.
never_seen='^(G1 holds|T5 fails|P1 (stronger|fails))$|has_rung|has_shared_and_l1|dsm_gets_more|narrow_fits_one_block'

@test "every branch of the text is shown by one of the machines, every verdict that a claim has a branch for is given by one of them" {
    missing=
    for chapter in "$tree"/chapters/0*.md; do
        name=$(basename "$chapter" .md)
        while IFS=: read -r line test; do
            for truth in true false; do
                grep -qF "<!-- $name:$line $truth -->" made-up-*/"${name#*-}.html" ||
                    [[ $test =~ $never_seen ]] || missing+="$name.md:$line is never $truth"$'\n'
            done
        done < <(grep -nE '^::: *\{\.if|^[^|].*\]\{\.if' "$chapter")
    done
    seen=$(for machine in $machines; do verdicts "$machine"; done | sort -u)
    for claim in $(cut -d' ' -f1 <<< "$seen" | sort -u); do
        for verdict in $(awk -v "id=#$claim " 'index($0, "{.claim " id) { on = 1 } on && $0 == ":::" && last == $0 { exit }
            on && /^::: (\{\.)?(holds|stronger|older|fails)/ { gsub(/[^a-z ]/, ""); print } { last = $0 }' "$tree"/chapters/0*.md); do
            grep -qx "$claim $verdict" <<< "$seen" || [[ "$claim $verdict" =~ $never_seen ]] ||
                missing+="$claim never $verdict"$'\n'
        done
    done
    [[ -z $missing ]] || fail "$missing"
}

@test "without a GPU its numbers are borrowed and say so, and quick passes and other machines are described as they are" {
    for title in map timing global vector pinned cluster ladder; do
        grep -q 'What was not measured on this machine is shown with the numbers of NVIDIA H200' made-up-cpu/$title.txt ||
            fail "$title does not say that it borrows"
        grep -q 'class="live borrowed" tabindex' made-up-cpu/$title.html || fail "$title borrows nothing"
        # Whatever comes from a CPU's table is this machine's.
        run ! grep -E 'class="live borrowed[^>]*>[^<]*<span class="from"[^>]*>host_[a-z]*\.csv, ' made-up-cpu/$title.html
    done
    grep -q 'class="live" tabindex' made-up-cpu/vector.html
    run ! grep -q '<dt>GPU</dt>' made-up-cpu/index.html
    # Elsewhere a quick pass says so on each page and under each figure of data but counters.
    for title in map timing global vector pinned cluster ladder; do
        grep -q 'A quick pass: the numbers of' made-up-hasty/$title.txt || fail "$title does not"
        run grep -oE 'Data of Figure [0-9.]+[^<]*</summary>.*data/[a-z_]*.csv' made-up-hasty/$title.html
        [[ $output ]] && output=$(grep -vE 'from a quick pass|counters.csv' <<< "$output" || true)
        nothing "not marked:"
    done
    run ! grep -l 'A quick pass: the numbers of' made-up-bus/*.txt
    # PCIe 3, a coarse clock and two cores are in the text.
    grep -q 'This GPU has PCIe 3 with 16 lanes' made-up-bus/pinned.txt
    grep -q '^16 lanes × .* = 15.8 GB/s each way' made-up-bus/pinned.txt
    grep -q 'The step is 500 ns' made-up-bus/timing.txt
    grep -qx '2 threads share one set of 256 counters.*' made-up-bus/cluster.txt
    grep -q '<dt>CPU cores</dt><dd>2</dd>' made-up-bus/index.html
}

@test "without clusters the chapter on them borrows figure by figure, and the histogram is its own" {
    for figure in latency:yes dsm:yes bins:no skew:no; do
        borrowed=$(awk -v id="id=\"fig-${figure%:*}\"" '
            index($0, id) { inside = 1 }
            inside && /<figcaption>/ { print /Measured on NVIDIA H200: this machine has no such/ ? "yes" : "no"; exit }
            ' made-up-alone/cluster.html)
        [[ $borrowed == "${figure#*:}" ]] || fail "$figure: '$borrowed'"
    done
    grep -q 'Cannot be told.*Made-up alone' made-up-alone/cluster.txt
    grep -q 'A GPU without clusters shows the two ends' made-up-alone/cluster.txt
    # No number of clusters in what it measured: no row of it has a cluster of two.
    run ! grep -E '^[a-z]+,(2|4|8|16),' made-up-alone/data/histogram.csv
}

@test "a chapter of a machine without clusters can be printed" {
    [[ -d $tree/templates/node_modules ]] || skip "no npm packages"
    command -v pdftotext > /dev/null || skip "no pdftotext"
    cd "$book"
    run make -s build/site/made-up-alone/06-cluster.pdf
    [[ $status == 0 && -z $output ]] || fail "$output"
    run pdftotext build/site/made-up-alone/06-cluster.pdf -
    in_output "Cannot be told on Made-up alone"
    in_output "Made-up alone, borrowing from NVIDIA H200 (20"
    run ! grep -wE 'nan|nil|inf' <<< "$output"
}

@test "nothing that is made up comes near the repository" {
    run ls -d "$tree"/results/made-up-* "$tree"/build/{site,print}/made-up-*
    [[ $output != "$tree"* && $output != *$'\n'"$tree"* ]] || fail "$output"
}
