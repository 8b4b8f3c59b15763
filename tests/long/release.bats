#!/usr/bin/env bats
# Proves that a release is whole, says its version, and is the same bytes each time.
load ../helper
load ../release

@test "a release has sources, data, pages, PDFs and EPUBs, says its version, and is the same bytes again elsewhere" {
    needs gnuplot pandoc node pdftotext unzip
    [[ -d templates/node_modules ]] || skip "no npm packages"
    release 1.2.0
    tested
    # A build that fails leaves neither an archive nor a tag.
    mkdir -p "$BATS_TEST_TMPDIR/bin"
    printf '#!/bin/sh\necho "no paper" >&2; exit 1\n' > "$BATS_TEST_TMPDIR/bin/gnuplot"
    chmod +x "$BATS_TEST_TMPDIR/bin/gnuplot"
    run ! env PATH="$BATS_TEST_TMPDIR/bin:$PATH" make -s release VERSION=1.2.0
    [[ ! $(git tag) && ! $(ls -A build/release) ]] || fail "$(ls -A build/release)"

    archive=$PWD/build/release/bytes-in-flight-1.2.0.tar.gz
    release 1.2.0
    exits 0
    in_output "make check-long: 1 passed, 0 failed, 0 skipped"
    [[ $(git rev-parse 'v1.2.0^{commit}') == "$(git rev-parse HEAD)" && ! $(git status --porcelain) ]]
    # The tag keeps how many tests have passed, and how many were skipped.
    [[ $(git tag -l --format='%(contents)' v1.2.0) == $'Bytes in Flight 1.2.0\n\nmake check: 1 passed, 0 failed, 0 skipped\nmake check-long: 1 passed, 0 failed, 0 skipped' ]] ||
        fail "$(git tag -l --format='%(contents)' v1.2.0)"
    [[ $(ls -A build/release) == bytes-in-flight-1.2.0.tar.gz ]]
    mkdir "$BATS_TEST_TMPDIR/unpacked"
    tar -xzf "$archive" -C "$BATS_TEST_TMPDIR/unpacked"
    cd "$BATS_TEST_TMPDIR/unpacked/bytes-in-flight-1.2.0"
    diff <(git -C "$BATS_TEST_TMPDIR/clone" ls-files | sort) <(find . -path ./site -prune -o ! -type d -printf '%P\n' | sort)
    for file in site/{index,nvidia-h200/vector}.html site/nvidia-h200/{04-vector.pdf,book.pdf,book.epub,data/copy.csv} results/nvidia-h200/copy.csv; do
        [[ -s $file ]] || fail "no $file"
    done
    grep -q '<p>Bytes in Flight, version 1.2.0. Text' site/nvidia-h200/vector.html
    pdftotext site/nvidia-h200/04-vector.pdf - | grep -q 'version 1.2.0'
    unzip -p site/nvidia-h200/book.epub EPUB/content.opf | grep -q 'Bytes in Flight, version 1.2.0'

    # Another clone, elsewhere, with another wish.
    git clone -q "$BATS_TEST_TMPDIR/clone" "$BATS_TEST_TMPDIR/again"
    cd "$BATS_TEST_TMPDIR/again"
    echo node_modules >> .git/info/exclude
    ln -s "$tree/templates/node_modules" templates
    tested
    elsewhere
    COURSE='CS 149' SOLUTIONS=none make -s release VERSION=1.2.0
    cmp build/release/bytes-in-flight-1.2.0.tar.gz "$archive"
}
