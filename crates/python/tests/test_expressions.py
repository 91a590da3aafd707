"""Templates as regular expressions."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import demold
import pytest

WORDS = "ash elm fir oak yew bay box fig gum may".split()


def page(nth: int) -> str:
    words = " ".join(WORDS[(nth * step) % len(WORDS)] for step in range(1, 9))
    head = "<nav> <a href=/>Home of all the trees</a> <a href=/all>All of them</a> </nav>"
    return f"{head} <p> Tree {nth} {words} </p> <i> nobody is to blame for this page </i>"


def test_expressions_match_what_pages_share(tmp_path: Path) -> None:
    expressions = demold.learn_expressions([page(nth) for nth in range(12)])
    assert 0 < len(expressions) == len(expressions.lines)
    cleaned = expressions.clean(page(77))
    # The number is one of a pattern, which all pages share.
    assert "Home" not in cleaned.text and "nobody" not in cleaned.text
    assert cleaned.text.startswith("fig yew elm")
    expressions.save(tmp_path / "trees.txt")
    for again in [
        demold.Expressions.load(tmp_path / "trees.txt"),
        pickle.loads(pickle.dumps(expressions)),
    ]:
        assert again.lines == expressions.lines
        assert again.clean(page(77)) == cleaned
    assert repr(expressions).startswith("<demold.Expressions, ")


def test_plain_text_is_cleaned_as_text() -> None:
    notice = "This page is kept by nobody and nothing on it is of any use to anyone at all"
    pages = [f"{notice}\n{' '.join(WORDS[nth % 7 :])} {nth}\n" for nth in range(12)]
    expressions = demold.learn_expressions(pages, plain_text=True)
    text = expressions.clean(pages[0] + "a <b> c", plain_text=True).text
    assert "kept by nobody" not in text and "a <b> c" in text


def test_gaps_and_islands_are_measured_on_request(tmp_path: Path) -> None:
    file = tmp_path / "marks.txt"
    file.write_text("# separator: \\s+\n(\\s+|^)menu(\\s+|$)\n(\\s+|^)x(\\s+|$)\n")
    expressions = demold.Expressions.load(file)

    def text(**settings: Any) -> str:
        return expressions.clean("menu ab menu long words x y", plain_text=True, **settings).text

    assert text() == "ab long words y"
    assert text(merge_gaps=5) == "long words y"
    assert text(merge_gaps=5, merge_beside=5) == "ab long words y"
    assert text(min_removal=2) == "ab long words x y"
    # As printed, the spaces beside `ab` belong to the matches.
    assert text(merge_gaps=3) == "ab long words y"
    assert text(merge_gaps=3, paper=True) == "long words y"
    with pytest.raises(demold.Error, match="merge_beside goes with merge_gaps"):
        text(merge_beside=5)


def test_expressions_of_many_sites_can_be_dropped() -> None:
    def mined(name: str) -> demold.Expressions:
        pages = [f"the {name} gazette a{nth} as much as that b{nth}" for nth in range(6)]
        return demold.learn_expressions(pages, paper=True)

    lists = [mined(name) for name in ("north", "south", "west")]
    page = "the north gazette as much as that"
    assert lists[0].clean(page).text == ""
    assert demold.drop_expression_idioms(lists)[0].clean(page).text == "as much as that"
    assert demold.drop_expression_idioms(lists, 4)[0].clean(page).text == ""
    with pytest.raises(demold.Error, match="sites must be at least 1"):
        demold.drop_expression_idioms(lists, 0)


@pytest.mark.parametrize(
    "settings",
    [{"merge_gaps": 9}, {"min_removal": 9}, {"mutable": True}, {"attributes": "none"}],
)
def test_settings_without_an_effect_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(demold.Error, match=f"{next(iter(settings))} has no effect"):
        demold.learn_expressions([page(1)], **settings)


def test_settings_of_other_methods_are_refused() -> None:
    with pytest.raises(demold.Error, match="profile goes with the method classify"):
        demold.learn_expressions([page(1)], profile="article")
    with pytest.raises(demold.Error, match="expressions are mined, and the method is map"):
        demold.learn_expressions([page(1)], method="map")
    with pytest.raises(demold.Error, match="no page"):
        demold.learn_expressions([])
    with pytest.raises(FileNotFoundError):
        demold.Expressions.load("nowhere.txt")
