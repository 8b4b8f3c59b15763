"""Scripts that compare a page with the files for programs beside it share this."""
import re
from html.parser import HTMLParser


class Node(HTMLParser):
    """A page as a tree: each node has a tag, attributes and content, which is text and nodes."""
    VOID = {"meta", "link", "br", "input", "hr", "img"}

    def __init__(self, tag="", attributes=()):
        super().__init__()
        self.tag, self.attributes, self.content, self.open = tag, dict(attributes), [], [self]

    def handle_starttag(self, tag, attributes):
        node = Node(tag, attributes)
        self.open[-1].content.append(node)
        if tag not in self.VOID:
            self.open.append(node)

    def handle_startendtag(self, tag, attributes):
        self.open[-1].content.append(Node(tag, attributes))

    def handle_endtag(self, tag):
        if tag in (node.tag for node in self.open[1:]):
            while self.open.pop().tag != tag:
                pass

    def handle_data(self, text):
        self.open[-1].content.append(text)

    def all(self, tag, of=""):
        """The nodes with this tag and this class, in order."""
        for node in self.content:
            if isinstance(node, Node):
                if node.tag == tag and (not of or of in (node.attributes.get("class") or "").split()):
                    yield node
                yield from node.all(tag, of)

    def text(self):
        """All that a reader sees without pointing at a number."""
        parts = (node if isinstance(node, str) else node.text() for node in self.content
                 if isinstance(node, str) or node.attributes.get("role") != "tooltip")
        return re.sub(r"[ \n\xa0]+", " ", "".join(parts))


def thousands(x):
    return f"{x:,}" if isinstance(x, int) else f"{x:,.{0 if x >= 100 else 1 if x >= 10 else 2}f}"
