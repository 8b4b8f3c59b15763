# helper.bash - what the bats suites share: the tree, and what this machine has.
bats_require_minimum_version 1.5.0

# Threads that wait are not to take the few cores of a busy test machine.
export OMP_WAIT_POLICY=passive

source "${BASH_SOURCE[0]%/*}/copy.bash"

# A copy of what measuring needs, in which a test may break things.
copy_tree() {
    mkdir -p "$1"
    cp -r "$tree/Makefile" "$tree/bench" "$tree/kernels" "$1"
}

# nvcc's path, or nothing.
find_nvcc() {
    command -v "${NVCC:-/usr/local/cuda/bin/nvcc}" || command -v nvcc || true
}

# Skips the test where a tool is missing.
needs() {
    local tool
    for tool; do
        command -v "$tool" > /dev/null || skip "no $tool"
    done
}

# The system's own Python has Prometheus's client, as a package; another python3 may come before it.
needs_prometheus() {
    /usr/bin/python3 -c 'import prometheus_client' 2> /dev/null || skip "no Prometheus client for Python"
}

needs_terminal() {
    script -qec true /dev/null > /dev/null 2>&1 || skip "no pseudo-terminal"
}

has_gpu() {
    [[ -e /dev/nvidiactl || -e /dev/dxg || -e /dev/nvgpu ]]
}

# Builds programs in the tree.
build() {
    make -s -C "$tree" -j "$(nproc)" "${@/#/build/bench/}"
}

# The experiments whose kernels end in .c or in .cu: `experiments c`.
experiments() {
    local kernel
    for kernel in "$tree"/kernels/*."$1"; do
        basename "$kernel" ".$1"
    done
}

# Prints options that make a run of an experiment short, one per line.
short_options() {
    printf '%s\n' --quick
    case $1 in
    host_stream) echo --max-bytes=2MiB ;;
    host_*) echo --max-bytes=64KiB ;;
    offset | stride) printf '%s\n' --min-bytes=64KiB --max-bytes=1MiB ;;
    transpose) echo --max-bytes=4MiB ;;
    histogram) printf '%s\n' --min-bytes=16MiB --max-bytes=16MiB ;;
    transfer_all) printf '%s\n' --min-bytes=64KiB --max-bytes=64KiB ;;
    dsm | dsm_latency | dsm_stride | sm_pairs | cluster_sync | atomics | async_trace | peaks) ;; # always as large
    ladder | energy) ;;   # to be far larger than the L2
    *) echo --max-bytes=1MiB ;;
    esac
}

# Fails, and says what was found.
fail() {
    printf '%s\n' "$@"
    return 1
}

# Is the text in `$output` or, for messages, in `$stderr`?
in_output() {
    [[ $output == *"$1"* ]] || fail "not in the output: $1" "$output"
}
in_stderr() {
    [[ $stderr == *"$1"* ]] || fail "not in the message: $1" "$stderr"
}
exits() {
    [[ $status == "$1" ]] || fail "status $status, not $1" "$output" "$stderr"
}

# Has what was run failed, with this message?
fails_with() {
    [[ $status != 0 ]] || fail "it went on" "$output"
    [[ ${stderr-}$output == *"$1"* ]] || fail "not in the message: $1" "${stderr-}$output"
}

# A small copy of the book, for tests of how it is built: a few tables of one recorded machine, one small chapter in
# place of all, no lab, and the few figures that are still shown. It has no npm packages.
copy_book() {
    copy_all "$1"
    rm -f "$1/templates/node_modules"
    mkdir -p "$1/build/results/here"
    find "$1/results" -mindepth 1 -maxdepth 1 ! -name 'nvidia-h200*' -exec rm -r {} +
    find "$1/results" -name '*.csv' | grep -vE '/(machine|copy|counters|history|host_copy|kernels|ladder|overlap|peer|processes|saxpy)\.csv$' | xargs rm
    find "$1/chapters" -name '[0-9]*' ! -name '00-index.*' -delete
    rm -r "$1/chapters/labs"
    cp "$tree"/tests/book/* "$1/chapters"
    local page shown figure
    for page in report compare roofline; do
        awk '/^::: \{\.figure/ && !/ from="(compare-)?(ladder|copy|host_copy|saxpy)"/ { skip = 1 } !skip { print } /^:::$/ { skip = 0 }' \
            "$tree/chapters/$page.md" > "$1/chapters/$page.md"
    done
    mend_links "$1/chapters"
    printf '# Teach with this book\n\nText.\n' > "$1/chapters/teach.md" # the book's takes long to weave
    shown=" style naming cover fleet $(shown_by "$1"/chapters/*.md) "
    for figure in "$1"/figures/*.gp; do
        figure=${figure##*/}
        [[ $shown == *" ${figure%.gp} "* ]] || rm "$1/figures/$figure"
    done
}

# The figures that these chapters show, in one line.
shown_by() {
    grep -oh ' from="[^"]*"' "$@" | cut -d '"' -f 2 | tr '\n' ' '
}

# In a folder of fewer chapters, links to the others lead to the first page, or are words.
mend_links() {
    local chapter page
    for chapter in "$tree"/chapters/[0-9]*.md; do
        page="(nvidia-h200\/)?${chapter##*/??-}" page=${page%.md}
        [[ -e $1/${chapter##*/} ]] ||
            sed -Ei "s/\[\]\($page\.html[^)]*\)/another chapter/g; s/\]\($page\.html[^)]*\)/](index.html)/g" "$1"/*.md
    done
}

# Makes recorded results, folders of them, those of a machine with this machine's CPU.
as_this_cpu() {
    local cpu
    cpu=$(source "$tree/bench/run/this_machine.sh" && this_cpu)
    find "$@" -name '*.csv' -exec sed -i "s|Intel(R) Xeon(R) Processor|${cpu#cpu,}|" {} +
}

# From now on all is made in another time zone, in a locale with a comma as
# decimal point and another order of names, and readable to nobody else.
elsewhere() {
    export TZ=Pacific/Auckland LC_ALL=C LOCPATH=$BATS_TEST_TMPDIR/locale
    mkdir -p "$LOCPATH"
    if localedef -i de_DE -f UTF-8 "$LOCPATH/de_DE.UTF-8" 2> /dev/null; then
        export LC_ALL=de_DE.UTF-8
        [[ $(printf %.1f 1,5) == 1,5 ]] || fail "no comma"
    else
        echo "# no sources of locales: in the locale C" >&3
    fi
    umask 077
}

# Waits, half a minute at most, until the command succeeds.
until_true() {
    for _ in {1..600}; do
        ! "$@" || return 0
        sleep 0.05
    done
    fail "waited in vain for: $*"
}

# In a copy of the book, results of a machine that has measured its CPU alone, as here's.
cpu_alone() {
    cp results/nvidia-h200/host_copy.csv build/results/here
    grep -E '^(#|key|cpu|cores|os|date)' results/nvidia-h200/machine.csv > build/results/here/machine.csv
}

# In a copy of the book, weaving with this pandoc and drawing take no time.
no_weaving() {
    printf '%s\n' '#!/bin/sh' 'for each; do case $each in --output=*) echo page > "${each#--output=}" ;; esac; done' > "$1"
    printf '%s\n' 'mkdir -p "${3%/*}" ${4:+"${4%/*}"}; echo figure | tee ${4:+"$4"} "${3%.svg}.narrow.js" > "$3"' > templates/weave/figure.sh
    chmod +x "$1"
}
