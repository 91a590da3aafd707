"""Which site a page belongs to."""

from __future__ import annotations

import pickle

import demold
import pytest

URL = "https://News.Example.co.uk:8080/2026/tides.html"


def test_sites_are_those_of_the_command() -> None:
    by_section = demold.SiteGrouper(regex="^https?://[^/]+/([^/]+)/")
    groupers = {
        demold.SiteGrouper(): "news.example.co.uk:8080",
        demold.SiteGrouper("domain"): "example.co.uk",
        by_section: "2026",
    }
    for grouper, site in groupers.items():
        assert grouper.site(URL) == site
        again = pickle.loads(pickle.dumps(grouper))
        assert again.site(URL) == site
        assert repr(again) == repr(grouper)
    assert demold.SiteGrouper().site("tides.html") is None


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(demold.Error, match='there is no way to group by "moon"'):
        demold.SiteGrouper("moon")  # type: ignore[arg-type]
    with pytest.raises(demold.Error, match="cannot group by"):
        demold.SiteGrouper(regex="a")
