#!/usr/bin/env bash
# assets.sh FOLDER - puts what all pages share where they look for it: style sheet,
# fonts, script, search, icon.
#
# The style sheet comes last: when it is there, all is.
set -eu
folder=${1:?usage: assets.sh FOLDER}
here=$(dirname "$0")
packages=${here%/*}/node_modules

# copy FROM TO - TO is whole or is not there.
copy() {
    cp "$1" "$2.tmp"
    mv "$2.tmp" "$2"
}

# Scripts and styles without whole-line comments and indentation, to be loaded.
lean() {
    sed -E '/^\s*\/\*.*\*\/\s*$/d; /^\s*\/\*/,/\*\//d; /^\s*\/\//d; s/^\s+//; /^$/d' "$@"
}

mkdir -p "$folder/fonts"
if [ -d "$packages/@fontsource" ]; then
    # fonts/plex-serif-400-italic.woff2 and the like.
    fonts=$(grep -o 'url(["'\'']\?fonts/[^)"'\'']*\.woff2' "$here/site.css" | sed 's/.*fonts\///; s/\.woff2$//' | sort -u)
    while IFS=- read -r _ family weight style; do
        font=plex-$family-$weight${style:+-$style}.woff2
        from=$packages/@fontsource/ibm-plex-$family/files/ibm-plex-$family-latin-$weight-${style:-normal}.woff2
        [ -f "$from" ] || {
            echo "assets: $here/site.css names fonts/$font, but there is no $from" >&2
            exit 1
        }
        copy "$from" "$folder/fonts/$font"
    done <<< "$fonts"
    # One that is named no more is not to be published.
    for font in "$folder"/fonts/*.woff2; do
        grep -q "${font##*/}" "$here/site.css" || rm "$font"
    done
else
    echo "assets: the npm packages are missing, so pages use the system's fonts and have no search; 'make setup' installs both"
fi
search=$packages/minisearch/dist/umd/index.js
scripts=("$here/site.js")
if [ -f "$search" ] && ! command -v node > /dev/null; then
    echo "assets: node is missing, so pages have no search: run 'make setup'"
elif [ -f "$search" ]; then
    { echo "// MiniSearch, MIT licence: https://github.com/lucaong/minisearch"; lean "$search"; } > "$folder/minisearch.js.tmp"
    mv "$folder/minisearch.js.tmp" "$folder/minisearch.js"
    scripts+=("$here/search.js")
fi
lean "${scripts[@]}" > "$folder/site.js.tmp"
mv "$folder/site.js.tmp" "$folder/site.js"
copy "$here/favicon.svg" "$folder/favicon.svg"
copy "$here/preview.png" "$folder/preview.png"
lean "$here/site.css" > "$folder/site.css.tmp"
mv "$folder/site.css.tmp" "$folder/site.css"
