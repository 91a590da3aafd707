"""What arguments may be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, Optional, TypedDict, Union

Source = Union[bytes, bytearray, str]
"""The source of a page; what is ``str`` was decoded by somebody else."""

Page = Union[
    Source,
    tuple[Optional[str], Source],
    tuple[Optional[str], Source, Optional[str]],
]
"""A page: its source alone, with its address, or with address and charset."""

Method = Literal["consensus", "distill", "mine", "map"]
"""How a template is found."""

Profile = Literal["balanced", "data", "article"]
"""What cleaned pages are for."""

"""How the pages of a site are to be read."""

Selection = Literal["steady", "paper"]
"""Which repeated strings are template."""

Output = Literal["text", "html", "markdown"]
"""What can be made of a page."""

Selectors = Union[str, Iterable[str]]
"""One CSS selector, or several."""


class Settings(TypedDict, total=False):
    """How to learn: see `demold.learn`. None stands for the default."""

    method: Method | None
    profile: Profile | None
    headline: bool | None
    threshold: float | None
    selection: Selection | None
    pages_sampled: int | None
    seed: int | None
