"""demold as an MCP server: ``demold-mcp``, or ``python -m demold.mcp``.

Its tools give assistants pages without their templates:

- ``clean_address`` fetches a page and returns what is its own, as Markdown, text or
  a record. It uses the template of the page's site, if there is one.
- ``learn_site`` fetches some pages of a site and learns their template, so that
  ``clean_address`` knows it from then on.
- ``explain`` fetches a page and says what would be removed of it, and why.

Needs `mcp`, 2.0 or later.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from ._demold import Cleaned, Error, SiteGrouper, Template, __version__, learn, load_templates, save_templates
from ._fetch import Fetcher
from ._types import Profile

Form = Literal["markdown", "text"]
"""What an assistant can ask for."""

MOST_PAGES = 24
"""Learning takes no more pages, and needs no more."""

MOST_SHOWN = 50
"""Of the parts that were removed, so many are named: those of the most words."""

FEW_WORDS = 12
"""A part is shown by its first words."""

MOST_CHARACTERS = 1_000_000
"""Of a page, an assistant gets no more."""

MOST_NAMED = 1_000
"""The same of a title, a name, or what names a part."""

MOST_LEARNED = 64 << 20
"""Learning takes pages of no more bytes together."""


class Sites:
    """What the server knows, and how it comes by pages."""

    def __init__(self, fetcher: Fetcher, folder: Path | None, profile: Profile) -> None:
        # An invalid profile is reported at the start.
        learn([b""], profile=profile, threads=1)
        self.fetcher = fetcher
        self.folder = folder
        self.profile = profile
        self.grouper = SiteGrouper()
        self.templates: dict[str, Template] = {}
        # Calls run at once, each in a thread.
        self.lock = Lock()
        if folder is not None:
            self.templates = kept(folder)

    def clean(self, url: str) -> Cleaned:
        fetched = self.fetcher.fetch(url)
        page = (fetched.url, fetched.source, fetched.charset)
        template = self.templates.get(self.site(fetched.url))
        if template is None:
            template = learn([page], profile=self.profile, threads=1)
        return template.clean(page)

    def site(self, url: str) -> str:
        return self.grouper.site(url) or ""

    def learn(self, urls: list[str]) -> dict[str, Any]:
        sites = sorted({self.site(url) for url in urls})
        if len(sites) != 1:
            named = ", ".join(sites)[:MOST_NAMED]
            raise Error(f"the pages are of {len(sites)} sites: {named}; learn one at a time")
        pages, failures, room = [], [], MOST_LEARNED
        urls = list(dict.fromkeys(urls))
        for url in urls[:MOST_PAGES]:
            try:
                fetched = self.fetcher.fetch(url)
            except Error as failure:
                failures.append(str(failure))
                continue
            room -= len(fetched.source)
            if self.site(fetched.url) != sites[0]:
                failures.append(f"{url} leads to another site, {fetched.url}")
            elif room < 0:
                failures.append(f"{url} is one too many: the pages have more than {MOST_LEARNED} bytes")
                break
            else:
                pages.append((fetched.url, fetched.source, fetched.charset))
        if len(pages) < 2:
            raise Error(f"a site is learned from two pages or more; of these came {len(pages)}: {failures}")
        template = learn(pages, profile=self.profile)
        with self.lock:
            if self.folder is not None:
                # Other servers may have learned other sites meanwhile.
                self.templates = {**self.templates, **kept(self.folder)}
            self.templates = {**self.templates, sites[0]: template}
            if self.folder is not None:
                save_templates(self.folder, self.templates)
        answer: dict[str, Any] = {"site": sites[0], "pages": len(pages), "not_fetched": failures}
        if len(urls) > MOST_PAGES:
            answer["cut"] = f"these are the first {MOST_PAGES} addresses of {len(urls)}, which are enough"
        return answer


def kept(folder: Path) -> dict[str, Template]:
    """The templates of a folder; none if it has none yet."""
    return load_templates(folder) if (folder / "index.jsonl").exists() else {}


def server(sites: Sites) -> MCPServer[Any]:
    """Makes a server of these tools."""
    made: MCPServer[Any] = MCPServer(
        "demold",
        version=__version__,
        instructions="Fetches web pages without navigation, notices and everything else that "
        "the pages of their site share. Learn a site first if you need several of its pages.",
    )

    @made.tool()
    def clean_address(url: str, form: Form = "markdown") -> dict[str, Any]:
        """Fetch a web page and return its own content, without the template of its site.

        The answer says how sure it is (confidence, from 0 to 1), and whether the page
        was judged alone, that is, without other pages of its site.
        """
        with said():
            cleaned = sites.clean(url)
        metadata = cleaned.metadata
        text = cleaned.markdown if form == "markdown" else cleaned.text
        answer = {
            "url": cleaned.url,
            "title": short(metadata["title"]),
            "authors": [short(author) for author in metadata["authors"][:MOST_SHOWN]],
            "published": short(metadata["published"]),
            "alone": cleaned.alone,
            "confidence": cleaned.confidence,
            form: text[:MOST_CHARACTERS],
        }
        if MOST_CHARACTERS < len(text):
            answer["cut"] = f"these are the first {MOST_CHARACTERS} characters of {len(text)}"
        return answer

    @made.tool()
    def learn_site(urls: list[str]) -> dict[str, Any]:
        """Learn what the pages of one site share, from the addresses of some of them.

        Three pages are enough to begin with, and 24 are all that it takes. From then on
        clean_address uses the template.
        """
        with said():
            return sites.learn(urls)

    @made.tool()
    def explain(url: str) -> dict[str, Any]:
        """Fetch a web page and say which parts of it are template, and why.

        The parts with the most words come first. A probability is that of being content.
        """
        with said():
            cleaned = sites.clean(url)
        source = cleaned.source.encode()
        removals = sorted(cleaned.removals, key=lambda removal: -removal.words)
        return {
            "url": cleaned.url,
            "alone": cleaned.alone,
            "confidence": cleaned.confidence,
            "removed_share": cleaned.removed_share,
            "parts": len(removals),
            "removed": [
                {
                    "why": removal.sentence,
                    "element": short(removal.selector),
                    "words": removal.words,
                    "probability": removal.probability,
                    "begins": begun(source, removal.range),
                }
                for removal in removals[:MOST_SHOWN]
            ],
        }

    return made


@contextmanager
def said() -> Iterator[None]:
    """Lets the assistant read why something failed, in a sentence."""
    try:
        yield
    except (Error, OSError) as failure:
        raise ToolError(str(failure)) from None


def begun(source: bytes, span: tuple[int, int]) -> str | None:
    """The first words of a part."""
    part = Template.nothing().clean(source[span[0] : span[1]].decode("utf-8", "replace"))
    shown = " ".join(block["text"] for block in part.blocks)
    return short(" ".join(shown.split()[:FEW_WORDS]))


def short(text: str | None) -> str | None:
    """The beginning of what a page may make as long as it likes."""
    return text and text[:MOST_NAMED]


def main(arguments: Sequence[str] | None = None) -> int:
    """Serves until the client is gone."""
    parser = argparse.ArgumentParser(prog="demold-mcp", description="Serve demold by MCP, over standard input and output.")
    parser.add_argument(
        "--templates",
        metavar="FOLDER",
        type=Path,
        help="a folder of templates, as demold learn --out writes it: sites that are known; what is learned is added",
    )
    parser.add_argument("--profile", choices=["balanced", "data", "article"], default="balanced")
    parser.add_argument(
        "--allow-private",
        action="store_true",
        help="also connect to private, loopback and link-local addresses",
    )
    args = parser.parse_args(arguments)
    try:
        sites = Sites(Fetcher(private=args.allow_private), args.templates, args.profile)
    except (Error, OSError) as failure:
        parser.exit(1, f"demold-mcp: {failure}\n")
    server(sites).run("stdio")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
