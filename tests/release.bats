#!/usr/bin/env bats
# Proves that a release is of a new version, of a clean and tested commit, whole, and the same bytes each time,
# and that one which fails changes nothing.
load helper

# A clone of a small book, version 1.0 and later changes, whose tests are a suite of one line each.
setup_file() {
    export clone=$BATS_FILE_TMPDIR/clone
    export GIT_CONFIG_GLOBAL=$BATS_FILE_TMPDIR/gitconfig
    git config --file "$GIT_CONFIG_GLOBAL" user.name Releaser
    git config --file "$GIT_CONFIG_GLOBAL" user.email releaser@example.org
    copy_book "$clone"
    mkdir -p "$clone/tests/long"
    cp "$tree/tests/run.sh" "$clone/tests"
    cp "$tree"/{CITATION.cff,.gitignore} "$clone"
    cd "$clone"
    rm -r build
    printf '%s\n' '# Changelog' '' '## Unreleased' '' '- A new thing.' '' '## 1.0 (2026-11-23)' > CHANGELOG.md
    printf '%s\n' "console.log('1..1');" "console.log('ok 1 - all is well');" | tee tests/tiny.mjs > tests/long/tiny.mjs
    git init -q .
    git add -A
    git commit -qm 'A small book'
}

# What a test changes, it changes in a clone of its own.
setup() {
    git clone -q "$clone" "$BATS_TEST_TMPDIR/clone"
    cd "$BATS_TEST_TMPDIR/clone"
    printf '%s\n' node_modules good before >> .git/info/exclude
    [[ ! -d $tree/templates/node_modules ]] || ln -s "$tree/templates/node_modules" templates
}

release() {
    run --separate-stderr make -s release VERSION="$1"
}

# All that a release may change: commits, tags, files that git knows or might know, and archives.
state() {
    git rev-parse HEAD
    git tag
    git status --porcelain
    find build/release 2> /dev/null || :
}

# `refuses VERSION MESSAGE`: this release is not made, and nothing has changed.
refuses() {
    state > "$BATS_TEST_TMPDIR/before"
    release "$1"
    fails_with "release: $2"
    state | diff "$BATS_TEST_TMPDIR/before" -
}

tested() {
    bash tests/run.sh > /dev/null
    bash tests/run.sh --long > /dev/null
}

@test "a version is three numbers, newer than the last, and no tag of another commit" {
    for version in '' 1 1.2 1.2.3.4 v1.2.3 1.2.x 01.2.3 '1.2.3 ' -1.2.3 '$(touch gone)1.2.3' 1.2.3-rc1; do
        refuses "$version" "VERSION=$version: three numbers"
    done
    refuses 0.9.9 "VERSION=0.9.9 is older than 1.0, the last version in CHANGELOG.md"
    git tag v1.2.0
    git commit -q --allow-empty -m 'More'
    refuses 1.2.0 "VERSION=1.2.0 is taken: the tag v1.2.0"
    sed -i '/^## Unreleased/d' CHANGELOG.md
    git commit -qam 'No news'
    refuses 1.2.1 "CHANGELOG.md: what is new in 1.2.1?"
}

@test "what is not committed, and what git does not track, is not released" {
    echo '# more' >> Makefile
    refuses 1.2.0 $'this is not all committed, or does not belong here: commit or remove it:\n M Makefile'
    git checkout -q Makefile
    touch stray
    refuses 1.2.0 $'this is not all committed, or does not belong here: commit or remove it:\n?? stray'
    rm -rf .git
    release 1.2.0
    fails_with "release: git does not track these sources"
}

@test "a release begins with a commit that writes the version and the date, or with nothing" {
    printf '#!/bin/sh\necho no >&2\nexit 1\n' > .git/hooks/pre-commit
    chmod +x .git/hooks/pre-commit
    state > before
    release 1.2.0
    fails_with no
    state | diff before -
    rm .git/hooks/pre-commit
    release 1.2.0
    exits 0
    in_output "make check && make check-long && make release VERSION=1.2.0"
    [[ $(git log -1 --format=%s) == "Release 1.2.0" && ! $(git status --porcelain) && ! $(git tag) ]]
    [[ $(git diff HEAD~ | grep '^[-+][^-+]') == "-## Unreleased
+## 1.2.0 ($(date +%F))
-version: 1.0
-date-released: 2026-11-23
+version: 1.2.0
+date-released: $(date +%F)" ]] || fail "$(git diff HEAD~)"
}

@test "nothing is released unless all tests have passed at this very commit" {
    release 1.2.0
    refuses 1.2.0 "'make check' has not passed at this commit"
    bash tests/run.sh
    refuses 1.2.0 "'make check-long' has not passed at this commit"
    bash tests/run.sh --long
    [[ $(< build/tests/long/passed) == "$(git rev-parse 'HEAD^{tree}') 1 passed, 0 failed, 0 skipped" ]]
    # A suite that fails, later and alone, is believed.
    cp tests/tiny.mjs good
    sed -i 's/ok 1/not ok 1/' tests/tiny.mjs
    run ! bash tests/run.sh tiny
    mv good tests/tiny.mjs
    refuses 1.2.0 "'make check' has not passed at this commit"
    # One suite is not all, nor is one test, nor what was changed or changed meanwhile.
    bash tests/run.sh tiny
    bash tests/run.sh --only=well
    touch stray
    bash tests/run.sh
    rm stray
    refuses 1.2.0 "'make check' has not passed at this commit"
    sed -i '1i import "fs"; (await import("fs")).writeFileSync("stray", "");' tests/tiny.mjs
    git commit -qam 'A test that leaves something behind'
    bash tests/run.sh
    rm stray
    refuses 1.2.0 "'make check' has not passed at this commit"
    # Another commit is another tree.
    git reset -q --hard HEAD~
    tested
    echo >> CHANGELOG.md
    git commit -qam 'One more line'
    refuses 1.2.0 "'make check' has not passed at this commit"
}

@test "what came after a version is not released as that version" {
    release 1.2.0
    sed -i 's/^## 1.2.0/## Unreleased\n\n&/' CHANGELOG.md
    git commit -qam 'Begin anew'
    tested
    refuses 1.2.0 "CHANGELOG.md: there is something unreleased after 1.2.0"
}

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

@test "pages after a release say that there are later changes, and those of sources without a change log say nothing" {
    needs pandoc gnuplot
    page=build/site/nvidia-h200/vector.html
    make -s "$page"
    grep -q '<p>Bytes in Flight, version 1.0 with later changes. Text' "$page"
    rm CHANGELOG.md
    make -s "$page"
    grep -q '<p>Text and figures' "$page"
}

@test "the change log and CITATION.cff name the same version and day, and a tagged version has no later changes" {
    cd "$tree"
    read -r version day < <(sed -nE 's/^## ([0-9.]+) \((.*)\)/\1 \2/p' CHANGELOG.md)
    grep -qx "version: $version" CITATION.cff
    grep -qx "date-released: $day" CITATION.cff
    if ! grep -qx '## Unreleased' CHANGELOG.md && git rev-parse -q --verify "v$version" > /dev/null; then
        [[ $(git rev-parse "v$version^{commit}") == $(git rev-parse HEAD) ]] ||
            fail "CHANGELOG.md has no heading '## Unreleased' for what came after $version"
    fi
}
