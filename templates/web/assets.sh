#!/usr/bin/env bash
# assets.sh FOLDER - puts what all pages share where they look for it: style sheet, fonts, script,
# search and icon. The style sheet comes last, so that all is there when it is.
set -eu -o pipefail
folder=${1:?usage: assets.sh FOLDER}
here=$(dirname "$0")
packages=${here%/*}/node_modules

# put FILE - writes standard input to FILE of the folder, whole or not at all.
put() {
    cat > "$folder/$1.tmp"
    mv "$folder/$1.tmp" "$folder/$1"
}

# Scripts and styles without indentation and comments of whole lines, so that they load faster.
lean() {
    sed -E '/^\s*\/\*.*\*\/\s*$/d; /^\s*\/\*/,/\*\//d; /^\s*\/\//d; s/^\s+//; /^$/d' "$@"
}

mkdir -p "$folder/fonts"
if [ -d "$packages/@fontsource" ]; then
    # Names are such as fonts/plex-serif-400-italic.woff2.
    fonts=$(grep -o 'url(["'\'']\?fonts/[^)"'\'']*\.woff2' "$here/site.css" | sed 's/.*fonts\///; s/\.woff2$//' | sort -u)
    while IFS=- read -r _ family weight style; do
        font=plex-$family-$weight${style:+-$style}.woff2
        from=$packages/@fontsource/ibm-plex-$family/files/ibm-plex-$family-latin-$weight-${style:-normal}.woff2
        [ -f "$from" ] || {
            echo "assets: $here/site.css names fonts/$font, but there is no $from" >&2
            exit 1
        }
        put "fonts/$font" < "$from"
    done <<< "$fonts"
    # A font that the style sheet no longer names is not to be published.
    for font in "$folder"/fonts/*.woff2; do
        grep -q "${font##*/}" "$here/site.css" || rm "$font"
    done
else
    echo "assets: the npm packages are missing, so pages use the system's fonts and have no search; 'make setup' installs both"
fi
search=$packages/minisearch/dist/umd/index.js
scripts=("$here"/{site,strip,figure,predict}.js)
shorten=(lean)
if [ -f "$search" ] && ! command -v node > /dev/null; then
    echo "assets: node is missing, so pages have no search: run 'make setup'"
elif [ -f "$search" ]; then
    [ ! -x "$packages/.bin/uglifyjs" ] || shorten=("$packages/.bin/uglifyjs" --compress --mangle --)
    { echo "// MiniSearch, MIT licence: https://github.com/lucaong/minisearch"; "${shorten[@]}" "$search"; } | put minisearch.js
    scripts+=("$here/search.js")
fi
"${shorten[@]}" "${scripts[@]}" | put site.js
put favicon.svg < "$here/favicon.svg"
put preview.png < "$here/preview.png"
lean "$here/site.css" | put site.css
