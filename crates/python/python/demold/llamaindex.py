"""demold in LlamaIndex: a reader whose documents are what stays of pages.

    from demold.llamaindex import DemoldReader

    documents = DemoldReader().load_data(pages)

Needs `llama-index-core`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from ._demold import Template
from ._loading import Judging, Loading, Mode
from ._types import Page, Profile

PLACES = ["start", "end"]
"""What neither a model nor an embedding has a use for."""


class DemoldReader(BaseReader):
    """Reads pages of one site without what they share.

    Chunks and pages have the metadata that `demold.langchain.DemoldLoader` gives them.
    Documents are the same in every run: an id is the address and the place.

    Args:
        mode: "chunks" or "pages".
        template: The site's template, if it is known. Else it is learned from the
            pages.
        judging: "site", or "alone" for pages that have nothing in common.
        profile: As for `demold.learn`.
        size: How many characters of neighbouring blocks to join in a chunk.
    """

    def __init__(
        self,
        *,
        mode: Mode = "chunks",
        template: Template | None = None,
        judging: Judging = "site",
        profile: Profile = "balanced",
        size: int = 1_000,
    ) -> None:
        self.loading = Loading(
            mode=mode, template=template, judging=judging, profile=profile, size=size
        )

    def lazy_load_data(self, pages: Iterable[Page], **_: Any) -> Iterator[Document]:
        """Yields a document for each chunk or page, in the order of the pages."""
        for text, about in self.loading.pieces(pages):
            named: dict[str, Any] = {}
            if "source" in about:
                place = f"#{about['start']}-{about['end']}" if "start" in about else ""
                named["id_"] = about["source"] + place
            yield Document(
                text=text,
                metadata=about,
                excluded_embed_metadata_keys=PLACES,
                excluded_llm_metadata_keys=PLACES,
                **named,
            )

    def load_data(self, pages: Iterable[Page], **_: Any) -> list[Document]:
        """Returns a document for each chunk or page, in the order of the pages."""
        return list(self.lazy_load_data(pages))


__all__ = ["DemoldReader"]
