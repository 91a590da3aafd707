"""One template a site."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pyarrow as pa
from pyspark.sql import DataFrame

from .. import Error, learn, learn_sample
from .._types import Method, Profile
from ._columns import SITE, Columns
from ._draw import Draw, sample

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
    min_pages: int = 2,
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
            through `clean` whole.

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
    # What makes no sense is said here, not by every worker.
    learn([b""], method=method, profile=profile, pages_sampled=pages_sampled, seed=seed, threads=1)
    learner = Learner(Draw(pages_sampled, seed), method, profile, min_pages)
    drawn = sample(df.select(*columns.select()), learner.draw)
    # Spark counts the arguments, and would count a method's `self`.
    return drawn.groupBy(SITE).applyInArrow(lambda table: learner.learn(table), SCHEMA)


@dataclass(frozen=True)
class Learner:
    """What the workers do with a site."""

    draw: Draw
    method: Method
    profile: Profile
    min_pages: int

    def learn(self, table: pa.Table) -> pa.Table:
        (site,) = set(table.column(SITE).to_pylist())
        pages, n_pages = self.draw.last(table)
        template, fit, error = None, None, None
        if self.min_pages <= n_pages:
            try:
                learned = learn_sample(
                    pages,
                    n_pages,
                    method=self.method,
                    profile=self.profile,
                    seed=self.draw.seed,
                    threads=1,
                )
                template = learned.to_bytes()
                fit = math.fsum(learned.clean(page).fit for page in pages) / len(pages)
            except Error as failure:
                error = str(failure)
        return pa.table(
            {
                "site": pa.array([site], pa.string()),
                "template": pa.array([template], pa.binary()),
                "pages": pa.array([n_pages], pa.int64()),
                "fit": pa.array([fit], pa.float64()),
                "error": pa.array([error], pa.string()),
            }
        )
