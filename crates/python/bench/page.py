"""How long a page takes alone: `demold.extract` beside the same call of other packages.

    python bench/page.py FOLDER

Times each on all `*.html` files below the folder, on one thread, from bytes
or text to text. All take turns, and the best round of each counts. A package
that is not installed is left out.
"""

from __future__ import annotations

import importlib.metadata
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import demold

ROUNDS = 5

Extract = Callable[[str], Any]


def with_metadata(page: str) -> object:
    return demold.extract(page, output="record")


def trafilatura() -> dict[str, Extract]:
    import logging

    from trafilatura import bare_extraction, extract

    logging.disable(logging.CRITICAL)
    return {
        "trafilatura.extract": extract,
        "trafilatura.bare_extraction, with metadata": lambda page: bare_extraction(
            page, with_metadata=True
        ),
    }


def resiliparse() -> dict[str, Extract]:
    from resiliparse.extract.html2text import extract_plain_text

    return {"resiliparse, main_content": lambda page: extract_plain_text(page, main_content=True)}


def tools() -> dict[str, Extract]:
    found: dict[str, Extract] = {
        "demold.extract": demold.extract,
        "demold.extract, record with metadata": with_metadata,
    }
    for package, load in [("trafilatura", trafilatura), ("resiliparse", resiliparse)]:
        try:
            found.update(load())
        except ImportError as error:
            print(f"left out: {package}: {error}", file=sys.stderr)
            continue
        print(f"{package} {importlib.metadata.version(package)}", file=sys.stderr)
    return found


def seconds(extract: Extract, pages: list[str]) -> float:
    start = time.process_time()
    for page in pages:
        try:
            extract(page)
        except Exception:  # what another project raises is not known here
            pass
    return time.process_time() - start


def main(folder: str) -> None:
    paths = sorted(Path(folder).rglob("*.html"))
    pages = [path.read_bytes().decode(errors="replace") for path in paths]
    best: dict[str, float] = {}
    all_tools = tools()
    for _ in range(ROUNDS):
        for name, extract in all_tools.items():
            best[name] = min(best.get(name, float("inf")), seconds(extract, pages))
    megabytes = sum(len(page.encode()) for page in pages) / 1e6
    print(f"{len(pages)} pages, {megabytes:.1f} MB, one thread, processor time, best of {ROUNDS}")
    ours = best["demold.extract"]
    for name, taken in best.items():
        print(f"{name:44}{1000 * taken / len(pages):8.2f} ms a page{taken / ours:8.1f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
