"""Cleaning: one page, many pages, what is rendered."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator

import demold
import pytest
from conftest import STORIES, UNSEEN, page


@pytest.fixture
def template(pages: list[bytes]) -> demold.Template:
    return demold.learn(pages)


def test_a_page_is_rendered_in_every_way(template: demold.Template) -> None:
    cleaned = template.clean(("https://example.org/wind", UNSEEN.encode()))
    assert cleaned.text == "The wind has turned."
    assert cleaned.html == "<p>The wind has turned.</p>"
    assert cleaned.markdown == "The wind has turned."
    assert cleaned.url == "https://example.org/wind"
    assert cleaned.source == UNSEEN
    assert cleaned.fit == 1.0
    assert 0 < cleaned.removed_share < 1
    assert cleaned.confidence is not None and 0 < cleaned.confidence <= 1
    assert cleaned.model is not None and len(cleaned.model) == 16
    removed = [cleaned.source.encode()[start:end] for start, end in cleaned.regions]
    assert b"Home" in removed[0]
    assert sum(map(len, removed)) / len(UNSEEN) == cleaned.removed_share
    assert repr(cleaned).startswith("<demold.Cleaned https://example.org/wind, ")
    # What was rendered once is kept.
    assert cleaned.text is cleaned.text


def test_any_text_is_a_page(template: demold.Template) -> None:
    some: list[bytes | str] = [b"", b"\xff\xfe\x00", b"<" * 1_000, b"<!doctype html>" + bytes(range(256)), "\x00"]
    for anything in some:
        cleaned = template.clean(anything)
        assert isinstance(cleaned.text + cleaned.html + cleaned.markdown, str)
        assert cleaned.url is None


def test_half_a_character_is_no_page(template: demold.Template) -> None:
    with pytest.raises(ValueError, match="surrogates"):
        template.clean("\ud800")


def test_a_page_outlives_what_it_was_made_of(template: demold.Template) -> None:
    cleaned = template.clean(bytearray(UNSEEN.encode()))
    gc.collect()
    assert cleaned.text == "The wind has turned."


def test_many_pages_keep_their_order(template: demold.Template) -> None:
    stories = [f"Story {nth}. " + "And so on. " * (nth * 7 % 50) for nth in range(300)]
    for threads in [None, 1, 2, 5]:
        cleaned = template.clean_many((page(story) for story in stories), threads)
        assert [page.text for page in cleaned] == [story.strip() for story in stories]
    assert list(template.clean_many([])) == []


def test_only_a_few_pages_are_held(template: demold.Template) -> None:
    taken = 0

    def endless() -> Iterator[bytes]:
        nonlocal taken
        while True:
            taken += 1
            yield page(f"Story {taken}.")

    cleaned = template.clean_many(endless(), threads=2)
    assert taken == 0
    for nth in range(1, 200):
        assert next(cleaned).text == f"Story {nth}."
        assert taken <= nth + 2 * 8
    # Nothing waits for the pages that nobody asks for.
    del cleaned


def test_a_bad_page_raises_in_its_place(template: demold.Template) -> None:
    given = [page("One."), 2, page("Three.")]
    cleaned = template.clean_many(given)  # type: ignore[arg-type]
    assert next(cleaned).text == "One."
    with pytest.raises(TypeError, match="not int"):
        next(cleaned)
    assert next(cleaned).text == "Three."
    assert list(cleaned) == []


def test_what_the_iterable_raises_comes_through(template: demold.Template) -> None:
    def failing() -> Iterator[bytes]:
        yield page("One.")
        raise OSError("the disk is gone")

    cleaned = template.clean_many(failing())
    assert next(cleaned).text == "One."
    with pytest.raises(OSError, match="the disk is gone"):
        next(cleaned)
    assert list(cleaned) == []


def test_pages_are_let_go(template: demold.Template) -> None:
    class Kept(bytearray):
        pass

    source = Kept(UNSEEN.encode())
    gone = weakref.ref(source)
    cleaned = template.clean(source)
    del source
    gc.collect()
    # A bytearray could change, so it was copied.
    assert gone() is None
    assert cleaned.text == "The wind has turned."
    refs = sys.getrefcount(UNSEEN)
    for _ in template.clean_many([UNSEEN] * 100, threads=2):
        pass
    gc.collect()
    # What other threads drop is counted off when the interpreter is next held.
    template.clean(b"")
    assert sys.getrefcount(UNSEEN) <= refs + 1


def test_other_threads_run_meanwhile(template: demold.Template) -> None:
    """A long page does not keep the interpreter."""
    long = page("Word. " * 400_000)
    done = threading.Event()
    counted = 0

    def clean() -> None:
        template.clean(long)
        done.set()

    worker = threading.Thread(target=clean)
    worker.start()
    while not done.is_set():
        counted += 1
        time.sleep(0)
    worker.join()
    assert 10 < counted


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_processes_that_fork_do_not_hang() -> None:
    program = """
import os, demold
pages = [b"<nav>Home</nav><p>%d</p>" % nth for nth in range(9)]
template = demold.learn(pages)
list(template.clean_many(pages))
child = os.fork()
if child == 0:
    list(demold.learn(pages).clean_many(pages))
    os._exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], check=True, timeout=60)


def test_one_iterator_is_for_one_at_a_time(template: demold.Template) -> None:
    mine: list[demold.CleanedPages] = []

    def reentrant() -> Iterator[bytes]:
        next(mine[0])
        yield b""

    mine.append(template.clean_many(reentrant()))
    with pytest.raises(ValueError, match="already in use"):
        next(mine[0])


def test_stories_survive(pages: list[bytes], template: demold.Template) -> None:
    assert [cleaned.text for cleaned in template.clean_many(pages)] == STORIES


def test_markdown_goes_without_links_and_images() -> None:
    page = "<nav>Home</nav><p>All of <a href=/{0}>{0}</a> <img src={0}.png alt={0}></p>"
    template = demold.learn([page.format(name) for name in ("ash", "elm", "fir")])
    cleaned = template.clean(page.format("oak"))
    assert cleaned.to_markdown() == cleaned.markdown == "All of [oak](/oak) ![oak](oak.png)"
    assert cleaned.to_markdown(links=False, images=False) == "All of oak"
