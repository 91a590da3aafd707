"""demold over Arrow: tables of pages in, tables of records out, for Polars, DuckDB and
whatever else speaks it.

    import polars, duckdb
    from demold.arrow import clean

    polars.from_arrow(clean(frame))                        # a frame of Polars
    records = clean(duckdb.sql("from 'pages.parquet'"))
    duckdb.sql("select url, metadata.title from records")  # by its name in Python

Needs `pyarrow`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import pyarrow as pa

from ._columns import RECORD
from ._demold import Error, Samples, SiteGrouper, Template, learn_sample
from ._types import Output, Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Streams(Protocol):
    """What can be read as a stream of Arrow: a table of pyarrow, a frame of Polars, a
    relation of DuckDB, and more.
    """

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The stream."""


BATCH_ROWS = 256
"""Records that are made together: some megabytes."""

PAGES_SAMPLED = 24
"""How many pages of a site are learned from, if nothing else is said."""


def clean(
    pages: Streams,
    *,
    html: str = "html",
    url: str | None = "url",
    site: str | None = None,
    keep: Sequence[str] | None = None,
    outputs: Sequence[Output] = ("text",),
    blocks: bool = False,
    templates: Mapping[str, Template] | None = None,
    grouper: SiteGrouper | None = None,
    **settings: Unpack[Settings],
) -> pa.Table:
    """Learn the sites of a table of pages, and clean every page.

    Args:
        pages: A table with a row for each page.
        html: The column with the page: text or bytes.
        url: The column with its address; None if there is none.
        site: The column with its site. Else the address says it.
        keep: Other columns to keep. All, if None.
        outputs: What to turn pages into: "text", "html", "markdown".
        blocks: Whether records have the page piece by piece.
        templates: The sites that are known, by their keys. The others are learned.
        grouper: Which site an address belongs to; by host if None.
        **settings: As for `demold.learn`.

    Returns:
        A table with a row for each page, in the same order: the fields of records, with
        lists and structures as such; the other columns; and ``error``, which says why
        a page could not be cleaned. A column with the name of one of ours becomes
        ``input_NAME``.

    Raises:
        ValueError: A column is missing, or there is no such output.
        demold.Error: A setting is invalid.
    """
    table = pages if isinstance(pages, pa.Table) else pa.table(pages)
    for name in (html, url, site, *(keep or ())):
        if name is not None and name not in table.column_names:
            raise ValueError(f"there is no column {name!r}; the columns are {', '.join(table.column_names)}")
    for output in outputs:
        if output not in ("text", "html", "markdown"):
            raise ValueError(f"there is no output {output!r}; choose from text, html, markdown")
    keys = Keys(table, html, url, site, grouper or SiteGrouper())
    known = dict(templates or {})
    known.update(learned(keys, known, settings))
    schema = pa.schema([*RECORD.items(), ("error", pa.string())])
    made = [
        pa.RecordBatch.from_pylist(rows, schema)
        for rows in batches(keys, known, list(outputs), blocks, settings)
    ]
    records = pa.Table.from_batches(made, schema)
    for name in table.column_names if keep is None else keep:
        if name in (html, url):
            continue
        # As the command does: what was renamed before is renamed once more, whatever the order.
        plain = re.sub("^(input_)+", "", name)
        ours = f"input_{name}" if plain in schema.names else name
        records = records.append_column(ours, table.column(name))
    return records


class Keys:
    """The pages of a table with their sites. One page at a time becomes Python's."""

    def __init__(
        self, table: pa.Table, html: str, url: str | None, site: str | None, grouper: SiteGrouper
    ) -> None:
        self.table = table
        self.html = table.column(html)
        self.url = None if url is None else table.column(url)
        self.site = None if site is None else table.column(site)
        self.grouper = grouper

    def __iter__(self) -> Iterator[tuple[str, str | None, bytes | str | None]]:
        for nth in range(self.table.num_rows):
            url = None if self.url is None else self.url[nth].as_py()
            if self.site is not None:
                site = self.site[nth].as_py() or ""
            else:
                site = self.grouper.site(url or "") or ""
            yield site, url, self.html[nth].as_py()


def learned(
    keys: Keys, known: Mapping[str, Template], settings: Settings
) -> dict[str, Template]:
    """Learns the sites that are not known. One that cannot be learned has no template."""
    learn_sample([b""], 1, threads=1, **settings)
    samples = Samples(settings.get("pages_sampled") or PAGES_SAMPLED, settings.get("seed") or 0)
    for site, url, page in keys:
        if page is not None and site not in known:
            samples.offer(site, (url, page))
    found = {}
    for site, available in samples.sites():
        _, sample = samples.take(site)
        try:
            found[site] = learn_sample(sample, available, **settings)
        except Error:
            continue
    return found


def batches(
    keys: Keys,
    known: Mapping[str, Template],
    outputs: list[Output],
    blocks: bool,
    settings: Settings,
) -> Iterator[list[dict[str, Any]]]:
    """The records, some at a time. A page of a site without a template is judged by itself."""
    rows: list[dict[str, Any]] = []
    for site, url, page in keys:
        if page is None:
            rows.append({"url": url, "site": site or None, "error": "there is no page"})
        else:
            try:
                template = known.get(site) or learn_sample([(url, page)], 1, threads=1, **settings)
                cleaned = template.clean((url, page))
                row = cleaned.record(outputs=outputs, site=site or None, blocks=blocks)
                rows.append({**row, "error": None})
            except (Error, UnicodeError) as failure:
                rows.append({"url": url, "site": site or None, "error": str(failure)})
        if len(rows) == BATCH_ROWS:
            yield rows
            rows = []
    if rows:
        yield rows


__all__ = ["clean"]
