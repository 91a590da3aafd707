"""Whole crawls, from files to a file or a folder."""

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


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, []),
        ({"format": "txt"}, ["--format", "text"]),
        ({"format": "markdown", "front_matter": True, "images": False}, ["--format", "markdown", "--front-matter", "--no-images"]),
        ({"format": "jsonl"}, ["--format", "jsonl"]),
    ],
)
def test_a_folder_has_the_files_of_the_command(crawl: Path, options: dict[str, Any], words: list[str]) -> None:
    (crawl.parent / "alone.html").write_text(page(99))
    inputs = [crawl, crawl.parent / "alone.html"]
    ours, theirs = crawl.parent / "ours", crawl.parent / "theirs"
    demold.clean(inputs, ours, **options)
    subprocess.run([command(), "clean", *inputs, "--out", theirs, "--quiet", *words], check=True)
    assert files(ours) == files(theirs)
    assert len(files(ours)) == 62
    with pytest.raises(demold.Error, match="is not empty, and where each page of a crawl goes depends on what is there"):
        demold.clean(inputs, ours, force=True, **options)
    # Where pages that are files go is known.
    with pytest.raises(demold.Error, match="is not empty; force=True writes into it"):
        demold.clean(inputs[1], ours, **options)
    demold.clean(inputs[1], ours, force=True, **options)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("out", ["texts/", "a.jsonl.gz", "a.csv", "llms.txt"])
def test_an_interrupted_run_is_resumed(tmp_path: Path, out: str) -> None:
    crawl = tmp_path / "crawl.jsonl"
    # Enough for several batches.
    lines = (json.dumps({"url": f"https://s{nth % 3}.example/{nth}", "html": page(nth)}) for nth in range(400))
    crawl.write_text("\n".join(lines))
    whole, resumed = tmp_path / "whole" / out, tmp_path / "resumed" / out
    arguments: dict[str, Any] = {"dedup": "exact", "drop": "h1", "threads": 1}
    uninterrupted = demold.clean(crawl, whole, **arguments)

    def interrupted(part: str, pages: int, position: int, length: int) -> None:
        if part == "cleaning" and pages > 200:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        demold.clean(crawl, resumed, progress=interrupted, **arguments)
    work = resumed.with_name(resumed.name + ".demold-work")
    assert work.is_dir()
    begun = "is not empty.* by resume=True" if resumed.is_dir() else "was interrupted and left .*; resume=True continues it, force"
    with pytest.raises(demold.Error, match=begun):
        demold.clean(crawl, resumed, **arguments)
    with pytest.raises(demold.Error, match=r"drop was \['h1'\] and is not given; pass the same arguments"):
        demold.clean(crawl, resumed, resume=True, **{**arguments, "drop": None})
    told: list[int] = []
    counts = demold.clean(crawl, resumed, resume=True, progress=lambda _, pages, *__: told.append(pages), **arguments)
    assert counts == uninterrupted
    assert not work.exists()
    if whole.is_dir():
        assert files(resumed) == files(whole) and len(files(whole)) == 400
    else:
        assert resumed.read_bytes() == whole.read_bytes()
    assert demold.clean(crawl, resumed, resume=True, **arguments)["n_in"] == 0


def test_what_makes_no_sense_is_refused(crawl: Path) -> None:
    folder = crawl.parent
    (folder / "old.jsonl").touch()
    (folder / "list.txt").write_text("https://a.example/1\nhttps://a.example/2\n")
    cases: list[tuple[dict[str, Any], str]] = [
        ({"out": folder / "a.md"}, "a.md holds one page, and there are several; name a folder"),
        ({"out": folder / "a.jsonl", "format": "csv"}, "the name of a file of csv ends in .csv, but"),
        ({"out": folder / "a.tsv"}, "does not say which format it has"),
        ({"out": folder / "texts", "format": "csv"}, "the name of a file of csv ends in .csv, but"),
        ({"out": folder / "a.jsonl", "front_matter": True}, "front_matter belongs to Markdown and text"),
        ({"out": folder / "a.csv", "fields": ["text"]}, "fields belong to records"),
        ({"out": folder / "a.jsonl", "fields": ["title"]}, "there is no field \"title\"; choose from schema, url"),
        ({"out": folder / "a.jsonl", "dedup": "some"}, "there is no dedup"),
        ({"out": crawl, "force": True}, "is one of the pages or files that are read"),
        ({"out": crawl}, "is one of the pages or files that are read"),
        ({"out": crawl.with_name("old.jsonl")}, "exists; force=True replaces it"),
        ({"out": folder / "a.jsonl", "inputs": folder}, "is a folder"),
        ({"out": folder / "a.jsonl", "html_field": "text"}, "nothing could be read"),
        ({"out": folder / "a.jsonl", "inputs": "https://a.example/"}, "is an address.*: demold clean https://a.example/ --out"),
        ({"out": folder / "a.jsonl", "inputs": folder / "list.txt"}, "list.txt: it is a list of addresses.* --urls FILE"),
    ]
    for arguments, said in cases:
        given: dict[str, Any] = {"inputs": crawl, **arguments}
        with pytest.raises(demold.Error, match=said):
            demold.clean(**given)
    with pytest.raises(OSError, match="no.jsonl"):
        demold.clean(folder / "no.jsonl", folder / "a.jsonl")
    assert sorted(path.name for path in folder.iterdir()) == ["crawl.jsonl", "list.txt", "old.jsonl"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"min_date": "06/01/2023"},
        {"max_date": "foo"},
        {"min_confidence": 2.0},
        {"min_confidence": float("nan")},
        {"date": "2026-01-31"},
    ],
)
def test_settings_that_the_command_refuses_are_refused(crawl: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(demold.Error, match=next(iter(wrong))):
        demold.clean(crawl, crawl.parent / "a.jsonl", **wrong)
    assert not (crawl.parent / "a.jsonl").exists()


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

    # A shell that starts the tests in the background has them ignore it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        # Python raises it at the latest when the work is done.
        with pytest.raises(KeyboardInterrupt):
            demold.clean(crawl, crawl.parent / "a.jsonl", progress=interrupted)
    finally:
        signal.signal(signal.SIGINT, before)
