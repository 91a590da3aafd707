"""One template per site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa
from pyspark.sql import DataFrame

from .. import Error, Template, learn
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
    method: Method = "classify",
    profile: Profile = "balanced",
    pages_sampled: int = 24,
    seed: int = 0,
    min_pages: int = 1,
) -> DataFrame:
    """Learn the template of every site.

    Args:
        df: One row per page. Rows without a site or a page do not count, and
            neither do pages of more than 16 MiB.
        site_col: The column with the site of the page; see `site`.
        html_col: The column with the page, binary or string.
        url_col: The column with the page's address.
        charset_col: The column with the charset that the server declared.
        method: As for `demold.learn`.
        profile: As for `demold.learn`.
        pages_sampled: How many pages of each site to learn from.
        seed: The seed of the draw.
        min_pages: Sites with fewer pages get no template, and `clean` leaves their
            pages unchanged. A site with one page gets a template by which it
            is judged by its own evidence.

    Returns:
        One row per site: ``site``; ``template``, as `Template.from_bytes` reads it;
        ``pages``, the number of its pages; ``fit``, the mean over the sample; and
        ``error``, which says why no template could be learned, or is null.

    Raises:
        ValueError: A column is missing or has another type, or a setting is
            invalid.
    """
    columns = Columns(site_col, html_col, url_col, charset_col)
    columns.check(df)
    use_this_python(df.sparkSession)
    # Invalid settings are reported here, not by every worker.
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
        """Returns a template and its fit, or why there is none."""
        if n_pages < self.min_pages:
            return None, None, None
        try:
            learned, fit = Template._of_drawn(
                pages,
                n_pages,
                method=self.method,
                profile=self.profile,
                seed=self.draw.seed,
                threads=1,
            )
            return learned.to_bytes(), fit, None
        except Error as failure:
            return None, None, str(failure)


def batched(learned: list[tuple[object, ...]]) -> pa.RecordBatch:
    types = [pa.string(), pa.binary(), pa.int64(), pa.float64(), pa.string()]
    arrays = [pa.array(column, kind) for column, kind in zip(zip(*learned), types)]
    return pa.RecordBatch.from_arrays(arrays, ["site", "template", "pages", "fit", "error"])
