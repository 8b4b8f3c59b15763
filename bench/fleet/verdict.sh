#!/usr/bin/env bash
# verdict.sh - says which GPUs of a fleet were left out, which are slow, which fail the criteria of their
# model, and which have changed or are gone, and fails if there is one.
set -eu
cd build/fleet
reader=$(< ../../bench/run/csv.awk)
bad=$(
    awk -F '\t' '{ print "fleet: left out: " $1 ": " $2 }' left_out.txt
    awk "$reader"' line_is == "row" { print "fleet: slow: " $column["name"] ": " $column["experiment"] " is off by " $column["off"] " %" }' named.csv
    awk -F '\t' '$2 == "fail" { print "fleet: fails: " $1 ": " $3 }' criteria.txt
    [[ ! -e changes.txt ]] || awk -F '\t' '$2 ~ /^(changed|gone|replaced)$/ { print "fleet: " $2 ": " $1 ": " $4 }' changes.txt
)
awk -F '\t' '{ n[$2]++ } END { if (NR) printf "fleet: by the criteria of their models: %d pass, %d fail, %d cannot be told\n", n["pass"], n["fail"], n["cannot_be_told"] }' criteria.txt >&2
[[ ! -e changes.txt ]] || awk -F '\t' '$2 == "host_changed" { print "fleet: its host has changed: " $1 ": " $4 }' changes.txt >&2
[[ ! $bad ]] || { echo "$bad" >&2; exit 1; }
