#!/usr/bin/env bats
# Proves that a release is of a new version and of a clean and tested commit, and that one which fails changes
# nothing. tests/long/release.bats makes one.
load helper
load release

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

@test "a tree with changes, or with files that git does not track, is not released" {
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

@test "commits after a version are not released as that version" {
    release 1.2.0
    sed -i 's/^## 1.2.0/## Unreleased\n\n&/' CHANGELOG.md
    git commit -qam 'Begin anew'
    tested
    refuses 1.2.0 "CHANGELOG.md: there is something unreleased after 1.2.0"
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
