#!/usr/bin/env bash
# coverage.sh - how much of the host's C and of the Lua filters the tests run.
#
# In a copy of the tree, suites run with programs and filters that count lines. Prints
# them file by file, and fails below 90 % of C or of Lua. Programs that use the GPU
# count where there is one.
set -eu -o pipefail
cd "$(dirname "$0")/.."
suites=(harness programs experiments faulty weave pages fleet)

for tool in gcc gcov luac5.4 bats gnuplot pandoc; do
    command -v "$tool" > /dev/null || {
        echo "coverage: $tool is missing: run 'make setup-check'" >&2
        exit 1
    }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work"/{tree,bin,notes}
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$work/tree"
cd "$work/tree"

# What gcc notes is kept together: the suites remove the folders that they compile in.
cat > "$work/bin/cc" << END
#!/bin/sh
exec gcc --coverage -dumpdir "$work/notes/\$\$-" "\$@"
END
chmod +x "$work/bin/cc"
export NVCC_APPEND_FLAGS=-lgcov
counted='bench/(host[a-z_]*|machine|harness/(options|samples|table|system|experiment|host))\.[ch]|kernels/.*\.[ch]'
[[ ! -e /dev/nvidiactl ]] || counted='(bench|kernels)/.*\.[ch]'

# The lines of the filters that are code, but for those with nothing but an end, at which
# Lua does not always come by.
export LUA_CODE=$work/lua_code LUA_RAN=$work/lua_ran
for file in templates/weave/*.lua; do
    luac5.4 -l -p "$file" | sed -nE '/VARARGPREP/d; s/^\t[0-9]+\t\[([0-9]+)\].*/\1/p' | sort -u |
        awk -v name="${file##*/}" 'FILENAME == "-" { code[$1]; next }
            FNR in code && !/^\t*(end|else)?[]})]*[,;]?$/ { print name ":" FNR }' - "$file"
done > "$LUA_CODE"
: > "$LUA_RAN"
sed -i "1s|.*|dofile('$work/tree/tests/coverage.lua')|" templates/weave/{weave,terms,query}.lua

status=0
PATH=$work/bin:$PATH CC=cc CFLAGS=-O0 bash tests/run.sh "${suites[@]}" || status=$?
# The whole book, for screens, print and e-readers.
edition=nvidia-h200
books=("build/print/$edition/"{book,report,ladder}.json)
for chapter in chapters/[0-9]*.md; do
    chapter=$(basename "$chapter" .md)
    books+=("build/print/$edition/$chapter.json" "build/epub/$edition/${chapter#*-}.json")
done
make -s site "${books[@]}"

# FILE LINE RAN of each line of code.
c_lines() {
    find "$work/notes" -name '*.gcno' -exec gcov --stdout {} + 2> /dev/null |
        awk -F: -v counted="^($counted)\$" '
            $3 == "Source" { file = $4; next }
            file ~ counted && $1 !~ /-$/ { print file, $2 + 0, $1 !~ /[#=]/ }'
}
lua_lines() {
    sort "$LUA_CODE" "$LUA_RAN" | uniq -c | awk '{ split($2, at, ":"); print "templates/weave/" at[1], at[2], ($1 > 1) }'
}

# A table of files and their sum, NAME; fails where that is below 90 %.
report() {
    awk -v all="$1" '
        function row(name, good, of) { return sprintf("%-32s %5d of %5d  %5.1f %%\n", name, good, of, of ? 100 * good / of : 0) }
        !(($1, $2) in ran) { lines[$1]++; sum++; ran[$1, $2] = 0 }
        $3 && !ran[$1, $2] { good[$1]++; goods++; ran[$1, $2] = 1 }
        END {
            for (file in lines) printf "%s", row(file, good[file], lines[file]) | "sort"
            close("sort")
            printf "%s", row(all, goods, sum)
            exit !(sum && goods >= 0.9 * sum)
        }'
}
c_lines | report "all C" || status=1
lua_lines | report "all Lua" || status=1
exit "$status"
