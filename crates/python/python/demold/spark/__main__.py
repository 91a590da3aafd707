"""Clean a crawl: ``python -m demold.spark IN OUT``, or this file under spark-submit."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from typing import get_args

from demold import Error, SiteGrouper
from demold._types import Method, Profile
from demold.spark import clean, learn_templates, read_warc, site
from demold.spark._columns import quoted
from demold.spark._session import use_this_python
from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

BATCH_ROWS = 256
"""Pages that cross to Python together: some megabytes."""


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m demold.spark",
        description="Learn the template of every site of a crawl, and strip it from all pages. "
        "Writes OUT/templates and OUT/pages, both Parquet.",
    )
    parser.add_argument("input", metavar="IN", help="a path, folder or pattern: Parquet, or WARC files")
    parser.add_argument("output", metavar="OUT", help="a folder that does not exist yet")
    parser.add_argument(
        "--input-format",
        choices=["parquet", "warc"],
        help="what IN is [default: warc if its files end in .warc, .warc.gz or .warc.zst]",
    )
    parser.add_argument("--html-col", default="html", metavar="NAME", help="[default: html]")
    parser.add_argument("--url-col", default="url", metavar="NAME", help="[default: url]")
    parser.add_argument("--charset-col", metavar="NAME", help="the charset that the server declared")
    sites = parser.add_mutually_exclusive_group()
    sites.add_argument("--site-col", metavar="NAME", help="the site, if it is in the input")
    sites.add_argument(
        "--site-by", choices=["host", "domain"], default="host", help="[default: host]"
    )
    sites.add_argument(
        "--site-regex", metavar="PATTERN", help="the site is what the first group captures"
    )
    parser.add_argument(
        "--templates", metavar="PATH", help="templates that were learned before; learn nothing"
    )
    parser.add_argument("--method", choices=get_args(Method), default="classify")
    parser.add_argument("--profile", choices=get_args(Profile), default="balanced")
    parser.add_argument(
        "--sample-pages", type=int, default=24, metavar="T", help="how many to learn from [default: 24]"
    )
    parser.add_argument(
        "--min-site-pages",
        type=int,
        default=1,
        metavar="N",
        help="sites of fewer pages pass through whole [default: 1]",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="[default: 0]")
    parser.add_argument(
        "--format",
        action="append",
        choices=["text", "html", "markdown"],
        help="a column to write; may be repeated [default: text]",
    )
    parser.add_argument("--strict", action="store_true", help="fail at the end if any page failed")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    args = parser().parse_args(arguments)
    spark = SparkSession.builder.appName("demold").getOrCreate()
    use_this_python(spark)
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", BATCH_ROWS)
    try:
        n_pages, errors = run(spark, args)
    except (Error, ValueError, PySparkException, Py4JError) as failure:
        print(f"error: {sentence(failure)}", file=sys.stderr)
        return 1
    n_errors = sum(errors.values())
    print(f"{n_pages} pages: {n_pages - n_errors} cleaned, {n_errors} not", file=sys.stderr)
    for error, count in errors.items():
        print(f"  {count} x {error}", file=sys.stderr)
    return 1 if args.strict and n_errors else 0


def sentence(failure: Exception) -> str:
    """Says what went wrong, without the stack trace."""
    # A Java exception has its own message, after the name of its class.
    thrown = getattr(failure, "java_exception", None)
    message = str(failure) if thrown is None else str(thrown.getMessage() or thrown)
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    said = lines[0] if lines else type(failure).__name__
    # If a task failed, the last line of Python's trace says why.
    if "Traceback" in message:
        trace = lines[next(idx for idx, line in enumerate(lines) if "Traceback" in line) + 1 :]
        ends = [line for line in trace if re.match(r"[\w.]+(Error|Exception|Exit|Interrupt)\b", line)]
        said = ends[-1] if ends else said
    return re.sub(r"^\[[A-Z_.]+\] ", "", said)


def run(spark: SparkSession, args: argparse.Namespace) -> tuple[int, dict[str, int]]:
    """Does the work; returns the number of pages, and the most frequent errors."""
    pages = read(spark, args)
    columns = {"site_col": "site", "html_col": args.html_col, "url_col": args.url_col}
    charset_col = args.charset_col
    if args.templates:
        templates = spark.read.parquet(args.templates)
    else:
        learned = learn_templates(
            pages,
            **columns,
            charset_col=charset_col,
            method=args.method,
            profile=args.profile,
            pages_sampled=args.sample_pages,
            seed=args.seed,
            min_pages=args.min_site_pages,
        )
        # What is written is not computed twice, and can be used again.
        learned.write.parquet(f"{args.output}/templates")
        templates = spark.read.parquet(f"{args.output}/templates")
    cleaned = clean(
        pages, templates, **columns, charset_col=charset_col, outputs=args.format or ["text"]
    )
    if "read_error" in cleaned.columns:
        error = F.coalesce("read_error", "error")
        cleaned = cleaned.withColumn("error", error).drop("read_error")
    cleaned.write.parquet(f"{args.output}/pages")
    written = spark.read.parquet(f"{args.output}/pages")
    failed = written.where(F.col("error").isNotNull()).groupBy("error").count()
    errors = {row["error"]: row["count"] for row in failed.orderBy(F.desc("count"), "error").collect()}
    return written.count(), errors


def read(spark: SparkSession, args: argparse.Namespace) -> DataFrame:
    """Reads the input, with a column `site`."""
    kind = args.input_format or ("warc" if is_warc(spark, args.input) else "parquet")
    if kind == "warc":
        args.html_col, args.url_col, args.charset_col = "html", "url", "charset"
        pages = read_warc(spark, args.input)
    else:
        pages = spark.read.parquet(args.input)
    if args.site_col is not None:
        return pages.withColumnRenamed(args.site_col, "site")
    if args.url_col not in pages.columns:
        raise ValueError(f"there is no column {args.url_col!r}; the columns are {', '.join(pages.columns)}")
    grouper = SiteGrouper(args.site_by, regex=args.site_regex)
    return pages.withColumn("site", site(F.col(quoted(args.url_col)), grouper))


WARC = (".warc", ".warc.gz", ".warc.zst")


def is_warc(spark: SparkSession, path: str) -> bool:
    """Returns whether a path, pattern or folder is one of WARC files, by their names."""
    if path.endswith(WARC):
        return True
    # The contents are not selected, and so not read.
    files = spark.read.format("binaryFile").load(path).select("path")
    return any(row["path"].endswith(WARC) for row in files.limit(64).collect())


if __name__ == "__main__":
    sys.exit(main())
