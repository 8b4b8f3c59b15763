#!/usr/bin/env bash
# sass.sh OBJECT... FOLDER - registers and machine code of every kernel.
#
# Writes FOLDER/sass/<kernel>.sass, and FOLDER/kernels.csv last, each whole or not at
# all. The code is taken from the objects that were linked into the programs, so
# it is what was timed. copy_wide<int4> becomes copy_wide_int4. Kernels that are not
# named for their experiment are checks, or a library's, and left out.
set -eu -o pipefail
export LC_ALL=C # of sort and of lists of files

folder=${!#}
objects=("${@:1:$#-1}")
for tool in cuobjdump c++filt; do
    command -v "$tool" > /dev/null || {
        echo "sass: $tool is missing: install the CUDA Toolkit and binutils" >&2
        exit 1
    }
done

new=$folder/.sass.new
rm -rf "$new" # of one that was killed
mkdir "$new"
trap 'rm -rf "$new"' EXIT

# A kernel's name in a file name and in a CSV: no brackets, no arguments.
plain='s/^void //; s/\(.*//; s/[<>, ]+/_/g; s/_$//'

for object in "${objects[@]}"; do
    stem=${object##*/}
    cuobjdump -res-usage "$object" 2>&1 | c++filt |
        sed -nE '/^ *Function /{s/^ *Function (.*):$/\1/; '"$plain"'; h}
                 /REG:/{s/.*REG:([0-9]+) STACK:([0-9]+) SHARED:([0-9]+).*/,\1,\2,\3/; H; x; s/\n//; p}' |
        { grep "^${stem%%.*}_" || true; }
done | sort -u > "$new/usage"

for object in "${objects[@]}"; do
    echo "# object: ${object##*/}"
    cuobjdump -sass "$object" | c++filt
done | awk -v folder="$new" -v commit="${BENCH_COMMIT:-unknown}" '
    /^# object: / { stem = $3; sub(/\..*/, "", stem); file = "" }
    /^[ \t]*code for sm_/ { arch = $3 }
    /Function : / {
        name = $0
        sub(/.*Function : /, "", name); sub(/^void /, "", name)
        sub(/\(.*/, "", name); gsub(/[<>, ]+/, "_", name); sub(/_$/, "", name)
        if (file) close(file)
        file = ""
        if (index(name, stem "_") != 1) next
        file = folder "/" name ".sass"
        print "# kernel: " name "\n# arch: " arch "\n# commit: " commit > file
    }
    # An instruction, without its encoding; the second line is encoding alone.
    file && /\/\*[0-9a-f][0-9a-f][0-9a-f][0-9a-f]\*\/ / {
        sub(/^[ \t]+/, ""); sub(/[ \t]*\/\* 0x[0-9a-f]+ \*\/[ \t]*$/, "")
        print > file
    }'

{
    echo "# program: kernels"
    echo "# schema: 1"
    echo "# commit: ${BENCH_COMMIT:-unknown}"
    echo "kernel,registers,stack_bytes,shared_bytes"
    cat "$new/usage"
} > "$new/kernels.csv"
rm "$new/usage"

mkdir -p "$folder/sass"
for old in "$folder"/sass/*; do # of kernels that are no more
    [[ -e $new/${old##*/} ]] || rm -f "$old"
done
mv "$new"/*.sass "$folder/sass/"
mv "$new/kernels.csv" "$folder/kernels.csv"
