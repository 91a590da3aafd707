"""What arguments may be."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any, Literal, Optional, Protocol, TypedDict, Union


class Scalar(Protocol):
    """A value of Arrow: bytes or text."""

    def as_py(self) -> Any:
        """The value as Python's."""


class Tree(Protocol):
    """An element or a tree of lxml."""

    def xpath(self, path: Any, /) -> Any:
        """What an expression finds."""


Source = Union[bytes, bytearray, memoryview, str, "PathLike[str]", Scalar, Tree]
"""The source of a page, or what holds it: a file by its path, a tree of lxml, a
scalar of Arrow. What is ``str`` was decoded by somebody else."""

Page = Union[
    Source,
    tuple[Optional[str], Source],
    tuple[Optional[str], Source, Optional[str]],
]
"""A page: its source alone, with its address, or with address and charset."""

Method = Literal["classify", "distill", "mine", "map"]
"""How a template is found."""

Profile = Literal["balanced", "data", "article"]
"""What cleaned pages are for."""

Selection = Literal["steady", "paper"]
"""Which repeated strings are template."""

Prune = Literal["results", "inputs"]
"""Which nodes of the tree are pruned."""

PatternsMatch = Literal["whole", "inside"]
"""What of a word its patterns must match."""

Output = Literal["text", "html", "markdown"]
"""What can be made of a page; "txt" and "md" are understood too."""

Name = Literal[Output, "txt", "md"]
"""The same with other names."""

Selectors = Union[str, Iterable[str]]
"""One CSS selector, or several."""


class Settings(TypedDict, total=False):
    """How to learn: see `demold.learn`. None stands for the default."""

    method: Method | None
    profile: Profile | None
    headline: bool | None
    pages_sampled: int | None
    seed: int | None
    count_copies: bool | None
    paper: bool | None
    threshold: float | None
    attributes: Literal["all", "none"] | list[str] | None
    mutable: bool | None
    min_support: int | None
    prune: Prune | None
    selection: Selection | None
    min_tokens: int | None
    min_documents: int | None
    drop_enclosed: bool | None
    words: bool | None
    token_pattern: str | None
    patterns: Literal["thesis", "modern", "none"] | list[str] | None
    patterns_match: PatternsMatch | None
    merge_gaps: int | None
    merge_beside: int | None
    min_removal: int | None
    leaf_updates: bool | None
    edit_costs: tuple[int, int, int] | None
