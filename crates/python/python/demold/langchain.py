"""demold in LangChain: a loader whose documents are what stays of pages.

    from demold.langchain import DemoldLoader

    documents = DemoldLoader(pages).load()

Needs `langchain-core`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

from ._demold import Template
from ._loading import Judging, Loading, Mode
from ._types import Page, Profile


class DemoldLoader(BaseLoader):
    """Loads pages of one site without what they share.

    Chunks have ``source`` (the address), ``title``, ``headings`` (the path above
    them), ``kinds``, and ``start`` and ``end`` in bytes of the decoded page, so that an
    answer can point at its place. Pages have ``source``, ``title``, ``authors``,
    ``published`` and ``language``, and their text is Markdown.

    Args:
        pages: As for `demold.learn`. It is read again by each `load`.
        mode: "chunks" or "pages".
        template: The site's template, if it is known. Else it is learned from the
            pages, which are then held in memory.
        judging: "site", or "alone" for pages that have nothing in common.
        profile: As for `demold.learn`.
        size: How many characters of neighbouring blocks to join in a chunk.
    """

    def __init__(
        self,
        pages: Iterable[Page],
        *,
        mode: Mode = "chunks",
        template: Template | None = None,
        judging: Judging = "site",
        profile: Profile = "balanced",
        size: int = 1_000,
    ) -> None:
        self.pages = pages
        self.loading = Loading(
            mode=mode, template=template, judging=judging, profile=profile, size=size
        )

    def lazy_load(self) -> Iterator[Document]:
        """Yields a document for each chunk or page, in the order of the pages."""
        for text, about in self.loading.pieces(self.pages):
            yield Document(page_content=text, metadata=about)


__all__ = ["DemoldLoader"]
