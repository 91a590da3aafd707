"""Learns the template that the pages of a web site share and removes it.

    >>> import demold
    >>> pages = [
    ...     b"<nav>Home | News</nav><p>Rain is on its way.</p><i>Imprint</i>",
    ...     b"<nav>Home | News</nav><p>The ferry is late.</p><i>Imprint</i>",
    ...     b"<nav>Home | News</nav><p>A seal came ashore.</p><i>Imprint</i>",
    ... ]
    >>> template = demold.learn(pages)
    >>> template.clean("<nav>Home | News</nav><p>The wind has turned.</p><i>Imprint</i>").text
    'The wind has turned.'

    >>> demold.extract("<nav><a href=/>Home</a></nav><h1>Wind</h1><p>The wind has turned.</p>")
    'Wind\\nThe wind has turned.'

``learn`` makes a ``Template`` from pages of one site, ``Template.clean`` turns
any page of that site into a ``Cleaned``, and ``clean_site`` does both.
``extract`` judges one page by itself, and ``extract_many`` many, on several threads.
``SiteGrouper`` says which site a page of a crawl belongs to.
A page is ``bytes``, ``str``, ``(url, bytes)`` or ``(url, bytes, charset)``; in
place of bytes also what holds them: ``memoryview``, a ``pathlib.Path``, a tree of
lxml, a scalar of Arrow.
Any text is a page, in whatever encoding. What is none, such as an address or an
image, invalid settings, exceeded limits and damaged template
files raise ``demold.Error``, which is a ``ValueError``.

``clean`` does what the command does: whole crawls of any number of sites, from files to a
file. ``chunks`` cuts a cleaned page along its blocks. ``load_templates`` and
``save_templates`` share folders of templates with the command.

``demold.spark`` does the same for whole crawls on Spark, ``demold.arrow`` for
tables of Polars, DuckDB and pyarrow. ``demold.datatrove``, ``demold.scrapy``,
``demold.langchain``, ``demold.llamaindex`` and ``demold.nemo_curator`` are for the
programs of these names, ``demold.mcp`` for assistants, and ``demold.folders`` reads
what wget and ArchiveBox have saved.
"""

from __future__ import annotations

from . import _trafilatura
from ._chunks import Chunk, chunks
from ._crawl import clean
from ._demold import (
    Cleaned,
    CleanedPages,
    Error,
    Expressions,
    Removal,
    Rules,
    Samples,
    SiteGrouper,
    Template,
    __version__,
    drop_expression_idioms,
    drop_idioms,
    extract,
    extract_many,
    extract_metadata,
    learn,
    learn_expressions,
    learn_sample,
    load_templates,
    save_templates,
)
from ._records import Block, Comment, Link, Metadata, Post, Record, RemovalRecord, Sources
from ._site import clean_site
from ._types import Page

__all__ = [
    "Block",
    "Chunk",
    "Cleaned",
    "CleanedPages",
    "Comment",
    "Error",
    "Expressions",
    "Link",
    "Metadata",
    "Page",
    "Post",
    "Record",
    "Removal",
    "RemovalRecord",
    "Rules",
    "Samples",
    "SiteGrouper",
    "Sources",
    "Template",
    "__version__",
    "chunks",
    "clean",
    "clean_site",
    "drop_expression_idioms",
    "drop_idioms",
    "extract",
    "extract_many",
    "extract_metadata",
    "learn",
    "learn_expressions",
    "learn_sample",
    "load_templates",
    "save_templates",
]


def __getattr__(name: str) -> object:
    raise _trafilatura.answer(__name__, name)
