# copy.bash - where the tree is, and a copy of it, for the bats suites and for scripts without bats.
tree=$(cd "${BASH_SOURCE[0]%/*}/.." && pwd)

# A copy of what the book is built from; it has the npm packages, if there are any.
copy_all() {
    mkdir -p "$1/templates"
    cp -r "$tree"/{Makefile,bench,kernels,chapters,figures,results} "$1"
    cp -r "$tree"/templates/{*.*,weave,web,print} "$1/templates"
    [[ ! -d $tree/templates/node_modules ]] || ln -s "$tree/templates/node_modules" "$1/templates"
}

# Gives a copy the npm packages, and the styles and scripts of all pages, whose shortening takes long.
with_packages() {
    [[ ! -d $tree/templates/node_modules ]] || ln -sfn "$tree/templates/node_modules" "$1/templates/node_modules"
    make -s -C "$tree" build/site/site.css
    mkdir -p "$1/build/site"
    cp -r "$tree"/build/site/{fonts,*.{css,js,svg,png}} "$1/build/site"
}
