"""Marked pages: HTML whose elements may carry data-g, which says what their text is.

`g` is gold, `n` neutral, `x` template. The nearest mark counts; text without one is template. The element `mk` only
carries a mark, for words that have no element of their own. Marks are taken off before a page is written.
"""

import copy
import re
import unicodedata

from lxml import etree
from lxml import html as lxml_html

# Elements whose text is not visible.
HIDDEN = set(
    """script style noscript template iframe noframes noembed svg textarea canvas audio video datalist head
    title""".split()
)
# Elements that begin and end a line.
BLOCKS = set(
    """address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset figcaption
    figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search
    section select summary table tbody td tfoot th thead tr ul""".split()
)
# A kana or Han character is a word.
WORD = re.compile(r"[぀-ヿ㐀-鿿]|[^\W_぀-ヿ㐀-鿿]+")
# Stands for a line break of a pre element while lines are read.
PRE_BREAK = "\ue000"


def count_words(texts) -> int:
    """How many words the texts have together."""
    return sum(len(WORD.findall(unicodedata.normalize("NFKC", text).lower())) for text in texts)


def parse(page):
    """The tree of a page."""
    data = page if isinstance(page, bytes) else page.encode("utf-8")
    return lxml_html.document_fromstring(data, parser=lxml_html.HTMLParser(encoding="utf-8"))


def select(page, selector):
    """Elements by a CSS selector, or by an XPath after `xpath:`."""
    if selector.startswith("xpath:"):
        return page.xpath(selector.removeprefix("xpath:"))
    return page.cssselect(selector)


def mark(page, gold=(), template=(), neutral=(), vary=()):
    """Marks the elements that selectors name; where several do, template counts before neutral, and that before gold.

    `vary` names template elements whose text differs from page to page, see `kit.refill`.
    """
    for selectors, value in ((gold, "g"), (neutral, "n"), (template, "x")):
        for selector in selectors:
            for element in select(page, selector):
                element.set("data-g", value)
    for selector in vary:
        for element in select(page, selector):
            element.set("data-v", "v")
    return page


def remove_marks(page) -> None:
    for element in list(page.iter("mk")):
        element.drop_tag()
    for element in page.iter():
        if isinstance(element.tag, str):
            element.attrib.pop("data-g", None)
            element.attrib.pop("data-v", None)


def marked_lines(page, split_pre=False):
    """Mark and text of each visible line, in order. Where the mark changes within a line, a line begins.

    With `split_pre`, the lines of a pre element are lines of their own.
    """
    if not split_pre:
        return LineReader().read(page)
    page = copy.deepcopy(page)
    for pre in page.iter("pre"):
        for element in pre.iter():
            if element.text:
                element.text = element.text.replace("\n", "\n" + PRE_BREAK)
            if element is not pre and element.tail:
                element.tail = element.tail.replace("\n", "\n" + PRE_BREAK)
    lines = []
    for value, text in LineReader().read(page):
        parts = (" ".join(part.split()) for part in text.split(PRE_BREAK))
        lines += [(value, part) for part in parts if part]
    return lines


class LineReader:
    """Collects the lines of a page."""

    def __init__(self):
        self.lines = []
        self.parts = []
        self.value = None

    def read(self, page):
        body = page.find("body") if page.tag == "html" else page
        self.visit(body, "x")
        self.end_line()
        return self.lines

    def end_line(self):
        text = " ".join("".join(self.parts).split())
        self.parts.clear()
        if text:
            self.lines.append((self.value, text))

    def add(self, text, value):
        if value != self.value and text.strip():
            self.end_line()
            self.value = value
        self.parts.append(text)

    def visit(self, element, value):
        if not isinstance(element.tag, str) or element.tag.lower() in HIDDEN:
            return
        value = element.get("data-g") or value
        is_block = element.tag.lower() in BLOCKS
        if is_block:
            self.end_line()
        if element.text:
            self.add(element.text, value)
        for child in element:
            self.visit(child, value)
            if child.tail:
                self.add(child.tail, value)
        if is_block:
            self.end_line()


def outer_html(element) -> str:
    """The element as HTML, without what follows it."""
    return etree.tostring(element, encoding="unicode", method="html", with_tail=False)
