# release.bash - what the release suites share: a small book to release, and what a release may change.

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

# Each test works in a clone of its own.
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
