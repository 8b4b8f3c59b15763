#!/usr/bin/env bash
# this_machine.sh NAME... - prints the names of those build/results/NAME that were measured
# on another machine. Other scripts source it for its functions.
#
# The machines of a lab may share a home directory, and with it build/. machine.csv tells
# them apart by GPU, CPU and cores. Twins are told apart by the system's machine-id, which
# stays in build/measured/ and is never published.

# is_foreign RESULTS STAMPS [FACTS] - was it another machine? FACTS are lines of a
# machine.csv that hold for this one. What is not known of both machines proves nothing.
is_foreign() {
    local facts=${3-}
    [[ -e $1/machine.csv ]] || return 1
    if [[ -s $2/machine-id && -s /etc/machine-id ]] && ! cmp -s "$2/machine-id" /etc/machine-id; then
        return 0
    fi
    [[ $facts ]] || facts=$(sed -nE '/^model name\s*: */ { s//cpu,/; p; q }' /proc/cpuinfo 2> /dev/null || true)
    awk -F, '!/^(gpu|cpu|cores),/ { next }
             FNR == NR { fact[$1] = $0 }
             $1 in fact && fact[$1] != $0 { other = 1 }
             END { exit !other }' <(echo "$facts") "$1/machine.csv"
}

# facts_of DEVICE - what this machine says of itself now, if its program has been built.
facts_of() {
    [[ ! -x build/bench/machine ]] || timeout 20 build/bench/machine ${1:+--device="$1"} 2> /dev/null || true
}

# name_of RESULTS - what their machine is called.
name_of() {
    sed -nE 's/^(gpu|cpu),//p' "$1/machine.csv" | paste -sd, | sed 's/,/, /'
}

if [[ $0 == "${BASH_SOURCE[0]}" ]]; then
    for name; do
        ! is_foreign "build/results/$name" "build/measured/$name" || echo "$name"
    done
fi
