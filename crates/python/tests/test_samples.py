"""Samples of the sites of a crawl."""

from __future__ import annotations

import random

import demold
import pytest

Drawn = tuple["str | None", bytes, "str | None"]

def drawn(pages: list[tuple[str, str, bytes]], seed: int = 0) -> list[tuple[str, int, list[Drawn]]]:
    # A budget of nothing: every page goes to the file and comes back.
    samples = demold.Samples(5, seed, memory=0)
    for site, url, html in pages:
        samples.offer(site, (url, html))
    return [(site, *samples.take(site)) for site, _ in samples.sites()]


def test_samples_do_not_depend_on_the_order_of_pages() -> None:
    pages = [
        (f"s{nth % 3}", f"https://s{nth % 3}/{nth}", f"<p>{nth}".encode()) for nth in range(100)
    ]
    expected = drawn(pages)
    random.Random(1).shuffle(pages)
    assert drawn(pages) == expected
    assert drawn(pages, seed=1) != expected
    samples = demold.Samples(5)
    for site, url, html in pages:
        samples.offer(site, (url, html, "latin-1"))
    assert samples.sites() == [("s0", 34), ("s1", 33), ("s2", 33)]
    n_pages, sample = samples.take("s1")
    assert n_pages == 33 and len(sample) == 5
    assert all(("s1", url, html) in pages for url, html, _ in sample)
    assert {charset for _, _, charset in sample} == {"latin-1"}
    template = demold.learn_sample(sample, n_pages)
    assert (template.pages, template.available) == (5, 33)


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(demold.Error, match="pages_sampled must be at least 1, got 0"):
        demold.Samples(0)
    samples = demold.Samples()
    with pytest.raises(KeyError, match="site"):
        samples.take("site")


def test_copies_are_drawn_once_whatever_they_are_called() -> None:
    samples = demold.Samples()
    for nth in range(5):
        samples.offer("site", (f"https://a/{nth}", f"<p id={nth}>Rain".encode()))
    samples.offer("site", b"<p>Fog")
    n_pages, sample = samples.take("site")
    assert n_pages == 6 and len(sample) == 2


@pytest.mark.parametrize("memory", [0, 1 << 20])
def test_samples_of_parts_are_merged_into_that_of_the_whole(memory: int) -> None:
    pages = [
        (f"s{nth % 3}", f"https://s{nth % 3}/{nth}", f"<p>{nth % 70}".encode()) for nth in range(100)
    ]
    merged = demold.Samples(5)
    n_marked = 0
    for part in (pages[:50], pages[50:99], pages[99:]):
        samples = demold.Samples(5, memory=memory)
        for site, url, html in part:
            samples.offer(site, (url, html))
        for site, _ in samples.sites():
            for page, mark in samples._take_marked(site)[1]:
                n_marked += mark is not None
                merged._offer_marked(site, page, mark)
    assert (n_marked > 0) == (memory > 0)
    assert [(site, merged.take(site)[1]) for site, _ in merged.sites()] == [
        (site, sample) for site, _, sample in drawn(pages)
    ]
    with pytest.raises(ValueError):
        merged._offer_marked("site", b"<p>Fog", b"no mark")
