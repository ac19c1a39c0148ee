"""Rows that stay alike when what says nothing is taken out of them.

Contract: a field that some rows of a table have is null in the others, so that the table stays one; a field that
no row has is gone.  Where a schema does not allow null, the field stays away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toonwire.paths import Path
from toonwire.shaping import drop_empty
from toonwire.shaping.schema import Schema

__all__ = ["drop_empty_evenly"]

_NOT_NULL: Any = object()


def drop_empty_evenly(payload: Any, *, schema: Mapping[str, Any] | None = None, keep: tuple[str, ...] = ()) -> Any:
    """:func:`~toonwire.shaping.drop_empty`, but rows with the same scalar fields keep having the same.

    >>> rows = [{"id": 1, "by": "ada", "note": None}, {"id": 2, "by": "N/A", "note": ""}]
    >>> drop_empty_evenly({"rows": rows})
    {'rows': [{'id': 1, 'by': 'ada'}, {'id': 2, 'by': None}]}
    """
    made = drop_empty(payload, schema=schema, keep=keep)
    known = Schema(schema) if schema is not None else None
    opened: list[tuple[Any, Any, Path]] = [(payload, made, ())]
    while opened:
        before, after, path = opened.pop()
        if before is after:
            continue
        if isinstance(after, dict):
            opened.extend((before[key], value, (*path, key)) for key, value in after.items() if _is_container(value))
        elif isinstance(after, list) and not _evened(before, after, path, known):
            opened.extend((before[n], value, (*path, n)) for n, value in enumerate(after) if _is_container(value))
    return made


def _evened(before: list[Any], after: list[Any], path: Path, schema: Schema | None) -> bool:
    """Gives rows back, as null, what only some of them lost; whether these were rows at all."""
    if len(before) != len(after) or not _are_rows(before):
        return False
    left = [key for key in before[0] if any(key in row for row in after)]
    wanted = [key for key in left if schema is None or schema.empty((*path, 0, key), _NOT_NULL) is None]
    for number, row in enumerate(after):
        if any(key not in row for key in wanted):
            # a row that lost something is a new one, and so is its list
            after[number] = {key: row.get(key) for key in left if key in row or key in wanted}
    return True


def _are_rows(items: list[Any]) -> bool:
    first = items[0] if items else None
    if not isinstance(first, dict):
        return False
    keys = first.keys()
    return all(
        isinstance(row, dict) and row.keys() == keys and not any(map(_is_container, row.values())) for row in items
    )


def _is_container(value: Any) -> bool:
    return isinstance(value, (dict, list))
