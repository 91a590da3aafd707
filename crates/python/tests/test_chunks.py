"""Pieces of cleaned pages."""

from __future__ import annotations

import demold
import pytest

PAGE = """<h1>Boats</h1><p>Boats float.</p><h2>Ferries</h2><p>A ferry takes people across.</p>
<ul><li>By day it sails.</li><li>By night it rests.</li></ul><h3>Prices</h3><h2>Wrecks</h2>
<p>A wreck lies still.</p><h2>Index</h2>"""


def cut(size: int) -> list[demold.Chunk]:
    cleaned = demold.Template.nothing().clean(("https://a.example/", PAGE), keep="h1, h2, h3, p, li")
    return list(demold.chunks(cleaned, size))


def test_blocks_are_cut_under_their_headings() -> None:
    found = [(chunk.headings, chunk.text) for chunk in cut(0)]
    assert found == [
        (("Boats",), "Boats float."),
        (("Boats", "Ferries"), "A ferry takes people across."),
        (("Boats", "Ferries"), "By day it sails."),
        (("Boats", "Ferries"), "By night it rests."),
        (("Boats", "Ferries"), "Prices"),
        (("Boats", "Wrecks"), "A wreck lies still."),
        (("Boats",), "Index"),
    ]


def test_neighbours_are_joined_up_to_a_size() -> None:
    texts = [chunk.text for chunk in cut(50)]
    assert "A ferry takes people across.\n\nBy day it sails." in texts
    assert "By night it rests." in texts
    assert len(cut(1_000)) == 5


def test_chunks_say_where_they_are() -> None:
    source = PAGE.encode()
    for chunk in cut(1_000):
        assert chunk.url == "https://a.example/"
        part = source[chunk.start : chunk.end].decode()
        assert part.startswith(chunk.text.split("\n\n")[0]), part
        assert part.endswith(chunk.text.split("\n\n")[-1]), part
        about = chunk.metadata()
        assert about["source"] == "https://a.example/"
        assert about["headings"].startswith("Boats")
    assert cut(1_000)[1].metadata()["kinds"] == "paragraph, list-item"


def test_what_is_removed_is_in_no_chunk(pages: list[bytes]) -> None:
    (one, *_) = demold.clean_site(pages)
    assert [chunk.text for chunk in demold.chunks(one)] == ["Rain is on its way."]
    assert "source" not in next(demold.chunks(one)).metadata()


def test_a_size_makes_sense() -> None:
    with pytest.raises(ValueError, match="size must be 0 or more, got -1"):
        next(demold.chunks(demold.Template.nothing().clean("<p>Rain"), -1))
