"""Drawing pages of every site: the same ones, however the pages are spread.

Each page has a rank that depends on the seed and its source alone, and a
site's sample is its pages with the lowest ranks, without copies. The lowest of all are the lowest
among the lowest of parts, so samples of parts can be merged in any order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import DataFrame

from .._demold import Samples
from ._columns import CHARSET, HTML, MAX_PAGE_BYTES, SITE, URL, rows

MARK, SEEN, SHARE = "__mark", "__seen", "__share"
"""What identifies a page, so that it is not read at each step; how many pages of
its site were seen; the group in which it is merged."""

SCHEMA = (
    f"{SITE} string, {URL} string, {CHARSET} string, {HTML} binary, "
    f"{MARK} binary, {SEEN} long, {SHARE} int"
)

TYPES = [pa.string(), pa.string(), pa.string(), pa.binary(), pa.binary(), pa.int64(), pa.int32()]

SHARES = 64
"""The samples of a site's partitions are merged in so many groups, and these in
one: of 10,000 partitions, no worker gets more than the samples of 160."""

HELD_BYTES = 64 << 20
"""Bytes of pages that a task holds in memory. The rest goes to its disk."""

BATCH_BYTES = 8 << 20
"""Bytes of pages that are handed on together."""

Page = tuple["str | None", "bytes | str", "str | None"]
"""A page with its address and charset."""

Drawn = list[tuple["str | None", bytes, "str | None"]]
"""The pages of a sample, as `learn_sample` takes them."""


@dataclass(frozen=True)
class Draw:
    """How pages are drawn."""

    n_pages: int
    seed: int

    def first(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Draws from the pages of a partition."""
        context = TaskContext.get()
        share = context.partitionId() % SHARES if context else 0
        sites = Sites(self)
        for batch in batches:
            for row in rows(batch):
                if row.site is None or row.is_null() or MAX_PAGE_BYTES < row.n_bytes():
                    continue
                sites.add(row.site, (row.url, row.source(), row.charset), None, 1)
        yield from sites.hand_on(share)

    def again(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Draws from samples."""
        sites = Sites(self)
        for batch in batches:
            sites.add_drawn(batch)
        yield from sites.hand_on(0)

    def last(self, batches: Iterator[pa.RecordBatch]) -> Iterator[tuple[str, Drawn, int]]:
        """Yields each site, its sample and the number of its pages, from samples
        that are sorted by site."""
        sites, of_site = Sites(self), None
        for batch in batches:
            for site, page, mark, n_seen in drawn_rows(batch):
                if of_site is not None and site != of_site:
                    yield of_site, *sites.take(of_site)
                of_site = site
                sites.add(site, page, mark, n_seen)
        if of_site is not None:
            yield of_site, *sites.take(of_site)


def sample(pages: DataFrame, draw: Draw) -> DataFrame:
    """Draws and merges, until the samples of every site are few enough for one worker."""
    drawn = pages.mapInArrow(draw.first, SCHEMA)
    return drawn.repartition(SITE, SHARE).mapInArrow(draw.again, SCHEMA)


class Sites:
    """The samples of many sites, and how many of their pages were seen."""

    def __init__(self, draw: Draw) -> None:
        self.samples = Samples(draw.n_pages, draw.seed, memory=HELD_BYTES)
        self.seen: dict[str, int] = {}

    def add(self, site: str, page: Page, mark: bytes | None, n_seen: int) -> None:
        self.seen[site] = self.seen.get(site, 0) + n_seen
        self.samples._offer_marked(site, page, mark)

    def add_drawn(self, batch: pa.RecordBatch) -> None:
        for drawn in drawn_rows(batch):
            self.add(*drawn)

    def take(self, site: str) -> tuple[Drawn, int]:
        """Hands over the sample of a site, and the number of its pages."""
        return self.samples.take(site)[1], self.seen.pop(site)

    def hand_on(self, share: int) -> Iterator[pa.RecordBatch]:
        """Hands over all samples."""
        drawn: list[tuple[object, ...]] = []
        n_bytes = 0
        for site, n_seen in self.seen.items():
            for (url, source, charset), mark in self.samples._take_marked(site)[1]:
                # The number of pages goes with the first of them.
                drawn.append((site, url, charset, source, mark, n_seen, share))
                n_seen = 0
                n_bytes += len(source)
                if BATCH_BYTES < n_bytes:
                    yield batched(drawn)
                    drawn, n_bytes = [], 0
        if drawn:
            yield batched(drawn)


def batched(drawn: list[tuple[object, ...]]) -> pa.RecordBatch:
    arrays = [pa.array(column, kind) for column, kind in zip(zip(*drawn), TYPES)]
    return pa.RecordBatch.from_arrays(arrays, [SITE, URL, CHARSET, HTML, MARK, SEEN, SHARE])


def drawn_rows(batch: pa.RecordBatch) -> Iterator[tuple[str, Page, bytes | None, int]]:
    """What was drawn: a site, a page of it, what identifies the page, and how many were seen."""
    known = zip(batch.column(MARK).to_pylist(), batch.column(SEEN).to_pylist())
    for row, (mark, n_seen) in zip(rows(batch), known):
        assert row.site is not None
        yield row.site, (row.url, row.source(), row.charset), mark, n_seen
