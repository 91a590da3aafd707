"""The columns of records, here and in the command: both are held to `columns.txt`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")

from demold._columns import RECORD  # noqa: E402

METADATA = RECORD["metadata"]
REMOVAL, COMMENT, BLOCK = (RECORD[name].value_type for name in ("removals", "comments", "blocks"))
POST = BLOCK.field("post").type

NAMES = {pa.int64(): "integer", pa.string(): "text", pa.float64(): "number", pa.bool_(): "boolean"}


def shown(kind: Any) -> str:
    if pa.types.is_list(kind):
        return f"list<{shown(kind.value_type)}>"
    if pa.types.is_struct(kind):
        return f"struct<{', '.join(f'{field.name}: {shown(field.type)}' for field in kind)}>"
    return NAMES[kind]


PROSE = {"string": "text", "boolean": "boolean", "number": "number", "integer": "integer"}
"""The types as docs/records.md names them. Longer ones are compared by their names alone."""


def documented(heading: str) -> dict[str, str]:
    """The names and types in the first table below a heading of docs/records.md that has both."""
    text = (Path(__file__).parents[3] / "docs" / "records.md").read_text()
    rows: dict[str, str] = {}
    for line in text.split(heading, 1)[1].splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) >= 5 and cells[1].startswith("`"):
            for name in cells[1].split(","):
                rows[name.strip(" `")] = cells[2]
        elif rows:
            break
    return rows


def check(fields: dict[str, Any], prose: dict[str, str]) -> None:
    assert sorted(fields) == sorted(prose)
    for name, kind in fields.items():
        if prose[name] in ("list of strings", "lists of strings"):
            assert shown(kind) == "list<text>", name
        elif prose[name].split(" ")[0] in ("list", "pair"):
            assert pa.types.is_list(kind), name
        elif prose[name] == "object":
            assert pa.types.is_struct(kind), name
        else:
            assert NAMES[kind] == PROSE[prose[name]], name


def parts(kind: Any) -> dict[str, Any]:
    return {field.name: field.type for field in kind}


def test_the_columns_are_those_of_the_documents() -> None:
    check(RECORD, documented("# Records"))
    check(parts(BLOCK), documented("## Blocks"))
    check(parts(POST), documented("`post` has these names."))
    check(parts(COMMENT), documented("## Comments"))
    check(parts(METADATA), documented("## Metadata"))
    line = documented_line("removals")
    assert all(f"`{name}`" in line for name in parts(REMOVAL)), line


def documented_line(name: str) -> str:
    text = (Path(__file__).parents[3] / "docs" / "records.md").read_text()
    return next(line for line in text.splitlines() if line.startswith(f"| `{name}`"))


def test_the_columns_are_those_of_the_command() -> None:
    # `every_column_is_there_in_python_too` in crates/pipeline holds the command to the same file.
    lines = [f"{name}: {shown(kind)}\n" for name, kind in RECORD.items()]
    assert "".join(lines) == (Path(__file__).parent / "columns.txt").read_text()
