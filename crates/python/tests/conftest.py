"""Pages of a small site, and of what a test makes of it."""

from __future__ import annotations

import pytest

STORIES = ["Rain is on its way.", "The ferry is late.", "A seal came ashore."]
UNSEEN = "<nav>Home | News</nav><p>The wind has turned.</p><i>Imprint</i>"


def page(story: str) -> bytes:
    """A page of the site about the ferry."""
    return f"<nav>Home | News</nav><p>{story}</p><i>Imprint</i>".encode()


@pytest.fixture
def pages() -> list[bytes]:
    return [page(story) for story in STORIES]
