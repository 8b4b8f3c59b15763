#!/usr/bin/env bats
# Proves that an edition becomes one EPUB that readers can open: whole, described,
# accessible, and the same whenever and wherever it is built.
load helper

# A book of a chapter and a glossary, for the reference machine and for one that has measured its CPU
# alone.
setup_file() {
    export book=$BATS_FILE_TMPDIR/book
    { command -v gnuplot && command -v pandoc && command -v node && [[ -d $tree/templates/node_modules ]]; } > /dev/null || return 0
    copy_book "$book"
    printf '# Glossary\n\n[Coalesced]{#coalesced}\n:   As one.\n' > "$book/chapters/10-glossary.md"
    with_packages "$book"
    cd "$book"
    cpu_alone
    make -s -j "$(nproc)" epub
}

setup() {
    needs gnuplot pandoc node python3
    [[ -d $tree/templates/node_modules ]] || skip "no npm packages"
    cd "$book"
}

# A file of an edition's EPUB.
part() {
    python3 -c 'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read("EPUB/" + sys.argv[2]))' \
        "build/site/$1/book.epub" "$2"
}

@test "in an EPUB each file is well-formed, each link leads somewhere, each image says what it shows" {
    for machine in nvidia-h200 here; do
        run python3 - "build/site/$machine/book.epub" << 'END'
import posixpath, sys, zipfile
from xml.etree import ElementTree
from urllib.parse import unquote

book = zipfile.ZipFile(sys.argv[1])
assert book.testzip() is None and book.infolist()[0].filename == "mimetype"
trees = {name: ElementTree.fromstring(book.read(name)) for name in book.namelist()
         if name.endswith((".xhtml", ".opf", ".ncx", ".svg", ".xml"))}
ids = {name: [e.get("id") for e in tree.iter() if e.get("id")] for name, tree in trees.items()}
links = images = 0
for name, tree in trees.items():
    if not name.endswith(".svg") and len(ids[name]) != len(set(ids[name])):
        print(name, "has an id twice")
    for e in tree.iter():
        kind = e.tag.split("}")[-1]
        if kind == "img":
            images += 1
            if len(e.get("alt", "")) < 20:
                print(name, "an image without words", e.attrib)
        target = e.get("href") or e.get("src")
        if kind not in ("a", "img", "link", "item", "content") or not target or target.startswith("https://"):
            continue
        links += 1
        path, _, place = target.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(path))) if path else name
        if path not in book.namelist() or place and place not in ids[path]:
            print(name, "leads nowhere:", target)
if links < 60 or images < 3:
    print("only", links, "links and", images, "images")
END
        [[ $status == 0 && -z $output ]] || fail "$machine:" "$output"
    done
}

@test "an EPUB says what it is, of which machine and day, and how it can be read" {
    opf=$(part nvidia-h200 content.opf)
    date=$(sed -n 's/^# date: //p' results/nvidia-h200/machine.csv)
    cpu=$(sed -n 's/^cpu,//p' results/nvidia-h200/machine.csv)
    for line in '<dc:title id="epub-title-1">Bytes in Flight: GPU memory, measured on NVIDIA H200</dc:title>' \
        '<dc:language>en-GB</dc:language>' '<dc:date id="epub-date">'"$date<" '>urn:uuid:' 'CC BY 4.0' \
        'property="dcterms:modified">'"$date" '"schema:accessMode">visual<' '"schema:accessModeSufficient">textual<' \
        '"schema:accessibilityFeature">alternativeText<' '"schema:accessibilityHazard">none<' \
        'schema:accessibilitySummary' 'properties="cover-image"'; do
        [[ $opf == *"$line"* ]] || fail "no $line" "$opf"
    done
    [[ $(part here nav.xhtml) == *'Vector loads'*'One int at a time'*Glossary* ]]
    # Borrowed numbers must not be on a cover.
    cover() { part "$1" "$(part "$1" content.opf | sed -nE 's/.*cover-image" id="[^"]*" href="([^"]*)".*/\1/p')"; }
    cover nvidia-h200 | grep -q 'Latency of one load'
    run cover here
    in_output "Measured on $cpu"
    [[ $output != *'Latency of one load'* ]]
}

@test "a number leads to where it is from, a prediction to its answer, a term to its entry" {
    run part here text/ch002.xhtml
    for text in '<h1.*Vector loads</h1>' 'copy.csv, line [0-9]*: median of .*Measured on NVIDIA H200' \
        '<a href="ch002.xhtml#vector-from-[0-9]+" class="live borrowed" epub:type="noteref" role="doc-noteref">[0-9,]+ GB/s</a>' \
        '<a href="ch002.xhtml#vector-kept-1" id="vector-asked-1">Answer 1</a>' \
        '<a href="ch002.xhtml#vector-asked-1" class="label">Answer 1</a>' \
        '<a href="ch003.xhtml#glossary-coalesced">coalesced</a>'; do
        grep -qE "$text" <<< "$output" || fail "no $text" "$output"
    done
    # Nothing is hidden, nothing needs a script, no colour a style sheet of ours.
    run ! grep -E '<details|<script|var\(--' <<< "$output"
}

@test "in an EPUB a figure has a plain ground, and letters without serifs where the book's font is missing" {
    run python3 - build/site/nvidia-h200/book.epub << 'END'
import re, sys, zipfile

book = zipfile.ZipFile(sys.argv[1])
figures = [name for name in book.namelist() if name.endswith(".svg")]
for name in figures:
    text = book.read(name).decode()
    if not re.search(r'<rect [^>]*width="(\d+)" height="\d+" fill="#fffdf8"/>', text):
        print(name, "has no ground")
    for face in set(re.findall(r'font-family="([^"]*)"', text)):
        if not face.endswith(("serif", "monospace")) or "Sans" in face and not face.endswith("sans-serif"):
            print(name, face)
print(len(figures))
END
    [[ $output =~ ^[0-9]+$ ]] && ((output > 2)) || fail "$output"
}

@test "an EPUB that is made at another time, in another zone, place and locale is the same to the byte" {
    cp -r "$book" "$BATS_TEST_TMPDIR/another"
    cd "$BATS_TEST_TMPDIR/another"
    rm -r build/epub build/site build/print build/depend
    elsewhere
    make -s -j 2 build/site/here/book.epub
    cmp {"$book/",}build/site/here/book.epub
}

@test "an EPUB follows COURSE, SOLUTIONS and figures that have changed, and else is not made again" {
    cp -a "$book" "$BATS_TEST_TMPDIR/another"
    cd "$BATS_TEST_TMPDIR/another"
    run make epub
    [[ $output == "make: Nothing to be done for 'epub'." ]] || fail "$output"
    epub=build/site/here/book.epub
    make -s $epub COURSE='CS <149>' SOLUTIONS=none
    [[ $(part here text/title_page.xhtml) == *'<p class="subtitle">CS &lt;149&gt;</p>'* ]]
    run ! grep -E '>(Answer|Solution) [0-9]|Answers and solutions' <<< "$(part here text/ch002.xhtml)"
    make -s $epub SOLUTIONS=inline
    run part here text/ch002.xhtml
    [[ $output == *'<p class="label">Predict</p>'*'<p class="label">Answer 1</p>'*'<p class="label">Exercise 4.1'*'<p class="label">Solution 4.1</p>'* ]]
    [[ $output != *'Answers and solutions'* ]]
    # A figure of the chapter, and the cover.
    sed -i 's/Size of the array/A new label/; s/Latency of one load/A new label/' figures/{copy,ladder}.gp
    make -s build/site/nvidia-h200/book.epub
    python3 -c 'import sys, zipfile
book = zipfile.ZipFile("build/site/nvidia-h200/book.epub")
sys.exit(sum(b"A new label" in book.read(name) for name in book.namelist()) != 2)'
}

@test "EPUBCheck finds nothing" {
    needs java epubcheck
    # Debian's is a Java archive, which not every system runs by its name.
    check=(epubcheck)
    [[ $(head -c 2 "$(command -v epubcheck)") != PK ]] || check=(java -jar "$(command -v epubcheck)")
    for machine in nvidia-h200 here; do
        run "${check[@]}" "build/site/$machine/book.epub"
        [[ $status == 0 && $output == *'No errors or warnings detected'* ]] || fail "$output"
    done
}

@test "an input that cannot be read is named in one line, and leaves no EPUB" {
    cd "$BATS_TEST_TMPDIR"
    for text in '{' '[]' '{"blocks": [], "meta": {}}'; do
        echo "$text" > bad.json
        run --separate-stderr node "$book/templates/print/epub.mjs" bad.epub bad.json
        exits 1
        [[ ${#stderr_lines[@]} == 1 && $stderr == "bad.json:1: "* ]] || fail "$stderr"
    done
    [[ ! -e bad.epub && ! -e bad.epub.tmp ]]
}
