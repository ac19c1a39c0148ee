"""A table from rows that come a batch at a time, without files: text out for rows in.

Contract: the text is what ``toonwire.encode`` writes for all of the rows together, and an LF.  The header
stands first, so lines wait in a spool where the count is not known.  A row that does not fit or a wrong count
is an EncodeError with its path, before the last piece is out; after one the table cannot go on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple, NoReturn

from toonwire.errors import ErrorCode
from toonwire.paths import Path
from toonwire.rules.fault import Fault
from toonwire.rules.headers import header
from toonwire.stream.encoding import Encoding, failure
from toonwire.stream.fieldnames import Template, filled, leaf_names
from toonwire.stream.misfits import misfit, width_fault
from toonwire.stream.rowkinds import RowKind, RowKinds
from toonwire.stream.spool import Spool
from toonwire.stream.tabletext import TableText, blank, fields_of

__all__ = ["Place", "Table"]


class Place(NamedTuple):
    """Where a table stands.

    path: leads to it.  lead: what stands before the bracket, "" at the root.  above: the containers around
    it.  depth: the level of its rows.
    """

    path: Path = ()
    lead: str = ""
    above: int = 0
    depth: int = 1


class Table(ABC):
    """One table; rows are added in batches, then it is finished once.

    template: the fields, or None where the first row sets them; count: how many rows will come, or None.
    """

    keyed: ClassVar[bool]
    count_code: ClassVar[ErrorCode]
    nouns: ClassVar[tuple[str, str]]

    def __init__(self, encoding: Encoding, place: Place, template: Template | None, count: int | None) -> None:
        self.written = 0
        self.size = 0  # characters in the lines so far
        self.encoding = encoding
        self.place = place
        self.kinds = RowKinds()
        self.text: TableText | None = None
        self.leaves: list[tuple[str, ...]] = []
        self.of_fields = template is not None  # else the first row sets the fields, and none is cells alone
        self._count = count
        self._begun = False
        self._spool = Spool() if count is None else None
        if template is not None:
            self.learn(template, 0, template)

    @abstractmethod
    def lines(self, rows: list[Any]) -> str:
        """The lines of rows, an LF before each; "" where they have to wait."""

    @abstractmethod
    def few(self) -> str | None:
        """The text of a table that has too few rows for a header, None if it has enough."""

    def add(self, rows: list[Any]) -> str:
        """Takes rows and returns what can be written now."""
        if self._count is not None and self.written + len(rows) > self._count:
            self._miscounted("one more")
        lines = self.lines(rows)
        self.written += len(rows)
        self.size += len(lines)
        if self._spool is not None:
            self._spool.add(lines)
            return ""
        if not lines or self._begun:
            return lines
        self._begun = True
        return self._header(self._count) + lines

    def finish(self) -> Iterator[str]:
        """The rest of the text.  Raises where rows are missing."""
        if self._count is not None and self._count != self.written:
            self._miscounted(str(self.written))
        few = self.few()
        if few is not None:
            yield few
        elif self._spool is not None:
            yield self._header(self.written)
            yield from self._spool.parts()
        if few is None:
            yield "\n"
        self.close()

    def close(self) -> None:
        """Forgets what waits."""
        if self._spool is not None:
            self._spool.close()

    def _header(self, count: int | None) -> str:
        assert self.text is not None
        assert count is not None
        text = header(count, self.encoding.delimiter, keyed=self.keyed, fields=self.text.fields)
        return self.place.lead + text

    # ---- rows

    def learn(self, row: Any, step: str | int, template: Template | None = None) -> TableText:
        """Settles the fields: those of a row, which stands at ``step``, or of the template."""
        place, lower = self.place, self.encoding.lower
        text = self.encoding.text([row], place.above, lambda path: (*place.path, step, *path[1:]))
        fields = fields_of(text.partition("\n")[0])
        if not fields.startswith("{"):
            self.misfit(row, None, step)
        template = template or blank(row, lower)
        self.text = made = TableText(self.encoding, template, fields, place.above, place.depth)
        self.leaves = leaf_names(template)
        return made

    def as_object(self, row: Any, step: str | int) -> Any:
        """A row as an object, where it is one or can be made one."""
        kind = self.kinds.of_class(type(row))
        if kind is RowKind.COLUMNS:
            return dict(row)
        if kind is RowKind.OBJECT or not self.of_fields:
            return row
        if len(row) != len(self.leaves):
            self.fail(width_fault(len(self.leaves), len(row)), step)
        return filled(self.leaves, row)

    # ---- errors

    def misfit(self, row: Any, template: Template | None, step: int | str) -> NoReturn:
        """Raises what is wrong with a row."""
        path, fault = misfit(row, template, self.encoding.lower)
        self.fail(fault, step, *path)

    def fail(self, fault: Fault, *path: str | int) -> NoReturn:
        """Raises the error of a fault at a path inside of the table."""
        raise failure(fault, (*self.place.path, *path)) from None

    def _miscounted(self, found: str) -> NoReturn:
        expected = f"{self._count} {self.nouns[self._count != 1]}"
        self.fail(Fault(self.count_code, expected=expected, found=found, hint="state the count that comes, or none"))
