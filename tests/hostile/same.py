# same.py GOOD HOSTILE NAMES - is the site in HOSTILE that in GOOD, but for names?
#
# A line of NAMES is a good name, a tab and the hostile one in its place. Pages, figures and
# what is in EPUBs are read as a browser reads them: elements, attributes and texts. In
# drawings attributes are left out, since a longer name has another place; and an EPUB is
# called by a number that is made of the name.
import html.parser, pathlib, re, sys, zipfile

good, hostile = map(pathlib.Path, sys.argv[1:3])
with open(sys.argv[3], encoding="utf-8") as file:
    names = [line.rstrip("\n").split("\t") for line in file]


class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.seen, self.drawing = [], 0

    def handle_starttag(self, tag, attrs):
        self.drawing += tag == "svg"
        self.seen.append((tag, [] if self.drawing else attrs))

    def handle_endtag(self, tag):
        self.drawing -= tag == "svg"
        self.seen.append(("/" + tag,))

    def handle_data(self, data):
        if data.strip():
            self.seen.append(("text", data))

    def unknown(self, data):
        self.seen.append(("other", data))

    handle_comment = handle_decl = handle_pi = unknown_decl = unknown


# As repr() shows it within quotes of either kind.
def as_seen(text):
    return repr(text)[1:-1]


def read(text, replace):
    reader = Reader()
    reader.feed(text)
    reader.close()
    seen = re.sub(r"urn:uuid:[0-9a-f-]{36}", "urn:uuid", repr(reader.seen))
    for name, foe in names if replace else []:
        for said in (foe, foe[:39] + "…"): # a key has little room
            seen = seen.replace(as_seen(said), name).replace(as_seen("'" + said)[1:], name)
    return seen


def files(root):
    for path in sorted(root.rglob("*")):
        if path.suffix in (".html", ".svg"):
            yield str(path.relative_to(root)), path.read_text(encoding="utf-8")
        elif path.suffix == ".epub":
            with zipfile.ZipFile(path) as book:
                for name in book.namelist():
                    if name.endswith((".xhtml", ".svg", ".opf", ".ncx")):
                        yield f"{path.relative_to(root)}/{name}", book.read(name).decode("utf-8")


ours, theirs = dict(files(good)), dict(files(hostile))
print(len(ours), "files")
wrong = sorted(ours.keys() ^ theirs.keys())
for name in sorted(ours.keys() & theirs.keys()):
    a, b = read(ours[name], False), read(theirs[name], True)
    if a != b:
        at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
        wrong.append(f"{name}\n  {a[max(0, at - 80):at + 80]}\n  {b[max(0, at - 80):at + 80]}")
print(*wrong, sep="\n")
sys.exit(bool(wrong) or not ours)
