"""The columns that both steps work on, under names of our own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

MAX_PAGE_BYTES = 16 << 20
"""Longer pages are reported, not read: as the command does."""

SITE, URL, CHARSET, HTML = "__site", "__url", "__charset", "__html"


@dataclass(frozen=True)
class Columns:
    """Where a page's parts are."""

    site: str
    html: str
    url: str | None
    charset: str | None

    def check(self, df: DataFrame) -> None:
        for name in (self.site, self.html, self.url, self.charset):
            if name is not None and name not in df.columns:
                raise ValueError(f"there is no column {name!r}; the columns are {', '.join(df.columns)}")
        kind = df.schema[self.html].dataType.typeName()
        if kind not in ("binary", "string"):
            raise ValueError(f"the column {self.html!r} is of type {kind}, not binary or string")

    def select(self) -> list[Column]:
        """The parts under our own names; missing ones are null."""

        def part(name: str | None) -> Column:
            return F.lit(None).cast("string") if name is None else F.col(quoted(name)).cast("string")

        return [
            part(self.site).alias(SITE),
            part(self.url).alias(URL),
            part(self.charset).alias(CHARSET),
            F.col(quoted(self.html)).alias(HTML),
        ]


def quoted(name: str) -> str:
    """A column's name as Spark reads it, whatever is in it."""
    return "`" + name.replace("`", "``") + "`"


@dataclass(frozen=True)
class Row:
    """The parts of one page; only the small ones have been converted to Python."""

    site: str | None
    url: str | None
    charset: str | None
    html: pa.Scalar

    def n_bytes(self) -> int:
        """The length of the page, without copying it."""
        buffer = self.html.as_buffer()
        return 0 if buffer is None else buffer.size

    def is_null(self) -> bool:
        return not self.html.is_valid

    def source(self) -> bytes | str:
        source: bytes | str = self.html.as_py()
        return source


def rows(batch: pa.RecordBatch) -> Iterator[Row]:
    """The pages of a batch that was selected as above."""
    parts = [batch.column(name).to_pylist() for name in (SITE, URL, CHARSET)]
    html = batch.column(HTML)
    for idx, (site, url, charset) in enumerate(zip(*parts)):
        yield Row(site, url, charset, html[idx])
