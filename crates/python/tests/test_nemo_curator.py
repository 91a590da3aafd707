"""Extractors of NeMo Curator, behind its own."""

from __future__ import annotations

import demold
import pytest
from conftest import UNSEEN

pytest.importorskip("nemo_curator.stages.text.download")

from demold.nemo_curator import DemoldAlgorithm, DemoldExtractor  # noqa: E402
from nemo_curator.stages.text.download.base import DocumentExtractor  # noqa: E402
from nemo_curator.stages.text.download.common_crawl.extract import (  # noqa: E402
    CommonCrawlHTMLExtractor,
)

ARTICLE = (
    "<nav><a href=/>Home</a> <a href=/news>News</a></nav><h1>The wind</h1><p>The wind has turned, and it is "
    "now blowing from the west, so that the boats are back in the harbour and will stay there until it is over.</p>"
)


def record(url: str, page: str) -> dict[str, object]:
    return {"url": url, "warc_id": "1", "source_id": "2", "content": page.encode()}


def test_its_own_extractor_takes_the_algorithm() -> None:
    stops = {"ENGLISH": frozenset(["the"])}
    extractor = CommonCrawlHTMLExtractor(algorithm=DemoldAlgorithm(), stop_lists=stops)
    found = extractor.extract(record("https://a.example/", ARTICLE))
    assert found is not None and set(found) == set(extractor.output_columns())
    assert found["language"] == "ENGLISH"
    assert found["text"].startswith("The wind\n\nThe wind has turned") and "News" not in found["text"]


def test_an_extractor_knows_the_sites(pages: list[bytes]) -> None:
    extractor = DemoldExtractor({"a.example": demold.learn(pages)})
    assert isinstance(extractor, DocumentExtractor)
    found = extractor.extract(record("https://a.example/wind", UNSEEN))
    assert found == {
        "url": "https://a.example/wind",
        "warc_id": "1",
        "source_id": "2",
        "language": "ENGLISH",
        "text": "The wind has turned.",
    }
    assert list(found) == extractor.output_columns()
    german = UNSEEN.replace("The wind has turned.", "Der Wind hat sich gedreht, und die Boote sind im Hafen.")
    found = extractor.extract(record("https://a.example/wind", german))
    assert found is not None and found["language"] == "GERMAN"
    stranger = extractor.extract(record("https://b.example/wind", ARTICLE))
    assert stranger is not None and "The wind has turned" in stranger["text"]
    assert extractor.extract(record("https://a.example/", "")) is None
    assert extractor.extract(record("https://a.example/", "<p> ")) is None


def test_wrong_settings_are_refused() -> None:
    for make in (DemoldAlgorithm, DemoldExtractor):
        with pytest.raises(demold.Error, match="there is no profile"):
            make(profile="all")  # type: ignore[arg-type]
