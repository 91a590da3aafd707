"""Pages meet the templates of their sites."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Optional, cast

import pyarrow as pa
import pyarrow.json
from pyspark import StorageLevel
from pyspark.core.broadcast import Broadcast
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_type
from pyspark.sql.types import StringType, StructField, StructType

from .. import Cleaned, Error, Template
from .._columns import RECORD
from ._columns import MAX_PAGE_BYTES, SITE, Columns, Row, quoted, rows
from ._join import ERROR, KIND, PAGE, TEMPLATE, joined
from ._session import use_this_python

Output = Literal["text", "html", "markdown"]
"""What can be made of a page."""

Way = Literal["auto", "broadcast", "join"]
"""How templates can reach the workers."""

BROADCAST_BYTES = 256 << 20
"""Templates of no more bytes than this, taken together, are sent to every
worker, compressed."""

PARTITION_BYTES = 16 << 20
"""Templates that are fetched together."""

READY_BYTES = 32 << 20
"""Templates that a task keeps ready for use, by their size in a file: in memory they take about as much."""

BATCH_BYTES = 8 << 20
"""Bytes of cleaned pages that are handed on together."""

Packed = tuple[Optional[bytes], Optional[str]]
"""A template, compressed, or why there is none."""

NAMES = ("removed_share", "fit", "alone", "confidence", "model", "empty", "regions", "removals")
"""What is said of a page besides what is made of it: the fields of the records
that are of one page."""

FIGURES = {name: from_arrow_type(RECORD[name]) for name in NAMES}
"""Their types: those that the command's tables have."""

PARTS = {name: from_arrow_type(RECORD[name]) for name in ("metadata", "comments", "blocks")}
"""What outputs can be besides texts, with their types."""

NESTED = ("regions", "removals", *PARTS)
"""Lists, which come as JSON and are read when a batch is put together."""


def clean(
    df: DataFrame,
    templates: DataFrame,
    site_col: str = "site",
    html_col: str = "html",
    *,
    url_col: str | None = None,
    charset_col: str | None = None,
    outputs: Sequence[Output | Literal["metadata", "blocks"]] = ("text",),
    way: Way = "auto",
) -> DataFrame:
    """Remove the template from every page.

    Args:
        df: One row per page.
        templates: What `learn_templates` returned, or was read from where that
            was written. It is persisted if it is not yet, because it is read
            twice: for its size, and for itself.
        site_col: The column with the site of the page.
        html_col: The column with the page, binary or string.
        url_col: The column with the page's address.
        charset_col: The column with the charset that the server declared.
        outputs: What to turn pages into: "text", "html", "markdown"; and "metadata"
            and "blocks", which are structures as in the command's tables.
        way: How templates reach the workers. "broadcast" sends all to each, and
            leaves the pages where they are. "join" sends pages and templates of
            a site to the same worker; the pages of large sites go in shares, each
            with the template. "auto" decides by the size of the templates.

    Returns:
        The rows and columns of `df` without `html_col`, and in its place a
        column for each output; ``removed_share``, ``fit``, ``alone``,
        ``confidence``, ``model``, ``empty``, ``regions`` and ``removals``, as the
        records of the command have them in Parquet; and ``error``. A page that cannot be
        cleaned has its row too: ``error`` says why, and the others are null. Pages of
        sites that were too small to learn from are unchanged, and have null
        as ``fit``.

    Raises:
        ValueError: A column is missing, has another type or exists already, or a
            setting is invalid.
    """
    columns = Columns(site_col, html_col, url_col, charset_col)
    columns.check(df)
    use_this_python(df.sparkSession)
    kept = tuple(name for name in df.columns if name != html_col)
    cleaner = Cleaner(kept, tuple(outputs))
    cleaner.check()
    schema = cleaner.schema(df.schema)
    pages = df.select(*columns.select(), *(F.col(quoted(name)) for name in kept))
    if templates.storageLevel == StorageLevel.NONE:
        # What is persisted keeps the partitions of its last shuffle: some
        # hundred, of three sites too.
        n_tasks = 2 * df.sparkSession.sparkContext.defaultParallelism
        templates = templates.coalesce(n_tasks).persist()
    (n_bytes,) = templates.agg(F.sum(F.length("template"))).collect()[0]
    templates = templates.coalesce(max(1, math.ceil((n_bytes or 0) / PARTITION_BYTES)))
    if way == "auto":
        way = "broadcast" if (n_bytes or 0) <= BROADCAST_BYTES else "join"
    if way == "broadcast":
        found = templates.select("site", "template", "error")
        packed = {
            site: (None if template is None else zlib.compress(template, 1), error)
            for site, template, error in found.toLocalIterator()
        }
        sent = df.sparkSession.sparkContext.broadcast(packed)
        return pages.mapInArrow(ByBroadcast(cleaner, sent).clean, schema)
    if way == "join":
        return joined(pages, templates).mapInArrow(ByJoin(cleaner).clean, schema)
    raise ValueError(f"there is no way {way!r}; choose from auto, broadcast, join")


@dataclass(frozen=True)
class Cleaner:
    """What the workers do with a page, wherever its template comes from."""

    kept: tuple[str, ...]
    outputs: tuple[str, ...]

    def made(self) -> tuple[str, ...]:
        return (*self.outputs, *FIGURES, "error")

    def check(self) -> None:
        for output in self.outputs:
            if output not in ("text", "html", "markdown", *PARTS):
                raise ValueError(f"there is no output {output!r}; choose from text, html, markdown, metadata, comments, blocks")
        names = [*self.kept, *self.made()]
        for name in self.made():
            if names.count(name) > 1:
                raise ValueError(f"there would be two columns {name!r}")

    def schema(self, given: StructType) -> StructType:
        kept = [StructField(name, given[name].dataType) for name in self.kept]
        made = [
            StructField(name, {**FIGURES, **PARTS}.get(name, StringType()))
            for name in self.made()
        ]
        return StructType(kept + made)

    def clean(self, row: Row, template: Template | str | None) -> list[object]:
        """The results for a page. The error comes last."""
        nulls: list[object] = [None for _ in (*self.outputs, *FIGURES)]
        if row.is_null():
            return [*nulls, "there is no page"]
        if MAX_PAGE_BYTES < row.n_bytes():
            return [*nulls, f"the page has {row.n_bytes()} bytes, and {MAX_PAGE_BYTES} is the limit"]
        if row.site is None:
            return [*nulls, "there is no site"]
        if not isinstance(template, Template):
            return [*nulls, template or f"there is no template for {row.site}"]
        try:
            cleaned = template.clean((row.url, row.source(), row.charset))
            outputs = [made_of(cleaned, output) for output in self.outputs]
            figures = cleaned._figures()
            if template is NOTHING:
                figures["fit"] = None
            return [*outputs, *(figures[name] for name in FIGURES), None]
        except (Error, UnicodeError) as failure:
            return [*nulls, str(failure)]

    def together(
        self, batch: pa.RecordBatch, answers: Iterator[tuple[int, list[object]]]
    ) -> Iterator[pa.RecordBatch]:
        """Combines the results for some rows of a batch with the columns that are kept."""
        idxs: list[int] = []
        made: list[list[object]] = []
        n_bytes = 0
        for idx, answer in answers:
            idxs.append(idx)
            made.append(answer)
            n_bytes += sum(len(part) for part in answer if isinstance(part, str))
            if BATCH_BYTES < n_bytes:
                yield self.beside(batch, idxs, made)
                idxs, made, n_bytes = [], [], 0
        if idxs:
            yield self.beside(batch, idxs, made)

    def beside(
        self, batch: pa.RecordBatch, idxs: list[int], made: list[list[object]]
    ) -> pa.RecordBatch:
        arrays = [batch.column(name).take(pa.array(idxs, pa.int32())) for name in self.kept]
        for name, column in zip(self.made(), zip(*made)):
            if name in NESTED:
                arrays.append(nested(name, column))
            else:
                arrays.append(pa.array(column, RECORD.get(name, pa.string())))
        return pa.RecordBatch.from_arrays(arrays, [*self.kept, *self.made()])


def made_of(cleaned: Cleaned, output: str) -> str:
    """An output of a page: a text, or a structure as JSON."""
    made = getattr(cleaned, output)
    return json.dumps(made) if output in PARTS else cast(str, made)


def nested(name: str, column: Sequence[object]) -> pa.Array:
    """Reads a column of JSON without making its values Python's, which takes twelve times as long."""
    lines = "".join(f'{{"{name}":{"null" if value is None else value}}}\n' for value in column).encode()
    table = pa.json.read_json(
        pa.BufferReader(lines),
        # In one piece, whatever the length of a line.
        read_options=pa.json.ReadOptions(use_threads=False, block_size=len(lines)),
        parse_options=pa.json.ParseOptions(
            explicit_schema=pa.schema([(name, RECORD[name])]), unexpected_field_behavior="error"
        ),
    )
    return table.column(name).combine_chunks()


@dataclass(frozen=True)
class ByBroadcast:
    """Every worker has all templates."""

    cleaner: Cleaner
    sent: Broadcast[dict[str, Packed]]

    def clean(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        ready = Ready(self.sent.value)

        def answers(batch: pa.RecordBatch) -> Iterator[tuple[int, list[object]]]:
            for idx, row in enumerate(rows(batch)):
                yield idx, self.cleaner.clean(row, ready.template(row.site) if row.site else None)

        for batch in batches:
            yield from self.cleaner.together(batch, answers(batch))


class Ready:
    """Templates that are ready for use. The pages of a crawl come in any order of their sites, so
    that those of few sites would be read again for every page."""

    def __init__(self, packed: dict[str, Packed]) -> None:
        self.packed = packed
        self.read: dict[str, tuple[Template | str, int]] = {}
        self.n_bytes = 0

    def template(self, site: str) -> Template | str | None:
        """The template of a site, or what is wrong with it; None if there is none."""
        known = self.read.pop(site, None)
        if known is None:
            if site not in self.packed:
                return None
            found, error = self.packed[site]
            unpacked = None if found is None else zlib.decompress(found)
            known = read(unpacked, error), len(unpacked or b"")
            self.n_bytes += known[1]
        # What was used last is last.
        self.read[site] = known
        while READY_BYTES < self.n_bytes and len(self.read) > 1:
            self.n_bytes -= self.read.pop(next(iter(self.read)))[1]
        return known[0]


@dataclass(frozen=True)
class ByJoin:
    """The pages of a site, or of a share of it, come after its template."""

    cleaner: Cleaner

    def clean(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        of_site: str | None = None
        template: Template | str | None = None

        def answers(batch: pa.RecordBatch) -> Iterator[tuple[int, list[object]]]:
            nonlocal of_site, template
            kinds = batch.column(KIND).to_pylist()
            for idx, (kind, row) in enumerate(zip(kinds, rows(batch))):
                if kind == PAGE:
                    yield idx, self.cleaner.clean(row, template if row.site == of_site else None)
                    continue
                of_site = row.site
                found = batch.column(TEMPLATE)[idx].as_py()
                error = batch.column(ERROR)[idx].as_py()
                template = read(found, error)

        for batch in batches:
            yield from self.cleaner.together(batch, answers(batch))


NOTHING = Template.nothing()
"""Of sites that were too small to learn from."""


def read(template: bytes | None, error: str | None) -> Template | str:
    """A damaged template is not the fault of any page."""
    if template is None:
        return error or NOTHING
    try:
        return Template.from_bytes(template)
    except Error as failure:
        return str(failure)
