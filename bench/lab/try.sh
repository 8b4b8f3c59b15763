#!/usr/bin/env bash
# try.sh LAB KERNEL OUT - compiles a submission to a lab in the sandbox, checks and measures it, and gives
# points: OUT/result.csv says what was measured, or what is wrong, OUT/points.csv what that is worth, and
# OUT/printed.txt what the submission or its compiler printed. OUT appears whole or not at all.
#
# The exit status is 0 if there are points, however few, and 1 if the grader failed.
set -eu -o pipefail
export LC_ALL=C
here=${BASH_SOURCE%/*}
source "$here/box.sh"
lab=$1 kernel=$2 out=$3
about=chapters/labs/$lab programs=build/lab/$lab
new=$out.$$.new
rm -rf "$new"
mkdir -p "$new/made"
trap 'rm -rf "$new"' EXIT

# What a student writes is what runs: a compiler that turns loops into wide ones or into memcpy would do
# the exercise.
cp "$kernel" "$new/submission.c"
flags=(-std=c11 -D_GNU_SOURCE -O2 -march=native -fopenmp -fno-tree-vectorize -fPIC -shared -w)
[[ $("$CC" --version) == *clang* ]] || flags+=(-fno-tree-loop-distribute-patterns)
status=0
if [[ $boxed ]]; then
    compile=("${box[@]}" --dev /dev --tmpfs /tmp --ro-bind "$new/submission.c" /lab/submission.c --bind "$new/made" /lab/made --chdir /lab)
    runner=("${box[@]}" --ro-bind "$programs/runner" /lab/runner --ro-bind "$new/made/submission.so" /lab/submission.so
        --remount-ro / --as-pid-1 --info-fd 6 -- /lab/runner)
    library=/lab/submission.so
    look=("${box[@]}" --ro-bind "$new/made/submission.so" /lab/submission.so -- objdump)
else
    compile=(env -C "$new")
    look=(objdump)
    runner=("$PWD/$programs/runner") library=$PWD/$new/made/submission.so
fi
(ulimit -t 30 -v 8000000 -f 100000; timeout 60 "${compile[@]}" "$CC" "${flags[@]}" -o made/submission.so submission.c) \
    > "$new/printed.txt" 2>&1 || status=$?
if ((status != 0)); then
    printf '# fault: not_compiled\n# said: it does not compile\nvariant,kind,bytes,ms,ms_low,ms_high,samples,gbs\n' > "$new/result.csv"
    width=0
else
    timeout --kill-after=5 120 "$programs/grader" "$library" "$new/result.csv" "$new/printed.txt" "${runner[@]}"
    width=$(timeout 20 "${look[@]}" -d --no-show-raw-insn "$library" | awk -f "$here/width.awk")
fi
{
    echo "# schema: 1"
    echo "# lab: $lab"
    echo "# cpu: $(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1)"
    echo "# load_bytes: $width"
    cat "$new/result.csv"
} > "$new/whole"
mv "$new/whole" "$new/result.csv"
awk -F , -v load_bytes="$width" -f "$here/points.awk" "$about/rubric.csv" "$new/result.csv" > "$new/points.csv"
head -c 20000 "$new/printed.txt" | tr -cd '\11\12\40-\176' > "$new/whole"
mv "$new/whole" "$new/printed.txt"
rm -rf "$new/made" "$out"
mv -T "$new" "$out"
