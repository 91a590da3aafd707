"""Functions of trafilatura that have another name here."""

from __future__ import annotations

NAMES = {
    "bare_extraction": 'demold.extract(page, output="record") returns a dict of all that is known',
    "extract_with_metadata": 'demold.extract(page, output="record") returns a dict of all that is known',
    "html2txt": "demold.Template.nothing().clean(page).text is the text of the whole page",
    "baseline": "demold.extract(page) finds the text of any page",
    "fetch_url": "fetch the page with any HTTP client and pass its bytes, or let the command do it: demold clean URL",
    "fetch_response": "fetch the page with any HTTP client and pass its bytes, or let the command do it: demold clean URL",
    "content_fingerprint": "a record has simhash, by which near copies are found",
    "load_html": "demold.extract takes bytes, str and trees of lxml as they are",
    "sitemap_search": "the command lists what a site has: demold list URL",
    "find_feed_urls": "the command lists what a site has: demold list URL",
    "focused_crawler": "the command fetches sites: demold crawl URL --contact MAIL --out crawl.warc.gz",
}
"""Each, and what to write instead."""


def answer(module: str, name: str) -> ImportError | AttributeError:
    """Why the package has no such name."""
    if name in NAMES:
        # An `AttributeError` would lose its message in `from demold import ...`.
        return ImportError(f"{module} has no {name}, which is trafilatura's: {NAMES[name]}", name=name)
    return AttributeError(f"module {module!r} has no attribute {name!r}")
