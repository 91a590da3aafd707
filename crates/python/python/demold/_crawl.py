"""Whole crawls, from files to a file or a folder, in bounded memory."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, Optional, Union

from ._demold import Rules, SiteGrouper, _clean
from ._types import Selectors, Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack

Progress = Callable[[str, int, int, int], object]
"""What is told how far the work is: the name of its part ("reading", "learning" or
"cleaning"), the pages that are done, and its position and length."""

Names = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]


def clean(
    inputs: Names,
    out: str | os.PathLike[str],
    format: str | None = None,
    *,
    fields: Iterable[str] | None = None,
    links: bool = True,
    images: bool = True,
    sanitize: bool = False,
    front_matter: bool = False,
    language: str | Iterable[str] | None = None,
    min_words: int = 0,
    min_confidence: float = 0.0,
    min_date: str | None = None,
    max_date: str | None = None,
    dedup: Literal["exact", "near"] | None = None,
    grouper: SiteGrouper | None = None,
    min_site_pages: int = 1,
    keep: Selectors | None = None,
    drop: Selectors | None = None,
    only: Selectors | None = None,
    rules: Rules | None = None,
    url_field: str = "url",
    html_field: str = "html",
    max_page: int | None = None,
    memory: int | None = None,
    date: str | None = None,
    threads: int | None = None,
    force: bool = False,
    resume: bool = False,
    progress: bool | Progress = False,
    **settings: Unpack[Settings],
) -> dict[str, Any]:
    """Clean the pages of any number of sites, each by the template of its own site.

    The files are read twice, in bounded memory. What is written has the same bytes as
    what the command writes, ``demold clean INPUTS --out OUT``, whose options these are.
    Ctrl-C ends the run. If it has written pages by then, a folder beside the output holds
    what ``resume=True`` needs to go on.

    Args:
        inputs: A file or several: WARC, ARC, WACZ, JSON Lines, Parquet, compressed or
            not, or single pages.
        out: The file to write, which gets its name when it is complete. Or a folder, for a
            file of each page.
        format: What is written, as the command's ``--format`` names it, such as "parquet"
            or, to a folder, "markdown". By default the name of the file says it, such as
            ``texts.jsonl.zst``, and in a folder it is "html".
        fields: Which fields records have, such as ``["url", "text"]``; all but HTML,
            Markdown, comments and blocks if None.
        links: Whether Markdown has links.
        images: Whether Markdown and HTML have images.
        sanitize: Whether nothing in HTML runs.
        front_matter: Whether Markdown and text begin with the metadata, as YAML.
        language: Write only pages in these languages.
        min_words: Write only pages with so many words.
        min_confidence: Write only pages that are expected to be cleaned so well, from 0 to 1.
        min_date: Write only pages of this day or later, such as "2026-01-31".
        max_date: Write only pages of this day or earlier.
        dedup: Write only the first of pages with the same text, or almost the same.
        grouper: Which pages are a site; by host if None.
        min_site_pages: The pages of sites with fewer stay unchanged.
        keep: As for `Template.clean`.
        drop: As for `Template.clean`.
        only: As for `Template.clean`.
        rules: As for `Template.clean`.
        url_field: The field or column with the address of a page.
        html_field: The field or column with the page.
        max_page: Skip pages of more bytes; 16 MiB if None.
        memory: Bytes of pages to hold while templates are learned; 160 MiB if None.
        date: The date of WARC records for pages that have none; now if None.
        threads: How many threads to work on; one for each core if None.
        force: Whether what is there is replaced, and an interrupted run begun again.
        resume: Whether an interrupted run is continued. Its arguments must have been the
            same, but for ``memory``, ``threads`` and ``progress``.
        progress: Whether to show a bar, in a terminal or a notebook: that of tqdm if it
            is installed. Or a function that is told how far the work is.
        **settings: As for `learn`.

    Returns:
        How many records were read (``n_in``) and pages written (``n_out``), what became
        of the others, and the bytes. All are 0 if ``resume`` finds that the output is
        complete.

    Raises:
        OSError: A file cannot be read or written.
        demold.Error: A setting is invalid, an input is no page, something is in the way of
            the output, or there is no page. Also if an input could not be read as a
            whole: then the rest of it is written.
    """
    if isinstance(inputs, (str, os.PathLike)):
        inputs = [inputs]
    if isinstance(language, str):
        language = [language]
    what: dict[str, Any] = {
        "fields": None if fields is None else list(fields),
        "links": links,
        "images": images,
        "sanitize": sanitize,
        "front_matter": front_matter,
        "language": None if language is None else list(language),
        "min_words": min_words,
        "min_confidence": min_confidence,
        "min_date": min_date,
        "max_date": max_date,
        "dedup": dedup,
        "grouper": grouper,
        "min_site_pages": min_site_pages,
        "keep": listed(keep),
        "drop": listed(drop),
        "only": listed(only),
        "rules": rules,
        "url_field": url_field,
        "html_field": html_field,
        "max_page": max_page,
        "date": date,
        **settings,
    }
    names = {"out": os.fspath(out), "format": format}
    identity = {name: [spelled(value)] for name, value in {**names, **what}.items() if value is not None}
    with shown(progress) as told:
        return _clean(
            list(inputs),
            out,
            format,
            identity,
            memory=memory,
            threads=threads,
            force=force,
            resume=resume,
            progress=told,
            **what,
        )


def listed(selectors: Selectors | None) -> list[str] | None:
    """Selectors as a list."""
    return [selectors] if isinstance(selectors, str) else None if selectors is None else list(selectors)


def spelled(value: object) -> str:
    """An argument, in a spelling that an equal one has too."""
    # What they are made of.
    return repr(value.__reduce__()[1:] if isinstance(value, (Rules, SiteGrouper)) else value)


@contextmanager
def shown(progress: bool | Progress) -> Iterator[Progress | None]:
    """What is told how far the work is."""
    if not isinstance(progress, bool):
        yield progress
        return
    if not progress:
        yield None
        return
    bar: Bar | Line
    try:
        bar = Bar()
    except ImportError:
        bar = Line()
    try:
        yield bar
    finally:
        bar.close()


class Bar:
    """A bar of tqdm for each part of the work, as notebooks and terminals show it."""

    def __init__(self) -> None:
        from tqdm.auto import tqdm

        self.tqdm = tqdm
        self.bar: Optional[Any] = None
        self.part = ""

    def __call__(self, part: str, pages: int, position: int, length: int) -> None:
        if self.bar is None or part != self.part:
            self.close()
            self.part = part
            # The parts are measured in bytes of the inputs, but for learning, which is in pages.
            unit = "page" if part == "learning" else "B"
            self.bar = self.tqdm(total=length, desc=part, unit=unit, unit_scale=True)
        self.bar.set_postfix_str(f"{pages} pages", refresh=False)
        self.bar.update(position - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
            self.bar = None


class Line:
    """A line on standard error that is written over."""

    def __init__(self) -> None:
        self.length = 0

    def __call__(self, part: str, pages: int, position: int, length: int) -> None:
        share = f", {min(position / length, 1):.0%}" if length else ""
        self.write(f"{part}: {pages} pages{share}")

    def write(self, text: str) -> None:
        sys.stderr.write("\r" + text.ljust(self.length))
        sys.stderr.flush()
        self.length = len(text)

    def close(self) -> None:
        self.write("")
        sys.stderr.write("\r")
        sys.stderr.flush()
