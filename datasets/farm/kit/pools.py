"""Text pools: paragraphs, headings and quotes of a language, read from unpacked Debian packages.

python -m kit.pools [LANGUAGE ...] reads FARM_WORK/deb/PACKAGE and writes FARM_WORK/pool/LANGUAGE.json.
"""

import functools
import html
import json
import random
import re
import sys
from pathlib import Path

from kit.settings import WORK

LANGUAGES = "en de fr es it nl pl pt ru ja cs tr".split()
FORTUNES = dict(
    en="fortunes",
    de="fortunes-de",
    es="fortunes-es",
    ru="fortunes-ru",
    it="fortunes-it",
    pl="fortunes-pl",
    pt="fortunes-br",
    cs="fortunes-cs",
)
HELP_LANGUAGE = dict(en="en-us", pt="pt-br")
# Files of LibreOffice's help that are read, of several thousand.
MAX_HELP_FILES = 2600
ENGLISH_WORD = re.compile(r"\b(the|of|and|is|to|in|that|for|with)\b", re.IGNORECASE)


def is_dense(language: str) -> bool:
    """Whether the language is written without spaces; texts then have about half as many characters."""
    return language == "ja"


def plain_text(markup: str) -> str:
    """The text without tags and soft hyphens, white space collapsed."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", markup)).replace("\xad", "").split())


def is_foreign(text: str, language: str) -> bool:
    """Whether a text of a translated package was left in English."""
    if language == "en":
        return False
    if len(ENGLISH_WORD.findall(text)) > max(1, len(text) / 60):
        return True
    return language in ("ru", "ja") and sum(ord(char) > 127 for char in text) < 0.5 * len(text)


def is_good_paragraph(text: str, language: str) -> bool:
    """Whether a paragraph is prose of a usable length."""
    shortest, longest = (22, 260) if is_dense(language) else (55, 700)
    return (
        shortest <= len(text) <= longest
        and sum(char.isalpha() for char in text) > 0.72 * len(text) - 5
        and "|" not in text
        and not is_foreign(text, language)
        and "$[" not in text
        and text[-1] in ".!?。）)»"
        and text[0] not in "=({[<"
        and text.count("=") < 2
    )


def is_good_heading(text: str, language: str) -> bool:
    """Whether a heading is of a usable length and in the language."""
    shortest = 4 if is_dense(language) else 9
    return shortest < len(text) < 64 and not is_foreign(text, language) and not text.isupper() and "%" not in text


def read_help(language: str) -> tuple[list[str], list[str]]:
    """Paragraphs and headings of LibreOffice's help and of Debian's installation guide."""
    paragraphs, headings = [], []
    folder = WORK / "deb" / f"libreoffice-help-{HELP_LANGUAGE.get(language, language)}"
    files = sorted(str(path) for path in folder.rglob("*.html") if "text" in path.relative_to(folder).parts[:-1])
    random.Random(3).shuffle(files)
    for file in files[:MAX_HELP_FILES]:
        page = Path(file).read_text("utf-8")
        found = re.findall(r'<p [^>]*class="paragraph"[^>]*>(.*?)</p>', page, re.DOTALL)
        paragraphs += [plain_text(markup) for markup in found]
        headings += [plain_text(markup) for markup in re.findall(r"<h[123][^>]*>(.*?)</h[123]>", page, re.DOTALL)]
    guide = WORK / f"deb/installation-guide-amd64/usr/share/doc/installation-guide-amd64/{language}"
    for path in sorted(guide.glob("*.html")):
        page = path.read_text("utf-8", errors="replace")
        paragraphs += [plain_text(markup) for markup in re.findall(r"<p>(.*?)</p>", page, re.DOTALL)]
        for markup in re.findall(r"<h[1234][^>]*>(.*?)</h[1234]>", page, re.DOTALL):
            headings.append(re.sub(r"^[\dA-Z.]+\s+", "", plain_text(markup)))
    return paragraphs, headings


def read_quotes(language: str) -> list[str]:
    """Fortune cookies of the language, without the offensive ones."""
    if language not in FORTUNES:
        return []
    quotes = []
    for path in sorted((WORK / "deb" / FORTUNES[language]).rglob("*")):
        if not path.is_file() or "/games/" not in str(path) or path.suffix not in ("", ".fortunes"):
            continue
        if "off" in path.name or "off" in path.parent.name:
            continue
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            continue
        quotes += [" ".join(quote.split()) for quote in re.split(r"\n%\n", text)]
    return [quote for quote in dict.fromkeys(quotes) if 30 < len(quote) < 420 and not re.search("[\x00-\x1f]", quote)]


def build_pool(language: str) -> None:
    """Writes the pool of a language."""
    paragraphs, headings = read_help(language)
    paragraphs = [text for text in dict.fromkeys(paragraphs) if is_good_paragraph(text, language)]
    headings = [text for text in dict.fromkeys(headings) if is_good_heading(text, language)]
    quotes = read_quotes(language)
    rng = random.Random(11)
    for texts in (paragraphs, headings, quotes):
        rng.shuffle(texts)
    path = WORK / "pool" / f"{language}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(dict(paras=paragraphs, heads=headings, quotes=quotes), ensure_ascii=False), "utf-8")
    size = sum(map(len, paragraphs)) // 1000
    print(f"{language}: {len(paragraphs)} paragraphs ({size} kB), {len(headings)} headings, {len(quotes)} quotes")


@functools.cache
def read_pool(language: str) -> dict[str, list[str]]:
    """The pool of a language: paras, heads, quotes."""
    return json.loads((WORK / "pool" / f"{language}.json").read_text("utf-8"))


if __name__ == "__main__":
    for chosen in sys.argv[1:] or LANGUAGES:
        build_pool(chosen)
