"""Reference tables: a row that many places share is written once, and the places point to it by index.

It is the best shape for TOON too: one table, and columns of small integers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, NamedTuple

__all__ = ["Interned", "ReferenceTable", "intern"]


class Interned(NamedTuple):
    """Rows without repetition, in the order in which they first came, and for each row given its index in them."""

    rows: list[Any]
    indexes: list[int]


class ReferenceTable:
    """A table that is filled from several places.

    key: what makes two rows the same; without it rows are the same if they have equal content, whatever the order of
        their keys.  1, 1.0 and True are different content.

    >>> frames = ReferenceTable()
    >>> stacks = [frames.add_all([{"fn": "main"}, {"fn": "run"}]), frames.add_all([{"fn": "main"}, {"fn": "stop"}])]
    >>> frames.rows, stacks
    ([{'fn': 'main'}, {'fn': 'run'}, {'fn': 'stop'}], [[0, 1], [0, 2]])
    """

    def __init__(self, *, key: Callable[[Any], Hashable] | None = None) -> None:
        self._key = key if key is not None else _content
        self._places: dict[Hashable, int] = {}
        self._rows: list[Any] = []

    @property
    def rows(self) -> list[Any]:
        """The rows so far, in a list of its own."""
        return list(self._rows)

    def add(self, row: Any) -> int:
        """The index of a row, which is added if it is new."""
        place = self._places.setdefault(self._key(row), len(self._rows))
        if place == len(self._rows):
            self._rows.append(row)
        return place

    def add_all(self, rows: Iterable[Any]) -> list[int]:
        """The index of each row."""
        return [self.add(row) for row in rows]


def intern(rows: Iterable[Any], *, key: Callable[[Any], Hashable] | None = None) -> Interned:
    """The rows, each once, and where each of the given ones is found.

    key: as of :class:`ReferenceTable`.

    >>> intern([{"fn": "main", "line": 3}, {"fn": "run", "line": 9}, {"line": 3, "fn": "main"}])
    Interned(rows=[{'fn': 'main', 'line': 3}, {'fn': 'run', 'line': 9}], indexes=[0, 1, 0])
    """
    table = ReferenceTable(key=key)
    indexes = table.add_all(rows)
    return Interned(table.rows, indexes)


def _content(row: Any) -> Hashable:
    """The content of a row as a flat tuple: containers by their length, keys in order; depth costs no stack."""
    out: list[Hashable] = []
    left = [row]
    while left:
        value = left.pop()
        if isinstance(value, Mapping):
            keys = sorted(value, key=lambda key: (type(key).__name__, str(key)))
            out += ["{", len(keys), *((type(key), key) for key in keys)]
            left += [value[key] for key in keys]
        elif isinstance(value, (list, tuple)):
            out += ["[", len(value)]
            left += value
        else:
            out.append((type(value), value))
    return tuple(out)
