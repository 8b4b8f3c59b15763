#!/usr/bin/env bash
# bench-fleet.sh [GPUS] - how long the pages of a fleet take, and how much memory: of a
# tenth of GPUS, which are 1,000 unless told, and of all.
#
# The GPUs are made up, one in a hundred of them slow.
set -eu -o pipefail
gpus=${1:-1000}
# shellcheck source=tests/bench.sh
. "$(dirname "$0")/bench.sh"

# row WHAT - a line on what was run last.
row() {
    printf '%-44s %8.2f s %8.2f s %8.2f ms %5d MB\n' "$1" "$seconds" "$processor" \
        "$(awk "BEGIN { print 1000 * $processor / $many }")" "$megabytes"
}

made=0
add_up_to() {
    local folder
    for ((; made < $1; made++)); do
        folder=$(printf 'fleet/results/n%03d-gpu%d' $((made / 8)) $((made % 8)))
        mkdir -p "$folder"
        awk -v to="$folder" -v seed="$made" -v dram=$((made % 100 == 7 ? 2 : 1)) \
            -f "$tree/tests/fleet/made_up.awk" "results/$reference"/*.csv
    done
}

printf '%-44s %10s %10s %11s %8s\n' '' time processor 'a GPU' largest
run make -s build/site/site.css "build/site/$reference/data/machine.csv"
for many in $(((gpus + 9) / 10)) "$gpus"; do
    add_up_to "$many"
    rm -rf build/fleet build/site/fleet build/site/fleet.html
    files=$(find fleet -name '*.csv' | wc -l)
    run bash bench/fleet/judge.sh fleet
    row "$many GPUs, $files files: checked and judged"
    run make -s build/site/fleet.html FLEET=fleet
    row 'their reports and the page'
    run make -s build/site/fleet.html FLEET=fleet
    row 'nothing changed'
    sed -i '0,/,ok$/s//,throttled/' fleet/results/n000-gpu0/copy.csv
    run make -s build/site/fleet.html FLEET=fleet
    row 'a CSV of one GPU changed'
done
echo "$(wc -l < build/fleet/named.csv) GPUs are named, and $(((gpus + 92) / 100)) are slow"
