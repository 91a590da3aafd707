"""Pipelines of datatrove."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import demold
import pytest
from conftest import page

pytest.importorskip("datatrove")

from datatrove.data import Document  # noqa: E402
from datatrove.executor import LocalPipelineExecutor  # noqa: E402
from datatrove.pipeline.readers import JsonlReader  # noqa: E402
from datatrove.pipeline.writers import JsonlWriter  # noqa: E402
from demold.datatrove import DemoldExtractor, DemoldFilter  # noqa: E402


def documents(n_sites: int, n_pages: int) -> list[Document]:
    """Pages of sites that come mixed."""
    return [
        Document(
            text=page(f"Story {nth} of {site}.").decode(),
            id=f"{site}-{nth}",
            metadata={"url": f"https://s{site}.example/{nth}"},
        )
        for nth in range(n_pages)
        for site in range(n_sites)
    ]


def texts(extractor: DemoldExtractor, given: list[Document]) -> dict[str, str]:
    return {document.id: document.text for document in extractor.run(iter(given))}


EXPECTED = {f"{site}-{nth}": f"Story {nth} of {site}." for site in range(3) for nth in range(9)}


@pytest.mark.parametrize("pages_sampled", [3, 24])
def test_documents_lose_their_template(pages_sampled: int) -> None:
    extractor = DemoldExtractor(pages_sampled=pages_sampled)
    assert texts(extractor, documents(3, 9)) == EXPECTED


def test_little_memory_changes_nothing_here() -> None:
    assert texts(DemoldExtractor(held_bytes=600, sites=1), documents(3, 9)).keys() == EXPECTED.keys()


def test_what_is_known_is_not_learned(pages: list[bytes]) -> None:
    template = demold.learn(pages)
    known: dict[str, demold.Template | bytes] = {
        "s0.example": template,
        "s1.example": template.to_bytes(),
    }
    (one, other) = DemoldExtractor(known).run(iter(documents(2, 1)))
    assert (one.text, other.text) == ("Story 0 of 0.", "Story 0 of 1.")
    assert one.metadata["fit"] == 1.0
    assert 0 < one.metadata["removed_share"] < 1
    confidence = one.metadata["confidence"]
    assert 0 < confidence <= 1
    assert DemoldFilter(least_confidence=confidence).filter(one) is True
    least = DemoldFilter(least_confidence=confidence + 0.001)
    assert least.filter(one) == (False, "confidence")


def test_documents_have_what_their_pages_say() -> None:
    said = "<title>Tide</title><meta name=author content='Ann Lee'><h1>Tide</h1><p>It rose in the night of 31 January 2026."
    given = Document(text=said, id="0", metadata={"url": "https://a.example/0", "language": "given"})
    (one,) = DemoldExtractor().run(iter([given]))
    assert (one.metadata["title"], one.metadata["authors"]) == ("Tide", ["Ann Lee"])
    assert one.metadata["language"] == "given"


def test_what_documents_get_is_what_records_have() -> None:
    pa = pytest.importorskip("pyarrow")
    from demold._columns import RECORD

    said = "<title>Tide</title><meta name=author content='Ann Lee'><h1>Tide</h1><p>It rose on 31 January 2026."
    (one,) = DemoldExtractor().run(iter([Document(text=said, id="0", metadata={})]))
    kinds = {**RECORD, **{field.name: field.type for field in RECORD["metadata"]}}
    for name, value in one.metadata.items():
        # What does not fit raises an error.
        pa.array([value], kinds[name])
    assert {"removed_share", "fit", "alone", "confidence", "empty", "title", "authors"} <= set(one.metadata)


def test_a_pipeline_runs_from_file_to_file(tmp_path: Path) -> None:
    source, out, dropped = tmp_path / "in", tmp_path / "out", tmp_path / "dropped"
    source.mkdir()
    rows: list[dict[str, Any]] = [
        {"text": document.text, "id": document.id, **document.metadata}
        for document in documents(3, 9)
    ]
    # Nothing but template, and a page that fits badly and is cleaned well.
    bare = "<nav>Home | News</nav><i>Imprint</i>"
    rows.append({"text": bare, "id": "bare", "url": "https://s0.example/bare"})
    other = "<table><tr><td>There is nothing at this address."
    rows.append({"text": other, "id": "other", "url": "https://s0.example/missing"})
    (source / "0.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    executor = LocalPipelineExecutor(
        [
            JsonlReader(str(source)),
            DemoldExtractor(pages_sampled=8),
            DemoldFilter(exclusion_writer=JsonlWriter(str(dropped), compression=None)),
            JsonlWriter(str(out), compression=None),
        ],
        logging_dir=str(tmp_path / "logs"),
    )
    executor.run()
    written = [json.loads(line) for line in (out / "00000.jsonl").read_text().splitlines()]
    stays = {"other": "There is nothing at this address."}
    assert {row["id"]: row["text"] for row in written} == EXPECTED | stays
    (bad,) = [json.loads(line) for line in (dropped / "00000.jsonl").read_text().splitlines()]
    assert (bad["id"], bad["metadata"]["filter_reason"]) == ("bare", "confidence")


def test_its_reader_of_warc_has_what_it_needs(tmp_path: Path) -> None:
    for needed in ("warcio", "cchardet", "magic"):
        # The last needs a library of the system as well.
        pytest.importorskip(needed, exc_type=ImportError)
    from datatrove.pipeline.readers import WarcReader

    (tmp_path / "in").mkdir()
    records = []
    for nth in range(9):
        body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!doctype html><html>" + page(f"Story {nth} of the sea. Café.")
        head = (
            f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/{nth}\r\n"
            f"WARC-Date: 2026-01-31T12:00:00Z\r\nWARC-Record-ID: <urn:uuid:{nth}>\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        records.append(gzip.compress(head.encode() + body + b"\r\n\r\n"))
    (tmp_path / "in" / "0.warc.gz").write_bytes(b"".join(records))
    documents = list(DemoldExtractor().run(WarcReader(str(tmp_path / "in"))()))
    assert [document.text for document in documents] == [
        f"Story {nth} of the sea. Café." for nth in range(9)
    ]


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no output 'pdf'"):
        DemoldExtractor(output="pdf")  # type: ignore[arg-type]
    with pytest.raises(demold.Error, match="there is no method"):
        DemoldExtractor(method="magic")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="DemoldFilter comes after DemoldExtractor"):
        DemoldFilter().filter(documents(1, 1)[0])
