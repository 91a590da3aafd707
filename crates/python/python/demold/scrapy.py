"""demold in Scrapy: an item pipeline, and a middleware for spiders.

    # settings.py
    ITEM_PIPELINES = {"demold.scrapy.DemoldPipeline": 300}

    # or, to have the cleaned page in the spider as response.meta["demold"]
    SPIDER_MIDDLEWARES = {"demold.scrapy.DemoldMiddleware": 543}

Needs `scrapy`. Settings:

- ``DEMOLD_TEMPLATES``: a folder of templates, of earlier crawls or of the command.
  It is read at the start, if it exists, and what was learned is added at the end.
- ``DEMOLD_PAGES``: how many pages of a site to learn from. Default: 24.
- ``DEMOLD_PROFILE``: "balanced" (default), "data" or "article".
- ``DEMOLD_HTML_FIELD``, ``DEMOLD_URL_FIELD``: the fields of items with the page and its
  address. Default: "html" and "url".
- ``DEMOLD_FIELDS``: what items get: names of fields of records. Default:
  ``["text", "metadata", "fit", "alone", "confidence"]``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast
from weakref import WeakKeyDictionary

from itemadapter import ItemAdapter
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response

from ._demold import Cleaned, Error
from ._passing import PAGES_SAMPLED, Passing
from ._types import Output

FIELDS = ("text", "metadata", "fit", "alone", "confidence")
"""What items get by default."""

OUTPUTS: tuple[Output, ...] = ("text", "html", "markdown")
"""Fields that are rendered."""

KNOWN = frozenset(
    {*OUTPUTS, "schema", "url", "site", "removed_share", "fit", "alone", "confidence", "model"}
    | {"empty", "regions", "removals", "metadata", "blocks"}
)
"""Fields of records that one page has."""


class Sites:
    """What a crawl knows of its sites: one for all that is used in it."""

    of_crawler: WeakKeyDictionary[Crawler, Sites] = WeakKeyDictionary()

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        self.folder: str | None = settings.get("DEMOLD_TEMPLATES")
        exists = self.folder is not None and Path(self.folder, "index.jsonl").exists()
        try:
            self.passing = Passing(
                self.folder if exists else None,
                pages_sampled=settings.getint("DEMOLD_PAGES", PAGES_SAMPLED),
                profile=settings.get("DEMOLD_PROFILE"),
            )
        except Error as wrong:
            # Scrapy goes on without what is not configured, and says so. This is a mistake.
            raise ValueError(f"demold's settings: {wrong}") from wrong
        self.stats = crawler.stats
        crawler.signals.connect(self.closed, signal=signals.spider_closed)

    @classmethod
    def of(cls, crawler: Crawler) -> Sites:
        if crawler not in cls.of_crawler:
            cls.of_crawler[crawler] = cls(crawler)
        return cls.of_crawler[crawler]

    def clean(self, url: str, source: bytes, charset: str | None) -> Cleaned:
        cleaned = self.passing.clean(url, source, charset)
        if self.stats is not None:
            self.stats.inc_value("demold/alone" if cleaned.alone else "demold/with_template")
        return cleaned

    def closed(self) -> None:
        if self.folder is not None:
            self.passing.save(self.folder)


class DemoldPipeline:
    """Removes from the page in every item the template of its site.

    An item without a page passes unchanged. The first pages of a site are judged by
    themselves, and ``alone`` says so; with ``DEMOLD_TEMPLATES``, a later crawl knows
    the site from its first page on.
    """

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        self.sites = Sites.of(crawler)
        self.html: str = settings.get("DEMOLD_HTML_FIELD", "html")
        self.url: str = settings.get("DEMOLD_URL_FIELD", "url")
        self.fields: list[str] = settings.getlist("DEMOLD_FIELDS", list(FIELDS))
        for name in self.fields:
            if name not in KNOWN:
                known = ", ".join(sorted(KNOWN))
                raise ValueError(f"DEMOLD_FIELDS: records have no {name!r}; choose from {known}")

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> DemoldPipeline:
        return cls(crawler)

    def process_item(self, item: Any) -> Any:
        adapter = ItemAdapter(item)
        source, url = adapter.get(self.html), adapter.get(self.url) or ""
        if not source:
            return item
        # What Scrapy has decoded needs no guess.
        is_text = isinstance(source, str)
        raw = source.encode("utf-8", "replace") if is_text else bytes(source)
        cleaned = self.sites.clean(url, raw, "utf-8" if is_text else None)
        record = cleaned.record(
            outputs=[name for name in OUTPUTS if name in self.fields],
            site=self.sites.passing.site(url) or None,
            metadata="metadata" in self.fields,
            blocks="blocks" in self.fields,
        )
        for name in self.fields:
            adapter[name] = cast("dict[str, Any]", record)[name]
        return item


class DemoldMiddleware:
    """Gives spiders each page cleaned: ``response.meta["demold"]`` is a `demold.Cleaned`.

    Other responses than HTML have none.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.sites = Sites.of(crawler)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> DemoldMiddleware:
        return cls(crawler)

    def process_spider_input(self, response: Response) -> None:
        if isinstance(response, HtmlResponse) and response.request is not None:
            cleaned = self.sites.clean(response.url, response.body, response.encoding)
            response.meta["demold"] = cleaned


__all__ = ["DemoldMiddleware", "DemoldPipeline"]
