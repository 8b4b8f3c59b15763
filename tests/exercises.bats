#!/usr/bin/env bats
# Proves that what exercises ask readers to change, and mistakes that a chapter warns of, are kept as
# patches that fit, and that a command tries them all.
load helper

table=build/results/here/exercises.csv
mistakes=build/results/here/mistakes.csv

# A tree with a single exercise, which changes a program of the CPU as this sed command does.
change() {
    rm -f chapters/exercises/*
    mkdir -p chapters/exercises
    make_patch bytes-moved run "$1"
}
# One more patch, for a line `run:` or `mistake:`.
make_patch() {
    {
        echo 'The change.'
        echo "$2: host_memcpy --variant=warm --max-bytes=16KiB"
        diff -u --label a/kernels/host_memcpy.c --label b/kernels/host_memcpy.c \
            kernels/host_memcpy.c <(sed "$3" kernels/host_memcpy.c) || :
    } > "chapters/exercises/$1.patch"
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    copy_tree .
    change 's/memcpy(to, from, bytes)/memmove(to, from, bytes)/'
}

try() { make -s exercises NVCC=/nonexistent COMMIT=abc; }
try_mistakes() { make -s mistakes NVCC=/nonexistent COMMIT=abc; }

@test "a program is measured as it is and as an exercise changes it" {
    try
    grep -qx '# commit: abc' $table
    grep -qx '# options: 1 changes' $table
    rows() { awk -F, -v version="$1" '$1 == "bytes" && $2 == version { print $3, $4 }' $table; }
    [[ $(rows unchanged) == *'variant=warm threads=1 memory=l1 array_bytes=4096 8192'* ]]
    diff <(rows unchanged) <(rows moved)
    # The change is in the copy alone.
    grep -q memmove build/exercises/bytes-moved/kernels/host_memcpy.c
    run ! cmp -s {build/exercises/bytes-moved/,}build/obj/kernels/host_memcpy.o
    cmp {"$tree/",}kernels/host_memcpy.c
}

@test "a change that gives wrong results or fits no more is named, and the old table stays" {
    mkdir -p build/results/here
    echo old > $table
    change 's/memcpy(to, from, bytes)/memcpy(to, from, bytes - 1)/'
    run --separate-stderr try
    [[ $status != 0 && $stderr == *'host_memcpy has failed where bytes is moved'* ]] || fail "$stderr"
    sed -i 's/memcpy(to, from, bytes);/memcpy(to, from, all);/' chapters/exercises/bytes-moved.patch
    run --separate-stderr try
    [[ $status != 0 && $stderr == *'bytes-moved.patch does not fit the sources any more'* ]] || fail "$stderr"
    [[ $(< $table) == old ]]
}

@test "an exercise whose program measures no rates is named, and the old table stays" {
    mkdir -p build/results/here
    echo old > $table
    sed -i 's/^run: .*/run: host_latency --quick --variant=random --max-bytes=4KiB/' chapters/exercises/bytes-moved.patch
    run --separate-stderr try
    [[ $status != 0 && $stderr == *"a program of the exercise 'bytes' measures no rates"* ]] || fail "$stderr"
    [[ $(< $table) == old ]]
}

@test "how a program with a mistake ends is written down: right, wrong, never, or otherwise" {
    rm chapters/exercises/*
    make_patch mistakes-harmless mistake 's/memcpy(to, from, bytes)/memmove(to, from, bytes)/'
    make_patch mistakes-short mistake 's/memcpy(to, from, bytes)/memcpy(to, from, bytes - 1)/'
    make_patch mistakes-hung mistake 's/memcpy(to, from, bytes);/{ extern unsigned sleep(unsigned); for (;;) sleep(9); }/'
    make_patch mistakes-dies mistake 's/memcpy(to, from, bytes);/__builtin_trap();/'
    try_mistakes
    grep -qx '# commit: abc' $mistakes
    diff - <(sed -n '/^mistake,/,$p' $mistakes) << 'END'
mistake,outcome
dies,failed
harmless,right
hung,hangs
short,wrong
END
    bash bench/run/validate.sh $mistakes
    # A mistake is not measured beside the exercises.
    run ! try
}

@test "a hanging program is killed even if it ignores signals, and is gone before the next one starts" {
    rm chapters/exercises/*
    # Each program holds a lock, and the hanging one has much memory to give back when it is killed.
    sed -i '0,/^#include/ s|^#include|#include <fcntl.h>\n#include <signal.h>\n#include <stdlib.h>\n#include <sys/file.h>\n#include <sys/mman.h>\n#include <unistd.h>\n&|' kernels/host_memcpy.c
    sed -i "s|memcpy(to, from, bytes);|static int f = -1; if (f < 0) { f = open(\"$PWD/held\", O_CREAT \| O_RDWR, 0600); if (flock(f, LOCK_EX \| LOCK_NB)) abort(); }\n    &|" kernels/host_memcpy.c
    make_patch mistakes-hung mistake 's|memcpy(to, from, bytes);|signal(SIGTERM, SIG_IGN); alarm(30); size_t n = (size_t)1 << 30; char *p = mmap(NULL, n, PROT_READ \| PROT_WRITE, MAP_PRIVATE \| MAP_ANONYMOUS, -1, 0); madvise(p, n, MADV_NOHUGEPAGE); memset(p, 1, n); for (;;) pause();|'
    try_mistakes
    grep -qx hung,hangs $mistakes
}

@test "if a program is no longer right after the mistakes, the old table stays" {
    mkdir -p build/results/here
    echo old > $mistakes
    # The mistake leaves something behind, as a kernel that hangs the GPU would.
    sed -i '0,/^#include/ s|^#include|#include <unistd.h>\n&|' kernels/host_memcpy.c
    sed -i "s|memcpy(to, from, bytes);|memcpy(to, from, bytes - (access(\"$PWD/hung\", F_OK) == 0));|" kernels/host_memcpy.c
    rm chapters/exercises/*
    make_patch mistakes-hung mistake "s|bytes - (access(.*) == 0)|bytes - !symlink(\"/\", \"$PWD/hung\")|"
    run --separate-stderr try_mistakes
    [[ $status != 0 && $stderr == *"after the mistakes, host_memcpy --variant=warm --max-bytes=16KiB is not right but wrong"* ]] || fail "$stderr"
    [[ $(< $mistakes) == old ]]
}

@test "without a GPU, exercises that need one are refused in one line" {
    sed -i 's/^run: .*/run: copy/' chapters/exercises/bytes-moved.patch
    run --separate-stderr try
    [[ $status != 0 && $stderr == *'they need an NVIDIA GPU and the CUDA Toolkit'* ]] || fail "$stderr"
}

@test "each patch fits the sources, is of an exercise or a section of a chapter, and has a program measured" {
    rm -r chapters/exercises
    cp -r "$tree/chapters/exercises" chapters/
    export GIT_CEILING_DIRECTORIES=$PWD
    mkdir copy
    cp -r bench kernels copy/
    for patch in chapters/exercises/*; do
        name=${patch##*/} exercise=${name%%-*}
        [[ $name =~ ^[a-z][a-z0-9]*-[a-z0-9_]+\.patch$ ]] || fail "$name"
        # Elsewhere the same lines may be another kernel's.
        git -C copy apply --check -v "$PWD/$patch" &> log || fail "$patch does not fit"
        run ! grep 'Hunk.*offset' log; [[ ! $output ]] || fail "$patch has other line numbers: apply it, and make it anew with git diff"
        grep -qE "exercise #ex-$exercise |\{#sec-$exercise\}" "$tree"/chapters/*.md ||
            fail "no chapter has the exercise #ex-$exercise or the section #sec-$exercise of $patch"
        sed -nE 's/^(run|mistake): ([a-z0-9_]*).*/\2/p' "$patch" > programs
        [[ -s programs ]] || fail "$patch has nothing measured"
        while read -r program; do [[ -e bench/$program.c ]] || fail "$patch: no program $program"; done < programs
    done
}

@test "a chapter shows how each mistake ends, and its table expects of it what the patch does" {
    for patch in "$tree"/chapters/exercises/mistakes-*.patch; do
        name=${patch##*/mistakes-} name=${name%.patch}
        predicted=$(sed -nE 's/^Predicted: (right|wrong|hangs)\b.*/\1/p' "$patch")
        shown=$(grep -F "ended(\"$name\")" "$tree/chapters/08-async.md") || fail "no chapter shows $patch"
        [[ $predicted && (${shown,,} == *"| $predicted: "* || $name == @(meet|places)) ]] || fail "$patch predicts '$predicted'" "$shown"
    done
}
