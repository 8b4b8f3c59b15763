#!/usr/bin/env bats
# Proves that the text is true on machines that contradict it: six that are made
# up, from the reference machine's data, in a copy of the tree, and the other one
# that was recorded, h100. What the six are and what they measured is in
# editions/made_up.awk. Here are all pages of three of them and a few of the others; as
# tests/long/editions.bats this file has all of all.
load "${BATS_TEST_DIRNAME%/long}/helper"

# Makes results/made-up-NAME of the recorded results.
make_up() {
    local to=results/made-up-$1 csv table
    if [[ $1 == h100 ]]; then
        mv results/nvidia-h100 "$to"
        mv results/nvidia-h100-x2/{peer,peer_latency,transfer_all}.csv "$to"
        rm -r results/nvidia-h100-x2 "$to/processes.csv" # as if it had been measured in one process
        return
    fi
    mkdir -p "$to"
    for csv in results/nvidia-h200/*.csv; do
        table=$(basename "$csv" .csv)
        case $1,$table in
        cpu,host_* | cpu,machine) ;;
        cpu,* | alone,async* | alone,tile | alone,multicast | alone,dsm* | alone,cluster_sync | alone,sm_pairs | alone,counters) continue ;;
        esac
        awk -v machine="$1" -v table="$table" -f "$tree/tests/editions/made_up.awk" \
            "$csv" "$csv" > "$to/$table.csv"
    done
    # A few are nodes of several GPUs; the others borrow.
    [[ $1 != @(opposite|bus) ]] || for csv in results/nvidia-h200-x4/{peer*,transfer_all}.csv; do
        awk -v machine="$1" -v table="$(basename "$csv" .csv)" \
            -f "$tree/tests/editions/made_up.awk" "$csv" "$csv" > "$to/${csv##*/}"
    done
    # In one some mistakes go unnoticed, in another none, and the others have not made any.
    [[ $1 != @(split|opposite) ]] || {
        sed -n '/^# rows/d; s/^# program: .*/# program: mistakes/; /^#/p' "$to/async.csv"
        echo mistake,outcome
        printf '%s,hangs\n' arrivals fewer_bytes group meet more_bytes phase places
        printf "%s,$([[ $1 == split ]] && echo right || echo wrong)\n" fence init
    } > "$to/mistakes.csv"
    # In one a byte takes more energy the farther it comes, and DRAM lowers the clock; in another less.
    [[ $1 != @(split|bus) ]] || awk -F, -v OFS=, -v machine="$1" '
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
    tr '\n' '\001' < "$1" | sed -E 's/<div class="data"/\x02/g; s/<(head|svg|pre)\b/\x02/g; s/<\/(head|svg|pre|table)>/\x03/g
        s/\x02[^\x03]*\x03//g; s/<span class="from"[^>]*>[^<]*<\/span>//g
        s/<\/t[dh]>/ /g; s/<[^>]*>//g; s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g' | tr '\001' '\n'
}

titles='index map timing global vector pinned cluster ladder async peers glossary'
whole='split cpu opposite alone hasty bus h100' # the machines with all pages
pages=()
[[ $BATS_TEST_DIRNAME == */long ]] ||
    whole='split cpu opposite' pages=(made-up-{alone/cluster,hasty/vector,bus/{index,timing,pinned},h100/{timing,async,peers}}.html)
for machine in $whole; do for title in $titles; do pages+=("made-up-$machine/$title.html"); done; done

setup_file() {
    export book=$BATS_FILE_TMPDIR/book
    command -v gnuplot pandoc > /dev/null || return 0
    copy_all "$book"
    cd "$book"
    rm -f templates/node_modules
    rm -f results/nvidia-h200/{energy,mistakes}.csv # so that editions without it are among these
    # Figures are drawn wide alone, and only their points are looked at. Those of lent tables are the reference machine's,
    # as are all but those of one machine if not all pages are made.
    export drawn=$tree/build/site/nvidia-h200/figures whole
    sed -i -E '/^new=/a [[ $(head -n 1 "$csv") != "# edition: nvidia-h200" && ($page == */made-up-split/* || $whole == *bus*) || ! -e $drawn/$name.points.js ]] || exec cp "$drawn/$name".{svg,points.js} "${page%/*}"
        /^drawing (narrow|half)/d
        s/^awk .*answers.awk.*/&; mv "$new.points.tmp" "${page%.svg}.points.js"; mv "$new.print.tmp" "$page"; exit/' templates/weave/figure.sh
    local machine chapter page
    for machine in split cpu opposite alone hasty bus h100; do make_up "$machine"; done
    for chapter in chapters/[01]*.md; do
        awk -f "$tree/tests/editions/branches.awk" "$tree/$chapter" > "$chapter"
    done
    make -s -k -j "$(nproc)" "${pages[@]/#/build/site/}" > build.log 2>&1 || echo "make failed" >> build.log
    for page in build/site/made-up-*/*.html; do words_of "$page" > "${page%.html}.txt"; done
}

setup() {
    needs gnuplot pandoc
    cd "$book/build/site"
}

# The page that stands in front of what is wrong, without what is not to be said.
nothing() {
    [[ -z $output ]] || fail "$1" "$output"
}

# New experiments, which no machine has recorded yet. Text that needs them is left out.
unrecorded() {
    local name
    for name in $(experiments c) $(experiments cu); do
        compgen -G "$tree/results/*/$name.csv" > /dev/null || echo "$name"
    done
}

# "T1 holds" for each claim of a machine's edition, in the order of the book.
verdicts() {
    grep -ohE 'class="claim [a-z]+" id="[^"]*"' "made-up-$1"/*.html |
        sed -E 's/class="claim ([a-z]+)" id="([^"]*)"/\2 \1/'
}

@test "every edition is built, and the build prints nothing" {
    run grep -v '^assets: the npm packages are missing' "$book/build.log"
    for name in $(unrecorded); do
        output=$(grep -v ": left out of the edition of .*: what needs '$name', which no machine here has measured$" <<< "$output" || true)
    done
    nothing "make said:"
    for page in "${pages[@]}"; do [[ -s $page ]] || fail "no $page"; done
}

@test "no page shows what is no number, a number below zero, or nothing" {
    run grep -nE '(^|[^[:alnum:]_.])(nan|NaN|inf|nil|[-−](nan|inf|[0-9]))([^[:alnum:]_]|$)|table: 0x|function: 0x' "${pages[@]/%.html/.txt}"
    # Code and the text itself may subtract.
    output=$(grep -vE '`|n - 1|compute_' <<< "$output" || true)
    nothing "not to be shown:"
    run grep -noE 'class="live[^>]*data-value="(|[^"0-9][^"]*)">' "${pages[@]}"
    output=$(grep -vE 'class="live[^"]* name"' <<< "$output" || true)
    nothing "no values:"
    run grep -nE '<td[^>]*></td>|<p[^>]*></p>|<figcaption></figcaption>|aria-label=""' "${pages[@]}"
    nothing "empty:"
}

@test "every figure of data has points" {
    drawings=$(sed -nE 's/^::: \{\.figure \.drawing .*from="([^"]*)".*/\1/p' "$tree"/chapters/*.md)
    checked=0
    for svg in $(grep -oE '"figures/[^"]*\.gp"' "${pages[@]}" |
        sed -E 's|/[^/]*\.html:"|/|; s|gp"$|svg|' | sort -u); do
        name=$(basename "$svg" .svg)
        [[ " ${drawings//$'\n'/ } " != *" $name "* ]] || continue
        grep -q '^\["' "${svg%.svg}.points.js" || fail "$svg is empty"
        checked=$((checked + 1))
    done
    ((checked >= 100)) || fail "only $checked figures"
}

# Within a page and between the chapters: other machines' pages, and those about all
# machines, are not built here.
@test "every reference leads to a place that exists" {
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
        }' < <(grep -oE '(id|href|aria-describedby)="[^"]*"' $(printf 'made-up-%s/*.html ' $whole))
    nothing "leads nowhere:"
}

@test "every claim has one of five verdicts on every machine, and those that must differ do" {
    claims=$(sed -nE 's/^::: \{\.claim #([^ ]*) .*/\1/p' "$tree"/chapters/[0-9]*.md | sort)
    (($(wc -w <<< "$claims") >= 25)) || fail "claims: $claims"
    for machine in $whole; do
        run verdicts "$machine"
        [[ $(cut -d' ' -f1 <<< "$output" | sort) == "$claims" ]] || fail "$machine: $output"
        [[ $(cut -d' ' -f2 <<< "$output" | sort -u | tr '\n' ' ') =~ ^(fails |holds |older |stronger |unknown )+$ ]] || fail "$output"
    done
    while read -r machine expected; do
        [[ " $whole " == *" $machine "* ]] || continue
        for one in $expected; do
            verdicts "$machine" | grep -qx "${one/:/ }" ||
                fail "$machine: not $one:" "$(verdicts "$machine" | grep "^${one%:*} ")"
        done
    done << 'END'
split     V1:fails V2:fails V3:fails G2:older G4:fails T4:older V6:fails
alone     D1:unknown V3:fails T4:holds M3:holds
cpu       G5:holds M6:holds V1:holds V4:holds
opposite  T1:fails T2:fails T3:holds T4:holds G3:holds G6:fails G6b:holds V5:holds V6:holds
opposite  P1:holds P2:holds P3:holds P4:older D1:fails M1:holds M2:holds M4:fails M5:holds M6:fails
hasty     M5:unknown V6:fails T1:holds
h100      T4:holds N2:holds N6:fails
bus       V3:holds G5:fails T3:fails N1:unknown N4:unknown
opposite  A1:fails A2:holds A3:holds
split     A2:fails A3:fails
opposite  N1:holds N2:fails N3:fails N4:holds N5:holds N6:holds
END
}

# A line: the page, a machine on which these conditions are true, and one on which they are false.
@test "the conditions of the text are true where they must be, and false where they must be" {
    while read -r title true false conditions; do
        for condition in $conditions; do
            grep -q ".if test=$condition" "$tree"/chapters/0?-$title.md || fail "$title: the text no longer asks for $condition: take it out here"
            for truth in "true $true" "false $false"; do
                [[ " ${pages[*]} " == *" made-up-${truth#* }/$title.html "* ]] || continue
                grep -q "<!-- [^ ]* ${truth% *} $condition -->" "made-up-${truth#* }/$title.html" || fail "$title: $condition is not $truth, but:" \
                    "$(grep -l "<!-- [^ ]* ${truth% *} $condition -->" made-up-*/"$title.html" | paste -sd ' ')"
            done
        done
    done <<'END'
timing split opposite graph_is_denser two_kinds_of_wrong returns_early bus_was_not_busy the_parts_add_up
timing split bus held_beats_the_peak
timing h100 split doubles_do_as_well
map split h100 ints_are_not_enough
global split opposite shared_sector_is_read_once sectors_come_in_pairs columns_are_better_read dram_is_not_the_limit
global alone split time_follows_sectors
global hasty split writes_want_neighbours
global split opposite distance_costs_time
vector opposite split bus_is_full
vector split opposite past_is_ahead
vector split bus wide_gains_nothing
vector cpu bus last_step_gains_nothing
vector alone split no_loop_is_faster
vector bus hasty only_balance_counts
pinned split opposite stores_win clearing_costs writes_are_slow
pinned split alone rate_varies
pinned split opposite pages_return_slowly writing_copies_costs
pinned split bus advice_was_measured the_cpu_read_pages rate_falls_again
cluster split alone crossings_are_known few_slices_do_the_work owner_keeps_up
cluster split opposite larger_clusters_are_slower spreading_helps
cluster split opposite lines_share_slices large_clusters_lose detour_is_shorter no_cluster_wins
cluster split bus pairs_do_as_well
cluster split opposite answers_cost
cluster alone h100 clusters_are_borrowed
cluster h100 split twos_beat_the_detour
cluster h100 opposite narrow_ties
ladder split opposite l2_has_a_slope l2_has_halves
ladder split alone halves_keep_copies
ladder split alone accesses_are_limited
ladder split hasty requests_are_merged slices_take_a_sector
ladder split opposite distance_costs
ladder h100 split mix_hardly_matters
ladder h100 opposite tlb_covers_all
async h100 bus memory_limits_8
peers split opposite small_writes_are_sooner both_ways_gain_little
peers split bus has_nvlink exchange_gains
peers split h100 has_many_pairs more_than_two one_way_disturbs
peers split bus pairs_are_alike
END
}

# Branches that nobody has measured yet, and those that no machine can reach.
never_seen='^(G1 holds|T5 fails|P1 (stronger|fails))$|has_rung|has_shared_and_l1|dsm_gets_more|narrow_fits_one_block'

@test "every branch of the text is shown by one of the machines, every verdict that a claim has a branch for is given by one of them" {
    missing=
    new=$(unrecorded | paste -sd '|')
    for chapter in "$tree"/chapters/0*.md; do
        name=$(basename "$chapter" .md)
        while IFS=: read -r line test; do
            shown=$(grep -ohE "<!-- $name:$line (true|false) " made-up-*/"${name#*-}.html" | sort -u)
            [[ ! $new || ! $test =~ has\(($new)\) ]] || continue
            [[ ! $new || $shown ]] || { echo "# not shown while there is no $new: $name.md:$line" >&3; continue; }
            # Three machines do not show both; but each is asked.
            [[ $whole == *bus* ]] || { [[ $shown ]] || missing+="$name.md:$line is never asked"$'\n'; continue; }
            for truth in true false; do
                [[ $shown == *" $truth "* || $test =~ $never_seen ]] || missing+="$name.md:$line is never $truth"$'\n'
            done
        done < <(grep -nE '^::: *\{\.if|^[^|].*\]\{\.if' "$chapter")
    done
    seen=$(for machine in $whole; do verdicts "$machine"; done | sort -u)
    for claim in $(cut -d' ' -f1 <<< "$seen" | sort -u); do
        for verdict in $(awk -v "id=#$claim " 'index($0, "{.claim " id) { on = 1 } on && $0 == ":::" && last == $0 { exit }
            on && /^::: (\{\.)?(holds|stronger|older|fails)/ { gsub(/[^a-z ]/, ""); print } { last = $0 }' "$tree"/chapters/0*.md); do
            grep -qx "$claim $verdict" <<< "$seen" || [[ "$claim $verdict" =~ $never_seen ]] ||
                [[ $whole != *bus* ]] || missing+="$claim never $verdict"$'\n'
        done
    done
    [[ -z $missing ]] || fail "$missing" "A machine in tests/editions/made_up.awk can show it, as CONTRIBUTING.md says of an experiment."
}

@test "without a GPU its numbers are borrowed and say so, and quick passes and other machines are described as they are" {
    for title in map timing global vector pinned cluster ladder; do
        for text in cpu:'What was not measured on it is shown with the numbers of NVIDIA H200' hasty:'A quick pass: the numbers of'; do
            [[ " ${pages[*]} " == *" made-up-${text%%:*}/$title.html "* ]] || continue
            grep -q "${text#*:}" "made-up-${text%%:*}/$title.txt" || fail "${text%%:*}/$title does not say: ${text#*:}"
        done
        grep -q 'class="live borrowed" tabindex' made-up-cpu/$title.html || fail "$title borrows nothing"
        # Whatever comes from a CPU's table is this machine's.
        run ! grep -E 'class="live borrowed[^>]*>[^<]*<span class="from"[^>]*>host_[a-z]*\.csv, ' made-up-cpu/$title.html
    done
    # A quick pass is marked under each figure of data but counters.
    run grep -sohE 'Data of Figure [0-9.]+[^<]*</summary>.*data/[a-z_]*.csv' made-up-hasty/{map,timing,global,vector,pinned,cluster,ladder}.html
    [[ $output == *'from a quick pass'* ]] || fail "$output"
    output=$(grep -vE 'from a quick pass|counters.csv' <<< "$output" || true)
    nothing "not marked:"
    grep -q 'class="live" tabindex' made-up-cpu/vector.html
    run ! grep -q '<dt>GPU</dt>' made-up-cpu/index.html
    run ! grep -l 'A quick pass: the numbers of' made-up-bus/*.txt
    # PCIe 3 with 16 lanes, a coarse clock and two cores are in the text.
    for text in 'pinned:>15.8 GB/s<' 'timing:>500 ns<' 'index:<dt>CPU cores</dt><dd>2</dd>'; do
        grep -q "${text#*:}" "made-up-bus/${text%%:*}.html" || fail "${text%%:*} does not say: ${text#*:}"
    done
}

@test "how far one machine's processes differ says nothing about another machine" {
    run ! grep 'other processes found' made-up-h100/timing.txt
    cd "$book"
    # A query sees this machine's tables only.
    ties=$(make -s query MACHINE=made-up-h100 Q='compare(async, {variant="bulk"}, {variant="groups"}).ties' | sed 's/ .*//; q')
    said=$(grep -oE 'and tie in [0-9]+' build/site/made-up-h100/async.txt)
    [[ $said == *" $ties" ]] || fail "not $ties ties: $said"
}

@test "without clusters the chapter on them borrows figure by figure, and the histogram is its own" {
    for figure in latency:yes dsm:yes bins:no skew:no; do
        borrowed=$(awk -v id="id=\"fig-${figure%:*}\"" '
            index($0, id) { inside = 1 }
            inside && /<figcaption>/ { print /Measured on NVIDIA H200, and not on the Made-up alone of this edition/ ? "yes" : "no"; exit }
            ' made-up-alone/cluster.html)
        [[ $borrowed == "${figure#*:}" ]] || fail "$figure: '$borrowed'"
    done
    grep -q 'Cannot be told.*Made-up alone' made-up-alone/cluster.txt
    # No number of clusters in what it measured: no row of it has a cluster of two.
    run ! grep -E '^[a-z]+,(2|4|8|16),' made-up-alone/data/histogram.csv
}
