"""Pieces of cleaned pages, for search and for models."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ._demold import Cleaned
from ._records import Block


@dataclass(frozen=True)
class Chunk:
    """Blocks of a page that stay and stand together, and where they are from."""

    text: str
    """What they say; blocks are apart by an empty line."""
    headings: tuple[str, ...]
    """The headings above them, from the highest down."""
    kinds: tuple[str, ...]
    """What the blocks are: "paragraph", "list-item", "table" and so on."""
    start: int
    """Where the first begins, in bytes of the page's decoded source."""
    end: int
    """Where the last ends."""
    url: str | None
    """The address of the page."""

    def metadata(self) -> dict[str, Any]:
        """All but the text, as plain data that any index can hold: ``source`` is the
        address, and ``headings`` is one string.
        """
        found: dict[str, Any] = {
            "headings": " > ".join(self.headings),
            "kinds": ", ".join(dict.fromkeys(self.kinds)),
            "start": self.start,
            "end": self.end,
        }
        return found if self.url is None else {"source": self.url, **found}


def chunks(cleaned: Cleaned, size: int = 1_000) -> Iterator[Chunk]:
    """Cut a cleaned page along its blocks.

    Blocks under the same headings are joined as long as they have no more than
    ``size`` characters together. A block is never cut, so a longer one is a chunk of
    its own. A heading is part of no text but of the path of what follows; one that
    nothing follows is a chunk without path.

    Args:
        cleaned: The page.
        size: How many characters of text to join; 0 makes a chunk of every block.

    Raises:
        ValueError: ``size`` is negative.
        demold.Error: The page's blocks exceed a limit.
    """
    if size < 0:
        raise ValueError(f"size must be 0 or more, got {size}")
    path: list[tuple[int, Block]] = []
    held: list[Block] = []
    n_held = 0
    is_used = True

    def made(blocks: list[Block], above: list[tuple[int, Block]]) -> Chunk:
        return Chunk(
            text="\n\n".join(block["text"] for block in blocks),
            headings=tuple(block["text"] for _, block in above),
            kinds=tuple(block["kind"] for block in blocks),
            start=blocks[0]["range"][0],
            end=blocks[-1]["range"][1],
            url=cleaned.url,
        )

    for block in cleaned.blocks:
        if not block["kept"] or not block["text"].strip():
            continue
        if block["kind"] == "heading":
            if held:
                yield made(held, path)
                held, n_held = [], 0
            level = block["level"] or 6
            is_deeper = bool(path) and path[-1][0] < level
            if path and not is_used and not is_deeper:
                yield made([path[-1][1]], path[:-1])
            while path and level <= path[-1][0]:
                path.pop()
            path.append((level, block))
            is_used = False
            continue
        n_chars = len(block["text"])
        if held and size < n_held + n_chars:
            yield made(held, path)
            held, n_held = [], 0
        held.append(block)
        n_held += n_chars
        is_used = True
    if held:
        yield made(held, path)
    if path and not is_used:
        yield made([path[-1][1]], path[:-1])
