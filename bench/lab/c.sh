# shellcheck shell=bash disable=SC2153,SC2154 # try.sh sets the variables
# c.sh - how try.sh compiles and runs a submission in C: in the sandbox, if there is one.

# The machine must run what the student wrote: a compiler that turns loops into wide ones or into
# memcpy would do the exercise.
flags=(-std=c11 -D_GNU_SOURCE -O2 -march=native -fopenmp -fno-tree-vectorize -fPIC -shared -w)
[[ $("$CC" --version) == *clang* ]] || flags+=(-fno-tree-loop-distribute-patterns)

compile() {
    local where=(env -C "$new")
    [[ ! $boxed ]] || where=("${box[@]}" --dev /dev --tmpfs /tmp --ro-bind "$new/submission.c" /lab/submission.c
        --bind "$new/made" /lab/made --chdir /lab)
    (ulimit -t 30 -v 8000000 -f 100000; timeout 60 "${where[@]}" "$CC" "${flags[@]}" -o made/submission.so submission.c)
}

check() {
    local runner=("$PWD/$programs/runner") library=$new/made/submission.so
    if [[ $boxed ]]; then
        runner=("${box[@]}" --ro-bind "$programs/runner" /lab/runner --ro-bind "$library" /lab/submission.so
            --remount-ro / --as-pid-1 --info-fd 6 -- /lab/runner)
        library=/lab/submission.so
    fi
    timeout --kill-after=5 120 "$programs/grader" "$library" "$new/result.csv" "$new/printed.txt" "${runner[@]}"
}

# The width of the widest load, in bytes.
width() {
    local look=(objdump)
    [[ ! $boxed ]] || look=("${box[@]}" --ro-bind "$new/made/submission.so" "$new/made/submission.so" -- objdump)
    timeout 20 "${look[@]}" -d --no-show-raw-insn "$new/made/submission.so" | awk -f "$here/width.awk"
}

notes() {
    echo "# cpu: $(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1)"
}
