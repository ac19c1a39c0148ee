"""§9: which form a container takes, from the shape of its value alone.

Contract: values that are not of the JSON model (§2) yet are brought there by ``model``.  Nothing
recurses, and a value is looked at a number of times that is logarithmic in its size at most.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from operator import itemgetter
from typing import Any, NamedTuple

from toonwire.rules.headers import LEAF, OPEN, SHUT

__all__ = ["SCALARS", "Table", "find_table"]

SCALARS = frozenset({str, int, float, bool, type(None), Decimal})
"""The exact types of primitives (§1.6); a Decimal is a number with all its digits."""

Model = Callable[[Sequence[Any], list[str]], Sequence[Any]]
"""Brings values to the JSON model, objects with string keys included; the names lead to their column.

The list of names is the one in use: it must be read before the call ends, and not changed.
"""


class Table(NamedTuple):
    """A tabular form: the field list as a walk, and one column a leaf field."""

    program: list[tuple[int, str]]
    columns: list[Sequence[Any]]
    depth: int


def find_table(rows: Sequence[dict[str, Any]], model: Model, enter: Callable[[list[str], Any], None]) -> Table | None:
    """The table of uniform objects (§9.3: tabular detection), None where they are not uniform.

    ``rows`` are of the model already.  ``enter`` is told of each nested field group before it is looked
    into, by its names as ``model`` is, and with the first value in it as it was before ``model`` saw it: it
    may refuse to go deeper.

    >>> t = find_table([{"id": 1, "at": {"x": 2}}, {"at": {"x": 4}, "id": 3}], lambda c, _: c, lambda *_: None)
    >>> t.columns
    [(1, 3), [2, 4]]
    """
    program: list[tuple[int, str]] = []
    columns: list[Sequence[Any]] = []
    path: list[str] = []  # a copy for each field would cost the square of the depth
    depth = 1
    split = _columns(rows)
    if split is None:
        return None
    todo = [iter(split)]
    while todo:
        found = next(todo[-1], None)
        if found is None:
            todo.pop()
            if todo:
                path.pop()
                program.append((SHUT, ""))
            continue
        name, column = found
        path.append(name)
        first = column[0]
        kinds = set(map(type, column))
        if not kinds <= SCALARS and list not in kinds:
            column = model(column, path)
            kinds = set(map(type, column))
        if kinds <= SCALARS:
            program.append((LEAF, name))
            columns.append(column)
            path.pop()
        elif kinds == _OBJECTS:
            enter(path, first)
            split = _columns(column)
            if split is None:
                return None
            program.append((OPEN, name))
            todo.append(iter(split))
            depth = max(depth, len(todo))
        else:
            return None
    return Table(program, columns, depth)


_OBJECTS = {dict}


def _columns(rows: Sequence[dict[str, Any]]) -> list[tuple[str, Sequence[Any]]] | None:
    """Names and columns of objects that all have the keys of the first, None if they do not or have none."""
    first = rows[0]
    width = len(first)
    if not width or list in map(type, first.values()):
        return None
    if any(map(width.__ne__, map(len, rows))):
        return None
    names = list(first)
    try:
        if width == 1:
            name = names[0]
            return [(name, [row[name] for row in rows])]
        return list(zip(names, zip(*map(itemgetter(*names), rows), strict=True), strict=True))
    except KeyError:
        return None
