"""Which site a page belongs to, as the command groups them."""

from __future__ import annotations

from pyspark.sql import Column, SparkSession
from pyspark.sql import functions as F

from .. import SiteGrouper
from ._session import use_this_python


def site(url: str | Column, grouper: SiteGrouper | None = None) -> Column:
    """Return a column with the site of each page, from its address.

    Args:
        url: The column with the addresses.
        grouper: How pages are grouped; by host if None.

    Returns:
        A column of strings; null if an address names no site.
    """
    session = SparkSession.getActiveSession()
    if session is not None:
        use_this_python(session)
    grouper = grouper or SiteGrouper()
    return F.udf(lambda url: None if url is None else grouper.site(url), "string")(url)
