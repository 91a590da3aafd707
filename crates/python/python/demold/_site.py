"""Learning and cleaning in one call."""

from __future__ import annotations

from collections.abc import Iterable

from ._demold import CleanedPages, learn
from ._types import Method, Page, Profile

def clean_site(
    pages: Iterable[Page],
    *,
    method: Method = "consensus",
    profile: Profile = "balanced",
    pages_sampled: int = 24,
    seed: int = 0,
    threads: int | None = None,
) -> CleanedPages:
    """Learn the template of a site from its pages, and clean them.

    The arguments are those of ``learn``. The pages are held in memory while
    they are cleaned; of a site that does not fit, learn from some pages and
    give the others to ``Template.clean_many``.

    Returns:
        The cleaned pages, in the order of the pages.

    Raises:
        demold.Error: There is no page, no such method, or a limit is exceeded.
    """
    if not isinstance(pages, (str, bytes)):
        pages = list(pages)
    template = learn(
        pages,
        method=method,
        profile=profile,
        pages_sampled=pages_sampled,
        seed=seed,
        threads=threads,
    )
    return template.clean_many(pages, threads)
