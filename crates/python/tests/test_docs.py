"""What the documentation says."""

from __future__ import annotations

import doctest
import gzip
import inspect
import re
import sys
from pathlib import Path

import demold
import pytest


def test_the_example_runs() -> None:
    assert doctest.testmod(demold).attempted == 5
    assert doctest.testmod(demold).failed == 0


def test_everything_public_is_explained() -> None:
    for name in demold.__all__:
        thing = getattr(demold, name)
        if inspect.isroutine(thing) or inspect.isclass(thing):
            assert inspect.getdoc(thing), name
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    assert inspect.getdoc(value), f"{name}.{member}"


def test_editors_show_the_same() -> None:
    if not STUBS.exists():
        pytest.skip("this is not the source tree")
    sys.path.insert(0, str(STUBS.parents[2]))
    from stubs import documented

    assert STUBS.read_text() == documented(STUBS.read_text()), "run python stubs.py"


STUBS = Path(__file__).parents[1] / "python" / "demold" / "_demold.pyi"
ROOT = Path(__file__).parents[3]
TABLE = ROOT / "docs" / "from-trafilatura.md"
DOCS = [Path(__file__).parents[1] / "README.md", ROOT / "README.md", ROOT / "docs" / "python.md", ROOT / "docs" / "integrations.md", TABLE]
NEEDED = ("spark.read", "WarcReader", "for url, page in crawl")
"""What a test of documents does not have."""

EXTRAS = ("datatrove", "duckdb", "langchain_core", "llama_index", "nemo_curator", "polars", "pyarrow")
"""What it may lack."""


@pytest.mark.parametrize("document", DOCS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_programs_of_the_documents_run(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pages: list[bytes]
) -> None:
    if not document.exists():
        pytest.skip("this is not the source tree")
    monkeypatch.chdir(tmp_path)
    response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + pages[0]
    head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Date: 2026-01-31T12:00:00Z\r\nWARC-Target-URI: https://a.example/\r\nContent-Type: application/http\r\nContent-Length: {len(response)}\r\n\r\n"
    Path("crawl.warc.gz").write_bytes(gzip.compress(head.encode() + response + b"\r\n\r\n"))
    names: dict[str, object] = {"demold": demold, "page": pages[0], "pages": pages, "url": "https://a.example/"}
    programs = re.findall(r"```python\n(.*?)```", document.read_text(), re.S)
    assert programs
    for program in programs:
        if any(needed in program for needed in NEEDED):
            continue
        try:
            exec(program, names)
        except ModuleNotFoundError as missing:
            # integrations.sh has them all.
            assert missing.name and missing.name.partition(".")[0] in EXTRAS, missing


def test_calls_in_the_table_are_there() -> None:
    table = TABLE.read_text()
    given: dict[str, object] = {"page": "<table><tr><td>Rain</table><p>Wind", "url": None}
    calls = re.findall(r"\| `(extract\(.*?\))`", table)
    assert len(calls) >= 3
    for call in set(calls):
        if "output_format" not in call and "include" not in call:
            assert eval(call, {"extract": demold.extract, **given}) is not None
