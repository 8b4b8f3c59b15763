#!/usr/bin/env bats
# Proves that nothing is lost: killed, interrupted, out of disk or two at once, make never
# leaves a part of a file under a good name, the old files stay until the new ones are
# whole, and the next make finishes the job, to the byte.
load helper

# Two books of one chapter and few figures: `old` is built, then its chapter, template, style,
# results and figures' style are changed; `new` is the same with the changes built.
setup_file() {
    export old=$BATS_FILE_TMPDIR/old new=$BATS_FILE_TMPDIR/new
    export small=$BATS_FILE_TMPDIR/small measured=$BATS_FILE_TMPDIR/measured
    # A measurement that takes no time: what machine this is.
    copy_tree "$small"
    rm "$small"/{kernels,bench}/host_*.c
    cp -a "$small" "$measured"
    (cd "$measured" && measure)
    command -v gnuplot pandoc > /dev/null || return 0
    copy_book "$old"
    rmdir "$old/build/results/here"
    cd "$old"
    # Printing takes long; what is tested is how its results come to be there.
    mkdir -p templates/node_modules/minisearch/dist/umd
    touch templates/node_modules/{.installed,minisearch/dist/umd/index.js}
    cat > templates/print/pdf.mjs <<'END'
import {readFileSync} from 'node:fs';
import {run, writeWhole} from './tools.mjs';
await run(files => {
  for (let i = 0; i < files.length; i += 2) writeWhole(files[i + 1], readFileSync(files[i]));
});
END
    sed 's/files\[i + 1\]/files[i]/; s/readFileSync(files\[i\])/readFileSync(files[i + 1])/; s/i += 2/i += files.length/' \
        templates/print/pdf.mjs > templates/print/epub.mjs
    for page in cover compare report ladder; do
        awk '/^::: \{\.figure/ { skip = 1 } !skip { print } /^:::$/ { skip = 0 }' "$tree/chapters/$page.md" > chapters/$page.md
    done
    mend_links chapters
    find figures -name '*.gp' ! -name 'copy*' ! -name host_copy.gp ! -name cover.gp ! -name ladder.gp ! -name style.gp -delete
    make -s site > /dev/null
    ! command -v node > /dev/null || make -s pdf epub handout CHAPTER=03-vector
    sleep 0.02
    sed -i 's/A copy does nothing but move memory/A copy moves memory/' chapters/03-vector.md
    sed -i 's/^# date: .*/# date: 2026-11-01/' results/nvidia-h200/*.csv
    sed -i 's/<body/& data-new/' templates/web/page.html
    echo ':root { --new: 1 }' >> templates/web/site.css
    sed -i 's/#0a6c74/#0a6c75/' figures/style.gp
    for source in bench/*.c kernels/host_*.c; do echo '/* new */' >> "$source"; done
    cp -a "$old" "$new"
    cd "$new"
    make -s site > /dev/null
    ! command -v node > /dev/null || make -s pdf epub handout CHAPTER=03-vector
    cat <(sums "$old") <(sums "$new") | sort -u > "$BATS_FILE_TMPDIR/good"
}

export measure='measure NVCC=/nonexistent COMMIT=abc123'
measure() {
    make -s $measure 2> /dev/null
}

setup() {
    export faults=0 sums=$BATS_TEST_TMPDIR/sums
    cd "$BATS_TEST_TMPDIR"
    # First on PATH: mv, cp and the like that end all at one of their calls.
    mkdir bin
    cat > bin/mv <<'END'
#!/usr/bin/env bash
# Does what the tool of its name does; at call AT of TOOL, the process group gets SIGNAL
# before it, after it, or when half of its output is written, as WHEN says.
tool=${0##*/}
export PATH=${PATH#*:}
if [[ $tool == "$TOOL" ]]; then
    echo >> "$CALLS"
    if (($(wc -l < "$CALLS") == AT)); then
        case $WHEN in
        half)
            case $tool in
            gnuplot) "$tool" "$@" | head -c 300 ;;
            cp) to=${!#}; "$tool" "$@"; [[ ! -d $to ]] || to=$to/machine.csv; truncate -s 100 "$to" ;;
            pandoc) [[ $* =~ --output=([^ ]*) ]]; "$tool" "$@"; truncate -s 100 "${BASH_REMATCH[1]}" ;;
            cc) [[ $* =~ -o\ ([^ ]*) ]]; "$tool" "$@"; truncate -s 100 "${BASH_REMATCH[1]}" ;;
            esac ;;
        after) "$tool" "$@" ;;
        esac
        kill -s "$SIGNAL" 0
        sleep 1
        exit 1
    fi
fi
exec "$tool" "$@"
END
    chmod +x bin/mv
    for tool in cp cc gnuplot pandoc node; do
        cp bin/mv bin/$tool
    done
}

teardown() {
    ((faults == 0)) || echo "# $faults faults injected" >&3
}

# What the files are that make makes: a sum and a name a line.
sums() {
    (cd "$1/build" && find site print epub handout -type f ! -name '*.tmp' -exec sha256sum {} + | sort)
}

book() {
    needs gnuplot pandoc
    [[ ! ${1-} ]] || needs node
    cp -a "$old" book
    cd book
}

# Each file is an old one or a new one, and none of the old ones is missing.
good() {
    sums . > "$sums"
    ! grep -vxFf "$BATS_FILE_TMPDIR/good" "$sums" || fail "not whole, after $faults faults"
    local missing
    missing=$(comm -23 <(sums "$old" | cut -c 67- | sort) <(cut -c 67- "$sums" | sort))
    [[ ! $missing ]] || fail "missing, after $faults faults: $missing"
}

# Now make finishes the job: these files are as if nothing had happened.
finishes() {
    make -s "$@"
    finished "$@"
}
finished() {
    local made='\.(pdf|epub|json)$' # of pdf, epub and handout; of site all else
    case $* in
    site) diff <(sums . | grep -vE "$made") <(sums "$new" | grep -vE "$made") ;;
    pdf*) diff <(sums . | grep -E "$made") <(sums "$new" | grep -E "$made") ;;
    *) diff <(sums .) <(sums "$new") ;;
    esac
    [[ ! $(find build -name '*.tmp') ]] || fail "left: $(find build -name '*.tmp')"
}

# `fault SIGNAL TOOL AT WHEN COMMAND...`: runs it, and says whether it was ended.
fault() {
    rm -f "$BATS_TEST_TMPDIR/calls"
    # A shell's background ignores SIGINT.
    status=0
    { env --default-signal=INT SIGNAL="$1" TOOL="$2" AT="$3" WHEN="$4" CALLS="$BATS_TEST_TMPDIR/calls" \
        PATH="$BATS_TEST_TMPDIR/bin:$PATH" setsid -w "${@:5}" > "$BATS_TEST_TMPDIR/log" 2>&1 3>&- || status=$?; } 2> /dev/null
    ((status != 0)) || return 1
    faults=$((faults + 1))
}

# The same again and again, at the third call, the sixth and so on, until it comes to its
# end; all must be good whenever it is ended.
faults() {
    for at in {1..30}; do
        fault "$1" "$2" $((at * 3)) "${@:3}" || return 0
        good
    done
    fail "no end: $*"
}

# ---- Killed -----------------------------------------------------------------

@test "make site, killed before, after and amidst each of its steps: whole files, and it is finished" {
    book
    for moment in 'mv before' 'mv after' 'gnuplot half' 'cp half' 'pandoc half'; do
        rm -rf build
        cp -a "$old/build" .
        faults KILL $moment make -s site
        finished site
    done
}

@test "make pdf, epub and handout, killed: whole files, and it is finished" {
    book node
    for moment in 'INT mv after' 'KILL node before' 'KILL pandoc half'; do
        rm -rf build
        cp -a "$old/build" .
        faults $moment make -s pdf epub handout CHAPTER=03-vector
        finished pdf epub handout
    done
}

@test "make site and pdf, killed after any time: whole files, and it is finished" {
    book node
    for ((hundredths = 20; hundredths < 1000; hundredths += hundredths / 2)); do
        { timeout -s KILL $((hundredths / 100)).$((hundredths % 100 / 10)) make -s -j 2 site pdf || faults=$((faults + 1)); } > log 2>&1
        good
    done
    ((faults > 2))
    finishes site pdf epub handout CHAPTER=03-vector
}

@test "Ctrl-C, too, leaves each file whole, the one just made as well" {
    book
    for moment in 'mv after' 'mv before' 'gnuplot half'; do
        rm -rf build
        cp -a "$old/build" .
        faults INT $moment make -s site
        finished site
    done
}

# A tree of objects, programs and results is as it would have been.
measured() {
    diff -r build/obj "$measured/build/obj"
    diff -r build/bench "$measured/build/bench"
    diff <(sed 's/,.*//' build/results/here/machine.csv) <(sed 's/,.*//' "$measured/build/results/here/machine.csv")
}

@test "make measure, killed: no part of an object, of a program or of results is taken for one" {
    mkdir tree
    cd tree
    for moment in 'cc half' 'mv before' 'mv after'; do
        rm -rf ./*
        cp -a "$small"/* .
        for at in 1 2 3 4 5 6 7 8 9; do
            fault KILL ${moment% *} $at ${moment#* } make -s $measure CC=cc || break
            for file in $(cd build && find obj bench -type f ! -name '*.tmp'); do
                cmp "build/$file" "$measured/build/$file"
            done
        done
        measure
        measured
    done
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

@test "make record, killed: all of the old record or all of the new one" {
    recorded
    for moment in 'cp 1 before' 'cp 1 half' 'mv 1 before' 'mv 1 after' 'mv 2 before' 'mv 2 after'; do
        rm -rf results
        mkdir results
        cp -r ../before results/lab
        fault KILL $moment make -s record MACHINE=lab || fail "not killed: $moment" "$(< ../log)"
        # Whatever make is asked for next.
        make -s build/machines.txt
        [[ $(ls -A results) == lab ]] || fail "$moment: $(ls -A results)"
        diff -r results/lab ../before || diff -r results/lab ../now
        make -s record MACHINE=lab
        diff -r results/lab ../now
    done
}

# ---- A full disk ------------------------------------------------------------

# Runs a function of this file where the folder `disk` is a disk of its own, of a size
# that `disk_of KILOBYTES` sets and `room KILOBYTES` sets beside what is used.
on_a_disk() {
    unshare -rm mount -t tmpfs -o size=1m none "$BATS_TEST_TMPDIR" 2> /dev/null || skip "nothing can be mounted here"
    mkdir disk
    # shellcheck disable=SC2046 # a function a word
    export -f $(compgen -A function | grep -vE '^(setup|teardown|bats|run|skip|load|test_)')
    unshare -rm bash -eu -o pipefail -c 'mount -t tmpfs -o size=99m none disk; cd disk; "$@"; echo $faults > ../faults' - "$@" 3>&-
    faults=$(< faults)
}
room() {
    mount -o remount,size=$(($(df -k --output=used . | tail -n 1) + $1))k .
}

# Makes this with more and more room, until there is enough. `good` must hold each time.
fills_up() {
    local room
    for ((room = 0; room < 4000; room += 4 + room / 2)); do
        room $room
        ! "$@" > "$BATS_TEST_TMPDIR/log" 2>&1 || return 0
        faults=$((faults + 1))
        grep -q 'No space left on device\|ENOSPC\|the disk is full' "$BATS_TEST_TMPDIR/log" || fail "$(< "$BATS_TEST_TMPDIR/log")"
        good
    done
    fail "never enough" "$(< "$BATS_TEST_TMPDIR/log")"
}

site_on_a_disk() {
    cp -a "$old"/* .
    fills_up make -s "$@"
    ((faults > 1))
    finished "$@"
}

@test "make site on a disk that is full: whole files, and once there is room it is finished" {
    needs gnuplot pandoc
    on_a_disk site_on_a_disk site
}

@test "make pdf on a disk that is full: whole files, and once there is room it is finished" {
    needs gnuplot pandoc node
    on_a_disk site_on_a_disk pdf epub handout CHAPTER=03-vector
}

@test "gnuplot, which does not heed a full disk, leaves no part of a figure" {
    book
    # No file of more than 2 KiB, and no word on that.
    printf '%s\n' '#!/bin/bash' "trap '' XFSZ; ulimit -f 2; exec gnuplot \"\$@\"" > small
    chmod +x small
    faults=1
    make -s site GNUPLOT=./small 2> log || true
    good
    finishes site
}

@test "what a page has read, and its claims, are whole lists or none on a disk that is full" {
    book
    make -s site
    page=nvidia-h200/vector
    for list in depend/site/$page.html.d claims/$page.txt; do
        sed -i 's/A copy .*moves memory/& all day/' chapters/03-vector.md
        rm -f build/claims/$page.txt # written only when they have changed
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

measure_on_a_disk() {
    cp -a "$small"/* .
    good() { [[ ! -e build/results/here/machine.csv ]] || measured; }
    fills_up make -s $measure
    ((faults > 1))
    measured
}

@test "make measure on a disk that is full: no part of anything is taken for good" {
    on_a_disk measure_on_a_disk
}

record_on_a_disk() {
    cp -a ../tree/* .
    good() { diff -r results/lab ../before; }
    fills_up make -s record MACHINE=lab
    ((faults > 0))
    diff -r results/lab ../now
    [[ $(ls -A results) == lab ]]
}

@test "make record on a disk that is full: the old record stays" {
    recorded
    cd ..
    on_a_disk record_on_a_disk
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

@test "two makes at once: one waits, and the files are as if they had run one after the other" {
    book node
    both site site
    finished site
    rm -rf build
    cp -a "$old/build" .
    both 'site SITE_URL=https://example.org' 'site pdf epub'
    finishes site pdf epub handout CHAPTER=03-vector
}

@test "a record while the site is made: the next site is of the new record" {
    book
    mkdir -p build/results
    cp -r results/nvidia-h200 build/results/here
    sed -i '/^# date/s/2026-11-01/2026-10-09/' build/results/here/*.csv
    # Only this machine's own results can be recorded.
    as_this_cpu build/results/here results/nvidia-h200
    both site 'record MACHINE=nvidia-h200'
    rm -r build/results/here
    make -s site
    diff <(sed 1d build/site/nvidia-h200/data/copy.csv) results/nvidia-h200/copy.csv
    ! grep -l 2026-11-01 build/site/*/*.html || fail "a page of the old record"
}

@test "two measurements at once: objects, programs and results are whole" {
    cp -a "$small" tree
    cd tree
    both "$measure" "$measure"
    measured
}

# A make that holds the lock until a file `go` is there: `holder`.
holder() {
    printf '%s\n' '#!/bin/sh' 'touch begun; while [ -e begun ] && [ ! -e go ]; do sleep 0.05; done; exit 1' > cc
    chmod +x cc
    make -s build/obj/bench/harness/options.o CC=./cc > holder 2>&1 3>&- &
    holder=$!
    for _ in {1..200}; do [[ ! -e begun ]] || return 0; sleep 0.05; done
    fail "it does not begin"
}

@test "a make that only looks does not wait, a killed one holds nothing, and a part of one goes on" {
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
    # What a make runs may run make.
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

# `read_only FOLDER COMMAND...`, in a book whose folder may not be written.
read_only() {
    cp -a "$old"/* .
    mount --bind "$1" "$1"
    mount -o remount,bind,ro "$1"
    shift
    "$@" > ../said 2>&1
}

built_read_only() {
    mv results/nvidia-h200 results/lab
    make -s validate
    ! timeout 60 make -s site
    diff <(sums .) <(sums "$old")
}

@test "a folder that may not be written is named in one line, and make validate works in it" {
    needs gnuplot pandoc
    on_a_disk read_only build built_read_only
    diff <(sed 's/^Makefile:[0-9]*/Makefile/' said) - <<END
$(find "$tree/results" -name '*.csv' | wc -l) files of results, no fault
Makefile: *** build/ cannot be written: Read-only file system.  Stop.
END
}

@test "a folder or a build/ of another user is refused with its cure" {
    ((EUID == 0)) || skip "not root"
    needs setpriv
    cd "$BATS_TEST_TMPDIR"
    mkdir build
    run setpriv --reuid=65534 --clear-groups bash -s 1 < "$tree/bench/run/lock.sh"
    [[ $output == "build/ cannot be written: Permission denied: this folder is $(id -un)'s: make a clone of your own with 'git clone "* ]] || fail "$output"
    chmod 777 .
    run setpriv --reuid=65534 --clear-groups bash -s 1 < "$tree/bench/run/lock.sh"
    [[ $output == "build/ cannot be written: Permission denied: if root has made it, 'sudo chown -R "*" build'" ]] || fail "$output"
}

recorded_read_only() {
    sed -i 's/A copy does nothing but move memory/A copy moves memory/' chapters/03-vector.md
    make -s site
    grep -q 'A copy moves memory' build/site/nvidia-h200/vector.html
    make -s $measure ONLY=machine 2> /dev/null
    ! make -s record MACHINE=lab COMMIT=abc123
}

@test "results that may not be written: pages and measurements are made, and a record is refused" {
    needs gnuplot pandoc
    on_a_disk read_only results recorded_read_only
    [[ $(tail -n 2 said) == *results/.lab.new*": Read-only file system"* ]] || fail "$(< said)"
}

# ---- While a page is made ----------------------------------------------------

@test "a chapter that changes while it is read is read again, even if make alone is killed and its step goes on" {
    book
    make -s site
    page=build/site/nvidia-h200/vector.html
    # It writes long after it has read.
    printf '%s\n' '#!/bin/sh' 'pandoc "$@"; touch read; while [ ! -e go ]; do sleep 0.05; done' \
        'for each; do case $each in --output=*) touch "${each#--output=}" ;; esac; done' > slow
    chmod +x slow
    for end in let_be killed; do
        rm -f read go
        sleep 0.02
        touch chapters/03-vector.md
        make -s $page PANDOC=./slow > log 2>&1 3>&- &
        making=$!
        for _ in {1..200}; do [[ ! -e read ]] || break; sleep 0.05; done
        sed -i "s/A copy .*moves memory/A copy $end moves memory/" chapters/03-vector.md
        [[ $end == let_be ]] || kill -9 $making
        touch go
        wait $making || true
        faults=$((faults + 1))
        make -s $page
        sleep 0.2 # the step that goes on, if it does
        make -s $page
        grep -q "A copy $end moves memory" $page || fail "not read again: $end"
    done
}
