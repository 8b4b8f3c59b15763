#!/usr/bin/env bats
# Proves at length that steps are found as often as bench/run/steps.awk and the page of a history say.
load ../helper
load ../series

@test "of series that change only by chance at most 1 in 1000 is said to step, whatever the noise is like" {
    local all=0 found
    for kind in normal outliers two_values; do
        read -r found _ < <(made_up 4000 $kind 1 20 0 0)
        echo "# $kind: $found of 4000" >&3
        all=$((all + found))
    done
    # 12 are expected at most, and 22 are three standard deviations more. If there were hardly any, the rate
    # that is stated would be wrong as well.
    ((all >= 3 && all <= 22))
}

@test "steps of 1, 2 and 5 % are found as soon and as often as the page says" {
    local found right
    while read -r behind step least; do
        read -r found right < <(made_up 30 normal 0.5 20 "$behind" "$step")
        echo "# $step %, $behind recordings behind it: $found of 30, at the right place $right" >&3
        ((found >= least))
        ((step < 5 || right == found))
    done << 'END'
20 1 26
6 2 29
4 5 30
4 -5 30
END
}
