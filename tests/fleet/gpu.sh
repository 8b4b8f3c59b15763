#!/usr/bin/env bash
# gpu.sh FLEET NAME MODEL [VARIABLE=VALUE...] - makes up a GPU in a fleet, from the
# recorded results in results/ of some experiments. Variables are made_up.awk's.
set -eu
to=$1/results/$2 variables=()
for each in "${@:4}"; do variables+=(-v "$each"); done
mkdir -p "$to"
# It is off by chance in its own way, and always in the same.
awk -v to="$to" -v seed="$(cksum <<< "$2" | cut -c 1-6)" -v gpu="$3" "${variables[@]}" \
    -f "${BASH_SOURCE%/*}/made_up.awk" results/nvidia-h200/{machine,copy,ladder,saxpy,transfer,host_latency}.csv
