# shellcheck shell=bash
# lab.bash - what the suites of labs share: a submission, tried.

# try LAB FILE - tries a submission; `fault` and `said` are what was found out about it.
try() {
    bash bench/lab/try.sh "$1" "$2" "$out"
    fault=$(sed -n 's/^# fault: //p' "$out/result.csv")
    said=$(sed -n 's/^# said: //p' "$out/result.csv")
}

points() { awk -F, '!/^#/ { sum += $2 } END { print sum }' "$out/points.csv"; }

# Does a submission do what its first line says is found out?
as_expected() {
    local lab expected
    IFS=': ' read -r _ lab expected _ < "$1"
    try "$lab" "$1"
    [[ $expected == slow && ! $fault && $(points) == 40 || "|$expected|" == *"|$fault|"* && $fault ]] ||
        fail "$1: not $expected but '$fault': $said, $(points) points"
    [[ ! $fault || $(points) == 0 ]] || fail "$1: $(points) points"
}
