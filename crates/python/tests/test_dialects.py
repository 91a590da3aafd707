"""Markdown in readers of several dialects, which link bare addresses and then take marks and escapes into them.

The tests of the crate `render` do the same with readers in Rust.
"""

from __future__ import annotations

import html
import random
from collections.abc import Callable, Iterator
from itertools import product
from urllib.parse import unquote

import cmarkgfm
import demold
import mistune
import pytest
from cmarkgfm.cmark import Options
from lxml.html import HtmlElement, fragment_fromstring
from markdown_it import MarkdownIt

# A "@" stands for the text.
PLACES = [
    "<p>x @</p>",
    "<p>@<br>@</p>",
    "<h1>@</h1>",
    "<ul><li>@<li>@</ul>",
    "<blockquote>@</blockquote>",
    "<table><tr><th>@<th>b<tr><td>@<br>@<td>@<code>@</code></table>",
    "<p><b>@</b>@</p>",
    "<p>@<a href=/y>@</a>@</p>",
    "<p>@<img src=i.png alt='@'>@</p>",
    "<p>@<code>@</code>@</p>",
    "<pre>@</pre>",
]
ADDRESSES = [
    "http://a.example",
    "HTTPS://a.example/b?c=d",
    "www.a.example",
    "WWW.a.example/b",
    "ftp://a.example",
    "(http://a.example",
    '"http://a.example/\\',
    "http://a_b_",
    "http://a.example/www.b",
    "me@a.example",
    "mailto:me@a.example",
    "//a.example",
    "http：//a.example",
    "<3",
    "",
]
TAILS = [
    "<img src=x onerror=pwn()>",
    "<script>pwn()</script>",
    "<javascript:pwn()>",
    "<1@b.example>",
    "`<img src=x onerror=pwn()>`",
    "*<b onclick=pwn()>*",
    "*<3 *b*",
    "</p><b onclick=pwn()>",
    "<!-- x",
    "＜img src=x onerror=pwn()＞",
    "&lt;img src=x onerror=pwn()&gt;",
    "&#60;b>",
    "](javascript:pwn())",
    "[b](javascript:pwn())",
    "![b](javascript:pwn())",
    "[b]: javascript:pwn()",
    "~~b~~",
    "\\",
    "\\<b>",
    "|b",
    "`",
    "*",
    "_",
    "",
]

MARKDOWN_IT = MarkdownIt("gfm-like")
# Addresses stay as they are written, so that they compare.
MARKDOWN_IT.normalizeLink = lambda url: url  # type: ignore[method-assign]
MISTUNE = mistune.create_markdown(escape=False, plugins=["url", "table", "strikethrough", "footnotes", "task_lists"])
READERS: dict[str, Callable[[str], str]] = {
    "cmark-gfm": lambda text: cmarkgfm.github_flavored_markdown_to_html(text, Options.CMARK_OPT_UNSAFE),
    "markdown-it": MARKDOWN_IT.render,
    "mistune": lambda text: str(MISTUNE(text)),
}


def markdown(page: str) -> str:
    return demold.Template.nothing().clean(page).markdown


def page(place: str, texts: list[str]) -> str:
    parts = place.split("@")
    filled = [html.escape(texts[at % len(texts)]) for at in range(len(parts) - 1)]
    return "".join(a + b for a, b in zip(parts, [*filled, ""]))


def text(tree: HtmlElement) -> str:
    """All texts without white space."""
    # mistune shows the backslash of a pipe that is code in a cell.
    return "".join(str(tree.text_content()).split()).replace("\\|", "|")


def is_bare(element: HtmlElement) -> bool:
    """Whether an element links the address that it shows."""
    shown, target = text(element), unquote(element.get("href") or "")
    shown = unquote(shown)
    is_script = target.lower().startswith("javascript:")
    return target in (shown, "http://" + shown, "mailto:" + shown) and not is_script


def elements(tree: HtmlElement) -> Iterator[str]:
    """The elements with their attributes, but for links that a reader has made of bare addresses."""
    for element in tree.iter():
        if not (element.tag == "a" and is_bare(element)):
            attributes = sorted(f"{name}={value}" for name, value in element.items() if name != "alt")
            yield f"{element.tag} {attributes}"


def check(reader: str, place: str, texts: list[str]) -> None:
    hostile = page(place, texts)
    found = markdown(hostile)
    shown = READERS[reader](found)
    tree = fragment_fromstring(shown, create_parent=True)
    plain = fragment_fromstring(READERS[reader](markdown(page(place, ["x"]))), create_parent=True)
    assert list(elements(tree)) == list(elements(plain)), (hostile, found, shown)
    assert text(tree) == text(fragment_fromstring(hostile, create_parent=True)), (hostile, found, shown)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("place", PLACES)
def test_no_text_is_markup(reader: str, place: str) -> None:
    texts = [pair for pair in map("".join, product(ADDRESSES, TAILS)) if pair]
    for one in texts:
        check(reader, place, [one])
    chosen = random.Random(reader + place)
    for _ in range(100):
        check(reader, place, ["".join(chosen.sample(texts, 2)) for _ in range(3)])
