"""Folders of templates, and pages that pass."""

from __future__ import annotations

import json
from pathlib import Path

import demold
import pytest
from conftest import page
from demold._passing import Passing


def test_a_folder_holds_templates(tmp_path: Path, pages: list[bytes]) -> None:
    template = demold.learn(pages)
    known = {"a.example": template, "b.example:8080": template, "../c": template}
    demold.save_templates(tmp_path / "t", known)
    found = demold.load_templates(tmp_path / "t")
    assert {site: one.to_bytes() for site, one in found.items()} == {
        site: template.to_bytes() for site in known
    }
    assert all(path.parent == tmp_path / "t" for path in tmp_path.rglob("*.json*"))
    # Once more, with less.
    demold.save_templates(tmp_path / "t", {"a.example": template})
    assert list(demold.load_templates(tmp_path / "t")) == ["a.example"]


@pytest.mark.parametrize(
    "index",
    [
        "",
        "[]\n",
        '{"format": "demold templates", "version": 1}\n',
        '{"format": "demold templates", "version": 2}\n{"site": "a"}\n',
        '{"format": "demold templates", "version": 2}\n{"site": "a", "templates": ["../t.json"]}\n',
    ],
)
def test_another_folder_is_an_error(tmp_path: Path, index: str, pages: list[bytes]) -> None:
    demold.learn(pages).save(tmp_path / "t.json")
    folder = tmp_path / "t"
    folder.mkdir()
    (folder / "index.jsonl").write_text(index)
    with pytest.raises(demold.Error, match="index|another version"):
        demold.load_templates(folder)


def test_the_newest_of_several_templates_counts(tmp_path: Path, pages: list[bytes]) -> None:
    demold.learn(pages[:2]).save(tmp_path / "old.json")
    demold.learn(pages).save(tmp_path / "new.json")
    lines = [
        {"format": "demold templates", "version": 2},
        {"site": "a", "pages": 3, "templates": ["old.json", "new.json"], "without": None},
        {"site": "b", "pages": 1, "templates": [], "without": "alone"},
    ]
    (tmp_path / "index.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = demold.load_templates(tmp_path)
    assert {site: template.pages for site, template in found.items()} == {"a": 3}


def test_passing_pages_are_learned_from() -> None:
    passing = Passing(pages_sampled=6)
    found = [
        passing.clean(f"https://a.example/{nth}", page(f"Story {nth} of the sea.")) for nth in range(9)
    ]
    assert [cleaned.alone for cleaned in found] == [True] * 3 + [False] * 6
    assert [cleaned.text for cleaned in found[3:]] == [f"Story {nth} of the sea." for nth in range(3, 9)]
    assert passing.samples == {} and passing.n_held == 0
    assert passing.learned["a.example"].pages == 6


def test_a_page_counts_once() -> None:
    passing = Passing()
    for _ in range(9):
        assert passing.clean("https://a.example/", page("Rain.")).alone
    assert len(passing.samples["a.example"]) == 1


def test_memory_is_bounded() -> None:
    passing = Passing(pages_sampled=6, held_bytes=500, sites=2)
    for nth in range(9):
        for site in "abcd":
            passing.clean(f"https://{site}.example/{nth}", page(f"Story {nth} of {site}."))
            assert passing.n_held <= 500 and len(passing.learned) <= 2
    assert passing.n_held == sum(
        len(source) for sample in passing.samples.values() for _, source, _ in sample.values()
    )


def test_what_is_given_is_not_learned(pages: list[bytes]) -> None:
    passing = Passing({"a.example": demold.learn(pages)})
    assert passing.clean("https://a.example/x", page("The wind.")).text == "The wind."
    assert passing.samples == {}
    with pytest.raises(demold.Error, match="there is no profile"):
        Passing(profile="everything")  # type: ignore[arg-type]
