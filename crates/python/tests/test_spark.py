"""Crawls on a real Spark: two workers, each a process of its own."""

from __future__ import annotations

import os
import signal
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import demold
import pytest

pa = pytest.importorskip("pyarrow")
pyspark = pytest.importorskip("pyspark")

from demold import spark as demold_spark  # noqa: E402
from demold._columns import RECORD  # noqa: E402
from demold.spark import _clean, _join  # noqa: E402
from demold.spark.__main__ import main as command  # noqa: E402
from demold.spark.__main__ import sentence  # noqa: E402
from demold.spark._session import use_this_python  # noqa: E402
from pyspark import TaskContext  # noqa: E402
from pyspark.sql import DataFrame, Row, SparkSession  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402
from pyspark.sql.pandas.types import to_arrow_schema  # noqa: E402
from pyspark.sql.types import StructType  # noqa: E402
from test_warc import answer, record  # noqa: E402

N_SITES, N_PAGES, SAMPLED = 12, 300, 6

Crawl = list[tuple[str, str, bytes]]


def page(site: int, nth: int) -> bytes:
    """A page of a site, of words that differ from page to page."""
    words = " ".join(f"word{(nth + 1) * (site + 3) * factor % 997}" for factor in range(1, 40))
    frame = f"<div class='top{site}'><a href='/'>Home of {site}</a> <a href='/all'>All of it</a></div>"
    end = f"<div class='end'>Site number {site} is run by nobody. <a href='/legal'>Legal</a></div>"
    return f"<html><body>{frame}<p>Story {nth}. {words}.</p>{end}</body></html>".encode()


@pytest.fixture(scope="session")
def crawl() -> Crawl:
    """Rows of site, address and page. The first site has half of the pages."""
    sites = [0 if nth % 2 == 0 else 1 + nth // 2 % (N_SITES - 1) for nth in range(N_PAGES)]
    return [
        (f"s{site}.example", f"https://s{site}.example/{nth}", page(site, nth))
        for nth, site in enumerate(sites)
    ]


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    session = (
        SparkSession.builder.master("local-cluster[2,1,768]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.executor.memory", "512m")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "16")
        .config("spark.local.dir", str(tmp_path_factory.mktemp("spark")))
        .config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def df(spark: SparkSession, crawl: Crawl) -> DataFrame:
    return spark.createDataFrame(crawl, ["site", "url", "html"]).repartition(6).cache()


@pytest.fixture(scope="session")
def expected(crawl: Crawl) -> dict[str, str]:
    """The texts, made page for page in one process, without Spark."""
    samples = demold.Samples(SAMPLED)
    for site, url, html in crawl:
        samples.offer(site, (url, html))
    templates = {}
    for site, n_pages in samples.sites():
        _, sample = samples.take(site)
        templates[site] = demold.learn_sample(sample, n_pages)
    return {url: templates[site].clean(html).text for site, url, html in crawl}


def learn(df: DataFrame) -> DataFrame:
    return demold_spark.learn_templates(df, url_col="url", pages_sampled=SAMPLED)


def texts(cleaned: DataFrame) -> dict[str, str]:
    rows = cleaned.select("url", "text").collect()
    assert len(rows) == len({row["url"] for row in rows})
    return {row["url"]: row["text"] for row in rows}


@pytest.fixture(scope="session")
def templates(df: DataFrame) -> DataFrame:
    return learn(df).persist()


def test_every_site_gets_a_template(templates: DataFrame, crawl: Crawl) -> None:
    rows = {row["site"]: row for row in templates.collect()}
    assert len(rows) == N_SITES
    for site, row in rows.items():
        assert row["pages"] == sum(site == of for of, _, _ in crawl)
        assert row["fit"] == 1.0
        assert row["error"] is None
        template = demold.Template.from_bytes(bytes(row["template"]))
        assert (template.pages, template.available) == (min(SAMPLED, row["pages"]), row["pages"])


@pytest.mark.parametrize("way", ["broadcast", "join"])
def test_every_page_is_cleaned_as_it_would_be_alone(
    way: _clean.Way, df: DataFrame, templates: DataFrame, expected: dict[str, str]
) -> None:
    cleaned = demold_spark.clean(df, templates, url_col="url", way=way)
    assert cleaned.columns == ["site", "url", "text", "removed_share", "fit", "alone", "confidence", "model", "empty", "regions", "removals", "error"]
    assert texts(cleaned) == expected
    assert cleaned.where("error is not null or fit < 1 or removed_share = 0").count() == 0


def test_pages_have_metadata_and_blocks_as_in_tables_of_the_command(
    df: DataFrame, templates: DataFrame, expected: dict[str, str]
) -> None:
    cleaned = demold_spark.clean(df, templates, url_col="url", outputs=("text", "metadata", "blocks"))
    assert cleaned.columns[2:5] == ["text", "metadata", "blocks"]
    for row in cleaned.where("site = 's1.example'").collect():
        assert row["metadata"]["language"] is None or len(row["metadata"]["language"]) == 2
        kept = [block["text"] for block in row["blocks"] if block["kept"]]
        assert "\n".join(kept) == expected[row["url"]]
        assert any(block["reason"] for block in row["blocks"])


def test_every_column_is_that_of_the_records() -> None:
    outputs = ("text", "html", "markdown", "metadata", "comments", "blocks")
    made = to_arrow_schema(_clean.Cleaner((), outputs).schema(StructType()))
    found = {field.name: field.type for field in made}
    assert found.pop("error") == pa.string()
    # Rows have no order, and the other fields are columns of the caller's own.
    others = {"schema", "url", "site", "copy_of", "simhash"}
    assert found == {name: kind for name, kind in RECORD.items() if name not in others}


def test_it_does_not_matter_how_pages_are_spread(
    df: DataFrame, templates: DataFrame, spark: SparkSession
) -> None:
    expected = {row["site"]: row["template"] for row in templates.collect()}
    one = learn(df.coalesce(1)).collect()
    assert {row["site"]: row["template"] for row in one} == expected


def test_bad_pages_end_in_the_error_column(
    spark: SparkSession, templates: DataFrame
) -> None:
    rows = [
        ("s1.example", "a", None, "utf-8"),
        ("s1.example", "b", b"\xff\xfe<", "no charset"),
        ("s1.example", "c", b"<p>" * 6_000_000, None),
        ("s1.example", "d", b"", None),
        ("other.example", "e", b"<p>", None),
        (None, "f", b"<p>", None),
    ]
    df = spark.createDataFrame(rows, "site string, url string, html binary, charset string")
    for way in ["broadcast", "join"]:
        cleaned = demold_spark.clean(
            df, templates, url_col="url", charset_col="charset", outputs=["html"], way=way  # type: ignore[arg-type]
        )
        errors = {row["url"]: row["error"] for row in cleaned.collect()}
        assert errors == {
            "a": "there is no page",
            "b": None,
            "c": "the page has 18000000 bytes, and 16777216 is the limit",
            "d": None,
            "e": "there is no template for other.example",
            "f": "there is no site",
        }
    learned = {row["site"]: row["pages"] for row in learn(df).collect()}
    assert learned == {"s1.example": 2, "other.example": 1}


def test_a_page_alone_is_judged_by_its_own_evidence(spark: SparkSession) -> None:
    page = "<nav><a href=/>Home</a> <a href=/b>News</a></nav><p>One story of the sea and all that is in it."
    one = demold.extract(page)
    rows = [("small", page), *(("large", f"<nav>Home</nav><p>{n}") for n in "abc")]
    df = spark.createDataFrame(rows, ["site", "html"])
    cleaned = demold_spark.clean(df, demold_spark.learn_templates(df), way="broadcast").collect()
    of_site = {(row["site"], row["text"], row["alone"]) for row in cleaned}
    assert of_site == {("small", one, True), *(("large", n, False) for n in "abc")}
    assert not any(row["error"] for row in cleaned)
    # Who wants small sites whole says so.
    templates = demold_spark.learn_templates(df, min_pages=2)
    small = demold_spark.clean(df, templates).where("site = 'small'").collect()
    assert [(row["text"], row["fit"], row["alone"]) for row in small] == [("Home News\n" + one, None, False)]
    assert one.startswith("One story")


def test_removals_are_those_of_the_records(spark: SparkSession) -> None:
    pages = [f"<nav>Home of nobody</nav><p>{n}" for n in "abc"]
    df = spark.createDataFrame([("a", page) for page in pages], ["site", "html"])
    frame = demold_spark.clean(df, demold_spark.learn_templates(df))
    cleaned = frame.collect()
    alike = {page: demold.learn(pages).clean(page).record() for page in pages}
    expected = {record["text"]: (as_pairs(record["regions"]), record["removals"]) for record in alike.values()}

    def removals(row: Row) -> list[dict[str, object]]:
        # What a record leaves out is null in a column.
        found = [removal.asDict() for removal in row["removals"]]
        return [{name: part for name, part in removal.items() if part is not None} for removal in found]

    assert {row["text"]: (as_pairs(row["regions"]), removals(row)) for row in cleaned} == expected
    reasons = [row["reason"] for row in frame.select("removals.reason").collect()]
    assert reasons == [[removal["reason"] for removal in row["removals"]] for row in cleaned]


def as_pairs(regions: list[list[int]]) -> list[tuple[int, ...]]:
    return [tuple(region) for region in regions]


def test_templates_that_are_none_end_in_the_error_column(spark: SparkSession) -> None:
    rows = [("a", bytearray(b"{}"), 1, None), ("b", None, 1, "the limit of nodes is exceeded")]
    templates = spark.createDataFrame(rows, "site string, template binary, pages long, error string")
    df = spark.createDataFrame([("a", "<p>"), ("b", "<p>")], ["site", "html"])
    for way in ["broadcast", "join"]:
        cleaned = demold_spark.clean(df, templates, way=way)  # type: ignore[arg-type]
        errors = {row["site"]: row["error"] for row in cleaned.collect()}
        assert errors["a"].startswith("this is not a template")
        assert errors["b"] == "the limit of nodes is exceeded"


def test_a_worker_that_is_killed_changes_nothing(
    df: DataFrame, expected: dict[str, str], tmp_path: Path
) -> None:
    killed = str(tmp_path / "killed")

    def die_once(batches: Iterator[Any]) -> Iterator[Any]:
        context = TaskContext.get()
        for nth, batch in enumerate(batches):
            yield batch
            if context and context.partitionId() == 1 and nth == 1 and not os.path.exists(killed):
                Path(killed).touch()
                # This process is a child of a daemon, a child of the executor.
                stat = Path(f"/proc/{os.getppid()}/stat").read_text()
                os.kill(int(stat.rsplit(")", 1)[1].split()[1]), signal.SIGKILL)

    mortal = df.mapInArrow(die_once, df.schema)
    cleaned = demold_spark.clean(mortal, learn(mortal), url_col="url", way="join")
    assert texts(cleaned) == expected
    assert os.path.exists(killed)


def test_large_sites_are_cleaned_in_shares(
    df: DataFrame,
    templates: DataFrame,
    spark: SparkSession,
    monkeypatch: pytest.MonkeyPatch,
    expected: dict[str, str],
) -> None:
    monkeypatch.setattr(_join, "PAGES_PER_SHARE", 5)
    # Spark would put small partitions together, and all of these are.
    spark.conf.set("spark.sql.adaptive.coalescePartitions.enabled", "false")
    cleaned = demold_spark.clean(df, templates, url_col="url", way="join")
    assert texts(cleaned) == expected
    large = cleaned.where("site = 's0.example'").groupBy(F.spark_partition_id()).count()
    counts = [row["count"] for row in large.collect()]
    assert sum(counts) == N_PAGES // 2
    # Of thirty shares in four partitions, no partition has half.
    assert len(counts) == 4 and max(counts) < N_PAGES // 4
    spark.conf.unset("spark.sql.adaptive.coalescePartitions.enabled")


def test_a_site_of_half_the_pages_stays_spread(df: DataFrame, templates: DataFrame) -> None:
    # Which worker takes which partition is chance; `bench/spark.py` looks at that.
    cleaned = demold_spark.clean(df, templates, url_col="url", way="broadcast")
    large = cleaned.where("site = 's0.example'").select(F.spark_partition_id().alias("nth"))
    counts = [0] * 6
    for row in large.collect():
        counts[row["nth"]] += 1
    assert sum(counts) == N_PAGES // 2
    assert N_PAGES // 20 < min(counts) and max(counts) < N_PAGES // 6


def test_what_makes_no_sense_is_refused(df: DataFrame, templates: DataFrame) -> None:
    with pytest.raises(ValueError, match="there is no column 'page'; the columns are site, url, html"):
        demold_spark.learn_templates(df, html_col="page")
    with pytest.raises(ValueError, match="there is no method"):
        demold_spark.learn_templates(df, method="magic")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="of type long"):
        demold_spark.learn_templates(df.withColumn("html", F.lit(1).cast("long")))
    with pytest.raises(ValueError, match="there would be two columns 'fit'"):
        demold_spark.clean(df.withColumn("fit", F.lit(1)), templates)
    with pytest.raises(ValueError, match="there is no output 'pdf'"):
        demold_spark.clean(df, templates, outputs=["pdf"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="there is no way 'mail'"):
        demold_spark.clean(df, templates, way="mail")  # type: ignore[arg-type]


def test_warc_files_go_in_and_parquet_comes_out(
    spark: SparkSession, crawl: Crawl, expected: dict[str, str], tmp_path: Path
) -> None:
    for nth in range(3):
        records = [record("response", url, answer(html, "text/html")) for _, url, html in crawl[nth::3]]
        damaged = [b"WARC/1.0\r\nContent-Length: many\r\n\r\n"] if nth == 1 else []
        (tmp_path / f"{nth}.warc").write_bytes(b"".join(records + damaged))
    out = tmp_path / "out"
    arguments = [str(tmp_path / "*.warc"), str(out), "--sample-pages", str(SAMPLED)]
    assert command(arguments) == 0
    written = spark.read.parquet(str(out / "pages"))
    assert written.columns == ["url", "charset", "date", "site", "text", "removed_share", "fit", "alone", "confidence", "model", "empty", "regions", "removals", "error"]
    assert texts(written.where("error is null")) == expected
    (bad,) = written.where("error is not null").collect()
    assert "1.warc, byte " in bad["error"]
    # A folder of such files is recognised.
    folder = tmp_path / "crawl"
    folder.mkdir()
    for nth in range(3):
        (tmp_path / f"{nth}.warc").rename(folder / f"{nth}.warc")
    assert command([str(folder), str(tmp_path / "same"), "--sample-pages", str(SAMPLED)]) == 0
    assert texts(spark.read.parquet(str(tmp_path / "same" / "pages")).where("error is null")) == expected
    # With the templates that were written, on Parquet, strictly.
    again = [str(out / "pages"), str(tmp_path / "again"), "--html-col", "text"]
    again += ["--templates", str(out / "templates"), "--format", "html", "--strict"]
    assert command(again) == 1


def test_errors_are_sentences(tmp_path: Path, spark: SparkSession, capfd: pytest.CaptureFixture[str]) -> None:
    assert command([str(tmp_path / "nowhere"), str(tmp_path / "out")]) == 1
    said = capfd.readouterr().err.strip().splitlines()[-1]
    assert said.startswith("error: ") and "nowhere" in said and "py4j" not in said
    given, out = str(tmp_path / "given"), str(tmp_path / "out")
    spark.createDataFrame([("https://a.example/", b"<p>")], ["url", "html"]).write.parquet(given)
    assert command([given, out]) == 0
    capfd.readouterr()
    assert command([given, out]) == 1
    said = capfd.readouterr().err.strip().splitlines()[-1]
    assert "error: Path file:" in said and "already exists" in said


def test_a_trace_is_one_line() -> None:
    trace = 'Job aborted\nTraceback (most recent call last):\n  File "x"\nModuleNotFoundError: No module named \'demold\'\n\tat java'
    assert sentence(ValueError(trace)) == "ModuleNotFoundError: No module named 'demold'"
    assert sentence(ValueError("[PATH_NOT_FOUND] Path does not exist: x. SQLSTATE")) == "Path does not exist: x. SQLSTATE"


def test_workers_on_this_machine_run_this_python(monkeypatch: pytest.MonkeyPatch) -> None:
    def chosen(master: str) -> str:
        named = SimpleNamespace(contains=lambda name: False)
        context = SimpleNamespace(master=master, pythonExec="python3", getConf=lambda: named)
        use_this_python(cast(SparkSession, SimpleNamespace(sparkContext=context)))
        return cast(str, context.pythonExec)

    monkeypatch.delenv("PYSPARK_PYTHON", raising=False)
    assert chosen("local[*]") == sys.executable
    assert chosen("yarn") == "python3"
    monkeypatch.setenv("PYSPARK_PYTHON", "another")
    assert chosen("local[*]") == "python3"


def test_what_has_no_room_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    learned = {f"s{site}": demold.learn([page(site, nth) for nth in range(3)]).to_bytes() for site in range(4)}
    packed: dict[str, _clean.Packed] = {site: (zlib.compress(json), None) for site, json in learned.items()}
    packed["bad"] = (None, "too large")
    for n_ready in (1, 3, 9):
        monkeypatch.setattr(_clean, "READY_BYTES", n_ready * max(map(len, learned.values())))
        ready = _clean.Ready(packed)
        for site in ["s0", "s1", "s0", "s2", "s3", "s1", "s0", "s0"]:
            template = ready.template(site)
            assert isinstance(template, demold.Template)
            assert template.to_bytes() == learned[site]
            assert ready.n_bytes == sum(len(learned[site]) for site in ready.read)
            assert 1 <= len(ready.read) <= n_ready
        assert ready.template("bad") == "too large"
        assert ready.template("none") is None
