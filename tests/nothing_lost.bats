#!/usr/bin/env bats
# Proves that nothing is lost: killed, interrupted, out of disk or two at once, make never
# leaves a part of a file under a good name, the old files stay until the new ones are
# whole, and the next make finishes the job, to the byte. Each kind of step is killed once
# here; tests/long/nothing_lost.bats kills at every third one.
load helper
load killing

# ---- Killed -----------------------------------------------------------------

@test "make site, pdf, epub and handout, killed or interrupted at each kind of step, leave whole files and are finished by the next" {
    book node
    while IFS='|' read -r moment goals; do
        fault $moment make -s $goals || fail "not killed: $moment"
        good
    done <<'END'
KILL gnuplot 1 half|site
KILL cp 2 half|site
KILL pandoc 3 half|site
INT gnuplot 1 half|site
KILL mv 2 before|site
KILL mv 2 after|site
INT mv 2 after|site
KILL pandoc 2 half|pdf epub handout CHAPTER=04-vector
INT mv 3 after|pdf epub handout CHAPTER=04-vector
KILL node 1 before|pdf epub handout CHAPTER=04-vector
END
    finishes site pdf epub handout CHAPTER=04-vector
}

@test "after a killed make measure no part of an object, a program or results is taken for a whole one" {
    cp -a "$small" tree
    cd tree
    for moment in 'cc 2 half' 'mv 2 before' 'mv 3 after'; do
        fault KILL $moment make -s $measure CC=cc || fail "not killed: $moment"
        for file in $(cd build && find obj -type f ! -name '*.tmp'); do
            cmp "build/$file" "$measured/build/$file"
        done
    done
    measure
    measured
}

# ---- Recorded ---------------------------------------------------------------

# Results of before and of now, and a record of before.
recorded() {
    cp -a "$measured" tree
    cd tree
    cp -r build/results/here ../now
    cp -r ../now ../before
    sed -i 's/^# date: .*/# date: 2026-01-02/' ../before/machine.csv
    mkdir results
    cp -r ../before results/lab
}

@test "a killed make record leaves all of the old record or all of the new one" {
    recorded
    for moment in 'cp 1 before' 'cp 1 half' 'mv 1 before' 'mv 1 after' 'mv 2 before' 'mv 2 after'; do
        rm -rf results
        mkdir results
        cp -r ../before results/lab
        fault KILL $moment make -s record MACHINE=lab || fail "not killed: $moment" "$(< ../log)"
        # The next make puts things right, whatever it is asked for.
        make -s build/machines.txt
        [[ $(ls -A results) == lab ]] || fail "$moment: $(ls -A results)"
        diff -r results/lab ../before || diff -r results/lab ../now
        make -s record MACHINE=lab
        diff -r results/lab ../now
    done
}

# ---- A full disk ------------------------------------------------------------

@test "make site, pdf, epub and handout on a full disk leave whole files, and are finished once there is room" {
    needs gnuplot pandoc node
    on_a_disk site_on_a_disk site pdf epub handout CHAPTER=04-vector
}

@test "gnuplot, which does not notice a full disk, leaves no part of a figure" {
    book
    # No file of more than 2 KiB, and no word on that.
    printf '%s\n' '#!/bin/bash' "trap '' XFSZ; ulimit -f 2; exec gnuplot \"\$@\"" > small
    chmod +x small
    faults=1
    make -s site GNUPLOT=./small 2> log || true
    good
    finishes site
}

@test "the lists of what a page has read and of its claims are whole or missing on a full disk" {
    book
    page=nvidia-h200/vector
    make -s build/site/$page.html
    for list in depend/site/$page.html.d claims/$page.txt; do
        touch chapters/04-vector.md
        rm -f build/$list # written only when it has changed
        sums . > before
        ln -s /dev/full build/$list.tmp
        run make -s build/site/$page.html
        [[ $status != 0 ]] || fail "not noticed: $list"
        in_output 'No space left on device'
        diff <(sums .) before
        rm build/$list.tmp
        faults=$((faults + 1))
        make -s build/site/$page.html
        cmp build/$list "$new/build/$list"
    done
}

measure_and_record_on_a_disk() {
    cp -a ../tree/* .
    good() { diff -r results/lab ../before; }
    fills_up make -s record MACHINE=lab
    ((faults > 0))
    diff -r results/lab ../now
    [[ $(ls -A results) == lab ]]
    rm -r ./*
    cp -a "$small"/* .
    good() { [[ ! -e build/results/here/machine.csv ]] || measured; }
    fills_up make -s $measure
    measured
}

@test "make measure on a full disk takes no part of anything for the whole, and make record leaves the old record" {
    recorded
    cd ..
    on_a_disk measure_and_record_on_a_disk
}

# ---- Two at once ------------------------------------------------------------

# `both FIRST SECOND`: makes both at once, words of make each. One waits and says so,
# with an option as well as with none.
both() {
    make -s $1 > first 2>&1 3>&- &
    local one=$! two
    make $2 > second 2>&1 3>&- &
    two=$!
    faults=$((faults + 1))
    wait $one || fail "$1: $(< first)"
    wait $two || fail "$2: $(< second)"
    [[ $(cat first second) == *"make: waiting: another make is at work in this folder, process "* ]] || fail "$(cat first second)"
}

@test "where two makes run at once one waits, and the files are as if they had run one after the other" {
    book node
    both 'site SITE_URL=https://example.org' 'site pdf epub'
    finishes site pdf epub handout CHAPTER=04-vector
}

@test "a record that is made while the site is built is in the next site" {
    book
    mkdir -p build/results
    cp -r results/nvidia-h200 build/results/here
    rm build/results/here/history.csv # which a record makes
    old=$(sed -n 's/^# date: //p' results/nvidia-h200/copy.csv)
    sed -i "s/$old/2026-10-09/; /^# commit: /s/-dirty$//" build/results/here/*.csv
    # Only this machine's own results can be recorded.
    as_this_cpu build/results/here results/nvidia-h200
    both site 'record MACHINE=nvidia-h200'
    rm -r build/results/here
    make -s site
    diff <(sed 1d build/site/nvidia-h200/data/copy.csv) results/nvidia-h200/copy.csv
    ! grep -l "$old" build/site/*/*.html || fail "a page of the old record"
}

# A make that holds the lock until a file `go` is there: `holder`.
holder() {
    printf '%s\n' '#!/bin/sh' 'touch begun; while [ -e begun ] && [ ! -e go ]; do sleep 0.05; done; exit 1' > cc
    chmod +x cc
    make -s build/obj/bench/harness/options.o CC=./cc > holder 2>&1 3>&- &
    holder=$!
    until_true [ -e begun ]
}

@test "a make that only looks does not wait, a killed one holds no lock, and a make within a make does not wait for it" {
    cp -a "$small" tree
    cp -r "$tree/results" tree
    cd tree
    holder
    mkdir -p fleet/results
    for look in help validate 'fleet FLEET=fleet' '-n measure'; do
        timeout 20 make -s $look > log 2>&1 || fail "make $look: $(< log)"
    done
    run timeout 1 make -s build/machines.txt
    exits 124
    in_output "make: waiting: another make is at work in this folder, process $holder"
    kill -9 $holder
    wait $holder || true
    timeout 20 make -s build/machines.txt
    touch go
    # A command of a make may run make.
    printf 'build/inner: ; @$(MAKE) -s build/url.txt; env -u MAKELEVEL make -s build/machines.txt\n' >> Makefile
    timeout 20 make -s build/inner
}

@test "a make that only looks changes nothing, and a dry run says what another address makes due" {
    book
    make -s build/site/sitemap.xml SITE_URL=https://example.net
    mkdir build/site/ghost
    touch build/site/ghost/index.html
    files() { find build -printf '%p %s %T@\n' | sort; }
    files > before
    for look in help validate '-n site' '-n build/site/sitemap.xml'; do
        make -s $look SITE_URL=https://example.org > log
        diff before <(files) || fail "make $look"
    done
    grep -q 'sitemap.sh .https://example.org.* claims.html' log || fail "$(< log)"
    finishes site
    [[ ! -e build/site/ghost ]]
}

# ---- Nothing may be written -------------------------------------------------

built_read_only() {
    cp -a "$old"/* .
    mv results/nvidia-h200 results/lab
    mount --bind build build
    mount -o remount,bind,ro build
    make -s validate
    ! timeout 60 make -s site
    diff <(sums .) <(sums "$old")
}

@test "a folder that may not be written is named in one line, and make validate works in it" {
    needs gnuplot pandoc
    on_a_disk built_read_only > said 2>&1 || fail "$(< said)"
    mapfile -t lines < said
    output=$(< said)
    [[ ${lines[0]} == "$(find "$old/results" -name '*.csv' | wc -l) files of results, no fault" ]] || fail "$output"
    [[ ${#lines[@]} == 2 && ${lines[1]} == Makefile:*' *** build/ cannot be written: Read-only file system.  Stop.' ]] || fail "$output"
}

@test "a folder or a build/ of another user is refused with its cure" {
    ((EUID == 0)) || skip "not root"
    needs setpriv
    cd "$BATS_TEST_TMPDIR"
    mkdir build
    run setpriv --reuid=65534 --clear-groups bash -s 1 < "$tree/bench/run/lock.sh"
    in_output "build/ cannot be written: Permission denied: this folder is $(id -un)'s: make a clone of your own"
    chmod 777 .
    run setpriv --reuid=65534 --clear-groups bash -s 1 < "$tree/bench/run/lock.sh"
    in_output "build/ cannot be written: Permission denied: if root has made it, 'sudo chown -R "
}

# ---- While a page is made ----------------------------------------------------

@test "a chapter that changes while it is read is read again, even if make alone is killed and its step goes on" {
    book
    page=build/site/nvidia-h200/vector.html
    make -s $page
    # This pandoc writes its page long after it has read the chapter.
    printf '%s\n' '#!/bin/sh' 'pandoc "$@"; touch read; while [ ! -e go ]; do sleep 0.05; done' \
        'for each; do case $each in --output=*) touch "${each#--output=}" ;; esac; done' > slow
    chmod +x slow
    for end in let_be killed; do
        rm -f read go
        sleep 0.02
        touch chapters/04-vector.md
        make -s $page PANDOC=./slow > log 2>&1 3>&- &
        making=$!
        until_true [ -e read ]
        echo "It is $end." >> chapters/04-vector.md
        [[ $end == let_be ]] || kill -9 $making
        touch go
        wait $making || true
        faults=$((faults + 1))
        make -s $page
        sleep 0.2 # the step that goes on, if it does
        make -s $page
        grep -q "It is $end\." $page || fail "not read again: $end"
    done
}
