"""Pages of WARC files as rows."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.fs
from pyspark.sql import DataFrame, SparkSession

from .._demold import WarcRows
from ._columns import MAX_PAGE_BYTES
from ._session import use_this_python

BATCH_BYTES = 8 << 20
"""Bytes of pages that are handed on together."""

NAMES = ["url", "html", "charset", "date", "read_error"]
SCHEMA = "url string, html binary, charset string, date string, read_error string"
TYPES = [pa.string(), pa.binary(), pa.string(), pa.string(), pa.string()]


def read_warc(spark: SparkSession, path: str, *, max_page: int = MAX_PAGE_BYTES) -> DataFrame:
    """Read the pages of WARC files: plain, gzip or Zstandard.

    Args:
        spark: The session.
        path: A path, folder or pattern, on any file system that Spark lists
            and pyarrow opens. Each file is read by one task.
        max_page: The largest number of bytes in a page.

    Returns:
        One row per page: ``url``, ``html``, ``charset``, ``date``, and null as
        ``read_error``. Damage gives a row without a page, whose ``read_error``
        says where and what it is. Records in which no page is expected, such
        as requests and images, give no row.
    """
    use_this_python(spark)
    # The contents are not selected, and so not read.
    files = spark.read.format("binaryFile").load(path).select("path").collect()
    paths = sorted(row["path"] for row in files)
    rows = [(path, max_page) for path in paths]
    df = spark.createDataFrame(rows, "path string, max_page int").repartition(max(1, len(paths)))
    return df.mapInArrow(read, SCHEMA)


def read(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Reads the files of a partition."""
    for batch in batches:
        for path, max_page in zip(*(column.to_pylist() for column in batch.columns)):
            yield from read_file(path, max_page)


def read_file(path: str, max_page: int) -> Iterator[pa.RecordBatch]:
    rows: list[tuple[object, ...]] = []
    n_bytes = 0
    try:
        filesystem, inside = pa.fs.FileSystem.from_uri(path)
        with filesystem.open_input_stream(inside, compression=None) as file:
            for row in WarcRows(file, path, max_page):
                rows.append(row)
                n_bytes += len(row[1] or b"")
                if BATCH_BYTES < n_bytes:
                    yield batched(rows)
                    rows, n_bytes = [], 0
    except OSError as failure:
        rows.append((None, None, None, None, f"{path}: {failure}"))
    if rows:
        yield batched(rows)


def batched(rows: list[tuple[object, ...]]) -> pa.RecordBatch:
    arrays = [pa.array(column, kind) for column, kind in zip(zip(*rows), TYPES)]
    return pa.RecordBatch.from_arrays(arrays, NAMES)
