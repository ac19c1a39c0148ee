"""The table of a list of rows (§9.3)."""

from __future__ import annotations

from typing import Any, NoReturn

from toonwire.errors import EncodeError, ErrorCode
from toonwire.paths import Path
from toonwire.stream.misfits import first_container, width_fault
from toonwire.stream.rowkinds import RowKind
from toonwire.stream.table import Table
from toonwire.stream.tabletext import TableText

__all__ = ["RowTable"]


class RowTable(Table):
    """Rows are objects, or cells where the fields are known."""

    keyed = False
    count_code = ErrorCode.ROW_COUNT
    nouns = ("row", "rows")
    _objects = False  # all rows of the last batch were objects

    def lines(self, rows: list[Any]) -> str:
        """The lines of rows."""
        if not rows:
            return ""
        if self._objects and self.text is not None:
            # most likely they are objects again, and looking at each would cost as much as a quarter of its text
            try:
                lines = self.text.rows(rows, self._step)
            except EncodeError:
                lines = None
            if lines is not None:
                return lines
        kinds = self.kinds.of(rows)
        self._objects = kinds == {RowKind.OBJECT}
        if kinds == {RowKind.CELLS} and self.of_fields and self.text is not None:
            return self._cells(self.text, list(map(list, rows)))
        if not self._objects:
            rows = [self.as_object(row, self.written + index) for index, row in enumerate(rows)]
        table = self.text or self.learn(rows[0], 0)
        return table.rows(rows, self._step) or self._refuse(table, rows)

    def few(self) -> str | None:
        """§9.1: the literal for no rows."""
        if self.written:
            return None
        return f"{self.place.lead}: []\n" if self.place.lead else "[]\n"

    def _cells(self, table: TableText, rows: list[list[Any]]) -> str:
        width = len(self.leaves)
        text = table.cells(rows, width, self._cell_step)
        if text is not None:
            return text
        for index, row in enumerate(rows, self.written):
            if len(row) != width:
                self.fail(width_fault(width, len(row)), index)
            if table.cells([row], width, self._cell_step) is None:
                at, fault = first_container(row, self.encoding.lower)
                self.fail(fault, index, *self.leaves[at])
        raise AssertionError("a batch is refused and all its rows fit")

    def _refuse(self, table: TableText, rows: list[Any]) -> NoReturn:
        for index, row in enumerate(rows):
            if table.rows([row], self._step) is None:
                self.misfit(row, table.template, self.written + index)
        raise AssertionError("a batch is refused and all its rows fit")

    def _step(self, path: Path) -> Path:
        first, *rest = path
        assert isinstance(first, int)
        return (*self.place.path, self.written + first, *rest)

    def _cell_step(self, path: Path) -> Path:
        """From the place of a cell in a list of lists."""
        *table, row = self._step(path[:1])
        cells = [self.leaves[at] for at in path[1:2] if isinstance(at, int) and at < len(self.leaves)]
        return (*table, row, *(cells[0] if cells else path[1:2]), *path[2:])
