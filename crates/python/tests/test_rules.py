"""Rules for known sites, and elements of which nothing else stays."""

from __future__ import annotations

import pickle
from pathlib import Path

import demold
import pytest

RULES = """
[[site]]
host = "ferry.example"
only = "main"
drop = ".tip"
title = "h2"
"""
PAGE = "<title>Page 5</title><p>Welcome to the ferry.<main><h2>Wind</h2><p>It has turned.<p class=tip>Bring a coat.</main>"
URL = "https://www.ferry.example/wind"


def test_rules_apply_by_address(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text(RULES)
    rules = demold.Rules.load(tmp_path / "rules.toml")
    for known in [rules, demold.Rules(RULES), pickle.loads(pickle.dumps(rules))]:
        record = demold.extract(PAGE, URL, output="record", rules=known)
        assert record["text"] == "Wind\nIt has turned."
        metadata = record["metadata"]
        assert metadata and metadata["title"] == "Wind"
        assert metadata["sources"]["title"] == "selector"
    elsewhere = demold.extract(PAGE, "https://other.example/", output="record", rules=rules)["metadata"]
    assert elsewhere and elsewhere["sources"]["title"] != "selector"
    template = demold.learn([PAGE])
    cleaned = template.clean((URL, PAGE), rules=rules)
    assert cleaned.text == "Wind\nIt has turned."
    (one,) = template.clean_many([(URL, PAGE)], rules=rules)
    assert one.text == cleaned.text
    (one,) = demold.clean_site([(URL, PAGE)], rules=rules)
    assert one.text == cleaned.text


def test_only_what_is_asked_for_stays() -> None:
    assert demold.extract(PAGE, only="h2") == "Wind"
    assert demold.extract(PAGE, only=["h2", ".tip"]) == "Wind\nBring a coat."
    assert demold.extract(PAGE, only=".none") == demold.extract(PAGE)


def test_wrong_rules_are_refused(tmp_path: Path) -> None:
    with pytest.raises(demold.Error, match="onyl"):
        demold.Rules('[[site]]\nhost = "*"\nonyl = "p"')
    with pytest.raises(FileNotFoundError):
        demold.Rules.load(tmp_path / "none.toml")
