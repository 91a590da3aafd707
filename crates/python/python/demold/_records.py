"""What records are made of: dicts whose keys type checkers know.

docs/records.md says what each means.
"""

from __future__ import annotations

from typing import Optional, TypedDict


class Sources(TypedDict):
    """Where each value of the metadata was found, or None."""

    title: Optional[str]
    authors: Optional[str]
    published: Optional[str]
    modified: Optional[str]
    description: Optional[str]
    site_name: Optional[str]
    language: Optional[str]
    canonical_url: Optional[str]
    page_type: Optional[str]
    categories: Optional[str]
    tags: Optional[str]
    image: Optional[str]
    licence: Optional[str]


class Metadata(TypedDict):
    """What a page says about itself. What is not known is None, or an empty list."""

    title: Optional[str]
    authors: list[str]
    published: Optional[str]
    modified: Optional[str]
    description: Optional[str]
    site_name: Optional[str]
    language: Optional[str]
    canonical_url: Optional[str]
    page_type: Optional[str]
    categories: list[str]
    tags: list[str]
    image: Optional[str]
    licence: Optional[str]
    sources: Sources


class Link(TypedDict):
    """A link in a block."""

    text: str
    url: str


class Post(TypedDict):
    """A forum post, a comment or an answer."""

    number: int
    within: Optional[int]
    author: str
    date: str


class _Block(TypedDict):
    kind: str
    level: Optional[int]
    range: list[int]
    text: str
    links: list[Link]
    kept: bool
    reason: Optional[str]
    probability: Optional[float]


class Block(_Block, total=False):
    """A piece of a page: a heading, a paragraph, a table. ``post`` is absent outside posts."""

    post: Post


class Comment(TypedDict):
    """A comment, a post of a forum, or an answer."""

    number: int
    within: Optional[int]
    author: Optional[str]
    date: Optional[str]
    text: str
    kept: bool


class RemovalRecord(TypedDict):
    """A removed part of a page, as records have it."""

    range: list[int]
    reason: str
    selector: str
    words: int
    because: str
    probability: Optional[float]


class Record(TypedDict, total=False):
    """A cleaned page as plain data. All keys are there, except in what ``extract`` returns of a
    page that is not wanted: that is empty.
    """

    schema: int
    url: Optional[str]
    site: Optional[str]
    text: Optional[str]
    html: Optional[str]
    markdown: Optional[str]
    removed_share: float
    fit: float
    alone: bool
    confidence: Optional[float]
    model: Optional[str]
    copy_of: Optional[str]
    simhash: Optional[str]
    empty: bool
    regions: list[list[int]]
    removals: list[RemovalRecord]
    metadata: Optional[Metadata]
    comments: Optional[list[Comment]]
    blocks: Optional[list[Block]]
