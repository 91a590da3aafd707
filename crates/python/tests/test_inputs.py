"""What may hold a page."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import demold
import pytest
from conftest import STORIES, UNSEEN, page

WIND = "The wind has turned."


@pytest.fixture
def template(pages: list[bytes]) -> demold.Template:
    return demold.learn(pages)


def test_memory_is_a_page(template: demold.Template) -> None:
    for source in (UNSEEN.encode(), bytearray(UNSEEN.encode())):
        assert template.clean(memoryview(source)).text == WIND
    # One with gaps.
    spread = bytes(byte for both in UNSEEN.encode() for byte in (both, 0))
    assert template.clean(memoryview(spread)[::2]).text == WIND


def test_a_path_is_the_page_in_the_file(template: demold.Template, tmp_path: Path) -> None:
    paths = [tmp_path / f"{nth}.html" for nth in range(3)]
    for path, story in zip(paths, STORIES, strict=True):
        path.write_bytes(page(story))
    assert [cleaned.text for cleaned in demold.clean_site(paths)] == STORIES
    assert template.clean(("https://a.example/", paths[0])).text == STORIES[0]
    with pytest.raises(FileNotFoundError, match=r"missing\.html"):
        demold.extract(tmp_path / "missing.html")
    with pytest.raises(demold.Error, match="is not a file"):
        demold.extract(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(demold.Error, match="is not a file"):
        demold.extract(tmp_path / "pipe")


def test_trees_of_lxml_are_pages(template: demold.Template) -> None:
    html = pytest.importorskip("lxml.html")
    element = html.document_fromstring(UNSEEN)
    assert template.clean(element).text == WIND
    assert template.clean(element.getroottree()).text == WIND
    # The text behind an element belongs to its parent.
    (inner,) = element.xpath("//p")
    inner.tail = "Behind it."
    assert demold.extract(inner) == WIND


def test_scalars_of_arrow_are_pages(template: demold.Template) -> None:
    arrow = pytest.importorskip("pyarrow")
    for kind, source in [
        (arrow.string(), UNSEEN),
        (arrow.large_string(), UNSEEN),
        (arrow.binary(), UNSEEN.encode()),
        (arrow.large_binary(), UNSEEN.encode()),
        (arrow.binary_view(), UNSEEN.encode()),
    ]:
        (scalar,) = arrow.array([source], kind)
        assert template.clean(scalar).text == WIND
        assert template.clean(("https://a.example/", scalar)).text == WIND
    for not_a_page in (arrow.scalar(None, arrow.string()), arrow.scalar(3)):
        with pytest.raises(TypeError, match="a page is bytes, str"):
            template.clean(not_a_page)


def test_what_is_no_page_is_named() -> None:
    wrong: list[Any] = [None, 3, [b"page"], ("https://a.example/", None), ("a", ("b", b"page"))]
    for not_a_page in wrong:
        with pytest.raises(TypeError, match="a page is bytes, str.*not (NoneType|int|list|tuple)"):
            demold.extract(not_a_page)
    answer: Any = SimpleNamespace(content=b"page", status_code=200)
    with pytest.raises(TypeError, match=r"pass \(str\(answer\.url\), answer\.content\)"):
        demold.extract(answer)
