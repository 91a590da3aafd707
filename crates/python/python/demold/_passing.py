"""Pages of many sites that pass one by one, and cannot be held back."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ._demold import Cleaned, Error, SiteGrouper, Template, learn, load_templates, save_templates
from ._types import Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack

STEPS = (4, 12)
"""A site is learned for the first time from so many pages, again from so many, and
for good from a whole sample."""

PAGES_SAMPLED = 24
"""How many pages that is, if nothing else is said."""


class Passing:
    """Cleans each page at once, by what is known of its site up to then.

    The first pages of a site that nobody knows are judged by themselves. Those that
    pass are its sample: with every step there is a better template.

    Args:
        templates: The sites that are already known: templates by site, or a folder
            of them. They are not learned again.
        grouper: Which site an address belongs to; by host if None.
        held_bytes: How much of samples to hold; beyond it, the sites that have waited
            longest keep the template that they have, or are judged page by page.
        sites: How many templates to keep; beyond it, those that have not been used for
            longest are forgotten.
        **settings: As for `demold.learn`.
    """

    def __init__(
        self,
        templates: Mapping[str, Template] | str | os.PathLike[str] | None = None,
        *,
        grouper: SiteGrouper | None = None,
        held_bytes: int = 256 << 20,
        sites: int = 2_000,
        **settings: Unpack[Settings],
    ) -> None:
        # Invalid settings are reported here, not in the middle of a run.
        learn([b""], threads=1, **settings)
        if isinstance(templates, (str, os.PathLike)):
            templates = load_templates(templates)
        self.given = dict(templates or {})
        self.grouper = grouper or SiteGrouper()
        self.pages_sampled = settings.get("pages_sampled") or PAGES_SAMPLED
        self.held_bytes = held_bytes
        self.sites = sites
        self.settings = settings
        self.learned: OrderedDict[str, Template] = OrderedDict()
        self.samples: OrderedDict[str, dict[str, tuple[str, bytes, str | None]]] = OrderedDict()
        self.n_held = 0

    def site(self, url: str) -> str:
        """The site of an address; the empty one of what has none."""
        return self.grouper.site(url) or ""

    def clean(self, url: str, source: bytes, charset: str | None = None) -> Cleaned:
        """Cleans a page, and learns from it.

        Raises:
            demold.Error: A limit is exceeded, or this is not text.
        """
        site, page = self.site(url), (url, source, charset)
        if site not in self.given:
            self.offer(site, page)
        template = self.given.get(site) or self.learned.get(site)
        if template is None:
            template = learn([page], threads=1, **self.settings)
        elif site in self.learned:
            self.learned.move_to_end(site)
        return template.clean(page)

    def offer(self, site: str, page: tuple[str, bytes, str | None]) -> None:
        """Takes a page into the sample of its site, and learns when it is time."""
        known = self.learned.get(site)
        if known is not None and site not in self.samples:
            return
        sample = self.samples.setdefault(site, {})
        if page[0] in sample:
            return
        sample[page[0]] = page
        self.n_held += len(page[1])
        if len(sample) in STEPS or self.pages_sampled <= len(sample):
            try:
                self.learned[site] = learn(list(sample.values()), threads=1, **self.settings)
            except Error:
                # No template: a page is judged by itself, and says so.
                self.learned.pop(site, None)
        if self.pages_sampled <= len(sample):
            self.forget(site)
        while self.held_bytes < self.n_held:
            self.forget(next(iter(self.samples)))
        while self.sites < len(self.learned):
            oldest, _ = self.learned.popitem(last=False)
            if oldest in self.samples:
                self.forget(oldest)

    def forget(self, site: str) -> None:
        """Lets go of a sample."""
        self.n_held -= sum(len(source) for _, source, _ in self.samples.pop(site).values())

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Writes what is known of all sites to a folder of templates."""
        save_templates(folder, {**self.learned, **self.given})
