"""The columns of records, here and in the command: both are held to `columns.txt`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")

from demold._columns import RECORD  # noqa: E402

NAMES = {pa.int64(): "integer", pa.string(): "text", pa.float64(): "number", pa.bool_(): "boolean"}


def shown(kind: Any) -> str:
    if pa.types.is_list(kind):
        return f"list<{shown(kind.value_type)}>"
    if pa.types.is_struct(kind):
        return f"struct<{', '.join(f'{field.name}: {shown(field.type)}' for field in kind)}>"
    return NAMES[kind]


def test_the_columns_are_those_of_the_command() -> None:
    # `every_column_is_there_in_python_too` in crates/cli holds the command to the same file.
    lines = [f"{name}: {shown(kind)}\n" for name, kind in RECORD.items()]
    assert "".join(lines) == (Path(__file__).parent / "columns.txt").read_text()
