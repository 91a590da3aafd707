"""The session in which the work is done."""

from __future__ import annotations

import os
import sys

from pyspark.sql import SparkSession


def use_this_python(spark: SparkSession) -> None:
    """Without a cluster, workers run the Python that has this package, not the first on the path.

    One named in ``PYSPARK_PYTHON`` or in the session's settings takes precedence.
    """
    context = spark.sparkContext
    is_named = "PYSPARK_PYTHON" in os.environ or context.getConf().contains("spark.pyspark.python")
    if (context.master or "").startswith("local") and not is_named:
        context.pythonExec = sys.executable
