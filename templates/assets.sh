#!/usr/bin/env bash
# assets.sh FOLDER - puts the style sheet, and the fonts that it names, where
# the site's pages look for them.
#
# The style sheet comes last: when it is there, all is.
set -eu
folder=${1:?usage: assets.sh FOLDER}
here=$(dirname "$0")

# copy FROM TO - TO is whole or is not there.
copy() {
    cp "$1" "$2.tmp"
    mv "$2.tmp" "$2"
}

mkdir -p "$folder/fonts"
if [ -d "$here/node_modules/@fontsource" ]; then
    # fonts/plex-serif-400-italic.woff2 and the like.
    while IFS=- read -r _ family weight style; do
        font=plex-$family-$weight${style:+-$style}.woff2
        from=$here/node_modules/@fontsource/ibm-plex-$family/files/ibm-plex-$family-latin-$weight-${style:-normal}.woff2
        [ -f "$from" ] || {
            echo "assets: $here/site.css names fonts/$font, but there is no $from" >&2
            exit 1
        }
        copy "$from" "$folder/fonts/$font"
    done < <(grep -o 'url(["'\'']\?fonts/[^)"'\'']*\.woff2' "$here/site.css" | sed 's/.*fonts\///; s/\.woff2$//' | sort -u)
else
    echo "assets: the npm packages are missing, so pages use the system's fonts; 'make setup' installs the book's own"
fi
copy "$here/site.css" "$folder/site.css"
