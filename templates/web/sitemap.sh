#!/usr/bin/env bash
# sitemap.sh ADDRESS PAGE... - prints the sitemap of a site at ADDRESS, for search engines.
set -eu
address=$1
shift
echo '<?xml version="1.0" encoding="UTF-8"?>'
echo '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
printf '<url><loc>%s</loc></url>\n' "${@/#/$address/}" | sed 's|/index\.html<|/<|'
echo '</urlset>'
