"""Pages for those who load documents: cleaned, whole or in chunks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from ._chunks import chunks
from ._demold import Cleaned, Template, learn
from ._types import Page, Profile

Mode = Literal["chunks", "pages"]
"""What becomes a document: blocks that stand together, or a page."""

Judging = Literal["site", "alone"]
"""Whether pages are of one site, which is learned from them, or have nothing in common."""

Piece = tuple[str, dict[str, Any]]
"""A text, and what is known about it."""


class Loading:
    """How pages become texts."""

    def __init__(
        self,
        *,
        mode: Mode,
        template: Template | None,
        judging: Judging,
        profile: Profile,
        size: int,
    ) -> None:
        if mode not in ("chunks", "pages"):
            raise ValueError(f"there is no mode {mode!r}; choose from chunks, pages")
        if judging not in ("site", "alone"):
            raise ValueError(f"pages are judged by their site or alone, not {judging!r}")
        if size < 0:
            raise ValueError(f"size must be 0 or more, got {size}")
        # Invalid settings are reported here, not when the first page is read.
        learn([b""], profile=profile, threads=1)
        self.mode = mode
        self.template = template
        self.judging = judging
        self.profile = profile
        self.size = size

    def pieces(self, pages: Iterable[Page]) -> Iterator[Piece]:
        """Cleans pages in their order, and cuts them."""
        for cleaned in self.cleaned(pages):
            if self.mode == "pages":
                yield cleaned.markdown, about(cleaned)
                continue
            title = {"title": cleaned.metadata["title"] or ""}
            for chunk in chunks(cleaned, self.size):
                yield chunk.text, {**title, **chunk.metadata()}

    def cleaned(self, pages: Iterable[Page]) -> Iterator[Cleaned]:
        if self.template is not None:
            yield from self.template.clean_many(pages)
        elif self.judging == "alone":
            for page in pages:
                yield learn([page], profile=self.profile, threads=1).clean(page)
        else:
            held = list(pages)
            if held:
                yield from learn(held, profile=self.profile).clean_many(held)


def about(cleaned: Cleaned) -> dict[str, Any]:
    """What is known about a page, as plain data that any index can hold."""
    metadata = cleaned.metadata
    found: dict[str, Any] = {
        "title": metadata["title"] or "",
        "authors": ", ".join(metadata["authors"]),
        "published": metadata["published"] or "",
        "language": metadata["language"] or "",
    }
    return found if cleaned.url is None else {"source": cleaned.url, **found}
