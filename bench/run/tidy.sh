#!/usr/bin/env bash
# tidy.sh - puts in order what a make that was killed, or a move of sources, may have left in this folder.
# lock.sh calls it once no other make writes here.
set -eu

# A record may be half replaced.
shopt -s nullglob
for old in results/.*.old; do
    name=${old#results/.}
    [[ -e results/${name%.old} ]] || mv "$old" "results/${name%.old}"
done
for old in results/.*.{new,old}; do
    rm -rf "$old"
done

# A source that was put back with an older date, as mv and rsync -a do, counts as edited. In a copy of the
# whole tree every file has just been changed, and that means nothing.
folder=$(stat -c %i .)
if [[ -e build/make.seen && $(< build/make.seen) == "$folder" ]]; then
    find Makefile bench chapters figures kernels results templates build/results -name node_modules -prune -o \
        -cnewer build/make.seen ! -newer build/make.seen \( -type f -o -type d -path '*results/*' \) -print0 2> /dev/null |
        xargs -0r sh -c 'find "$@" -type f -exec touch {} +' sh || true
fi
echo "$folder" > build/make.seen || true

# Parts of files are of no use to anybody.
find build -path build/results -prune -o -type f -name '*.tmp' -exec rm -f {} +
