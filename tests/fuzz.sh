#!/usr/bin/env bash
# fuzz.sh SECONDS [NAME...] - fuzzes each parser of the host's C, or those named, for so
# long, with sanitizers.
#
# A fuzzer is tests/fuzz/NAME.c; it begins with the lines of NAME.txt, in printf's
# notation. An input that breaks something is kept below build/fuzz/, and named.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:?usage: fuzz.sh SECONDS [NAME...]}
shift
command -v clang > /dev/null || {
    echo "fuzz: clang is missing: run 'make setup-check'" >&2
    exit 1
}
mkdir -p build/fuzz
(($#)) || set -- key options size
for name; do
    harness=(bench/harness/{samples,system}.c)
    # The fuzzer of options includes these two itself.
    [[ $name == options ]] || harness+=(bench/harness/{options,table}.c)
    clang -std=c11 -D_GNU_SOURCE -g -O1 -fno-sanitize-recover=all \
        -fsanitize=fuzzer,address,undefined,float-cast-overflow \
        -o "build/fuzz/$name" "tests/fuzz/$name.c" "${harness[@]}" -lm
    corpus=build/fuzz/$name.corpus
    rm -rf "$corpus"
    mkdir "$corpus"
    number=0
    while IFS= read -r seed; do
        number=$((number + 1))
        printf '%b' "$seed" > "$corpus/$number"
    done < "tests/fuzz/$name.txt"
    # What the parsers print, on both outputs, is of no interest here: 3 closes both.
    "build/fuzz/$name" -max_total_time="$seconds" -timeout=5 -close_fd_mask=3 \
        -artifact_prefix="build/fuzz/$name-" "$corpus" > "build/fuzz/$name.log" 2>&1 || {
        tail -n 40 "build/fuzz/$name.log" >&2
        echo "fuzz: $name: an input breaks it; it is kept as build/fuzz/$name-*, and build/fuzz/$name runs it again" >&2
        exit 1
    }
    echo "$name: $(sed -n 's/^Done //p' "build/fuzz/$name.log"), no fault"
done
