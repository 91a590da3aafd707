"""What is said of a cleaned page, and pages on their way to other processes."""

from __future__ import annotations

import json
import pickle

import demold
import pytest
from conftest import UNSEEN, page


@pytest.fixture
def cleaned(pages: list[bytes]) -> demold.Cleaned:
    return demold.learn(pages).clean(("https://example.org/wind", UNSEEN.encode()))


def test_a_record_is_that_of_the_command(cleaned: demold.Cleaned) -> None:
    record = cleaned.record(site="example.org", copy_of="https://example.org/")
    assert record["schema"] >= 2
    assert record["url"] == cleaned.url and record["site"] == "example.org"
    assert record["text"] == cleaned.text and record["markdown"] is None
    assert record["copy_of"] == "https://example.org/"
    assert [tuple(region) for region in record["regions"]] == cleaned.regions
    whole = cleaned.record(outputs=["text", "html"], comments=True, blocks=True)
    assert json.loads(json.dumps(whole)) == whole
    assert [removal["reason"] for removal in record["removals"]] == [
        removal.reason for removal in cleaned.removals
    ]
    assert cleaned.record(outputs=["html", "markdown"])["markdown"] == cleaned.markdown
    with pytest.raises(demold.Error, match="there is no output .pdf."):
        cleaned.record(outputs=["pdf"])  # type: ignore[list-item]


def test_blocks_are_the_page_piece_by_piece(cleaned: demold.Cleaned) -> None:
    kept = [block["text"] for block in cleaned.blocks if block["kept"]]
    assert kept == cleaned.text.splitlines()
    gone = [block for block in cleaned.blocks if not block["kept"]]
    assert gone and all(block["reason"] for block in gone)
    assert cleaned.record(blocks=True)["blocks"] == cleaned.blocks
    source = cleaned.source.encode()
    for block in cleaned.blocks:
        start, end = block["range"]
        assert source[start:end].decode().split()[0] == block["text"].split()[0]
    assert cleaned.record(metadata=False)["metadata"] is None
    assert cleaned.record()["metadata"] == cleaned.metadata


def test_removals_say_why(cleaned: demold.Cleaned) -> None:
    assert cleaned.removals
    source = cleaned.source.encode()
    for removal in cleaned.removals:
        start, end = removal.range
        assert source[start:end]
        assert removal.reason and removal.sentence and removal.selector
        assert removal.reason in repr(removal)
    assert len(set(cleaned.removals)) == len(cleaned.removals)
    assert cleaned.removals == cleaned.removals


def test_a_page_and_its_record_come_together_again(cleaned: demold.Cleaned) -> None:
    given = (cleaned.url, UNSEEN)
    record = cleaned.record()
    assert demold.Cleaned.from_record(given, record) == cleaned
    assert demold.Cleaned.from_record(given, json.dumps(record)) == cleaned
    with pytest.raises(demold.Error, match="belongs to another page"):
        demold.Cleaned.from_record("<p>", record)
    with pytest.raises(demold.Error, match="not a record"):
        demold.Cleaned.from_record(given, {"text": "Rain"})


@pytest.mark.parametrize("charset", ["utf-8", "latin-1"])
def test_cleaned_pages_are_pickled(pages: list[bytes], charset: str) -> None:
    source = UNSEEN.replace("wind", "föhn")
    given = (None, source.encode(charset), charset)
    for before in [demold.learn(pages).clean(given), demold.learn(pages).clean(source)]:
        after = pickle.loads(pickle.dumps(before))
        assert after == before and hash(after) == hash(before)
        assert (after.text, after.html, after.source) == (before.text, before.html, before.source)


def test_pages_compare(pages: list[bytes], cleaned: demold.Cleaned) -> None:
    template = demold.learn(pages)
    assert template.clean((cleaned.url, UNSEEN)) == cleaned
    assert template.clean(UNSEEN) != cleaned
    assert template.clean((cleaned.url, page("Other."))) != cleaned
    assert template.clean((cleaned.url, UNSEEN), keep="nav") != cleaned
    assert cleaned != "a page"


def test_a_notebook_shows_what_went() -> None:
    source = "<head><title>x</title></head><nav><a href=/>Home</a></nav><p>Rain &amp; wind all day.</p>"
    cleaned = demold.learn([source]).clean(source, drop="nav")
    shown = cleaned._repr_html_()
    assert '<span style="background' in shown and "&lt;nav&gt;" in shown
    assert "<title" not in shown and "<nav" not in shown
    assert "Rain &amp;amp; wind" in shown
    long = demold.learn([b""]).clean("<p>" + "Regen und Föhn. " * 9_000)
    shown = long._repr_html_()
    assert len(shown) < 100_000 and "bytes more" in shown
    demold.learn([b""]).clean("ö" * 40_000)._repr_html_()


def test_selectors_win(pages: list[bytes]) -> None:
    template = demold.learn(pages)
    assert template.clean(UNSEEN, keep="nav").text.startswith("Home")
    assert template.clean(UNSEEN, drop=["p", "h1"]).text == ""
    for kept in template.clean_many([UNSEEN] * 3, keep=["nav"]):
        assert kept.text.startswith("Home")
    assert next(demold.clean_site(pages, drop="p")).text == ""
    with pytest.raises(demold.Error, match="selector"):
        template.clean(UNSEEN, keep="a b >")


def test_what_is_cut_is_cut(cleaned: demold.Cleaned) -> None:
    source = cleaned.source.encode()
    for start, end in reversed(cleaned.regions):
        source = source[:start] + source[end:]
    assert cleaned.raw == source.decode()


def test_comments_are_a_field_of_their_own() -> None:
    one = "<div class=comment><a class=author>Ann Lee</a> <time datetime=2026-01-31>today</time><p>So it is.</div>"
    other = "<div class=comment><a class=author>Bo Ek</a> <time datetime=2026-02-01>today</time><p>It was.</div>"
    cleaned = demold.Template.nothing().clean(f"<h1>Tides</h1><p>High water comes twice a day.{one}{other}")
    assert [comment["author"] for comment in cleaned.comments] == ["Ann Lee", "Bo Ek"]
    assert [comment["date"] for comment in cleaned.comments] == ["2026-01-31", "2026-02-01"]
    assert cleaned.record()["comments"] is None
    assert cleaned.record(comments=True)["comments"] == cleaned.comments
    assert cleaned.record(comments=True)["blocks"] is None


def test_a_text_has_a_hash_that_is_near_that_of_near_copies() -> None:
    words = [f"word{n * 7919}" for n in range(400)]
    texts = [words, ["another", *words[1:]], words[:9]]
    hashes = [demold.Template.nothing().clean(" ".join(text)).record()["simhash"] for text in texts]
    assert hashes[0] and hashes[1] and hashes[2] is None
    assert bin(int(hashes[0], 16) ^ int(hashes[1], 16)).count("1") <= 3
    assert demold.Template.nothing().clean(" ".join(words)).record(outputs=["html"])["simhash"] is None
