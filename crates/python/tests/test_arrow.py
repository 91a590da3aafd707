"""Tables of Polars, DuckDB and pyarrow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import demold
import pytest
from conftest import page

pa = pytest.importorskip("pyarrow")

from demold._columns import RECORD  # noqa: E402
from demold.arrow import clean  # noqa: E402


# The end of a page, in an element that says what it is.
FOOTER = (b"<i>Imprint</i>", b"<footer>Imprint</footer>")


def rows(n_sites: int = 2, n_pages: int = 5) -> dict[str, list[Any]]:
    """Pages of sites that come mixed."""
    both = [(site, nth) for nth in range(n_pages) for site in range(n_sites)]
    head = "<title>Story {1} of {0} | Sea</title><h1>Story {1} of {0}</h1>"
    return {
        "url": [f"https://s{site}.example/{nth}" for site, nth in both],
        "html": [(head.format(*pair).encode() + page(f"What {pair} says.")).replace(*FOOTER) for pair in both],
        "fit": [nth for _, nth in both],
    }


def test_polars_asks_for_fields_of_structures() -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame(rows())
    found = pl.from_arrow(clean(frame))
    assert found["input_fit"].to_list() == frame["fit"].to_list()
    twice = clean(pa.table({**rows(), "input_fit": rows()["fit"]}), keep=["input_fit", "fit"])
    assert twice.column_names[-2:] == ["input_input_fit", "input_fit"]
    titles = found.select(pl.col("metadata").struct.field("title"))["title"]
    assert titles.to_list() == [f"Story {nth} of {site}" for nth in range(5) for site in range(2)]
    assert found["text"][0] == "Story 0 of 0\nWhat (0, 0) says."
    assert found["site"][1] == "s1.example" and not found["alone"].any()
    ranges = found.select(pl.col("removals").list.eval(pl.element().struct.field("range")))
    assert ranges["removals"][0].to_list()[0][0] < ranges["removals"][0].to_list()[0][1]


def test_duckdb_asks_for_fields_of_structures(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    import pyarrow.parquet as pq

    pq.write_table(pa.table(rows()), tmp_path / "pages.parquet")
    with duckdb.connect() as connection:
        pages = connection.sql(f"from '{tmp_path}/pages.parquet'")
        records = clean(pages, keep=[], outputs=["markdown"], blocks=True)
        assert records.num_rows == 10 and records.column_names == [*RECORD, "error"]
        found = connection.sql(
            "select metadata.title, len(regions), blocks[1].kept, blocks[1].range[1] "
            "from records where metadata.title = 'Story 3 of 1'"
        ).fetchall()
    assert len(found) == 1 and found[0][:2] == ("Story 3 of 1", len(records["regions"][7]))
    assert records["text"].null_count == 10 and records["markdown"][0].as_py().startswith("# Story 0")


def test_records_are_those_of_python() -> None:
    given = rows(1, 3)
    pages = list(zip(given["url"], given["html"]))
    expected = [
        cleaned.record(site="s0.example", blocks=True)
        for cleaned in demold.learn_sample(pages, 3).clean_many(pages)
    ]
    found = clean(pa.table(given), keep=[], blocks=True, pages_sampled=3).drop_columns(["error"])
    for ours, theirs in zip(found.to_pylist(), expected):
        assert without_nulls(ours) == without_nulls(theirs)


def without_nulls(value: Any) -> Any:
    """What is absent and what is null is the same."""
    if isinstance(value, dict):
        return {name: without_nulls(part) for name, part in value.items() if part is not None}
    return [without_nulls(part) for part in value] if isinstance(value, list) else value


def test_what_cannot_be_cleaned_says_why() -> None:
    table = pa.table({"h": [None, "<p>Rain"], "s": ["a", "a"]})
    found = clean(table, html="h", url=None, site="s").to_pylist()
    assert found[0]["error"] == "there is no page" and found[0]["text"] is None
    assert (found[1]["error"], found[1]["text"], found[1]["site"]) == (None, "Rain", "a")
    with pytest.raises(ValueError, match="there is no column 'html'; the columns are h, s"):
        clean(table)
    with pytest.raises(ValueError, match="there is no output 'pdf'"):
        clean(table, html="h", url=None, outputs=["pdf"])  # type: ignore[list-item]
    with pytest.raises(demold.Error, match="there is no profile"):
        clean(table, html="h", url=None, profile="all")  # type: ignore[arg-type]


def test_what_is_known_is_not_learned(pages: list[bytes]) -> None:
    known = {"a.example": demold.learn(pages)}
    (found,) = clean(pa.table({"url": ["https://a.example/"], "html": [page("The wind.")]}), templates=known).to_pylist()
    assert found["text"] == "The wind." and found["fit"] == 1.0
    assert clean(pa.table({"url": [], "html": pa.array([], pa.binary())})).num_rows == 0
