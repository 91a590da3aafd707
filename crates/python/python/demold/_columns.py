"""The columns of records in Arrow: the types that they have in the command's tables."""

from __future__ import annotations

from typing import Any, Union, get_args, get_origin, get_type_hints

import pyarrow as pa

from ._records import Record

SCALARS = {bool: pa.bool_(), int: pa.int64(), float: pa.float64(), str: pa.string()}


def columns(record: type) -> dict[str, pa.DataType]:
    """Returns the type of each key of a ``TypedDict``, in their order."""
    hints = get_type_hints(record)
    return {key: column(hint) for key, hint in hints.items()}


def column(hint: Any) -> pa.DataType:
    """Returns the type of a value. Any can be null."""
    if get_origin(hint) is Union:
        return column(get_args(hint)[0])
    if get_origin(hint) is list:
        return pa.list_(column(get_args(hint)[0]))
    return SCALARS[hint] if hint in SCALARS else pa.struct(columns(hint))


RECORD = columns(Record)
"""The fields of records, in their order."""
