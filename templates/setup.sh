#!/usr/bin/env bash
# setup.sh build|check - installs what the build, or the tests, need and lack.
#
# It installs on Debian 12 and Ubuntu 24.04, and elsewhere says what to install. Where nothing is
# missing it does nothing and says nothing.
set -eu
cd "$(dirname "$0")/.."

packages=() # what apt calls what is missing
names=()    # what people call it

# need NAME PACKAGES [COMMAND...] - wants the packages unless one of the commands is there.
need() {
    local command more
    for command in "${@:3}"; do
        ! command -v "$command" > /dev/null || return 0
    done
    names+=("$1")
    read -r -a more <<< "$2"
    packages+=("${more[@]}")
}

node_is_new() {
    node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' 2> /dev/null
}

# npm_packages FOLDER - as its lock file says; nothing if that is done.
npm_packages() {
    local stamp=$1/node_modules/.installed
    ! cmp -s "$1/package-lock.json" "$stamp" || return 0
    echo "setup: installing the npm packages of $1/"
    (cd "$1" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
    cp "$1/package-lock.json" "$stamp"
}

install_packages() {
    # sudo may drop the variable, so env sets it behind sudo.
    local list as_root=(env DEBIAN_FRONTEND=noninteractive apt-get -qq)
    ((${#packages[@]})) || return 0
    if ! command -v apt-get > /dev/null; then
        list=$(printf ', %s' "${names[@]}")
        echo "setup: please install ${list:2}: there is no apt-get here to do it" >&2
        exit 1
    fi
    if ((EUID)); then
        command -v sudo > /dev/null || {
            echo "setup: please run as root, since there is no sudo: apt-get install ${packages[*]}" >&2
            exit 1
        }
        as_root=(sudo "${as_root[@]}")
    fi
    echo "setup: installing ${packages[*]}"
    "${as_root[@]}" update
    "${as_root[@]}" install --no-install-recommends "${packages[@]}" > /dev/null
}

case ${1-} in
build)
    need "a C compiler" "gcc libc6-dev" cc
    need make make make
    need gnuplot gnuplot-nox gnuplot
    need pandoc pandoc pandoc
    if node_is_new; then need npm npm npm; else need "Node.js 18 or later" "nodejs npm ca-certificates"; fi
    install_packages
    node_is_new || {
        echo "setup: please install Node.js 18 or later: this system's own is older" >&2
        exit 1
    }
    npm_packages templates
    ;;
check)
    for tool in bats qpdf entr python3 clang-tidy cppcheck shellcheck; do
        need $tool $tool $tool
    done
    need prove perl prove
    need poppler-utils poppler-utils pdftotext
    need procps procps pgrep
    need bubblewrap bubblewrap bwrap
    need clang "clang libomp-dev" clang
    need luacheck lua-check luacheck
    /usr/bin/python3 -c 'import prometheus_client' 2> /dev/null || need "Prometheus's Python client" python3-prometheus-client
    # Debian keeps daemons where only root looks for commands.
    need Slurm slurm-wlm slurmctld /usr/sbin/slurmctld
    need munge munge munged /usr/sbin/munged
    need WebKit webkit2gtk-driver WebKitWebDriver
    need Xvfb xvfb Xvfb
    if ! grep -qs '^ID=ubuntu' /etc/os-release; then
        need chromium chromium chromium chromium-browser google-chrome
        need "Firefox ESR" firefox-esr firefox-esr
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
