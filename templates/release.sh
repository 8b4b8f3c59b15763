#!/usr/bin/env bash
# release.sh VERSION - makes a release: first the commit of the new version, then, when all tests have passed
# there, its archive and its tag.
#
# The archive is made of the commit alone, in a folder of its own, so whoever checks out the tag gets the
# same bytes from the same tools. A tag, an archive or a commit appears when all before it went well.
set -eu -o pipefail

version=${1-}
stop() {
    echo "release: $*" >&2
    exit 1
}

[[ $version =~ ^(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}$ ]] || stop "VERSION=$version: three numbers, such as VERSION=1.2.0"
{ head=$(git rev-parse HEAD) && git ls-files --error-unmatch Makefile; } &> /dev/null ||
    stop "git does not track these sources: release from a clone"
changed=$(git status --porcelain)
[[ ! $changed ]] || stop "this is not all committed, or does not belong here: commit or remove it:"$'\n'"$changed"
of_tag=$(git rev-parse --quiet --verify "v$version^{commit}" || :)
[[ ! $of_tag || $of_tag == "$head" ]] || stop "VERSION=$version is taken: the tag v$version is of the commit ${of_tag::12}"

# ---- The commit of a version ---------------------------------------------------------------------------

latest=$(sed -nE 's/^## ([0-9][0-9.]*).*/\1/p' CHANGELOG.md | head -n 1)
if [[ $latest != "$version" ]]; then
    [[ $(printf '%s\n' "$latest" "$version" | sort -V | tail -n 1) == "$version" ]] ||
        stop "VERSION=$version is older than $latest, the last version in CHANGELOG.md"
    [[ $(sed -n '/^## /{p;q}' CHANGELOG.md) == "## Unreleased" ]] ||
        stop "CHANGELOG.md: what is new in $version? Say so below a heading '## Unreleased', before '## $latest'"
    day=$(date +%F)
    trap 'git checkout --quiet HEAD -- CHANGELOG.md CITATION.cff' EXIT
    sed -i.old "s/^## Unreleased\$/## $version ($day)/" CHANGELOG.md
    sed -i.old "s/^version:.*/version: $version/; s/^date-released:.*/date-released: $day/" CITATION.cff
    rm CHANGELOG.md.old CITATION.cff.old
    git commit --quiet -m "Release $version" -- CHANGELOG.md CITATION.cff
    trap - EXIT
    echo "release: the last commit is now version $version; test it, then build the archive:"
    echo "    make check && make check-long && make release VERSION=$version"
    exit
fi
[[ $(sed -nE 's/^## (.*)/\1/; T; p; q' CHANGELOG.md) == "$version "* ]] ||
    stop "CHANGELOG.md: there is something unreleased after $version: release a newer version"

# ---- Its archive, and its tag --------------------------------------------------------------------------

tested=''
for suites in check check-long; do
    stamp=build/tests/passed
    [[ $suites == check ]] || stamp=build/tests/long/passed
    read -r tree counts < <(cat "$stamp" 2> /dev/null) || :
    [[ ${tree-} == "$(git rev-parse 'HEAD^{tree}')" ]] ||
        stop "'make $suites' has not passed at this commit: run it, and again 'make release VERSION=$version'"
    echo "release: make $suites: $counts"
    tested+="make $suites: $counts"$'\n'
done
[[ $(tar --version) == *GNU* ]] || stop "this tar is not GNU tar, which makes the same bytes each time: install it"

name=bytes-in-flight-$version folder=build/release
trap 'rm -rf "$folder/$name" "$folder/$name.tar.gz.tmp"' EXIT
rm -rf "${folder:?}/$name"
mkdir -p "$folder"
git archive --prefix="$name/" "$head" | tar -x -C "$folder"
ln -s "$PWD/templates/node_modules" "$folder/$name/templates/node_modules"
# A release does not depend on the settings of this make, or on those of a teacher.
env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MAKEOVERRIDES -u PAGE_OPTIONS_GIVEN -u SOLUTIONS -u COURSE -u DATE \
    -u PAPER -u MACHINE -u SITE_URL REPO_URL="$(bash templates/web/repository.sh)" \
    make -s -C "$folder/$name" -j "$(nproc)" site pdf epub
rm "$folder/$name/templates/node_modules"
mv "$folder/$name/build/site" "$folder/$name/site"
rm -r "$folder/$name/build"
tar -c -C "$folder" --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w \
    --mtime="@$(git show --no-patch --format=%ct "$head")" "$name" | gzip -n9 > "$folder/$name.tar.gz.tmp"
[[ $of_tag ]] || git tag --annotate "v$version" -m "Bytes in Flight $version" -m "$tested"
mv "$folder/$name.tar.gz.tmp" "$folder/$name.tar.gz"
echo "release: $folder/$name.tar.gz is ready; publish it with: git push --follow-tags"
