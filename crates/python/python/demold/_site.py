"""Learning and cleaning in one call."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ._demold import CleanedPages, Rules, learn
from ._types import Page, Selectors, Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack


def clean_site(
    pages: Iterable[Page],
    *,
    threads: int | None = None,
    keep: Selectors | None = None,
    drop: Selectors | None = None,
    only: Selectors | None = None,
    rules: Rules | None = None,
    **settings: Unpack[Settings],
) -> CleanedPages:
    """Learn the template of a site from its pages, and clean them.

    The pages are held in memory while they are cleaned. If a site does
    not fit, learn from some of its pages and pass the others to
    ``Template.clean_many``.

    Args:
        pages: As for ``learn``.
        threads: How many threads to work on; one for each core if None.
        keep: As for ``Template.clean``.
        drop: As for ``Template.clean``.
        only: As for ``Template.clean``.
        rules: As for ``Template.clean``.
        **settings: As for ``learn``.

    Returns:
        The cleaned pages, in the same order.

    Raises:
        demold.Error: There are no pages, a setting is invalid, or a limit is
            exceeded.
    """
    if not isinstance(pages, (str, bytes)):
        pages = list(pages)
    template = learn(pages, threads=threads, **settings)
    return template.clean_many(pages, threads, keep=keep, drop=drop, only=only, rules=rules)
