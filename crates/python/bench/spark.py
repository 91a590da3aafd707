"""A crawl on Spark, on two workers: how long it takes, what it holds, and whether
the texts are those of the command.

    python bench/spark.py CRAWL.jsonl COMMAND.jsonl [--kill]

CRAWL holds a page a line, with the fields `url` and `html`, COMMAND what
`demold clean --format jsonl` made of it. With `--kill`, one worker is killed
while it cleans. Prints one line of JSON. Needs Linux, Java, and the package
with its extra `spark`.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pyspark
from demold import SiteGrouper
from demold import spark as demold_spark
from pyspark.sql import SparkSession

FILES = 16
"""The input is in so many files, as crawls are."""

PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")


class Watch(threading.Thread):
    """Looks at the workers and their Python processes until it is told to stop."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.over = threading.Event()
        self.kill_one = threading.Event()
        self.killed = False
        self.peak_python = 0
        self.peak_worker = 0
        self.seconds: dict[int, dict[int, float]] = {}
        self.of_workers: dict[int, float] = {}

    def run(self) -> None:
        while not self.over.wait(0.1):
            processes = dict(self.processes())
            workers = [pid for pid, (_, command, *_) in processes.items() if "CoarseGrained" in command]
            for pid, (parent, command, resident, seconds) in processes.items():
                if pid in workers:
                    self.peak_worker = max(self.peak_worker, resident)
                    self.of_workers[pid] = seconds
                grandparent = processes.get(parent, (0, "", 0, 0.0))[0]
                for worker in workers:
                    if worker in (parent, grandparent) and "pyspark" in command:
                        self.peak_python = max(self.peak_python, resident)
                        self.seconds.setdefault(worker, {})[pid] = seconds
            if self.kill_one.is_set() and not self.killed and workers:
                os.kill(workers[0], signal.SIGKILL)
                self.killed = True

    def processes(self):  # type: ignore[no-untyped-def]
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                stat = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            seconds = (int(stat[11]) + int(stat[12])) / TICKS
            yield int(entry.name), (int(stat[1]), command, int(stat[21]) * PAGE_SIZE, seconds)

    def shares(self) -> list[float]:
        """The share of each worker in the time of all Python processes."""
        sums = [sum(of.values()) for of in self.seconds.values()]
        return sorted(one / sum(sums) for one in sums)


def store(crawl: Path, folder: Path) -> tuple[int, int, int]:
    """Writes the crawl as Parquet; returns pages, sites and bytes."""
    files = []
    schema = pa.schema([("url", pa.string()), ("html", pa.string())])
    for nth in range(FILES):
        files.append(pq.ParquetWriter(folder / f"{nth:02}.parquet", schema, compression="zstd"))
    n_pages, n_bytes, sites, grouper = 0, 0, set(), SiteGrouper()
    rows: list[dict[str, str]] = []

    def flush() -> None:
        files[n_pages // 500 % FILES].write_table(pa.Table.from_pylist(rows, schema))
        rows.clear()

    with crawl.open() as lines:
        for line in lines:
            row = json.loads(line)
            rows.append(row)
            n_pages += 1
            n_bytes += len(row["html"].encode())
            sites.add(grouper.site(row["url"]))
            if len(rows) == 100:
                flush()
    flush()
    for file in files:
        file.close()
    return n_pages, len(sites), n_bytes


def digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


def session(work: str) -> SparkSession:
    os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    spark = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.executor.memory", "1g")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.local.dir", work)
        .config("spark.sql.files.maxPartitionBytes", "8m")
        .config("spark.sql.shuffle.partitions", "8")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "256")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    return spark


def main() -> None:
    crawl, command = Path(sys.argv[1]), Path(sys.argv[2])
    with tempfile.TemporaryDirectory(dir=crawl.parent) as name:
        work = Path(name)
        (work / "crawl").mkdir()
        n_pages, n_sites, n_bytes = store(crawl, work / "crawl")
        spark = session(str(work / "local"))
        spark.range(8).repartition(4).mapInArrow(lambda batches: batches, "id long").count()
        watch = Watch()
        watch.start()
        pages = spark.read.parquet(str(work / "crawl"))
        pages = pages.withColumn("site", demold_spark.site("url"))

        start = time.monotonic()
        learned = demold_spark.learn_templates(pages, url_col="url")
        learned.write.parquet(str(work / "templates"))
        learning = time.monotonic() - start

        if "--kill" in sys.argv:
            threading.Timer(0.5 * learning, watch.kill_one.set).start()
        start = time.monotonic()
        templates = spark.read.parquet(str(work / "templates"))
        cleaned = demold_spark.clean(pages, templates, url_col="url")
        cleaned.write.parquet(str(work / "cleaned"))
        cleaning = time.monotonic() - start
        watch.over.set()
        watch.join()
        spark.stop()

        texts, errors = {}, 0
        for batch in pq.ParquetDataset(work / "cleaned").read(["url", "text", "error"]).to_batches():
            for row in batch.to_pylist():
                errors += row["error"] is not None
                texts[row["url"]] = digest(row["text"] or "")
    with command.open() as lines:
        of_command = {row["url"]: digest(row["text"]) for row in map(json.loads, lines)}
    shares = watch.shares()
    figures = {
        "pages": n_pages,
        "sites": n_sites,
        "megabytes": n_bytes / 1e6,
        "learning": learning,
        "cleaning": cleaning,
        "workers": len(watch.seconds),
        "python_seconds": sum(sum(of.values()) for of in watch.seconds.values()),
        "worker_seconds": sum(watch.of_workers.values()),
        "least_share": shares[0],
        "peak_python_megabytes": watch.peak_python / 1e6,
        "peak_worker_megabytes": watch.peak_worker / 1e6,
        "killed": int(watch.killed),
        "errors": errors,
        "texts": len(texts),
        "texts_that_differ": sum(of_command.get(url) != text for url, text in texts.items())
        + len(of_command.keys() - texts.keys()),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
