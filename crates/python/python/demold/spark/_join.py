"""Pages and templates of a site go to the same worker, whatever the site's size."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ._columns import HTML, SITE, URL

PAGES_PER_SHARE = 5_000
"""Sites of more pages are cut into shares of about so many. Each goes to a
worker of its own, with the template."""

SHARES_OF_NO_SITE = 64
"""Pages without a site have no template to meet, and may be many."""

KIND, SHARE, SHARES, TEMPLATE, ERROR = "__kind", "__share", "__shares", "__template", "__error"
PAGE = 1


def joined(pages: DataFrame, templates: DataFrame) -> DataFrame:
    """Returns the pages and templates, sorted so that the pages of every share of
    a site come after its template, and in one partition with it.

    A join would put a template beside every page, and all pages of a site into
    one partition.
    """
    shares = F.ceil(F.col("pages") / PAGES_PER_SHARE).cast("int")
    templates = templates.withColumn(SHARES, F.greatest(shares, F.lit(1)))
    # Few, however many pages there are in all.
    large = templates.where(F.col(SHARES) > 1).select(F.col("site").alias(SITE), SHARES)
    pages = pages.join(F.broadcast(large), SITE, "left")
    shares = F.when(F.col(SITE).isNull(), SHARES_OF_NO_SITE).otherwise(F.coalesce(F.col(SHARES), F.lit(1)))
    # By the page itself, so that a task that is run again gives the same result.
    pages = pages.withColumn(SHARE, F.pmod(F.xxhash64(URL, HTML), shares).cast("int"))
    pages = pages.drop(SHARES).withColumn(KIND, F.lit(PAGE))
    templates = templates.select(
        F.col("site").alias(SITE),
        F.explode(F.sequence(F.lit(0), F.col(SHARES) - 1)).alias(SHARE),
        F.lit(0).alias(KIND),
        F.col("template").alias(TEMPLATE),
        F.col("error").alias(ERROR),
    )
    both = pages.unionByName(templates, allowMissingColumns=True)
    return both.repartition(SITE, SHARE).sortWithinPartitions(SITE, SHARE, KIND)
