#!/usr/bin/env bash
# this_machine.sh [--set-aside] NAME... - prints each NAME for which build/results/NAME was measured
# on another machine, or sets those results aside. Other scripts source its functions.
#
# The machines of a lab may share a home directory, and build/ with it. machine.csv tells them
# apart by GPU, CPU and cores. Two machines that are alike are told apart by the system's
# machine-id, which stays in build/measured/ and is never published.
source "${BASH_SOURCE%/*}/results.sh"

# facts_of DEVICE - the lines of facts_in() for this machine. If its program has not been built, they are
# those of the CPU alone, which takes no time to find out.
facts_of() {
    if [[ -x build/bench/machine ]]; then
        facts_in <(timeout 20 build/bench/machine ${1:+--device="$1"} 2> /dev/null)
    else
        this_cpu
    fi
}
this_cpu() {
    sed -nE '/^(model name|Model)\s*: */ { s//cpu,/; p; q }' /proc/cpuinfo 2> /dev/null || true
}

# is_foreign RESULTS STAMPS FACTS - are the results from another machine than the one that has these
# facts? A fact that only one of the two has proves nothing. If the machine-id is the same, cores
# may differ, because a job may get only some of them.
is_foreign() {
    local facts=$3
    [[ $(echo "$1"/*.csv) != "$1/*.csv" ]] || return 1
    if [[ -s $2/machine-id && -s /etc/machine-id ]]; then
        cmp -s "$2/machine-id" /etc/machine-id || return 0
        facts=$(grep -v ^cores, <<< "$facts" || true)
    fi
    awk -F, 'FNR == NR { fact[$1] = $0; next }
             $1 in fact && fact[$1] != $0 { other = 1 }
             END { exit !other }' <(echo "$facts") <(facts_in "$1/machine.csv")
}

# is_others RESULTS - are the results in build/results/, and from a machine with another CPU?
is_others() {
    [[ $1 == build/results/* ]] && is_foreign "$1" "build/measured/${1##*/}" "$(this_cpu)"
}

# set_aside NAME [DEVICE] - keeps another machine's results elsewhere, and brings back the results
# of this machine that had to make room before.
set_aside() {
    local results=build/results/$1 stamps=build/measured/$1 others=build/other-machines facts aside kept
    [[ ! -L $results ]] || return 0 # a task of a fleet has linked the folder of its node here
    facts=''
    [[ ! $(facts_in "$results/machine.csv") ]] || facts=$(facts_of "${2-}")
    is_foreign "$results" "$stamps" "$facts" || return 0
    mkdir -p "$stamps"
    aside=$others/$1-$({ cat "$results/machine.csv" "$stamps/machine-id" 2> /dev/null || true; } | cksum | cut -d ' ' -f 1)
    echo "measure: $results is of another machine ($(name_of "$results")): it is kept in $aside" >&2
    while [[ -e $aside ]]; do aside+=+; done
    mkdir -p "$aside"
    mv "$stamps" "$aside/measured"
    mv "$results" "$aside/results"
    for kept in "$others/$1"-*; do
        if [[ ! -e $results ]] && ! is_foreign "$kept/results" "$kept/measured" "$facts"; then
            mv "$kept/measured" "$stamps"
            mv "$kept/results" "$results"
            rmdir "$kept"
            find "$results" -type f -exec touch {} + # pages have been made from the other's meanwhile
            echo "measure: the earlier results of this machine are back in $results" >&2
        fi
    done
}

if [[ $0 == "${BASH_SOURCE[0]}" && $1 == --set-aside ]]; then
    for name in "${@:2}"; do
        device=${name#gpu}
        set_aside "$name" "${device#here}"
    done
elif [[ $0 == "${BASH_SOURCE[0]}" ]]; then
    for name; do
        ! is_others "build/results/$name" || echo "$name"
    done
fi
