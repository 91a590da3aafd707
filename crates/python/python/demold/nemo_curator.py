"""demold in NeMo Curator: in place of its HTML extractors.

    from demold.nemo_curator import DemoldAlgorithm, DemoldExtractor

    CommonCrawlHTMLExtractor(algorithm=DemoldAlgorithm())      # page by page
    DemoldExtractor(templates)                                 # knows the sites

Needs `nemo-curator`, 1.0 or later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nemo_curator.stages.text.download import DocumentExtractor
from nemo_curator.stages.text.download.html_extractors.base import HTMLExtractorAlgorithm
from nemo_curator.stages.text.download.utils import lang_detect

from ._demold import Error, SiteGrouper, Template, learn
from ._types import Profile


class DemoldAlgorithm(HTMLExtractorAlgorithm):
    """Extracts the paragraphs of a page, which it judges by itself.

    It needs neither stop words nor the language.

    Args:
        template: The template of the pages' site, if all are of one.
        profile: As for `demold.learn`.
    """

    def __init__(self, template: Template | None = None, *, profile: Profile = "balanced") -> None:
        self.template = template
        self.profile = profile
        # An invalid profile is reported here, not in the middle of a run.
        learn([b""], profile=profile, threads=1)

    def extract_text(
        self, html: str, stop_words: frozenset[str], language: str
    ) -> list[str] | None:
        """Returns the paragraphs, or None if nothing is left."""
        return paragraphs((None, html.encode("utf-8", "replace"), "utf-8"), self.template, self.profile)


class DemoldExtractor(DocumentExtractor):
    """Extracts the text of records whose ``content`` is a page and whose ``url`` says of
    which site it is.

    Pages of sites without a template are judged by themselves.

    Args:
        templates: The sites' templates by their keys, as `demold.load_templates` returns
            them.
        grouper: Which site an address belongs to; by host if None.
        profile: As for `demold.learn`, for pages that are judged by themselves.
    """

    def __init__(
        self,
        templates: Mapping[str, Template] | None = None,
        *,
        grouper: SiteGrouper | None = None,
        profile: Profile = "balanced",
    ) -> None:
        super().__init__()
        self.templates = dict(templates or {})
        self.grouper = grouper or SiteGrouper()
        self.profile = profile
        learn([b""], profile=profile, threads=1)

    def extract(self, record: dict[str, Any]) -> dict[str, Any] | None:
        """Returns the record with its text and its language, or None if nothing is left."""
        content, url = record.get("content"), record.get("url") or ""
        if not content:
            return None
        page = content.encode("utf-8", "replace") if isinstance(content, str) else content
        charset = "utf-8" if isinstance(content, str) else None
        template = self.templates.get(self.grouper.site(url) or "")
        try:
            found = paragraphs((url, page, charset), template, self.profile)
        except Error:
            return None
        if found is None:
            return None
        kept = {name: record[name] for name in self.input_columns() if name != "content"}
        text = "\n\n".join(found)
        # By its own names, which its filters know; of the text that is left, not of the menus.
        return {**kept, "language": lang_detect(text), "text": text}

    def input_columns(self) -> list[str]:
        """What records must have."""
        return ["url", "warc_id", "source_id", "content"]

    def output_columns(self) -> list[str]:
        """What records will have."""
        return ["url", "warc_id", "source_id", "language", "text"]


def paragraphs(
    page: tuple[str | None, bytes, str | None], template: Template | None, profile: Profile
) -> list[str] | None:
    """The lines of the text that is left."""
    template = template or learn([page], profile=profile, threads=1)
    lines = [line for line in template.clean(page).text.split("\n") if line.strip()]
    return lines or None


__all__ = ["DemoldAlgorithm", "DemoldExtractor"]
