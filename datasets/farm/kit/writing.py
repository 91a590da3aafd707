"""Writes a site: site.json, pages/, gold/ and neutral/."""

import hashlib
import json
import random
import re
import shutil
import unicodedata
from dataclasses import dataclass

from lxml import html as lxml_html

from kit.marks import count_words, marked_lines, parse, remove_marks
from kit.settings import Site

IMITATED = "template written after the markup of the program, not its files"
OWN_TEMPLATE = "template of our own after a common pattern"
BY_MARKS = "what was put in (marks)"
BY_SELECTORS = "selectors"

# Inline elements between which most programs write white space.
SPACED = {"a", "span", "label", "b", "strong", "em", "i", "time", "small", "code", "cite", "html-blob", "input", "img"}


@dataclass
class About:
    """What site.json says of a site, beside its table row."""

    software: str
    kind: str  # of pages that do not have one of their own
    theme: str = "default"
    gold: str = BY_MARKS
    note: str = ""


@dataclass
class Finish:
    """How marked pages become written ones."""

    min_gold_words: int = 12  # a page with fewer is not written
    split_pre: bool = False  # each line of a pre element is a line of gold
    links: str = ""  # the pattern of addresses, for links without one
    space_inline: bool = False  # white space between neighboring inline elements


def file_name(path: str) -> str:
    """The name, without extension, of the files for a page."""
    name = re.sub(r"(?i)\.x?html?$", "", path.strip("/")) or "index"
    name = re.sub(r"/index$", "", name)
    name = re.sub(r"[^\w.=-]+", "__", unicodedata.normalize("NFC", name))
    if len(name.encode()) < 120:
        return name
    return name[:30] + "__" + hashlib.sha1(path.encode()).hexdigest()[:8]


def add_links(page, pattern: str) -> None:
    """Gives each link without an address one that is made of its text."""
    for link in page.iter("a"):
        text = link.text_content().strip()
        if link.get("href") or link.get("name") or (link.get("id") and not text):
            continue
        digest = hashlib.md5(text.encode()).hexdigest()
        slug = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60] or digest[:8]
        year, month = 2017 + int(digest[5], 16) % 9, 1 + int(digest[6], 16) % 9
        link.set("href", pattern.format(s=slug, h=digest[:8], n=int(digest[:5], 16), y=year, m=month))


def space_inline_elements(page, space: str) -> None:
    """Puts white space between neighboring inline elements, but not in pre."""
    for element in page.iter():
        if not isinstance(element.tag, str) or element.tag not in SPACED or element.tail:
            continue
        following = element.getnext()
        if following is None or following.tag not in SPACED:
            continue
        if any(ancestor.tag == "pre" for ancestor in element.iterancestors()):
            continue
        if "".join(following.itertext()).strip("¶ #"):
            element.tail = space


def write_site(site: Site, about: About, pages, finish: Finish | None = None) -> None:
    """Writes a site, and replaces one of the same name.

    `pages` are (path, page, kind) or (path, page), a page being a marked tree or its HTML. Pages whose gold is that of
    another, or has too few words, are left out.
    """
    finish = finish or Finish()
    partial = site.folder.with_name(site.folder.name + ".partial")
    for folder in (site.folder, partial):
        shutil.rmtree(folder, ignore_errors=True)
    space = random.Random(site.name).choice([" ", "\n", "\n  "])
    facts, names, digests = [], set(), set()
    for path, page, *kind in pages:
        tree = parse(page) if isinstance(page, (str, bytes)) else page
        if finish.space_inline:
            space_inline_elements(tree, space)
        lines = marked_lines(tree, finish.split_pre)
        gold = [text for value, text in lines if value == "g"]
        neutral = [text for value, text in lines if value == "n"]
        digest = hashlib.sha1("\n".join(gold).encode()).hexdigest()
        if count_words(gold) < finish.min_gold_words or digest in digests:
            continue
        digests.add(digest)
        name = file_name(path)
        if name.lower() in names:
            name += f"_{len(names)}"
        names.add(name.lower())
        if finish.links:
            add_links(tree, finish.links)
        remove_marks(tree)
        html = lxml_html.tostring(tree, encoding="unicode", doctype="<!DOCTYPE html>")
        write_text(partial / "pages" / f"{name}.html", html)
        write_text(partial / "gold" / f"{name}.txt", "\n".join(gold) + "\n")
        if neutral:
            write_text(partial / "neutral" / f"{name}.txt", "\n".join(neutral) + "\n")
        facts.append(
            dict(
                name=name,
                path=path,
                kind=kind[0] if kind else about.kind,
                words=count_words(text for _, text in lines),
                gold_words=count_words(gold),
                neutral_words=count_words(neutral),
            )
        )
    if not facts:
        raise RuntimeError(f"{site.name}: no page has gold")
    write_text(partial / "site.json", json.dumps(describe(site, about, facts), ensure_ascii=False, indent=1))
    partial.rename(site.folder)
    print(summary(site, about, facts), flush=True)


def write_text(path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def describe(site: Site, about: About, facts) -> dict:
    """The content of site.json."""
    return dict(
        name=site.folder.name,
        collection=site.collection,
        software=about.software,
        theme=about.theme,
        language=site.language,
        charset="utf-8",
        kind=about.kind,
        license="content: Debian documentation packages, fortunes, Faker; templates: of the software, or our own",
        gold=about.gold,
        note=about.note,
        pages=facts,
    )


def summary(site: Site, about: About, facts) -> str:
    """One line about a site that was written."""
    words, gold, neutral = (sum(fact[key] for fact in facts) for key in ("words", "gold_words", "neutral_words"))
    return (
        f"{site.folder.name:50} {about.kind:8} {site.language} {len(facts):3} pages  {words // len(facts):5} words a page"
        f"  gold {gold / words:.2f}  neutral {neutral / words:.2f}  {about.software}"
    )
