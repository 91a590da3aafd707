"""Which site a page belongs to, as the command groups them."""

from __future__ import annotations

from pyspark.sql import Column
from pyspark.sql import functions as F

from .. import SiteGrouper


def site(url: str | Column, grouper: SiteGrouper | None = None) -> Column:
    """Return a column with the site of each page, from its address.

    Args:
        url: The column with the addresses.
        grouper: How pages are grouped; by host if None.

    Returns:
        A column of strings; null where an address names no site.
    """
    grouper = grouper or SiteGrouper()
    return F.udf(lambda url: None if url is None else grouper.site(url), "string")(url)
