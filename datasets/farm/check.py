"""Checks finished sites against their gold.

check.py COLLECTION [NAME ...]

Prints for each site pages, visible words and gold words a page, the share of gold, the least gold of a page, and the
least share of a page's gold words that stand in its visible text, which should be 1. At the end: gold lines of nine
words and more that several sites have, which should be few.
"""

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

from kit.marks import WORD, marked_lines, parse
from kit.settings import OUT


def words(text: str) -> Counter:
    return Counter(WORD.findall(text.lower()))


def check_page(page: Path) -> tuple[int, int, float, list[str]]:
    """Visible words, gold words, the share of these that is visible, and the lines of gold."""
    gold_text = (page.parent.parent / "gold" / (page.stem + ".txt")).read_text("utf-8")
    visible = words("\n".join(text for _, text in marked_lines(parse(page.read_text("utf-8")))))
    gold = words(gold_text)
    seen = sum(min(n, visible[word]) for word, n in gold.items())
    return visible.total(), gold.total(), seen / max(1, gold.total()), gold_text.splitlines()


def check_site(folder: Path, sites_of_line: dict[str, set[str]]) -> None:
    """Prints the line for a site, and notes its long gold lines."""
    about = json.loads((folder / "site.json").read_text("utf-8"))
    checked = [check_page(page) for page in sorted((folder / "pages").iterdir())]
    for *_, lines in checked:
        for line in lines:
            if len(line.split()) > 8:
                sites_of_line[line].add(folder.name)
    n_pages = len(checked)
    n_visible, n_gold = (sum(column) for column in list(zip(*checked))[:2])
    least_gold = min(page[1] for page in checked)
    least_seen = min(page[2] for page in checked)
    print(
        f"{folder.name:50} {about['kind']:8} {about['language']} {n_pages:3} pages {n_visible // n_pages:6} words "
        f"{n_gold // n_pages:5} gold  share {n_gold / n_visible:.2f}  least {least_gold:4}  visible {least_seen:.3f}"
    )


def main() -> None:
    collection, *names = sys.argv[1:] or sys.exit(__doc__)
    sites_of_line = defaultdict(set)
    folders = sorted((OUT / collection).glob("farm__*"))
    for folder in folders:
        if not names or folder.name.split("__")[1].split(".")[0] in names:
            check_site(folder, sites_of_line)
    shared = [(line, sites) for line, sites in sites_of_line.items() if len(sites) > 1]
    print(f"gold lines of nine words and more in several sites: {len(shared)} of {len(sites_of_line)}")
    for line, sites in shared[:12]:
        print(f"    {', '.join(sorted(sites)[:4])}: {line[:80]}")


if __name__ == "__main__":
    main()
