#!/usr/bin/env bash
# setup.sh build|check - installs what the build, or the tests, need and lack.
#
# For Debian 12 and Ubuntu 24.04; elsewhere it says what to install. Where all
# is there it does nothing and says nothing.
set -eu
cd "$(dirname "$0")/.."

packages=() # of apt
names=()    # of the same, for people

# need NAME PACKAGE COMMAND... - one of the commands must be there.
need() {
    local name=$1 package=$2 command
    shift 2
    for command; do
        ! command -v "$command" > /dev/null || return 0
    done
    want "$name" "$package"
}

# want NAME PACKAGES - separated by spaces.
want() {
    local more
    names+=("$1")
    read -r -a more <<< "$2"
    packages+=("${more[@]}")
}

node_is_new() {
    local version
    version=$(node --version 2> /dev/null) || return 1
    version=${version#v}
    ((${version%%.*} >= 18))
}

# npm_packages FOLDER - as its lock file says; nothing where that is done.
npm_packages() {
    local stamp=$1/node_modules/.installed
    ! cmp -s "$1/package-lock.json" "$stamp" || return 0
    echo "setup: installing the npm packages of $1/"
    (cd "$1" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
    cp "$1/package-lock.json" "$stamp"
}

install_packages() {
    local as_root=()
    ((${#packages[@]})) || return 0
    if ! command -v apt-get > /dev/null; then
        echo "setup: please install $(list "${names[@]}"): there is no apt-get here to do it" >&2
        exit 1
    fi
    if ((EUID)); then
        command -v sudo > /dev/null || {
            echo "setup: please run as root, since there is no sudo: apt-get install ${packages[*]}" >&2
            exit 1
        }
        as_root=(sudo)
    fi
    echo "setup: installing ${packages[*]}"
    # sudo may drop the variable: env sets it behind sudo.
    as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -qq)
    "${as_root[@]}" update
    "${as_root[@]}" install --no-install-recommends "${packages[@]}" > /dev/null
}

list() {
    local text
    text=$(printf ', %s' "$@")
    echo "${text:2}"
}

case ${1-} in
build)
    need "a C compiler" "gcc libc6-dev" cc
    need make make make
    need gnuplot gnuplot-nox gnuplot
    need pandoc pandoc pandoc
    node_is_new || want "Node.js 18 or later" "nodejs npm ca-certificates"
    node_is_new && need npm npm npm
    install_packages
    node_is_new || {
        echo "setup: please install Node.js 18 or later: this system's own is older" >&2
        exit 1
    }
    npm_packages templates
    ;;
check)
    need bats bats bats
    need prove perl prove
    need poppler-utils poppler-utils pdftotext
    need qpdf qpdf qpdf
    need entr entr entr
    need procps procps pgrep
    need python3 python3 python3
    need clang "clang libclang-rt-dev libomp-dev" clang
    need clang-tidy clang-tidy clang-tidy
    need cppcheck cppcheck cppcheck
    need lua5.4 lua5.4 luac5.4
    need luacheck lua-check luacheck
    need shellcheck shellcheck shellcheck
    # Debian has daemons where only root looks for commands.
    [[ -x /usr/sbin/slurmctld && -x /usr/sbin/slurmd ]] || need Slurm slurm-wlm slurmctld
    [[ -x /usr/sbin/munged ]] || need munge munge munged
    if ! grep -qs '^ID=ubuntu' /etc/os-release; then
        need chromium chromium chromium chromium-browser google-chrome
    elif ! command -v google-chrome chromium chromium-browser > /dev/null; then
        echo "setup: no Chromium: Ubuntu has it as a snap alone, which does not run everywhere, so the page tests will be skipped"
    fi
    install_packages
    npm_packages tests
    ;;
*)
    echo "usage: setup.sh build|check" >&2
    exit 2
    ;;
esac
