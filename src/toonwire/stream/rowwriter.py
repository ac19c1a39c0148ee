"""Rows to the text of one table, a batch at a time.

Contract: no more rows are held than one batch.  After an error the table cannot go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from itertools import islice
from typing import Any

from toonwire.errors import ErrorCode
from toonwire.rules.fault import Fault
from toonwire.stream.blocks import Block
from toonwire.stream.encoding import failure
from toonwire.stream.pace import Pace
from toonwire.stream.table import Table

__all__ = ["RowWriter"]


class _State(Enum):
    OPEN = "is open"
    CLOSED = "is closed"
    FAILED = "has failed"


class RowWriter(Block):
    """Rows of a table go in, and its text to ``put``."""

    def __init__(self, table: Table, put: Callable[[str], Any]) -> None:
        self._table = table
        self._put = put
        self._rows: list[Any] = []
        self._pace = Pace()
        self._state = _State.OPEN

    def write(self, row: Any) -> None:
        """Takes a row, as it is now."""
        self._check_open()
        self._rows.append(row.copy() if type(row) is dict or type(row) is list else row)
        if len(self._rows) >= self._pace.rows:
            self._flush()

    def write_many(self, rows: Iterable[Any]) -> None:
        """Takes the rows of an iterable; each must be an object of its own."""
        self._check_open()
        self._flush()
        for batch in self._batches(rows):
            self._add(batch)

    def _batches(self, rows: Iterable[Any]) -> Iterator[list[Any]]:
        if type(rows) is list:
            start = 0
            while batch := rows[start : start + self._pace.rows]:  # cheaper than to ask for each row
                start += len(batch)
                yield batch
            return
        found = iter(rows)
        while batch := list(islice(found, self._pace.rows)):
            yield batch

    @property
    def written(self) -> int:
        """How many rows were taken."""
        return self._table.written + len(self._rows)

    def close(self) -> None:
        """Writes what is left.  Raises where rows are missing; a second call does nothing."""
        if self._state is _State.CLOSED:
            return
        self._check_open()
        self._flush()
        with self._failing():
            for text in self._table.finish():
                self._put(text)
        self._state = _State.CLOSED

    def _flush(self) -> None:
        if self._rows:
            rows, self._rows = self._rows, []
            self._add(rows)

    def _add(self, rows: list[Any]) -> None:
        with self._failing():
            text = self._table.add(rows)
            if text:
                self._put(text)
        self._pace.learn(self._table.size, self._table.written)

    @contextmanager
    def _failing(self) -> Iterator[None]:
        """What fails in here leaves a table that cannot go on."""
        try:
            yield
        except BaseException:
            self.abandon()
            raise

    def _check_open(self) -> None:
        if self._state is not _State.OPEN:
            fault = Fault(ErrorCode.SCOPE, expected="an open table", found=f"one that {self._state.value}")
            raise failure(fault, self._table.place.path)

    def abandon(self) -> None:
        """Leaves the table unfinished: it takes nothing more."""
        self._state = _State.FAILED
        self._table.close()
