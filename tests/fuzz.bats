#!/usr/bin/env bats
# Proves that no input breaks a parser: those of the host's C by fuzzing briefly, and as
# long as anybody likes with `make fuzz`; those of the filters by mutated tables and
# expressions. And that a parser that is wrong would be found.
load helper

setup() {
    cd "$BATS_TEST_TMPDIR"
}

# Fuzzes one parser with bench.c changed by sed; it must be found.
finds() {
    needs clang
    copy_tree .
    cp -r "$tree/tests" .
    sed -i "$2" bench/bench.c
    ! cmp -s bench/bench.c "$tree/bench/bench.c" || fail "nothing has changed"
    run --separate-stderr bash tests/fuzz.sh 60 "$1"
    exits 1
    compgen -G "build/fuzz/$1-crash-*" > /dev/null || fail "no input is kept" "$stderr"
}

@test "C: nothing breaks a parser in two seconds each" {
    needs clang
    run bash "$tree/tests/fuzz.sh" 2
    exits 0
    [[ $(grep -c 'no fault$' <<< "$output") == 3 ]] || fail "$output"
}

@test "C: a size that is not exact would be found" {
    finds size 's/value >= 0x1p53 || //'
}

@test "C: an option without its limit would be found" {
    finds options '/errno || end == text/s/number <= most/true/'
}

@test "C: a value longer than its place would be found" {
    finds key 's/snprintf(value, size, /sprintf(value, /'
}

# The filters below $1, on mutated tables and expressions.
mutate() {
    run --separate-stderr timeout 100 pandoc --lua-filter=tests/fuzz/weave.lua --to=html --output=out "$tree/README.md"
}

@test "Lua: mutated tables and expressions give a value or a message" {
    needs pandoc
    cd "$tree"
    mutate
    exits 0
    [[ $stderr =~ ^[0-9]{4,}' values, '[0-9]{4,}' messages'$ ]] || fail "$stderr"
}

@test "Lua: an expression that reads, takes all memory or runs for ever would be found" {
    needs pandoc
    mkdir templates tests
    cp -r "$tree/tests/"{fuzz,weave} tests
    cp -r "$tree/chapters" .
    wrong() {
        rm -rf templates/weave
        cp -r "$tree/templates/weave" templates
        sed -i "$2" "templates/weave/$1"
        ! cmp -s "templates/weave/$1" "$tree/templates/weave/$1" || fail "nothing has changed"
        mutate
        exits 1
        in_stderr "$3"
    }
    wrong csv.lua 's/not name:find("^\[%w_\]+$")/false/' 'reads build/site/here/data/'
    wrong expression.lua '/strings.__index = string_part/d' 'takes '
    wrong expression.lua 's/if code:find("..", 1, true)/if false/' 'takes much memory'
    wrong expression.lua 's/elseif collectgarbage("count") > limit/elseif false/' 'takes much memory'
    wrong expression.lua 's/return functions\[name\] or/return functions[name] or _G[name] or/' 'opens /etc/passwd'
    wrong expression.lua 's/MAX_STEPS = 5000000/MAX_STEPS = 1000000000/' 'takes long'
}
