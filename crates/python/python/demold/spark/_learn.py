"""One template a site."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa
from pyspark.sql import DataFrame

from .. import Error, learn, learn_sample
from .._types import Method, Profile
from ._columns import SITE, Columns
from ._draw import BATCH_BYTES, Draw, Drawn, sample
from ._session import use_this_python

SCHEMA = "site string, template binary, pages long, fit double, error string"


def learn_templates(
    df: DataFrame,
    site_col: str = "site",
    html_col: str = "html",
    *,
    url_col: str | None = None,
    charset_col: str | None = None,
    method: Method = "consensus",
    profile: Profile = "balanced",
    pages_sampled: int = 24,
    seed: int = 0,
    min_pages: int = 1,
) -> DataFrame:
    """Learn the template of every site.

    Args:
        df: A row a page. Rows without a site or a page count for nothing, nor
            do pages of more than 16 MiB.
        site_col: The column with the site of the page; see `site`.
        html_col: The column with the page, binary or string.
        url_col: The column with the page's address.
        charset_col: The column with the charset that the server declared.
        method: As of `demold.learn`.
        profile: As of `demold.learn`.
        pages_sampled: How many pages of a site to learn from.
        seed: Of the draw.
        min_pages: Sites of fewer pages get no template, and their pages pass
            through `clean` whole. A site of one page gets a template that has
            it judged by its own evidence.

    Returns:
        A row a site: ``site``; ``template``, as `Template.from_bytes` reads it;
        ``pages``, how many the site has; ``fit``, the mean over the sample; and
        ``error``, which says why no template could be learned, or is null.

    Raises:
        ValueError: A column is missing or of another type, or a setting makes
            no sense.
    """
    columns = Columns(site_col, html_col, url_col, charset_col)
    columns.check(df)
    use_this_python(df.sparkSession)
    # What makes no sense is said here, not by every worker.
    learn([b""], method=method, profile=profile, pages_sampled=pages_sampled, seed=seed, threads=1)
    learning = Learning(Draw(pages_sampled, seed), method, profile, min_pages)
    drawn = sample(df.select(*columns.select()), learning.draw)
    by_site = drawn.repartition(SITE).sortWithinPartitions(SITE)
    return by_site.mapInArrow(learning.learn, SCHEMA)


@dataclass(frozen=True)
class Learning:
    """What the workers do with a site."""

    draw: Draw
    method: Method
    profile: Profile
    min_pages: int

    def learn(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Learns from the samples of a partition, which are sorted by site."""
        learned: list[tuple[object, ...]] = []
        n_bytes = 0
        for site, pages, n_pages in self.draw.last(batches):
            template, fit, error = self.one(pages, n_pages)
            learned.append((site, template, n_pages, fit, error))
            n_bytes += len(template or b"")
            if BATCH_BYTES < n_bytes:
                yield batched(learned)
                learned, n_bytes = [], 0
        if learned:
            yield batched(learned)

    def one(
        self, pages: Drawn, n_pages: int
    ) -> tuple[bytes | None, float | None, str | None]:
        """Returns a template, its fit, and why there is none."""
        if n_pages < self.min_pages:
            return None, None, None
        try:
            learned = learn_sample(
                pages,
                n_pages,
                method=self.method,
                profile=self.profile,
                seed=self.draw.seed,
                threads=1,
            )
            fit = math.fsum(learned.clean(page).fit for page in pages) / len(pages)
            return learned.to_bytes(), fit, None
        except Error as failure:
            return None, None, str(failure)


def batched(learned: list[tuple[object, ...]]) -> pa.RecordBatch:
    types = [pa.string(), pa.binary(), pa.int64(), pa.float64(), pa.string()]
    arrays = [pa.array(column, kind) for column, kind in zip(zip(*learned), types)]
    return pa.RecordBatch.from_arrays(arrays, ["site", "template", "pages", "fit", "error"])
