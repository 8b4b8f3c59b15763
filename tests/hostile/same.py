# same.py GOOD HOSTILE NAMES - is the site in HOSTILE that in GOOD, but for names?
#
# A line of NAMES is a good name, a tab and the hostile one in its place. Pages, figures and
# what is in EPUBs are read as a browser reads them: elements, attributes and texts. In
# drawings attributes are left out, since a longer name has another place; and an EPUB is
# called by a number that is made of the name.
import html.parser, pathlib, re, sys, zipfile

with open(sys.argv[3], encoding="utf-8") as file:
    names = [line.rstrip("\n").split("\t") for line in file]


class Reader(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.seen, self.drawing = [], 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.drawing += tag == "svg"
        self.seen.append((tag, [] if self.drawing else attrs))

    def handle_endtag(self, tag):
        self.drawing -= tag == "svg"
        self.seen.append("/" + tag)

    def handle_data(self, data):
        self.seen += [data] if data.strip() else []

    handle_comment = handle_decl = handle_pi = unknown_decl = handle_data


# Reads each file of a site as a browser does, with good names in place of hostile ones.
def read(root):
    files = {}
    for path in map(pathlib.Path, root.rglob("*")):
        if path.suffix in (".html", ".svg"):
            files[path.relative_to(root)] = path.read_text(encoding="utf-8")
        elif path.suffix == ".epub":
            with zipfile.ZipFile(path) as book:
                files |= {path.relative_to(root) / name: book.read(name).decode("utf-8") for name in book.namelist()
                          if name.endswith((".xhtml", ".svg", ".opf", ".ncx"))}
    for path, text in files.items():
        seen = re.sub(r"urn:uuid:[0-9a-f-]{36}", "urn:uuid", repr(Reader(text).seen))
        for name, foe in names:
            for said in (foe, foe[:39] + "…"): # a key has little room
                # As repr() shows it within quotes of either kind.
                seen = seen.replace(repr(said)[1:-1], name).replace(repr("'" + said)[2:-1], name)
        files[path] = seen
    return files


good, hostile = (read(pathlib.Path(root)) for root in sys.argv[1:3])
wrong = [name for name in good.keys() | hostile.keys() if good.get(name) != hostile.get(name)]
for name in wrong:
    print(name, good.get(name), hostile.get(name), sep="\n  ")
print(len(good), "files")
sys.exit(bool(wrong) or not good)
