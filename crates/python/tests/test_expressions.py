"""Templates as regular expressions."""

from __future__ import annotations

import pickle
from pathlib import Path

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


def test_settings_of_other_methods_are_refused() -> None:
    with pytest.raises(demold.Error, match="profile goes with the method classify"):
        demold.learn_expressions([page(1)], profile="article")
    with pytest.raises(demold.Error, match="no page"):
        demold.learn_expressions([])
    with pytest.raises(FileNotFoundError):
        demold.Expressions.load("nowhere.txt")
