"""Learning: what goes in, what comes out, what is refused."""

from __future__ import annotations

from typing import Any, cast, get_args

import demold
import pytest
from conftest import STORIES, UNSEEN, page
from demold._types import Method, Profile


def test_the_example_of_the_documentation(pages: list[bytes]) -> None:
    assert demold.learn(pages).clean(UNSEEN).text == "The wind has turned."


@pytest.mark.parametrize("method", get_args(Method))
def test_every_method_finds_the_template(method: Method, pages: list[bytes]) -> None:
    template = demold.learn(pages, method=method)
    assert template.method == method
    # Two words are too short a string to be mined.
    if method != "mine":
        assert template.clean(UNSEEN).text == "The wind has turned."


@pytest.mark.parametrize("profile", get_args(Profile))
def test_every_profile_is_taken(profile: Profile, pages: list[bytes]) -> None:
    assert "The wind has turned." in demold.learn(pages, profile=profile).clean(UNSEEN).text


def test_a_page_comes_in_many_shapes(pages: list[bytes]) -> None:
    expected = demold.learn(pages).to_bytes()
    texts = [page.decode() for page in pages]
    same: list[list[Any]] = [
        texts,
        [bytearray(page) for page in pages],
        [("https://example.org/", page) for page in pages],
        [(None, text) for text in texts],
        [(None, page, "utf-8") for page in pages],
    ]
    for shape in same:
        assert demold.learn(shape).to_bytes() == expected
    assert demold.learn(iter(pages)).to_bytes() == expected
    assert demold.learn(page for page in pages).to_bytes() == expected


def test_a_charset_is_heeded(pages: list[bytes]) -> None:
    template = demold.learn(pages)
    latin = UNSEEN.replace("wind", "föhn").encode("latin-1")
    assert template.clean((None, latin, "latin-1")).text == "The föhn has turned."
    assert template.clean((None, latin.decode("latin-1"), "utf-8")).text == "The föhn has turned."


def test_nothing_passes_pages_through() -> None:
    cleaned = demold.Template.nothing().clean(UNSEEN)
    assert cleaned.html == UNSEEN and cleaned.regions == [] and not cleaned.alone


def test_provenance_is_kept() -> None:
    site = [page(f"Story {nth}.") for nth in range(40)]
    template = demold.learn(site, pages_sampled=7, seed=3)
    assert (template.pages, template.available, template.seed) == (7, 40, 3)
    assert template.method == "classify"
    assert repr(template).startswith("<demold.Template classify: ")
    assert "7 of 40 pages" in repr(template)
    assert template.outline()


def test_equal_seeds_give_equal_templates_on_any_number_of_threads() -> None:
    site = [page(f"Story {nth} of {nth * nth}.") for nth in range(40)]
    expected = demold.learn(site, seed=1, threads=1).to_bytes()
    assert demold.learn(site, seed=1, threads=3).to_bytes() == expected
    assert demold.learn(site, seed=2).to_bytes() != expected


def test_what_is_none_has_its_default(pages: list[bytes]) -> None:
    template = demold.learn(pages, method=None, profile=None, seed=None, headline=None)
    assert template.to_bytes() == demold.learn(pages).to_bytes()


def test_settings_reach_the_method(pages: list[bytes]) -> None:
    plain = demold.learn(pages).to_bytes()
    assert demold.learn(pages, profile="data").to_bytes() != plain
    assert demold.learn(pages, headline=False).to_bytes() != plain
    whole = demold.learn(pages, method="distill", threshold=1.0)
    assert whole.clean(UNSEEN).text == "The wind has turned."


SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("distill", {"paper": True}),
    ("distill", {"threshold": 1.0}),
    ("distill", {"attributes": "none"}),
    ("distill", {"attributes": ["class"]}),
    ("distill", {"mutable": True}),
    ("distill", {"min_support": 9}),
    ("mine", {"paper": True}),
    ("mine", {"selection": "paper"}),
    ("mine", {"min_tokens": 90}),
    ("mine", {"min_documents": 9}),
    ("mine", {"words": True}),
    ("mine", {"token_pattern": "[a-z]+"}),
    ("mine", {"patterns": "modern"}),
    ("mine", {"patterns": ["[0-9]+"]}),
    ("mine", {"patterns_match": "inside"}),
    ("mine", {"merge_gaps": 3}),
    ("mine", {"merge_gaps": 3, "merge_beside": 3}),
    ("mine", {"min_removal": 3}),
    ("map", {"paper": True}),
    ("map", {"attributes": "all"}),
    ("map", {"leaf_updates": True}),
    ("distill", {"count_copies": True}),
]


@pytest.mark.parametrize(("method", "settings"), SETTINGS)
def test_each_setting_of_the_command_is_one_of_python(method: str, settings: dict[str, Any]) -> None:
    site = [
        f"<div class=c{nth}><nav>Home <b>News</b></nav><p>own{nth % 7} on page {nth % 7}</p></div>"
        for nth in range(8)
    ]
    plain = demold.learn(site, method=cast("Any", method))
    assert demold.learn(site, method=cast("Any", method), **settings).to_bytes() != plain.to_bytes()


def test_settings_that_change_little_are_taken(pages: list[bytes]) -> None:
    demold.learn(pages, method="distill", prune="inputs")
    demold.learn(pages, method="mine", drop_enclosed=True)
    demold.learn(pages, method="map", edit_costs=(1, 2, 3))


def test_what_sites_share_can_be_dropped() -> None:
    def learned(name: str) -> demold.Template:
        texts = [f"the {name} gazette of {name} a{nth} as much as that b{nth}" for nth in range(6)]
        return demold.learn(texts, method="mine", words=True)

    templates = [learned(name) for name in ("north", "south", "west")]
    page = "the north gazette of north as much as that"
    assert templates[0].clean(page).text == ""
    assert demold.drop_idioms(templates)[0].clean(page).text == "as much as that"
    assert demold.drop_idioms(templates, 4)[0].clean(page).text == ""
    with pytest.raises(demold.Error, match="sites must be at least 1"):
        demold.drop_idioms(templates, 0)


def test_a_size_beside_gaps_needs_a_width_of_gaps(pages: list[bytes]) -> None:
    with pytest.raises(demold.Error, match="merge_beside goes with merge_gaps"):
        demold.learn(pages, method="mine", merge_beside=3)


def test_a_sample_is_learned_from_as_it_is(pages: list[bytes]) -> None:
    template = demold.learn_sample(pages, 1_000)
    assert (template.pages, template.available) == (3, 1_000)


def test_clean_site_does_both(pages: list[bytes]) -> None:
    given = ((f"https://example.org/{nth}", page) for nth, page in enumerate(pages))
    cleaned = list(demold.clean_site(given))
    assert [page.text for page in cleaned] == STORIES
    assert [page.url for page in cleaned] == [f"https://example.org/{nth}" for nth in range(3)]


def refused(kind: type[Exception], message: str, *arguments: Any, **settings: Any) -> None:
    with pytest.raises(kind) as caught:
        demold.learn(*arguments, **settings)
    assert str(caught.value) == message


def test_what_makes_no_sense_is_refused(pages: list[bytes]) -> None:
    refused(demold.Error, "there are no pages to learn from", [])
    refused(
        demold.Error,
        'there is no method "magic"; choose from distill, mine, map, classify',
        pages,
        method="magic",
    )
    refused(
        demold.Error,
        'there is no profile "all"; choose from data, balanced, article',
        pages,
        profile="all",
    )
    refused(
        demold.Error,
        "profile goes with the method classify, and the method is map; leave profile out",
        pages,
        method="map",
        profile="data",
    )
    refused(
        demold.Error, "pages_sampled must be at least 1, got 0", pages, pages_sampled=0
    )
    refused(ValueError, "threads must be at least 1, got 0", pages, threads=0)
    for method, settings, message in [
        ("mine", {"selection": "odd"}, 'there is no selection "odd"; choose from steady, paper'),
        ("mine", {"patterns_match": "odd"}, 'there is no patterns_match "odd"; choose from whole, inside'),
        ("mine", {"min_tokens": 0}, "min_tokens must be at least 1, got 0"),
        ("distill", {"prune": "odd"}, 'there is no prune "odd"; choose from results, inputs'),
        ("map", {"attributes": "odd"}, 'there are no attributes "odd"; choose from all, none, or a list of names'),
        (
            "mine",
            {"patterns": "odd"},
            'there are no patterns "odd"; choose from thesis, modern, none, or a list of regular expressions',
        ),
        (
            "map",
            {"min_support": 2},
            "min_support goes with the method distill, and the method is map; leave min_support out",
        ),
    ]:
        refused(demold.Error, message, pages, method=method, **settings)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unexpected keyword argument 'page'; choose from method, profile"):
        demold.learn(pages, page=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="argument 'seed': "):
        demold.learn(pages, seed="one")  # type: ignore[arg-type]
    what = "a page is bytes, str, (url, bytes) or (url, bytes, charset), not "
    refused(TypeError, what + "int", [1])
    refused(TypeError, what + "tuple", [("url", ("url", b""))])
    refused(TypeError, what + "tuple", [(b"",)])
    one = "this takes several pages, and got one; put it in a list"
    refused(TypeError, one, b"<p>")
    refused(TypeError, one, "<p>")
    assert issubclass(demold.Error, ValueError)


def test_causes_are_part_of_the_message() -> None:
    # Over the limit of the mapping, for which every `b` is a level.
    damaged = demold.learn([b"<p>a</p>", b"<p>a</p>"]).to_bytes().replace(b'"regions"', b'"legions"')
    with pytest.raises(demold.Error, match="the template is damaged: .* at line"):
        demold.Template.from_bytes(damaged)
