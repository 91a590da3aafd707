"""How long a page takes alone: `demold.extract` beside the same call of other packages.

    python bench/page.py [--json] FOLDER

Times each on all `*.html` files below the folder, on one thread, from bytes
or text to text. All take turns, and the best round of each counts. A package
that is not installed is left out, and with `--json` what is printed is one
object: `calls`, each with its seconds for all pages, and `notes`, which say
what is left out and which releases were measured.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
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


def tools() -> tuple[dict[str, Extract], list[str]]:
    notes: list[str] = []
    found: dict[str, Extract] = {
        "demold.extract": demold.extract,
        "demold.extract, record with metadata": with_metadata,
    }
    for package, load in [("trafilatura", trafilatura), ("resiliparse", resiliparse)]:
        try:
            found.update(load())
        except ImportError as error:
            notes.append(f"left out: {package}: {error}")
            continue
        notes.append(f"{package} {importlib.metadata.version(package)}")
    return found, notes


def seconds(extract: Extract, pages: list[str]) -> float:
    start = time.process_time()
    for page in pages:
        try:
            extract(page)
        except Exception:  # what another project raises is not known here
            pass
    return time.process_time() - start


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--json", action="store_true")
    given = arguments.parse_args()
    paths = sorted(given.folder.rglob("*.html"))
    pages = [path.read_bytes().decode(errors="replace") for path in paths]
    best: dict[str, float] = {}
    all_tools, notes = tools()
    for _ in range(ROUNDS):
        for name, extract in all_tools.items():
            best[name] = min(best.get(name, float("inf")), seconds(extract, pages))
    if given.json:
        print(json.dumps({"calls": list(best.items()), "notes": notes}))
        return
    for note in notes:
        print(note, file=sys.stderr)
    megabytes = sum(len(page.encode()) for page in pages) / 1e6
    print(f"{len(pages)} pages, {megabytes:.1f} MB, one thread, processor time, best of {ROUNDS}")
    ours = best["demold.extract"]
    for name, taken in best.items():
        print(f"{name:44}{1000 * taken / len(pages):8.2f} ms a page{taken / ours:8.1f}")


if __name__ == "__main__":
    main()
