#!/usr/bin/env bash
# verdict.sh - says which GPUs of a fleet were left out and which are slow, and fails if there is one.
set -eu
awk -F '\t' '{ print "fleet: left out: " $1 ": " $2 }' build/fleet/left_out.txt >&2
awk -F , '{ print "fleet: slow: " $1 ": " $7 " is off by " $NF " %" }' build/fleet/named.csv >&2
[[ ! -s build/fleet/left_out.txt && ! -s build/fleet/named.csv ]]
