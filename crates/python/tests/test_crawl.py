"""Whole crawls, from files to a file."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import demold
import pytest
from demold._crawl import Line, shown

ROOT = Path(__file__).parents[3]


def page(nth: int) -> str:
    return (
        f"<html lang=en><title>Page {nth}</title><nav><a href=/>Home</a> <a href=/news>News</a></nav><h1>Report {nth}</h1>"
        f"<p>Boat {nth} came in with {3 * nth} crates of herring.</p><footer>Printed on recycled bytes</footer>"
    )


@pytest.fixture
def crawl(tmp_path: Path) -> Path:
    lines = [
        json.dumps({"url": f"https://s{nth % 3}.example/{nth}", "html": page(nth), "date": "2026-01-31T12:00:00Z"})
        for nth in range(60)
    ]
    path = tmp_path / "crawl.jsonl"
    path.write_text("\n".join([*lines, json.dumps({"html": page(7)}), json.dumps({"html": "https://a.example/"})]) + "\n")
    return path


def command() -> str:
    """The program, if it was built."""
    for profile in ("debug", "unoptimized", "release"):
        built = ROOT / "target" / profile / "demold"
        if built.exists():
            return str(built)
    found = shutil.which("demold")
    if found is None:
        pytest.skip("the command was not built")
    return found


@pytest.mark.parametrize(
    ("out", "options", "words"),
    [
        ("a.jsonl", {}, []),
        ("a.jsonl.gz", {"fields": ["url", "text"]}, ["--fields", "url,text"]),
        ("a.jsonl.zst", {"threads": 1, "memory": 1}, []),
        ("a.csv", {"language": "en", "min_words": 5}, ["--language", "en", "--min-words", "5"]),
        ("a.warc.gz", {"date": "2026-01-31T12:00:00Z"}, ["--date", "2026-01-31T12:00:00Z"]),
        ("a.parquet", {"dedup": "exact", "drop": "h1"}, ["--dedup", "exact", "--drop", "h1"]),
        ("llms.txt", {"links": False}, ["--no-links"]),
        ("b.jsonl", {"method": "distill", "grouper": demold.SiteGrouper("domain")}, ["--method", "distill", "--group", "domain"]),
    ],
)
def test_what_is_written_has_the_bytes_of_the_command(
    crawl: Path, out: str, options: dict[str, Any], words: list[str]
) -> None:
    ours, theirs = crawl.parent / out, crawl.parent / "command" / out
    counts = demold.clean(crawl, ours, **options)
    theirs.parent.mkdir()
    try:
        subprocess.run([command(), "clean", crawl, "--out", theirs, "--quiet", *words], check=True)
    except subprocess.CalledProcessError:
        if out.endswith((".zst", ".parquet")):
            pytest.skip("the command was built without it")
        raise
    assert ours.read_bytes() == theirs.read_bytes()
    assert counts["n_in"] == 62 and counts["others"] == {"a line with an address in place of a page": 1}
    assert 0 < counts["n_out"] <= 61
    assert sorted(path.name for path in crawl.parent.iterdir()) == sorted([crawl.name, out, "command"])


def test_what_makes_no_sense_is_refused(crawl: Path) -> None:
    folder = crawl.parent
    cases: list[tuple[dict[str, Any], str]] = [
        ({"out": folder / "a.md"}, "is no name of a file of its format"),
        ({"out": folder / "a.jsonl", "format": "csv"}, "is no name of a file of the format csv"),
        ({"out": folder / "a.tsv"}, "does not say which format it has"),
        ({"out": folder / "texts", "format": "text"}, "A file for each page is written by the command"),
        ({"out": folder / "a.csv", "fields": ["text"]}, "fields belong to records"),
        ({"out": folder / "a.jsonl", "fields": ["title"]}, "there is no field \"title\"; choose from schema, url"),
        ({"out": folder / "a.jsonl", "dedup": "some"}, "there is no dedup"),
        ({"out": crawl, "force": True}, "is one of the files that are read"),
        ({"out": crawl}, "exists; force=True replaces it"),
        ({"out": folder / "a.jsonl", "inputs": folder}, "is a folder"),
        ({"out": folder / "a.jsonl", "html_field": "text"}, "nothing could be read"),
    ]
    for arguments, said in cases:
        given: dict[str, Any] = {"inputs": crawl, **arguments}
        with pytest.raises(demold.Error, match=said):
            demold.clean(**given)
    with pytest.raises(OSError, match="no.jsonl"):
        demold.clean(folder / "no.jsonl", folder / "a.jsonl")
    assert [path.name for path in folder.iterdir()] == ["crawl.jsonl"]


def test_progress_is_told_and_shown(crawl: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told: list[tuple[str, int, int, int]] = []
    demold.clean(crawl, crawl.parent / "a.jsonl", progress=lambda *step: told.append(step))
    assert list(dict.fromkeys(part for part, *_ in told)) == ["reading", "learning", "cleaning"]
    part, pages, position, length = told[-1]
    assert (part, pages, position) == ("cleaning", 62, length)
    demold.clean(crawl, crawl.parent / "b.jsonl", progress=True)
    assert "cleaning" in capsys.readouterr().err
    with shown(True) as bar:
        assert bar is not None
    line = Line()
    line("reading", 12, 50, 100)
    line.close()
    assert capsys.readouterr().err.startswith("\rreading: 12 pages, 50%\r")
    assert (crawl.parent / "a.jsonl").read_bytes() == (crawl.parent / "b.jsonl").read_bytes()


def test_an_exception_of_progress_ends_the_work(crawl: Path) -> None:
    def full(part: str, pages: int, position: int, length: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        demold.clean(crawl, crawl.parent / "a.jsonl", progress=full)
    assert [path.name for path in crawl.parent.iterdir()] == ["crawl.jsonl"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_a_signal_ends_the_work(crawl: Path) -> None:
    def interrupted(part: str, pages: int, position: int, length: int) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    # Python raises it at the latest when the work is done.
    with pytest.raises(KeyboardInterrupt):
        demold.clean(crawl, crawl.parent / "a.jsonl", progress=interrupted)
