#!/usr/bin/env bash
# bench-build.sh [EDITIONS] - how long the site takes to build, and how much memory,
# beside plain pandoc on the same Markdown, which draws, measures and links nothing.
#
# Two jobs, as on two cores. EDITIONS, 100 unless told, is how many machines there are
# in the end: the recorded one and those made up. The ratio is one of processor time,
# which other programs disturb less than they do the clock.
set -eu -o pipefail
editions=${1:-100}
[[ $editions =~ ^([2-9]|[1-9][0-9]{1,3})$ ]] || {
    echo "bench-build: '$editions' editions: it takes two at least, such as bench-build.sh 10" >&2
    exit 2
}
# shellcheck source=tests/bench.sh
. "$(dirname "$0")/bench.sh"

# row WHAT BAR PLAIN - a line on what was run last; PLAIN is the processor time of pandoc.
row() {
    printf '%-44s %8.2f s %8s %8.2f s %6.2f x %6d %5d MB\n' "$1" "$seconds" "$2" "$processor" \
        "$(awk "BEGIN { print $processor / $3 }")" "$(grep -c '^Makefile:[0-9]*: ' log || true)" "$megabytes"
}

# build WHAT BAR PLAIN [TARGET...]
build() {
    run make -j2 --trace "${@:4}"
    row "$1" "$2" "$3"
}

# times N SECONDS
times() {
    awk "BEGIN { print $1 * $2 }"
}

printf '%-44s %10s %8s %10s %8s %6s %8s\n' '' time bar processor 'of plain' steps largest
run bash -c 'printf "%s\n" "$@" | xargs -P 2 -I {} pandoc --standalone --metadata title={} --output {}.html {}' _ chapters/[0-9]*.md
book=$processor
row 'plain pandoc, all chapters' '' "$book"
run pandoc --standalone --metadata title=Chapter --output chapter.html chapters/04-vector.md
chapter=$processor
row 'plain pandoc, one chapter' '' "$chapter"

# What `site` needs of the one edition that there is.
targets=$(make -pnq site 2> /dev/null | sed -n 's/^site: //p' | tr ' ' '\n' | grep "^build/site/$reference/" || true)
# shellcheck disable=SC2086
build 'one edition from nothing' '3 s' "$book" $targets
build 'and the pages about all machines' '' "$book" site
build 'nothing changed' '0.15 s' "$chapter" site
sed -i 's/A copy does nothing but move data/A copy moves data/' chapters/04-vector.md
build 'a sentence changed' '0.5 s' "$chapter" site
sed -i '0,/,ok$/s//,throttled/' "results/$reference/offset.csv"
build 'a CSV changed' '' "$chapter" site

# Machines that are the reference machine under other names.
made=1
add_up_to() {
    local machine
    for ((; made < $1; made++)); do
        machine=$(printf 'results/made-up-%03d' "$made")
        cp -r "results/$reference" "$machine"
        sed -i "s/^gpu,.*/gpu,Made-up $made/; s/^# gpu: .*/# gpu: Made-up $made/" "$machine"/*.csv
    done
}
for many in $(((editions + 9) / 10)) "$editions"; do
    new=$((many - made))
    ((new > 0)) || continue
    add_up_to "$many"
    build "$new editions more, $many in all" linear "$(times "$new" "$book")" site
done
build 'nothing changed' '2 s' "$(times "$many" "$chapter")" site
sed -i 's/A copy moves data/A copy does nothing but move data/' chapters/04-vector.md
build 'a sentence changed' '' "$(times "$many" "$chapter")" site
sed -i '0,/,ok$/s//,throttled/' results/made-up-001/offset.csv
build 'a CSV of one machine changed' '' "$chapter" site
