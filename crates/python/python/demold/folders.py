"""Pages of folders that other programs made: wget's mirrors, and ArchiveBox.

    import demold
    from demold.folders import archivebox, wget

    for cleaned in demold.clean_site(wget("www.example.org")):
        ...
    pages = archivebox("archive")                    # of many sites, with their addresses
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

SUFFIXES = (".html", ".htm", ".xhtml")
"""What wget calls a page, whatever was asked for after it."""

RENDERED = ("output.html", "singlefile.html", "singlefile/singlefile.html", "dom/output.html")
"""What ArchiveBox saves after a page's scripts have run, in the order of preference."""


def wget(
    folder: str | os.PathLike[str], *, scheme: str = "https", host: str | None = None
) -> Iterator[tuple[str, bytes]]:
    """Yield the pages of a mirror that wget made (``wget --mirror``), with their
    addresses, in the order of their names.

    The path of a file says its address. wget does not note the scheme, nor whether it
    has added the ``.html`` (``--adjust-extension``), so an address may differ in these
    from the one that was fetched.

    Args:
        folder: The folder of one host, which is named after it.
        scheme: What addresses begin with.
        host: The host, if the folder has another name.

    Raises:
        OSError: A file or a folder cannot be read.
    """
    root = Path(folder)
    host = host or root.resolve().name
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        name, _, query = parts[-1].partition("?")
        if not parts[-1].lower().endswith(SUFFIXES) and not name.lower().endswith(SUFFIXES):
            continue
        if not path.is_file():
            continue
        if name in ("index.html", "index.htm"):
            name = ""
        way = "/".join(quote(part, safe="%+:@!$&'()*,;=~") for part in (*parts[:-1], name))
        asked = f"?{query}" if query else ""
        yield f"{scheme}://{host}/{way}{asked}", path.read_bytes()


def archivebox(folder: str | os.PathLike[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the pages of an ArchiveBox, with their addresses, in the order in which they
    were archived.

    Of what is kept of a page, it is what a browser has rendered, if there is that, and
    else what wget has fetched. Pages of which there is neither are left out.

    Args:
        folder: Its data, or the folder ``archive`` in it.

    Raises:
        OSError: A file cannot be read.
    """
    root = Path(folder)
    if (root / "archive").is_dir():
        root = root / "archive"
    for snapshot in sorted(root.iterdir()):
        about = described(snapshot / "index.json")
        url = about.get("url")
        if not isinstance(url, str):
            continue
        source = best(snapshot, about)
        if source is not None:
            yield url, source


def best(snapshot: Path, about: dict[str, object]) -> bytes | None:
    """What is kept of a page."""
    canonical = about.get("canonical")
    fetched = canonical.get("wget_path") if isinstance(canonical, dict) else None
    history = about.get("history")
    tries = history.get("wget") if isinstance(history, dict) else None
    outputs = [entry.get("output") for entry in tries or () if isinstance(entry, dict)]
    for name in (*RENDERED, fetched, *outputs):
        if not isinstance(name, str) or not name.lower().endswith(SUFFIXES):
            continue
        path = snapshot / name
        # A name that leads out of the snapshot is none of its files.
        if path.is_file() and path.resolve().is_relative_to(snapshot.resolve()):
            return path.read_bytes()
    return None


def described(index: Path) -> dict[str, object]:
    """What ArchiveBox says of a snapshot; nothing if it is none."""
    try:
        found = json.loads(index.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
