#!/usr/bin/env bash
# certificate.sh MACHINE - makes a certificate of what accept.sh has found of this machine, a folder of
# results or a name in results/: build/accept/<machine>.html and .pdf. They lie outside the site, so that
# nobody publishes them by accident; the page borrows the site's style. If it found nothing there is none.
set -eu -o pipefail
command -v "$PANDOC" > /dev/null || { echo "accept: no certificate: pandoc is missing: run 'make setup'" >&2; exit 0; }
source bench/run/results.sh
folder=$(folder_of "$1") && name=$(accepted_as "$folder") && [[ -e build/accept/$name.csv ]] || exit 0
page=build/accept/$name text=build/print/accept/$name.json
bash templates/weave/weave.sh html chapters/certificate.md "$name" "$page.html" "$folder"
echo "$page.html"
if command -v node > /dev/null && [[ -d templates/node_modules ]]; then
    bash templates/weave/weave.sh typst chapters/certificate.md "$name" "$text" "$folder"
    node templates/print/pdf.mjs "$text" "$page.pdf"
    echo "$page.pdf"
else
    echo "accept: the PDF was left out: it needs Node and 'make setup'" >&2
fi
