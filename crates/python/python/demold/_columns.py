"""The columns of records in Arrow: the types that they have in the command's tables."""

from __future__ import annotations

import pyarrow as pa

RANGE = pa.list_(pa.int64())
"""Start and end, in bytes of the decoded source."""

LINK = pa.struct({"text": pa.string(), "url": pa.string()})

REMOVAL = pa.struct(
    {
        "range": RANGE,
        "reason": pa.string(),
        "selector": pa.string(),
        "words": pa.int64(),
        "because": pa.string(),
        "probability": pa.float64(),
    }
)

POST = pa.struct(
    {"number": pa.int64(), "within": pa.int64(), "author": pa.string(), "date": pa.string()}
)

BLOCK = pa.struct(
    {
        "kind": pa.string(),
        "level": pa.int64(),
        "range": RANGE,
        "text": pa.string(),
        "links": pa.list_(LINK),
        "kept": pa.bool_(),
        "reason": pa.string(),
        "probability": pa.float64(),
        "post": POST,
    }
)

COMMENT = pa.struct(
    {
        "number": pa.int64(),
        "within": pa.int64(),
        "author": pa.string(),
        "date": pa.string(),
        "text": pa.string(),
        "kept": pa.bool_(),
    }
)

LISTS = ("authors", "categories", "tags")
"""What there can be several of."""

NAMES = (
    "title",
    "authors",
    "published",
    "modified",
    "description",
    "site_name",
    "language",
    "canonical_url",
    "page_type",
    "categories",
    "tags",
    "image",
    "licence",
)
"""What a page says about itself."""

METADATA = pa.struct(
    {
        **{name: pa.list_(pa.string()) if name in LISTS else pa.string() for name in NAMES},
        "sources": pa.struct({name: pa.string() for name in NAMES}),
    }
)

RECORD = {
    "schema": pa.int64(),
    "url": pa.string(),
    "site": pa.string(),
    "text": pa.string(),
    "html": pa.string(),
    "markdown": pa.string(),
    "removed_share": pa.float64(),
    "fit": pa.float64(),
    "alone": pa.bool_(),
    "confidence": pa.float64(),
    "model": pa.string(),
    "copy_of": pa.string(),
    "simhash": pa.string(),
    "empty": pa.bool_(),
    "regions": pa.list_(RANGE),
    "removals": pa.list_(REMOVAL),
    "metadata": METADATA,
    "comments": pa.list_(COMMENT),
    "blocks": pa.list_(BLOCK),
}
"""The fields of records, in their order."""
