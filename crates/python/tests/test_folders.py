"""What wget and ArchiveBox save."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

import demold
import pytest
from conftest import page, served
from demold.folders import archivebox, wget


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """A site on this machine: a start page that links to all others."""
    root = tmp_path / "site"
    (root / "tales").mkdir(parents=True)
    links = "".join(f'<a href="/tales/{nth}.html?by=sea">{nth}</a> ' for nth in range(4))
    (root / "index.html").write_bytes(page("Where it all starts.") + links.encode())
    (root / "data.json").write_text("{}")
    for nth in range(4):
        (root / "tales" / f"{nth}.html").write_bytes(page(f"Tale {nth} of the sea."))
    with served(partial(Quiet, directory=str(root))) as url:
        yield url


@pytest.mark.skipif(shutil.which("wget") is None, reason="there is no wget")
@pytest.mark.parametrize("way", [["--mirror"], ["--mirror", "--adjust-extension"]])
def test_a_mirror_has_its_addresses(site: str, tmp_path: Path, way: list[str]) -> None:
    ran = subprocess.run(
        ["wget", "--quiet", *way, "--no-proxy", site], cwd=tmp_path, timeout=60, capture_output=True
    )
    # wget also reports what is missing: there is no robots.txt.
    assert ran.returncode in (0, 8), ran.stderr
    (folder,) = [found for found in tmp_path.iterdir() if found.name.startswith("127.0.0.1")]
    pages = dict(wget(folder, scheme="http", host=site.split("/")[2]))
    ends = ".html" if "--adjust-extension" in way else ""
    assert sorted(pages) == [site, *(f"{site}tales/{nth}.html?by=sea{ends}" for nth in range(4))]
    texts = [cleaned.text for cleaned in demold.clean_site(pages.items())]
    assert texts[1:] == [f"Tale {nth} of the sea." for nth in range(4)]


def test_names_become_addresses(tmp_path: Path) -> None:
    root = tmp_path / "a.example"
    names = ["index.html", "b/index.html", "b/c d.HTML", "é.htm", "p.html?x=1&y=2", "pic.png", "q?x=1"]
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(name.encode())
    assert [url for url, _ in wget(root)] == [
        "https://a.example/b/c%20d.HTML",
        "https://a.example/b/",
        "https://a.example/",
        "https://a.example/p.html?x=1&y=2",
        "https://a.example/%C3%A9.htm",
    ]


def test_an_archivebox_has_its_addresses(tmp_path: Path) -> None:
    def snapshot(name: str, about: object, files: dict[str, str]) -> None:
        for file, text in files.items():
            path = tmp_path / "archive" / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (tmp_path / "archive" / name / "index.json").write_text(json.dumps(about))

    fetched = {"canonical": {"wget_path": "a.example/x.html"}}
    snapshot("1", {"url": "https://a.example/x", **fetched}, {"a.example/x.html": "fetched"})
    files = {"a.example/x.html": "fetched", "output.html": "rendered", "index.html": "ours"}
    snapshot("2", {"url": "https://a.example/y", **fetched}, files)
    tries = {"history": {"wget": [{"output": None}, {"output": "b.example/index.html"}]}}
    snapshot("3", {"url": "https://b.example/", **tries}, {"b.example/index.html": "in history"})
    snapshot("4", {"url": "https://c.example/"}, {"index.html": "its own page"})
    snapshot("5", {"url": "https://d.example/", "canonical": {"wget_path": "../1/index.html"}}, {"../1/index.html": "out"})
    snapshot("6", ["not", "ours"], {"output.html": "no address"})
    (tmp_path / "archive" / "note.txt").write_text("no snapshot")
    expected = [
        ("https://a.example/x", b"fetched"),
        ("https://a.example/y", b"rendered"),
        ("https://b.example/", b"in history"),
    ]
    assert list(archivebox(tmp_path)) == expected
    assert list(archivebox(tmp_path / "archive")) == expected


SAVED_BY_BROWSERS = "FAVICON WARC PDF SCREENSHOT DOM SINGLEFILE READABILITY MERCURY GIT MEDIA ARCHIVE_DOT_ORG HEADERS"


@pytest.mark.skipif("ARCHIVEBOX" not in os.environ, reason="ARCHIVEBOX does not name the program")
def test_what_archivebox_itself_saves(site: str, tmp_path: Path) -> None:
    settings = {f"SAVE_{what}": "False" for what in SAVED_BY_BROWSERS.split()}
    settings |= {"USE_CHROME": "False", "USE_NODE": "False", "SAVE_WGET": "True"}

    def run(*command: str, given: str = "") -> None:
        ran = subprocess.run(
            [os.environ["ARCHIVEBOX"], *command],
            input=given,
            cwd=tmp_path,
            env=os.environ | settings,
            timeout=120,
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr

    addresses = [site, *(f"{site}tales/{nth}.html?by=sea" for nth in range(4))]
    # The folder of the site is there, too.
    run("init", "--force")
    run("add", given="\n".join(addresses))
    pages = dict(archivebox(tmp_path))
    assert sorted(pages) == sorted(addresses)
    cleaned = demold.clean_site([(url, pages[url]) for url in addresses])
    assert [one.text for one in cleaned][1:] == [f"Tale {nth} of the sea." for nth in range(4)]
