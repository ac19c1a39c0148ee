"""The table of an object whose entries are rows (§9.5).

Contract: a key that comes twice is an error, so the keys are remembered.
"""

from __future__ import annotations

from typing import Any, NoReturn

from toonwire.errors import ErrorCode
from toonwire.hosttypes.keys import key_text
from toonwire.paths import Path
from toonwire.rules.fault import Fault
from toonwire.stream.encoding import Encoding, indented
from toonwire.stream.fieldnames import Template, ordered
from toonwire.stream.knownkeys import KnownKeys
from toonwire.stream.table import Place, Table
from toonwire.stream.tabletext import TableText

__all__ = ["KeyedTable"]


class KeyedTable(Table):
    """Rows come as pairs of a key and a row."""

    keyed = True
    count_code = ErrorCode.ENTRY_COUNT
    nouns = ("entry", "entries")

    def __init__(self, encoding: Encoding, place: Place, template: Template | None, count: int | None) -> None:
        super().__init__(encoding, place, template, count)
        self._keys = KnownKeys()
        self._lone: dict[str, Any] = {}  # an entry that may remain the only one

    def lines(self, rows: list[Any]) -> str:
        """The lines of entries; the first waits for the second."""
        entries, self._lone = self._lone, {}
        for index, pair in enumerate(rows):
            key, row = self._pair(pair, index)
            entries[key] = self.as_object(row, key)
        if self.written + len(rows) < 2:
            self._lone = entries
            return ""
        return self._fitting(entries)

    def few(self) -> str | None:
        """§8: an empty object; §9.5: the only entry nests."""
        lead, encoding = self.place.lead, self.encoding
        if not self.written:
            return f"{lead}:\n" if lead else "\n"  # an empty document
        if not self._lone:
            return None
        self._fitting(self._lone)
        ((key, row),) = self._lone.items()
        if self.of_fields:
            row = ordered(self.leaves, row, encoding.lower)
        text = encoding.text({key: row}, self.place.above, self._step)
        return f"{lead}:\n{indented(text, encoding.unit * self.place.depth)}" if lead else f"{text}\n"

    def _fitting(self, entries: dict[str, Any]) -> str:
        key, row = next(iter(entries.items()))
        table = self.text or self.learn(row, key)
        return table.entries(entries, self._step) or self._refuse(table, entries)

    def _refuse(self, table: TableText, entries: dict[str, Any]) -> NoReturn:
        for key, row in entries.items():
            if table.entries({key: row}, self._step) is None:
                self.misfit(row, table.template, key)
        raise AssertionError("a batch is refused and all its rows fit")

    def _step(self, path: Path) -> Path:
        return (*self.place.path, *path)

    def _pair(self, pair: Any, index: int) -> tuple[str, Any]:
        """The key as text, which is new, and the row."""
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            expected = "a pair of a key and a row"
            self.fail(
                Fault(ErrorCode.ROW_SHAPE, expected=expected, found=f"{type(pair).__name__}"), self.written + index
            )
        key, row = pair
        if type(key) is not str:
            try:
                key = key_text(key)
            except Fault as fault:
                self.fail(fault)
        try:
            self._keys.add(key)
        except Fault as fault:
            self.fail(fault, key)
        return key, row
