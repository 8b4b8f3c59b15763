#!/usr/bin/env bash
# mistakes.sh RESULTS PROGRAM... - makes the mistakes that a chapter warns of. Runs each program as a patch
# chapters/exercises/mistakes-NAME.patch changes it, and writes to RESULTS/mistakes.csv how it ended. The
# table appears only if the programs as they are were right before and after.
source "${BASH_SOURCE%/*}/patches.sh"
prepare mistakes mistake "$@"

patience=5 # seconds that a program may take longer than as it is

# Prints in one word how a program ends: outcome SECONDS FOLDER PROGRAM OPTION...
outcome() {
    local status=0
    # Without --foreground, timeout would kill itself too, and not wait until the GPU is free again.
    timeout --foreground --signal=KILL "$1" "$2/build/bench/$3" "${@:4}" "${device[@]}" > "$here/log" 2>&1 || status=$?
    case $status in
    0) echo right ;;
    77) echo unable ;; # this machine can never run it
    137) echo hangs ;;
    *) grep -m 1 -oE 'cudaError[A-Za-z]+' "$here/log" || { says_wrong "$3" < "$here/log" && echo wrong; } || echo failed ;;
    esac
}

# Stops unless all programs as they are end right, and notes how long each may take: check_unchanged WHEN
declare -A limits
check_unchanged() {
    local run words start how
    for run in "${!limits[@]}"; do
        read -ra words <<< "$run"
        start=$SECONDS
        how=$(outcome 60 . "${words[@]}")
        [[ $how != unable ]] || stop "this GPU cannot run $run"
        [[ $how == right ]] || stop "$1 the mistakes, $run is not right but $how: $(tail -n 1 "$here/log")"
        limits[$run]=$((SECONDS - start + patience))
    done
    cp "$here/log" "$here/unchanged.csv"
}

for patch in "${patches[@]}"; do limits[$(lines_of "$patch")]=; done
check_unchanged before
for patch in "${patches[@]}"; do
    name=${patch##*/} name=${name%.patch} run=$(lines_of "$patch")
    read -ra words <<< "$run"
    how=$(outcome "${limits[$run]}" "$here/$name" "${words[@]}")
    echo "mistakes: ${name#*-}: $how" >&2
    echo "${name#*-},$how"
done > "$here/rows.csv"
check_unchanged after
write_table mistakes mistake,outcome
