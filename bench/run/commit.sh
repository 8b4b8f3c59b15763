#!/usr/bin/env bash
# commit.sh - prints the commit that the programs of this tree are compiled from.
#
# It ends in -dirty if the Makefile, bench/ or kernels/ differ from that commit or hold a
# source or a header that git does not track. It is "unknown" if git does not track this tree at all, as
# when a tarball was unpacked inside another repository.
set -eu
{ git ls-files --error-unmatch Makefile && commit=$(git rev-parse --short=12 HEAD); } &> /dev/null || {
    echo unknown
    exit
}
if ! git diff --quiet HEAD -- Makefile bench kernels ||
    [[ $(git ls-files --others -- {bench,kernels}/{'*.[chi]*','*.sh'} ':!*~') ]]; then
    commit+=-dirty
fi
echo "$commit"
