"""TEI is valid by the DTD that trafilatura's package ships."""

from __future__ import annotations

import importlib.util
import io
import random
from pathlib import Path

import pytest
from lxml import etree

import demold

SAMPLE = Path(__file__).parents[3] / "datasets" / "sample"

# What the DTD lacks, as TEI P5 declares it. The first declaration of an entity counts.
MISSING = """
<!ENTITY % model.listLike "list |table |listOrg |listEvent |listPerson |listPlace |listRelation |listObject |listNym">
<!ENTITY % model.emphLike "foreign |emph |distinct |mentioned |soCalled |gloss |term |title |code">
<!ENTITY % model.graphicLike "media |graphic |binaryObject |formula">
"""
ELEMENTS = """
<!ELEMENT table ((head)*,(row)+)>
<!ELEMENT row (cell)+>
<!ELEMENT cell %macro.specialPara;>
<!ATTLIST cell role CDATA #IMPLIED cols CDATA #IMPLIED rows CDATA #IMPLIED>
<!ELEMENT code (#PCDATA)>
<!ATTLIST code lang CDATA #IMPLIED xml:space (default|preserve) #IMPLIED>
<!ELEMENT formula (#PCDATA)>
<!ATTLIST formula notation CDATA #IMPLIED rend CDATA #IMPLIED>
"""
NAMES = (
    "p div b a i span ul ol li dl dd dt table caption tr td th blockquote h1 h2 h4 pre code br img sup q figure "
    "figcaption math mi details summary form button"
).split()
ODD = ["<", "&", "]]>", "\0", "\x01", "\x0b", "\ufffe", "\r\n", "&#xd800;", "&#0;", "<!--", "\u200f", " ", "--"]


@pytest.fixture(scope="module")
def dtd() -> etree.DTD:
    found = importlib.util.find_spec("trafilatura")
    assert found is not None and found.origin is not None
    shipped = (Path(found.origin).parent / "data" / "tei_corpus.dtd").read_text("utf-8")
    return etree.DTD(io.StringIO(MISSING + shipped + ELEMENTS))


def validate(dtd: etree.DTD, tei: str) -> etree._Element:
    # No `recover`, no `huge_tree`: what any reader does.
    root = etree.fromstring(tei.encode())
    assert dtd.validate(root), f"{dtd.error_log}\n{tei}"
    return root


def test_the_sample_site_is_valid(dtd: etree.DTD) -> None:
    pages = sorted(SAMPLE.rglob("*.html"))
    for cleaned in demold.clean_site([page.read_bytes() for page in pages]):
        root = validate(dtd, cleaned.to_tei())
        assert "".join(map(str, root.itertext())).strip()
    page = (SAMPLE / "index.html").read_bytes()
    tei = demold.extract(page, "https://coast.example/", output="tei", links=False, images=False)
    root = validate(dtd, tei)
    assert root.find(".//{*}ref") is None and root.find(".//{*}graphic") is None
    (pointer,) = root.findall(".//{*}bibl/{*}ptr")
    assert pointer.get("target") == "https://coast.example/"


def test_any_page_is_valid(dtd: etree.DTD) -> None:
    choose = random.Random(31)
    for _ in range(2000):
        pieces = []
        for _ in range(choose.randrange(40)):
            name = choose.choice(NAMES)
            pieces.append(
                choose.choice(
                    [f"<{name}>", f"<{name} href='/a b' src=x alt='\x02<' start=3 colspan=2>", f"</{name}>", "word "]
                )
            )
            if choose.random() < 0.1:
                pieces.append(choose.choice(ODD))
        page = "".join(pieces)
        validate(dtd, demold.Template.nothing().clean(page).to_tei())


@pytest.mark.parametrize("piece", ["<ul><li>", "<blockquote>", "<div>", "<b><a href=x>", "<dl><dd>"])
def test_deep_pages_are_valid(dtd: etree.DTD, piece: str) -> None:
    validate(dtd, demold.Template.nothing().clean(piece * 3000 + "x").to_tei())
    validate(dtd, demold.Template.nothing().clean((piece + "x") * 3000).to_tei())


def test_any_bytes_are_valid(dtd: etree.DTD) -> None:
    for start in range(0, 256, 16):
        page = b"<title>\x01" + bytes(range(256)) + b"</title><p>" + bytes(range(start, start + 16)) * 3
        for charset in (None, "latin1", "utf-16"):
            found = demold.extract(page, output="tei", charset=charset)
            validate(dtd, found)


def test_metadata_are_in_the_header() -> None:
    with pytest.raises(demold.Error, match="TEI and XML have a head"):
        demold.extract("<p>x", output="tei", with_metadata=True)
