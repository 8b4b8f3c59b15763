#!/usr/bin/env bash
# repository.sh - prints the address from which readers can clone this repository: that of `origin`, if it is one of
# https without a name or a password in it.
#
# Nothing is printed in a tree that git does not track, as when a tarball was unpacked inside another repository.
set -u -o pipefail
git ls-files --error-unmatch Makefile &> /dev/null || exit 0
# The address as it stands in the configuration, since rules such as insteadOf may add a password to it.
git config --get remote.origin.url | grep -xE 'https://[^][:space:]@"<>&;|*?[{()\`'\'']+' || :
