"""demold in datatrove pipelines: an extractor, and a filter for its results.

    from demold.datatrove import DemoldExtractor, DemoldFilter

    pipeline = [
        WarcReader("crawl/"),
        DemoldExtractor(),             # in place of Trafilatura()
        DemoldFilter(),                # optional
        JsonlWriter("texts/"),
    ]

Needs `datatrove`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from datatrove.data import Document, DocumentsPipeline
from datatrove.pipeline.base import PipelineStep
from datatrove.pipeline.filters.base_filter import BaseFilter
from datatrove.utils.logging import logger
from datatrove.utils.typeshelper import StatHints

from ._demold import Error, SiteGrouper, Template, learn
from ._types import Method, Profile

Output = Literal["text", "html", "markdown"]
"""What can be made of a page."""


SAID = ("title", "authors", "published", "language")
"""What documents get of the metadata of their pages, if it is known."""


class DemoldExtractor(PipelineStep):
    """Removes from every document the template of its site.

    The documents' text is HTML, and their metadata has the page's address as
    "url", as datatrove's readers produce them. The address determines which
    site a document belongs to.

    Without `templates`, the documents of a site are held back until there are
    enough to learn its template from, or the input ends; those that come later
    are cleaned at once. Give it input whose shards have whole sites, or many
    pages of each. The order of documents is kept within a site.

    Each document's metadata gets "removed_share", "fit", "alone", "confidence" and "empty", as in
    `demold.Cleaned`, and what the page says about itself: "title", "authors", "published" and
    "language". What the reader has put there stays. Documents of which nothing is left are dropped.

    Args:
        templates: The sites that are already known: templates, or what `to_bytes`
            returns, by site. The others are learned.
        grouper: Which site an address belongs to; by host if None.
        output: What to turn pages into: "text", "html" or "markdown".
        method: As for `demold.learn`.
        profile: As for `demold.learn`.
        pages_sampled: How many pages of a site to learn from.
        held_bytes: How much text to hold back; beyond it, the sites that have
            waited longest are learned from what there is.
        sites: How many templates to keep; beyond it, those that have not been
            used for longest are forgotten.
    """

    type = "🛢 - EXTRAC"
    name = "⛏ demold"

    def __init__(
        self,
        templates: Mapping[str, Template | bytes] | None = None,
        *,
        grouper: SiteGrouper | None = None,
        output: Output = "text",
        method: Method = "classify",
        profile: Profile = "balanced",
        pages_sampled: int = 24,
        held_bytes: int = 256 << 20,
        sites: int = 2_000,
    ) -> None:
        super().__init__()
        if output not in ("text", "html", "markdown"):
            raise ValueError(f"there is no output {output!r}; choose from text, html, markdown")
        # Invalid settings are reported here, not in the middle of a run.
        learn([b""], method=method, profile=profile, pages_sampled=pages_sampled, threads=1)
        self.templates = dict(templates or {})
        self.grouper = grouper or SiteGrouper()
        self.output = output
        self.method = method
        self.profile = profile
        self.pages_sampled = pages_sampled
        self.held_bytes = held_bytes
        self.sites = sites

    def run(
        self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1
    ) -> Iterator[Document]:
        """Cleans the documents of a shard."""
        known: OrderedDict[str, Template] = OrderedDict()
        waiting: OrderedDict[str, list[Document]] = OrderedDict()
        n_held = 0
        for document in data:
            self.stat_update(StatHints.total)
            site = self.grouper.site(document.metadata.get("url") or "") or ""
            template = self.known(site, known)
            if template is not None:
                yield from self.cleaned(template, [document])
                continue
            waiting.setdefault(site, []).append(document)
            n_held += len(document.text)
            if self.pages_sampled <= len(waiting[site]):
                ready = [site]
            else:
                ready = []
            while ready or self.held_bytes < n_held:
                site = ready.pop() if ready else next(iter(waiting))
                documents = waiting.pop(site)
                n_held -= sum(len(document.text) for document in documents)
                yield from self.learned(site, documents, known)
        for site, documents in waiting.items():
            yield from self.learned(site, documents, known)

    def known(self, site: str, known: OrderedDict[str, Template]) -> Template | None:
        if site not in known and site in self.templates:
            given = self.templates[site]
            known[site] = given if isinstance(given, Template) else Template.from_bytes(given)
        if site not in known:
            return None
        known.move_to_end(site)
        while self.sites < len(known):
            known.popitem(last=False)
        return known[site]

    def learned(
        self, site: str, documents: list[Document], known: OrderedDict[str, Template]
    ) -> Iterator[Document]:
        with self.track_time():
            try:
                template = learn(
                    [document.text for document in documents],
                    method=self.method,
                    profile=self.profile,
                    pages_sampled=self.pages_sampled,
                    threads=1,
                )
            except (Error, UnicodeError) as failure:
                self.stat_update("learn_error", value=len(documents))
                logger.warning(f"no template for {site}: {failure}")
                return
        known[site] = template
        self.stat_update("sites")
        yield from self.cleaned(template, documents)

    def cleaned(self, template: Template, documents: list[Document]) -> Iterator[Document]:
        for document in documents:
            with self.track_time():
                try:
                    cleaned = template.clean(document.text)
                    document.text = getattr(cleaned, self.output)
                except (Error, UnicodeError) as failure:
                    self.stat_update("clean_error")
                    logger.warning(f"{document.metadata.get('url')}: {failure}")
                    continue
                document.metadata["removed_share"] = cleaned.removed_share
                document.metadata["fit"] = cleaned.fit
                document.metadata["alone"] = cleaned.alone
                document.metadata["confidence"] = cleaned.confidence
                document.metadata["empty"] = cleaned.empty
                said: dict[str, Any] = dict(cleaned.metadata)
                for name in SAID:
                    if said[name]:
                        document.metadata.setdefault(name, said[name])
            if not document.text.strip():
                self.stat_update(StatHints.dropped)
                continue
            self.stat_update(StatHints.forwarded)
            self.update_doc_stats(document)
            yield document


class DemoldFilter(BaseFilter):
    """Drops documents that are likely to be cleaned badly.

    Uses what `DemoldExtractor` has noted. Pages that are nothing but template have
    a low confidence, or lose nearly everything.

    Args:
        least_confidence: The least confidence of a page to keep, from 0 to 1. Pages
            of a method that has none stay. Of 1,953 pages of 84 sites, 11 are below
            the default of 0.7: their mean F1 is 0.72, and that of the others 0.98.
        most_removed: The largest removed share of a page to keep, from 0 to 1.
        least_fit: The least fit of a page to keep, from 0 to 1. By default pages of
            any fit stay: those that fit badly are cleaned as well as the others.
        exclusion_writer: Where dropped documents go; nowhere if None.
    """

    name = "⛏ demold"

    def __init__(
        self,
        least_confidence: float = 0.7,
        most_removed: float = 0.995,
        *,
        least_fit: float = 0.0,
        exclusion_writer: Any = None,
    ) -> None:
        super().__init__(exclusion_writer)
        self.least_fit = least_fit
        self.most_removed = most_removed
        self.least_confidence = least_confidence

    def filter(self, doc: Document) -> bool | tuple[bool, str]:
        """Returns whether to keep a document, and if not, why."""
        try:
            fit, removed = doc.metadata["fit"], doc.metadata["removed_share"]
        except KeyError:
            raise ValueError("DemoldFilter comes after DemoldExtractor") from None
        if fit < self.least_fit:
            return False, "fit"
        if self.most_removed < removed:
            return False, "removed"
        confidence = doc.metadata.get("confidence")
        if confidence is not None and confidence < self.least_confidence:
            return False, "confidence"
        return True
