"""demold on Spark: learn the templates of a whole crawl, and clean its pages.

    from demold import spark as demold_spark

    crawl = spark.read.parquet("crawl").withColumn("site", demold_spark.site("url"))
    templates = demold_spark.learn_templates(crawl, url_col="url")
    texts = demold_spark.clean(crawl, templates, url_col="url")

``python -m demold.spark IN OUT`` does the same for files.

Results depend on the pages alone, not on how Spark has divided them into
partitions, on how many workers there are, or on workers that fail: the same
pages are drawn, the same templates learned, and the same texts written as by
the command ``demold clean``.

No step needs a site in one place. A sample is drawn where the pages are and
merged in two steps; pages meet the templates where they are, or in shares of
a site that are all about as large.

Needs Spark 4, with pyarrow and pandas, and this package on every worker.
"""

from __future__ import annotations

from ._clean import clean
from ._learn import learn_templates
from ._read import read_warc
from ._sites import site

__all__ = ["clean", "learn_templates", "read_warc", "site"]
