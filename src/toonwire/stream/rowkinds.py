"""What a row may be: an object, or its cells alone.

Contract: rows come out as the engine takes them, in the same order.  A mapping or a value of a host type with
fields is an object; so is a row that knows its columns, as those of sqlite3; any other sequence is cells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

__all__ = ["RowKind", "RowKinds"]

_MOST_CLASSES = 1000


class RowKind(Enum):
    """How a row is read."""

    OBJECT = "object"
    COLUMNS = "columns"
    CELLS = "cells"


class RowKinds:
    """The kinds of rows by their class, remembered."""

    def __init__(self) -> None:
        self._known: dict[type, RowKind] = {dict: RowKind.OBJECT, tuple: RowKind.CELLS, list: RowKind.CELLS}

    def of(self, rows: Sequence[Any]) -> set[RowKind]:
        """The kinds that occur."""
        return set(map(self.of_class, set(map(type, rows))))

    def of_class(self, cls: type) -> RowKind:
        """The kind of the rows of a class."""
        kind = self._known.get(cls)
        if kind is None:
            if len(self._known) >= _MOST_CLASSES:
                self._known.clear()
            self._known[cls] = kind = _kind(cls)
        return kind


def _kind(cls: type) -> RowKind:
    if issubclass(cls, (Mapping, str, bytes, bytearray)):
        return RowKind.OBJECT
    if hasattr(cls, "keys") and hasattr(cls, "__getitem__"):
        return RowKind.COLUMNS
    return RowKind.CELLS if issubclass(cls, Sequence) else RowKind.OBJECT
