"""Rows from anywhere to a table in a file.

Contract: the file gets what ``toonwire.dump`` would write for all of the rows together, or an error is raised
and the document is not finished.  No more rows are held than one batch.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterable, Callable, Iterable, Mapping, Sized
from typing import IO, Any

from toonwire.options import Delimiter, Limits, NanPolicy
from toonwire.stream.encoding import Encoding
from toonwire.stream.fieldnames import Fields
from toonwire.stream.pace import Pace
from toonwire.stream.rowwriter import RowWriter
from toonwire.stream.table import Place
from toonwire.stream.tables import new_table
from toonwire.targets import text_sink

__all__ = ["TableWriter", "awrite_table", "write_table"]

_LIMITS = Limits()


class TableWriter(RowWriter):
    r"""A table in a file, row by row: the document ``{key: rows}``, or that of the rows alone without a key.

    fp: a file that is open for text (``encoding="utf-8", newline="\n"``) or for bytes; it is not closed.
    fields: names, and mappings from the name of a group to its fields, as in
        ``["id", {"customer": ["name", "country"]}]``.  Without them the first row sets the fields and their
        order.  With them a row may be a sequence of its cells.
    count: how many rows will come.  Without it the lines wait in a temporary file until the table is closed,
        since the header states their number.
    keyed: rows are pairs of a key and a row (§9.5).
    The other options are those of :func:`toonwire.encode`.

    Rows are written in batches: an error may be raised by a later call than the one that brought its row; its
    path says which row it is.  After an error the document is not finished, and neither is it where a ``with``
    block ends with an exception.

    >>> import io
    >>> from toonwire.stream import TableWriter
    >>> out = io.StringIO()
    >>> with TableWriter(out, "users", fields=["id", "name"]) as table:
    ...     table.write({"id": 1, "name": "Ada"})
    ...     table.write([2, "Bo"])
    >>> print(out.getvalue(), end="")
    users[2]{id,name}:
      1,Ada
      2,Bo
    """

    def __init__(
        self,
        fp: IO[str] | IO[bytes],
        key: str | None = None,
        *,
        fields: Fields | None = None,
        count: int | None = None,
        keyed: bool = False,
        indent: int = 2,
        delimiter: Delimiter = ",",
        default: Callable[[Any], Any] | None = None,
        nan: NanPolicy = "null",
        limits: Limits = _LIMITS,
    ) -> None:
        encoding = Encoding(indent, delimiter, default, nan, limits)
        super().__init__(new_table(encoding, Place(), key, fields, count, keyed=keyed), text_sink(fp))


def write_table(
    fp: IO[str] | IO[bytes],
    rows: Iterable[Any],
    key: str | None = None,
    *,
    fields: Fields | None = None,
    count: int | None = None,
    keyed: bool = False,
    indent: int = 2,
    delimiter: Delimiter = ",",
    default: Callable[[Any], Any] | None = None,
    nan: NanPolicy = "null",
    limits: Limits = _LIMITS,
) -> int:
    """Writes rows as a table with a :class:`TableWriter`, and returns how many they were.

    rows: any iterable.  A database cursor tells the fields itself (``description``), and a collection its
        count; where the table is keyed, a mapping gives its pairs.

    >>> import io
    >>> from toonwire.stream import write_table
    >>> out = io.StringIO()
    >>> write_table(out, ({"n": n, "square": n * n} for n in range(3)), "squares")
    3
    >>> print(out.getvalue(), end="")
    squares[3]{n,square}:
      0,0
      1,1
      2,4
    """
    if count is None and isinstance(rows, Sized):
        count = len(rows)
    writer = TableWriter(
        fp,
        key,
        fields=fields or _columns(rows),
        count=count,
        keyed=keyed,
        indent=indent,
        delimiter=delimiter,
        default=default,
        nan=nan,
        limits=limits,
    )
    with writer:
        writer.write_many(rows.items() if keyed and isinstance(rows, Mapping) else rows)
    return writer.written


async def awrite_table(
    fp: Any,
    rows: AsyncIterable[Any],
    key: str | None = None,
    *,
    fields: Fields | None = None,
    count: int | None = None,
    keyed: bool = False,
    indent: int = 2,
    delimiter: Delimiter = ",",
    default: Callable[[Any], Any] | None = None,
    nan: NanPolicy = "null",
    limits: Limits = _LIMITS,
) -> int:
    """:func:`write_table` for rows that are awaited.

    fp: a file as there, or any object with a ``write`` that takes text; what it returns is awaited where that
        can be done.
    """
    encoding = Encoding(indent, delimiter, default, nan, limits)
    table = new_table(encoding, Place(), key, fields or _columns(rows), count, keyed=keyed)
    put, pace = text_sink(fp), Pace()

    async def send(text: str) -> None:
        done = put(text) if text else None
        if inspect.isawaitable(done):
            await done

    try:
        batch: list[Any] = []
        async for row in rows:
            batch.append(row)
            if len(batch) >= pace.rows:
                await send(table.add(batch))
                batch = []
                pace.learn(table.size, table.written)
        if batch:
            await send(table.add(batch))
        for text in table.finish():
            await send(text)
    finally:
        table.close()
    return table.written


def _columns(rows: Any) -> list[str] | None:
    """The names that a database cursor tells."""
    description = getattr(rows, "description", None)
    return None if description is None else [column[0] for column in description]
