"""Folders of templates, as the command writes and reads them."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

from ._demold import Error, Template

INDEX = "index.jsonl"
"""The file that says which site has which templates; written last."""

HEAD = {"format": "demold templates", "version": 2}
"""Its first line."""


def load_templates(folder: str | os.PathLike[str]) -> dict[str, Template]:
    """Read a folder of templates that ``save_templates`` or the command
    (``demold learn --out FOLDER``) wrote.

    Args:
        folder: The folder.

    Returns:
        The template of each site by its key. Of a site that was redesigned, and so
        has several, it is the newest. Sites without a template are left out.

    Raises:
        OSError: A file cannot be read.
        demold.Error: It is not such a folder, is of another version, or is damaged.
    """
    index = Path(folder, INDEX)
    lines = index.read_text(encoding="utf-8").splitlines()
    if not lines or parsed(lines[0]) != HEAD:
        raise Error(f"{index} is not the index of a folder of templates, or is of another version")
    found: dict[str, Template] = {}
    for nth, line in enumerate(lines[1:], start=2):
        entry = parsed(line)
        site, files = entry.get("site"), entry.get("templates")
        if not isinstance(site, str) or not isinstance(files, list):
            raise Error(f"{index} is damaged in line {nth}")
        for file in files[-1:]:
            # A name that leads out of the folder is not one of ours.
            if not isinstance(file, str) or Path(file).name != file:
                raise Error(f"{index} is damaged in line {nth}")
            found[site] = Template.load(Path(folder, file))
    return found


def save_templates(folder: str | os.PathLike[str], templates: Mapping[str, Template]) -> None:
    """Write the templates of many sites into a folder, which ``load_templates`` and
    the command (``demold clean --template FOLDER``) read.

    The folder is made if it does not exist. The index is written last, whole or not
    at all. Files of templates that are no longer in the index are left alone.

    Args:
        folder: The folder.
        templates: The template of each site by its key.

    Raises:
        OSError: A file cannot be written.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(HEAD)]
    for site, template in sorted(templates.items()):
        number = hashlib.sha256(site.encode() + b"\n" + template.to_bytes()).hexdigest()[:16]
        name = f"{re.sub('[^A-Za-z0-9.-]', '_', site).lstrip('.')[:80]}-{number}.json"
        template.save(folder / name)
        entry = {"site": site, "pages": template.available, "templates": [name], "without": None}
        lines.append(json.dumps(entry, ensure_ascii=False))
    partial = folder / f".{INDEX}.{os.getpid()}"
    partial.write_text("\n".join(lines) + "\n", encoding="utf-8")
    partial.replace(folder / INDEX)


def parsed(line: str) -> dict[str, object]:
    """A line's object; empty if it is none."""
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
