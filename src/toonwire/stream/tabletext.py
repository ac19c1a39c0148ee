"""Rows to lines, a batch at a time: each batch is one call of the engine.

Contract: a batch is encoded behind a blank row with the fields of the table, whose line is cut off again.  So
all batches have the order and the groups of these fields, and a batch with a row that does not fit has not
the header that it should have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from toonwire.paths import Path
from toonwire.rules.headers import header
from toonwire.stream.encoding import Encoding, modelled

__all__ = ["TableText", "blank", "fields_of"]


class TableText:
    """The lines of one table; ``above`` and ``depth`` say where: containers around it, levels before its rows.

    template: a row with the fields of the table and None in each cell; fields: their text in the header.
    """

    def __init__(self, encoding: Encoding, template: dict[str, Any], fields: str, above: int, depth: int) -> None:
        self.template = template
        self.fields = fields
        self._encoding = encoding
        self._above = above
        self._pad = encoding.unit * (depth - 1)

    def rows(self, rows: Sequence[Any], place: Callable[[Path], Path]) -> str | None:
        """The lines of rows, an LF before each, None if one does not fit.  ``place`` gets paths inside of ``rows``."""
        text = self._encoding.text([self.template, *rows], self._above, lambda path: place(_before(path)))
        return self._lines(text)

    def entries(self, entries: dict[Any, Any], place: Callable[[Path], Path]) -> str | None:
        """The same for the entries of a keyed table (§9.5)."""
        key = ""
        while key in entries:
            key += "_"
        return self._lines(self._encoding.text({key: self.template, **entries}, self._above, place))

    def cells(self, rows: list[list[Any]], width: int, place: Callable[[Path], Path]) -> str | None:
        """The same for rows that are cells alone, in the order of the leaf fields.

        As a list of inline arrays they have the text of a table's rows, each behind its own header (§9.4).
        """
        text = self._encoding.text(rows, self._above, place)
        mark = f"\n{self._encoding.unit}- {header(width, self._encoding.delimiter)} "
        if not text.count(mark) == text.count("\n") == len(rows):
            return None
        return text[text.index("\n") :].replace(mark, f"\n{self._encoding.unit}{self._pad}")

    def _lines(self, text: str) -> str | None:
        end = text.index("\n")
        if fields_of(text[:end]) != self.fields:
            return None
        lines = text[text.index("\n", end + 1) :]
        return lines.replace("\n", f"\n{self._pad}") if self._pad else lines


def _before(path: Path) -> Path:
    """The path without the blank row; what is wrong with a field's name is told of the first row."""
    first, *rest = path
    assert isinstance(first, int)
    return (max(first - 1, 0), *rest)


def fields_of(head: str) -> str:
    """The field list of a header without key; "" where there is none, or no header."""
    return head.partition("]")[2][:-1]


def blank(row: Any, lower: Callable[[Any], Any]) -> dict[str, Any]:
    """A row with the keys and groups of this one, which is known to be a row, and None in each cell."""
    top: dict[str, Any] = {}
    todo = [(modelled(row, lower), top)]
    while todo:
        source, target = todo.pop()
        for key, value in source.items():
            target[key] = None
            if type(model := modelled(value, lower)) is dict:
                target[key] = {}
                todo.append((model, target[key]))
    return top
