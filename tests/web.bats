#!/usr/bin/env bats
# Proves what the scripts of templates/web make of a small page and a small site: what search
# looks into, style sheet and fonts, the sitemap, and the preview.
load helper

setup() {
    cd "$BATS_TEST_TMPDIR"
}

# The parts of page.html that search knows, as JSON.
index() {
    { printf 'var searchIndex = ['; LC_ALL=C awk -f "$tree/templates/web/search.awk" page.html; echo '];'; } > index.js
    node -e 'eval(require("fs").readFileSync("index.js", "utf8")); console.log(JSON.stringify(searchIndex))'
}

@test "the index has the words and the data of a page by section, as a reader sees them" {
    needs node
    cat > page.html <<'END'
<html><body><nav>Not these.</nav><main id="text">
<section id="top" class="level1" data-number="3">
<h1 data-number="3"><span class="header-section-number">3</span> A <em>title</em></h1>
<p>In C a &quot;newline&quot; is <code>&amp;lt;\n</code>, and 1 &lt; 2 &amp; 3.<span class="ref">1</span> It takes
<span class="live">20 ns<span class="from" role="tooltip">copy.csv, line 1</span></span>.</p>
<section id="sec-one" class="level2" data-number="3.1">
<h2><span class="header-section-number">3.1</span> One</h2>
<pre><code><span class="line"><span class="number">17</span>int i;</span></code></pre>
<div class="data" tabindex="0"><table><thead><tr><th scope="col">stride</th><th scope="col">gbs</th><th scope="col">95 % interval</th></tr></thead><tbody>
<tr><td>8</td><td>471.8</td><td>471 to 472</td></tr><tr><td>8</td><td>300</td><td>299 to 301</td></tr>
<tr><td>16</td><td>300</td><td>299 to 301</td></tr></tbody></table></div>
<figure><svg><text>drawn</text></svg><figcaption>A caption.</figcaption></figure><label class="others">Lay over <select>
<option value="lab">Another machine</option></select></label>
<section id="deeper" class="level3"><h3>Deeper</h3><p>Text.</p></section>
</section>
</section>
</main><footer>Nor these.</footer></body></html>
END
    run index
    expected='[["page.html","A title",[["","A title","In C a \"newline\" is &lt;\\n, and 1 < 2 & 3. It takes 20 ns.",""],["sec-one","3.1 One","int i; A caption. Deeper Text.","stride 8 16 gbs 471.8 300"]]]]'
    [[ $output == "$expected" ]] || fail "$output" "$expected"
    # The front page stands above the editions, which all find it.
    mkdir -p build/site
    cp page.html build/site/index.html
    [[ $(LC_ALL=C awk -f "$tree/templates/web/search.awk" build/site/index.html) == '["../index.html","Front page",[["","A title",'* ]]
}

# A copy of templates/web with npm packages that are made up: fonts, and what search needs.
web() {
    local font
    mkdir -p templates/node_modules/minisearch/dist/umd
    cp -r "$tree/templates/web" templates
    echo 'var MiniSearch;' > templates/node_modules/minisearch/dist/umd/index.js
    for font in $(grep -o 'fonts/plex-[a-z0-9-]*' templates/web/site.css); do
        [[ $font =~ plex-([a-z]+)-([0-9]+)(-italic)?$ ]]
        font=templates/node_modules/@fontsource/ibm-plex-${BASH_REMATCH[1]}/files/ibm-plex-${BASH_REMATCH[1]}-latin-${BASH_REMATCH[2]}
        mkdir -p "${font%/*}"
        font+=${BASH_REMATCH[3]:--normal}.woff2
        echo "${font##*/}" | tee "$font" > /dev/null
    done
}

@test "a site has the fonts that its style sheet names and no others, and scripts with their licence" {
    needs node
    web
    run bash templates/web/assets.sh site
    [[ $status == 0 && ! $output ]] || fail "$output"
    diff <(find site/fonts -type f -printf 'fonts/%f\n' | sort) <(grep -o 'fonts/[a-z0-9.-]*woff2' templates/web/site.css | sort -u)
    [[ $(< site/fonts/plex-serif-400-italic.woff2) == ibm-plex-serif-latin-400-italic.woff2 ]]
    head -n 1 site/minisearch.js | grep -q 'MIT licence: https://'
    # Only text that no browser reads was left out to load faster.
    for script in site/*.js; do node --check "$script"; done
    for name in favicon.svg preview.png; do cmp site/$name "$tree/templates/web/$name"; done
    diff <(grep -oE '^[^ {]+ \{|--[a-z0-9]+: [^;]*;' site/site.css) <(sed -E 's/^\s+//' templates/web/site.css | grep -oE '^[^ {/]+ \{|--[a-z0-9]+: [^;]*;')
    # A font that is no longer named goes, and one that there is not is said.
    sed -i '/plex-serif-600/d' templates/web/site.css
    bash templates/web/assets.sh site
    [[ ! -e site/fonts/plex-serif-600.woff2 && -e site/fonts/plex-serif-400.woff2 ]]
    echo '@font-face { src: url(fonts/plex-sans-700.woff2); }' >> templates/web/site.css
    run bash templates/web/assets.sh site
    fails_with 'site.css names fonts/plex-sans-700.woff2, but there is no '
    [[ -z $(find site -name '*.tmp') ]]
}

@test "a sitemap names each page once, first pages by their folders" {
    run bash "$tree/templates/web/sitemap.sh" https://example.org/book index.html compare.html my-gpu/index.html my-gpu/vector.html
    diff - <(echo "$output") <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://example.org/book/</loc></url>
<url><loc>https://example.org/book/compare.html</loc></url>
<url><loc>https://example.org/book/my-gpu/</loc></url>
<url><loc>https://example.org/book/my-gpu/vector.html</loc></url>
</urlset>
END
}

@test "the preview is shown on this machine alone until Ctrl-C, and a port that is taken or none is refused" {
    needs python3
    copy_tree .
    cp -r "$tree/templates" "$tree/chapters" "$tree/figures" .
    # The site is made already, as far as this make knows.
    mkdir -p build/site
    echo 'A page.' > build/site/index.html
    sed -i 's/^\t@$(MAKE) --silent --no-print-directory site$/\t@:/' Makefile
    python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])' > port
    # A shell has its background ignore Ctrl-C.
    env --default-signal=INT make -s serve PORT="$(< port)" > log 2>&1 3>&- &
    server=$!
    until_true grep -q "^Open http://localhost:$(< port), and end with Ctrl-C" log || fail "$(< log)"
    connect() { python3 -c 'import sys, urllib.request; print(urllib.request.urlopen(f"http://{sys.argv[1]}:{sys.argv[2]}", timeout=5).read().decode())' "$1" "$(< port)"; }
    run connect 127.0.0.1
    in_output 'A page.'
    run connect 127.0.0.2
    [[ $status != 0 ]] || fail "other addresses of this machine are served as well"
    # A port that is taken, or that is none.
    for port in "$(< port)" abc 0 65536 '8000 1' "'"; do
        run --separate-stderr timeout 20 make -s serve PORT="$port"
        [[ $status != 0 && ${stderr_lines[0]} == "serve: PORT=$port: "@("Address already in use: choose another, such as PORT=8001"|"a number from 1 to 65535, such as 8000") ]] || fail "$stderr"
    done
    pkill -INT -P $server || kill -INT $server
    wait $server || fail "$(< log)"
    [[ $(wc -l < log) -le 3 && $(< log) != *Traceback* ]] || fail "$(< log)"
}
