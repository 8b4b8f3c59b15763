#!/usr/bin/env bash
# sass.sh OBJECT... FOLDER - writes the machine code of every kernel as FOLDER/sass/<kernel>.sass, and
# then its registers into FOLDER/kernels.csv, each file whole or not at all.
#
# The code is taken from the objects that were linked into the programs, so it is what was timed.
# copy_wide<int4> becomes copy_wide_int4. A kernel that is not named after its experiment is left out,
# because it is a check or belongs to a library. An object may also have code for sm_90a, which is what a
# GPU of compute capability 9.0 then runs; the code for sm_90 lacks something, and so needs fewer registers.
set -eu -o pipefail
export LC_ALL=C # for the order of sort and of lists of files

folder=${!#}
objects=("${@:1:$#-1}")
for tool in cuobjdump c++filt; do
    command -v "$tool" > /dev/null || { echo "sass: $tool is missing: install the CUDA Toolkit and binutils" >&2; exit 1; }
done

new=$folder/.sass.new
rm -rf "$new" # left by a run that was killed
mkdir "$new"
trap 'rm -rf "$new"' EXIT

# In the name of a file and in a CSV a kernel's name has no brackets and no arguments.
plain='s/^void //; s/\(.*//; s/[<>, ]+/_/g; s/_$//'

for object in "${objects[@]}"; do
    stem=${object##*/}
    cuobjdump -res-usage "$object" 2>&1 | c++filt |
        sed -nE '/^ *Function /{s/^ *Function (.*):$/\1/; '"$plain"'; h}
                 /REG:/{s/.*REG:([0-9]+) STACK:([0-9]+) SHARED:([0-9]+).*/,\1,\2,\3/; H; x; s/\n//; p}' |
        { grep "^${stem%%.*}_" || true; }
done | sort -t , -k 1,1 -k 2,2nr | sort -t , -u -k 1,1 > "$new/usage"

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
        if (index(name, stem "_") != 1 || arch < taken_from[name]) next
        taken_from[name] = arch
        file = folder "/" name ".sass"
        print "# kernel: " name "\n# arch: " arch "\n# commit: " commit > file
    }
    # Instructions are printed without their encoding. A second line of only encoding is left out.
    file && /\/\*[0-9a-f][0-9a-f][0-9a-f][0-9a-f]\*\/ / {
        sub(/^[ \t]+/, ""); sub(/[ \t]*\/\* 0x[0-9a-f]+ \*\/[ \t]*$/, "")
        print > file
    }'

printf '%s\n' '# program: kernels' '# schema: 1' "# commit: ${BENCH_COMMIT:-unknown}" \
    kernel,registers,stack_bytes,shared_bytes | cat - "$new/usage" > "$new/kernels.csv"
rm "$new/usage"

mkdir -p "$folder/sass"
for old in "$folder"/sass/*; do # the code of kernels that are gone
    [[ -e $new/${old##*/} ]] || rm -f "$old"
done
mv "$new"/*.sass "$folder/sass/"
mv "$new/kernels.csv" "$folder/kernels.csv"
