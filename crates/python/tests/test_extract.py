"""One page, one call."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import demold
import pytest
from demold._types import Output, Profile

PAGE = """<title>Wind | The Ferry</title>
<nav><a href=/>Home</a> <a href=/news>News</a></nav>
<h1>Wind</h1>
<p>The wind has turned, and <a href=/boats>all boats</a> stay in the harbour until the morning.</p>
<p class=tip>Bring a coat. The deck is wet, and in such weather the crossing takes
an hour and a half. <img src=coat.png alt=Coat></p>
<footer><a href=/legal>Legal</a> <a href=/mail>Mail</a></footer>"""


def test_a_page_is_read_alone() -> None:
    text = demold.extract(PAGE)
    assert "The wind has turned" in text and "Bring a coat." in text
    assert "Home" not in text and "Legal" not in text
    assert demold.extract(PAGE.encode()) == text


@pytest.mark.parametrize("output", get_args(Output))
def test_every_output_is_that_of_a_page_cleaned_alone(output: Output) -> None:
    alone = demold.learn([PAGE]).clean(PAGE)
    assert demold.extract(PAGE, output=output) == getattr(alone, output)


def test_addresses_are_made_absolute() -> None:
    markdown = demold.extract(PAGE, "https://ferry.example/wind", output="markdown")
    assert "[all boats](https://ferry.example/boats)" in markdown
    assert "![Coat](https://ferry.example/coat.png)" in markdown
    bare = demold.extract(PAGE, output="markdown", links=False, images=False)
    assert "](" not in bare and "all boats" in bare


def test_a_record_has_what_is_known() -> None:
    record = demold.extract(PAGE, "https://ferry.example/wind", output="record")
    assert record["url"] == "https://ferry.example/wind"
    assert record["text"] == demold.extract(PAGE)
    assert record["alone"] is True and record["html"] is None


SAID = """<html lang=en><meta name=author content="Ann Lee"><title>Tides: "high" | Coast</title>
<meta property=article:published_time content=2026-01-31T08:00:00Z><h1>Tides: "high"</h1>
<p>They rose in the night, and in the morning they were as high as they have ever been."""


def test_metadata_is_what_the_page_says() -> None:
    metadata = demold.extract_metadata(SAID)
    assert metadata["title"] == 'Tides: "high"'
    assert metadata["authors"] == ["Ann Lee"] and metadata["published"] == "2026-01-31"
    assert metadata["sources"]["authors"] == "meta" and metadata["image"] is None
    assert demold.extract(SAID, output="record")["metadata"] == metadata
    assert demold.learn([SAID]).clean(SAID).metadata == metadata


def test_metadata_comes_first_if_asked_for() -> None:
    for output in ("text", "markdown"):
        given = demold.extract(SAID, output=output, with_metadata=True)
        head, body = given.removeprefix("---\n").split("---\n\n", 1)
        assert head == 'title: "Tides: \\"high\\""\nauthors:\n- Ann Lee\npublished: "2026-01-31"\nlanguage: en\n'
        assert body == demold.extract(SAID, output=output)
        given = demold.extract(SAID, "https://coast.example/tides", output=output, with_metadata=True)
        assert "\nurl: https://coast.example/tides\n" in given
    with pytest.raises(demold.Error, match="with_metadata goes with"):
        demold.extract(SAID, output="html", with_metadata=True)


def test_formats_have_other_names() -> None:
    for name, other in [("text", "txt"), ("markdown", "md"), ("tei", "xmltei"), ("record", "json")]:
        for page in (PAGE, SAID):
            assert demold.extract(page, output=other) == demold.extract(page, output=name)  # type: ignore[call-overload]
    record = demold.learn([PAGE]).clean(PAGE).record(outputs=["txt", "md"])
    assert record == demold.learn([PAGE]).clean(PAGE).record(outputs=["text", "markdown"])


def test_selectors_win() -> None:
    assert "Home" in demold.extract(PAGE, keep="nav")
    dropped = demold.extract(PAGE, drop=["h1", ".tip"])
    assert "coat" not in dropped and not dropped.startswith("Wind")
    with pytest.raises(demold.Error, match="selector"):
        demold.extract(PAGE, drop="p[")
    with pytest.raises(demold.Error, match="levels deep"):
        demold.extract(PAGE, keep=":not(" * 5000 + "a" + ")" * 5000)


def test_settings_are_heeded() -> None:
    assert demold.extract(PAGE).startswith("Wind\n")
    assert not demold.extract(PAGE, headline=False).startswith("Wind\n")
    for profile in get_args(Profile):
        assert "The wind has turned" in demold.extract(PAGE, profile=profile)
    for bad in [{"profile": "best"}, {"output": "pdf"}]:
        arguments: dict[str, Any] = bad
        with pytest.raises(demold.Error, match="there is"):
            demold.extract(PAGE, **arguments)


def test_a_charset_is_heeded() -> None:
    latin = "<p>Der Föhn ist da, und alle Boote bleiben im Hafen.</p>".encode("latin-1")
    assert "Föhn" in demold.extract(latin, charset="latin-1")


def test_any_text_is_a_page() -> None:
    some: list[bytes | str] = [b"", b"\xff\xfe\x00", b"<" * 1_000, b"<!doctype html><p>" + bytes(range(256)) * 4, "\x00"]
    for anything in some:
        for output in get_args(Output):
            assert isinstance(demold.extract(anything, output=output), str)


def test_what_is_known_here_by_trafilaturas_names() -> None:
    """Nothing of a page in another language, or of one that does not say what it is."""
    said = SAID.replace("<h1>", "<link rel=canonical href=https://coast.example/tides><h1>")
    for english in ["EN", "en-US", "en_GB", "eng", "English"]:
        assert demold.extract(said, target_language=english, only_with_metadata=True), english
    for unknown in ["xx", "", "englisch"]:
        with pytest.raises(demold.Error, match=f'"{unknown}" is no language: .*de German, .*en English'):
            demold.extract(said, target_language=unknown)
    assert demold.extract(said, target_language="de") == ""
    assert demold.extract(said, target_language="de", output="record") == {}
    assert demold.extract(SAID, only_with_metadata=True) == ""
    assert demold.extract(SAID, "https://coast.example/", only_with_metadata=True)
    undated = said.replace("article:published_time", "other")
    assert demold.extract(undated, only_with_metadata=True) == ""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("prune_xpath", "drop="),
        ("deduplicate", "clean_site"),
        ("favor_precision", "profile="),
        ("include_tables", 'drop="table"'),
        ("output_format", "output="),
        ("tei_validation", 'output="tei" is always valid'),
    ],
)
def test_names_that_are_not_ours_say_what_is(name: str, said: str) -> None:
    arguments: dict[str, Any] = {name: True}
    with pytest.raises(TypeError, match=rf"{name}.*trafilatura's: .*{said}"):
        demold.extract(PAGE, **arguments)
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'$"):
        demold.extract(PAGE, colour="red")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="extract_metadata"):
        demold.extract_metadata(PAGE, fast=True)  # type: ignore[call-arg]


PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("https://ferry.example/wind", "is an address, not a page: fetch it first"),
        (b" HTTP://ferry.example\n", "is an address, not a page: fetch it first"),
        ("https://ferry.example/1\nhttps://ferry.example/2\n", "a list of addresses, not a page: .*--urls"),
        ("pages/Wind.HTML", "is the name of a file, not a page: pass pathlib.Path"),
        (PNG, r"this is PNG \(image/png\), not a page"),
        (bytes(range(256)), "this is binary data of an unknown kind, not a page"),
    ],
)
def test_what_is_no_page_is_refused_everywhere(given: str | bytes, said: str, tmp_path: Path) -> None:
    template = demold.learn([PAGE])
    (tmp_path / "page.html").write_bytes(given if isinstance(given, bytes) else given.encode())
    calls: list[Callable[[Any], Any]] = [
        demold.extract,
        demold.extract_metadata,
        lambda page: list(demold.extract_many([page])),
        lambda page: demold.learn([PAGE, page]),
        lambda page: demold.learn_sample([page], 1),
        lambda page: demold.learn_expressions([PAGE, page]),
        lambda page: list(demold.clean_site([PAGE, page])),
        template.clean,
        lambda page: list(template.clean_many([page])),
        lambda page: demold.Samples().offer("site", page),
    ]
    for call in calls:
        for page in (given, ("https://ferry.example/", given), tmp_path / "page.html"):
            with pytest.raises(demold.Error, match=said):
                call(page)


def test_text_that_begins_with_an_address_is_a_page() -> None:
    for page in ("https://ferry.example/wind is down.", "wind.html<br>", "htm"):
        assert demold.extract(page) is not None


def test_many_pages_are_read_in_order() -> None:
    given = [(f"https://ferry.example/{nth}", PAGE.replace("Wind", f"Wind {nth}").encode()) for nth in range(40)]
    cleaned = list(demold.extract_many(iter(given), threads=2))
    assert [one.url for one in cleaned] == [url for url, _ in given]
    assert [one.text for one in cleaned] == [demold.extract(page) for _, page in given]
    assert all(one.alone for one in cleaned)
    (short,) = demold.extract_many([PAGE], headline=False, only="h1, .tip", drop="h1")
    assert short.text == demold.extract(PAGE, headline=False, only="h1, .tip", drop="h1")
    with pytest.raises(demold.Error, match="there is no profile"):
        demold.extract_many([PAGE], profile="best")  # type: ignore[arg-type]


def test_records_have_the_keys_of_their_types() -> None:
    record = demold.learn([SAID]).clean(SAID).record(outputs=["text"], blocks=True)
    assert set(record) == set(demold.Record.__annotations__)
    assert record["metadata"] and record["blocks"] and record["removals"] is not None
    assert set(record["metadata"]) == set(demold.Metadata.__annotations__)
    assert set(record["metadata"]["sources"]) == set(demold.Sources.__annotations__)
    assert set(record["blocks"][0]) == set(demold.Block.__annotations__) - {"post"}
    removals = demold.extract(PAGE, output="record")["removals"]
    assert removals and set(removals[0]) == set(demold.RemovalRecord.__annotations__)


def test_a_function_renders_the_page_of_an_address() -> None:
    asked: list[str] = []

    def render(url: str) -> str:
        asked.append(url)
        return PAGE

    record = demold.extract("https://ferry.example/wind", render=render, output="record")
    assert asked == ["https://ferry.example/wind"]
    assert record["url"] == "https://ferry.example/wind" and record["text"] == demold.extract(PAGE)
    # A tuple has the address after redirects.
    moved = demold.extract("https://ferry.example/old", render=lambda url: ("https://ferry.example/new", PAGE), output="record")
    assert moved["url"] == "https://ferry.example/new"
    with pytest.raises(TypeError, match="pass the address"):
        demold.extract(PAGE.encode(), render=render)
    with pytest.raises(ZeroDivisionError):
        demold.extract("https://ferry.example/", render=lambda url: str(1 // 0))


def test_xml_has_the_elements_of_trafilatura() -> None:
    xml = demold.extract(PAGE, "https://ferry.example/wind", output="xml")
    assert '<head rend="h1">Wind</head>' in xml and 'hostname="ferry.example"' in xml
    assert demold.learn([PAGE]).clean(("https://ferry.example/wind", PAGE)).to_xml() == xml
