"""What arguments may be."""

from __future__ import annotations

from typing import Literal, Optional, Union

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
