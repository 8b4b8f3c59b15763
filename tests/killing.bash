# killing.bash - what the suites share that kill make, fill its disk or start it twice: two
# books and a measurement, and commands that end at a moment of ours.
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
await run(words => {
  const files = words.filter(word => !word.startsWith('--'));
  for (let i = 0; i < files.length; i += 2) writeWhole(files[i + 1], readFileSync(files[i]));
});
END
    sed 's/files\[i + 1\]/files[i]/; s/readFileSync(files\[i\])/readFileSync(files[i + 1])/; s/i += 2/i += files.length/' \
        templates/print/pdf.mjs > templates/print/epub.mjs
    for page in cover report ladder; do
        awk '/^::: \{\.figure/ { skip = 1 } !skip { print } /^:::$/ { skip = 0 }' "$tree/chapters/$page.md" > chapters/$page.md
    done
    for page in history roofline compare machines; do # these take longer to weave
        printf '# The page %s\n\nIt has `= note("copy", "date")`.\n' $page > chapters/$page.md
    done
    mend_links chapters
    find figures -name '*.gp' ! -name 'copy*' ! -name host_copy.gp ! -name mix.gp ! -name cover.gp ! -name ladder.gp ! -name style.gp ! -name naming.gp -delete
    make -s site > /dev/null
    ! command -v node > /dev/null || make -s pdf epub handout CHAPTER=04-vector
    sleep 0.02
    sed -i 's/A copy does nothing but move data/A copy moves data/' chapters/04-vector.md
    sed -i 's/^# date: .*/# date: 2026-11-01/' results/nvidia-h200/*.csv
    sed -i 's/<body/& data-new/' templates/web/page.html
    echo ':root { --new: 1 }' >> templates/web/site.css
    sed -i 's/#0a6c74/#0a6c75/' figures/style.gp
    for source in bench/*.c kernels/host_*.c; do echo '/* new */' >> "$source"; done
    cp -a "$old" "$new"
    cd "$new"
    make -s site > /dev/null
    ! command -v node > /dev/null || make -s pdf epub handout CHAPTER=04-vector
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

# Prints a sum and a name for each file that make makes.
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
    local made='\.(pdf|epub|slide\.svg)$|  (print|epub)/.*\.json$' # of pdf, epub and handout; of site all else
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

# A tree of objects, programs and results is as it would have been.
measured() {
    diff -r build/obj "$measured/build/obj"
    diff -r build/bench "$measured/build/bench"
    diff <(sed 's/,.*//' build/results/here/machine.csv) <(sed 's/,.*//' "$measured/build/results/here/machine.csv")
}

# Runs a function where the folder `disk` is a disk of its own; `room KILOBYTES` sets how
# much is free there.
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

# Makes this with more and more room, until there is enough, in few steps or, where
# finely=1, in many. `good` must hold each time.
fills_up() {
    local room
    for ((room = 0; room < 9000; room += 4 + room * ${finely:-3} / 2)); do
        room $room
        ! "$@" > "$BATS_TEST_TMPDIR/log" 2>&1 || return 0
        faults=$((faults + 1))
        grep -q 'No space left on device\|ENOSPC\|the disk is full' "$BATS_TEST_TMPDIR/log" || fail "$(< "$BATS_TEST_TMPDIR/log")"
        good
    done
    fail "never enough" "$(< "$BATS_TEST_TMPDIR/log")"
}

# Makes these targets of the old book on a disk that fills up, and then finishes them.
site_on_a_disk() {
    cp -a "$old"/* .
    fills_up make -s "$@"
    ((faults > 1))
    finished "$@"
}
