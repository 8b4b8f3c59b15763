#!/usr/bin/env bats
# Proves that a machine which lacks something is told so in one line, with what still
# works and how to get it, and that what needs it not is made there all the same.
load helper

# The book, in which drawing and weaving take no time.
setup() {
    export faults=0
    cd "$BATS_TEST_TMPDIR"
    mkdir bin
    ln -s /usr/bin/* bin
    copy_book book
    cd book
    rm {kernels,bench}/host_*.c
    rmdir build/results/here
    no_weaving pandoc
}

teardown() {
    ((faults == 0)) || echo "# $faults faults injected" >&3
}

# `without TOOL... -- WORD...`: make, where there are no such tools.
without() {
    faults=$((faults + 1))
    mkdir ../aside
    while [[ $1 != -- ]]; do
        [[ ! -e ../bin/$1 ]] || mv "../bin/$1" ../aside
        shift
    done
    run --separate-stderr env PATH="$BATS_TEST_TMPDIR/bin" /usr/bin/make -s NVCC=/nonexistent/nvcc "${@:2}"
    find ../aside -mindepth 1 -exec mv {} ../bin \;
    rmdir ../aside
}

# One line of ours, and none of a shell that was surprised.
says() {
    fails_with "$1"
    [[ $stderr != *"not found"* && $(grep -vc '^make: \*\*\*' <<< "$stderr") == 1 ]] || fail "$stderr"
}

@test "a make that is too old, or runs in another folder, says so in one line" {
    faults=1
    run --separate-stderr make -s .FEATURES=archives MAKE_VERSION=3.81 site
    [[ $status != 0 && ${#stderr_lines[@]} == 1 ]] || fail "$stderr"
    in_stderr "*** make 3.81 is too old: install GNU make 4.3 or newer"
    [[ $(grep -v '^#' Makefile | grep . | head -n 1) == 'ifeq ($(filter grouped-target,$(.FEATURES)),)' ]]
    [[ $(ls build) == results ]]
    cd ..
    run --separate-stderr make -f book/Makefile help
    [[ $status != 0 && ! -e build ]]
    in_stderr "run make in the folder of the Makefile: make -C book/"
}

@test "a target or variable that is misspelt, or means nothing here, is refused with a hint" {
    while IFS=: read -r words hint; do
        without -- $words
        says "$hint"
    done <<'END'
sit:did you mean site?)
xyz:there is no target 'xyz': 'make help'
SOLUTION=none site:did you mean SOLUTIONS?)
Only=host_copy measure:did you mean ONLY?)
QUICK=maybe measure:QUICK=maybe: 1 for a quick pass
measure record MACHINE=lab:measure first, then look or record
CHAPTER=2 pdf:CHAPTER= means nothing to 'make pdf': it is for handout
SITEURL=x build/site/404.html:did you mean SITE_URL?)
clean site:clean first, then build
measure counters site pdf:what 'measure counters' makes, 'site pdf' would not see
END
    run make 'a;touch gone'
    [[ ! -e gone && $output == *"there is no target 'a;touch': "* ]] || fail "$output"
    for no in 0 no ''; do
        [[ $(make -n measure QUICK=$no NVCC=/nonexistent/nvcc) != *--quick* ]]
    done
}

@test "a source that was put back with an older date is noticed, and a copied tree is not built anew" {
    cp -p chapters/04-vector.md old.md
    make -s build/chapters.txt
    sed -i '1,/^# /s/^# .*/# Another title/' chapters/04-vector.md
    make -s build/chapters.txt
    grep -q 'Another title' build/chapters.txt
    mv old.md chapters/04-vector.md
    make -s build/chapters.txt
    run ! grep 'Another title' build/chapters.txt
    mkdir -p build/results/here
    echo cpu,Older > build/results/here/machine.csv
    cp -a build/results/here older
    touch -d '2001-01-01' older/machine.csv older
    make -s build/chapters.txt
    rm -r build/results/here
    mv older build/results/here
    make -s build/chapters.txt
    [[ build/results/here/machine.csv -nt chapters/04-vector.md ]] || fail "a folder that was moved is not noticed"
    cp -a . ../copy
    cd ../copy
    run make build/chapters.txt
    in_output "up to date"
}

@test "a make that was killed holds nothing, even if another process has its number now" {
    mkdir -p build
    sleep 60 3>&- &
    # A process that began at another time, or before the machine was started anew, and none.
    for holder in "$! 1 $(cat /proc/sys/kernel/random/boot_id)" "$! $(awk '{ print $22 }' /proc/$!/stat) another-boot" \
        "999999999 1 $(cat /proc/sys/kernel/random/boot_id)" ''; do
        echo "$holder" > build/make.lock
        run --separate-stderr timeout 10 make -s build/chapters.txt
        [[ $status == 0 && ! $stderr ]] || { kill $!; fail "it waits for $holder" "$stderr"; }
    done
    kill $!
}

@test "make watch sees every folder that pages are made of, and the results of this machine" {
    mkdir -p build/results/here
    touch build/results/here/copy.csv
    # It ends the shell that would call it again and again.
    stands_in entr $'cat > seen\nkill $PPID'
    without -- watch
    for file in Makefile build/results/here/copy.csv chapters/04-vector.md figures/copy.gp kernels/copy.cu \
        bench/copy.c results/nvidia-h200/copy.csv templates/weave/weave.lua templates/web/site.css; do
        grep -qx "$file" seen || fail "not seen: $file"
    done
}

@test "pages do not take results that another machine left here for this machine's" {
    mkdir -p build/{results,measured}/here
    printf '# schema: 1\nkey,value\ncpu,Another CPU\n' > build/results/here/machine.csv
    cp -r build/results/here build/results/here.bak # a copy is no edition
    make -s build/foreign.txt build/machines.txt
    [[ $(< build/foreign.txt) == here && $(< build/machines.txt) != *bak* ]]
    sed -i '/^cpu,/d' build/results/here/machine.csv
    (source "$tree/bench/run/this_machine.sh" && this_cpu) >> build/results/here/machine.csv
    make -s build/foreign.txt
    [[ ! $(< build/foreign.txt) ]]
}

# `stands_in TOOL LINE`: from now on, the tool is this line of shell.
stands_in() {
    rm -f "../bin/$1"
    printf '#!/bin/sh\n%s\n' "$2" > "../bin/$1"
    chmod +x "../bin/$1"
}

# As if the packages were there.
with_packages() {
    mkdir -p templates/node_modules/minisearch/dist/umd
    touch templates/node_modules/{.installed,minisearch/dist/umd/index.js}
}

@test "a tool that is missing is named in one line, with its cure and what works without it" {
    with_packages
    cp "$tree/templates/weave/figure.sh" templates/weave
    while IFS='|' read -r tool words message; do
        without $tool -- $words
        says "$message"
    done <<'END'
bash|site|*** bash is missing or older than 4.4: install it
cc|measure|measure: cc is missing: run 'make setup'; 'make site' needs none
flock|measure|measure: flock is missing: install util-linux; 'make site' needs none
|build/obj/kernels/copy.cu.o has_gpu=/dev/nvidiactl|nvcc is missing: install the CUDA Toolkit; 'make measure' measures the CPU without
gnuplot|build/site/nvidia-h200/figures/copy.svg|site: gnuplot is missing: run 'make setup'; 'make measure' needs none
pandoc|build/print/nvidia-h200/00-index.json|site: pandoc is missing: run 'make setup'; 'make measure' needs none
node|pdf PANDOC=./pandoc|pdf, epub: node is missing or older than 18: run 'make setup'; 'make site' needs none
entr|watch|watch: entr is missing: run 'make setup-check'
END
}

@test "a tool that is too old is named in one line, with its cure" {
    with_packages
    sed -i '1i PANDOC_VERSION = "2.9.2"' templates/weave/weave.lua
    without -- build/site/404.html
    says "site: pandoc 2.9.2 is too old: install 2.17 or newer from https://pandoc.org/installing.html; 'make measure' needs none"
    [[ ! -e build/site/404.html ]]
    stands_in node 'exit 1'
    without -- pdf PANDOC=./pandoc
    says "pdf, epub: node is missing or older than 18: run 'make setup'; 'make site' needs none"
    for bash in 'exit 1' 'echo 3.2 >&2; exit 2'; do
        stands_in bash "$bash"
        without -- site
        says "*** bash is missing or older than 4.4: install it"
    done
}

@test "without a compiler, Node, git and Python there is a site, but without search" {
    with_packages
    without cc node git python3 curl nvidia-smi -- site PANDOC=./pandoc
    exits 0
    in_output "assets: node is missing, so pages have no search: run 'make setup'"
    [[ -s build/site/nvidia-h200/vector.html && ! -e build/site/minisearch.js ]]
}

@test "without a GPU or nvcc the CPU is measured, and what was not is said once" {
    without -- measure has_gpu=
    exits 0
    in_stderr "measure: there is no NVIDIA GPU or driver, so only the CPU was measured; the book shows the GPU of nvidia-h200"
    without -- measure has_gpu=
    exits 0
    [[ ! $output$stderr ]] || fail "$output$stderr"
    rm -r build/results
    without -- measure has_gpu=/dev/nvidiactl ONLY=machine
    exits 0
    in_stderr "measure: there is a GPU but no nvcc, so only the CPU was measured: install the CUDA Toolkit"
}

@test "plain make says what it does, step by step, and what it leaves out" {
    rm figures/{host,compare-host}_*.gp
    without node -- has_gpu= PANDOC=./pandoc
    exits 0
    in_stderr "measured 1 program in "
    diff <(grep -v ^assets: <<< "$output") - <<'END'
Building the site
The PDFs and EPUBs were left out: they need Node and 'make setup'
Open build/site/index.html
END
    [[ -s build/site/here/vector.html ]]
}

@test "without a driver, or with one older than the toolkit, a program says so and exits 75" {
    [[ $(find_nvcc) ]] || skip "no nvcc"
    build copy
    cc -std=c11 -shared -fPIC -o libcuda.so.1 "$BATS_TEST_DIRNAME/faulty_driver.c"
    faults=1
    run --separate-stderr env LD_LIBRARY_PATH=. FAILING=version "$tree/build/bench/copy" --quick
    exits 75
    [[ $stderr =~ ^copy:\ the\ driver\ is\ for\ CUDA\ 9\.2,\ this\ program\ for\ [0-9.]+:\ update\ the\ driver$ ]] || fail "$stderr"
    [[ ! -e /dev/nvidiactl ]] || return 0
    run --separate-stderr "$tree/build/bench/copy" --quick
    exits 75
    [[ $stderr == "copy: no NVIDIA driver on this machine" || $stderr == "copy: no GPU on this machine" ]] || fail "$stderr"
}
