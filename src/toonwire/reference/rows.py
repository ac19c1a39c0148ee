"""§9.3 and §9.5: rows and entry rows, read in runs and decoded by columns.

Contract: a run without an error is decoded as a whole; any doubt sends it line by line, so that the
first error in the order of the lines is the one that is raised.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from toonwire.errors import ErrorCode
from toonwire.reference._grammar import TERMINALS
from toonwire.reference.build import Build
from toonwire.reference.fields import FieldList
from toonwire.reference.scope import Match, Scope
from toonwire.reference.values import split_cells
from toonwire.rules.fault import Fault

__all__ = ["add_entries", "add_rows", "entries_of", "entry_key", "lines_of", "read_cells"]

_ENTRIES = re.compile(rf"\n *{TERMINALS['ENTRY']}").findall
_ENTRY_LINE = re.compile(rf"\n *{TERMINALS['ENTRY']}").finditer


def add_rows(build: Build, scope: Scope, match: Match, _: Scope | None) -> None:
    """The rows of a run go to the table of their scope."""
    fields = scope.fields
    # group 1 is the line end and indentation that all rows of the run share
    text, separator = match[match.lastindex or 0], match[1]
    count = text.count("\n") + 1
    spare = scope.declared - scope.count
    surplus = build.strict and count > spare
    records = None if surplus else _records(build, _columns(text, separator, fields.width, scope.delimiter), fields)
    if records is not None:
        scope.value.extend(records)
    else:
        start = match.end(1)
        for row in lines_of(text, separator)[: spare if surplus else None]:
            scope.value.append(_record(build, scope, fields, row, start, ErrorCode.ROW_WIDTH))
            start += len(row) + len(separator)
        if surplus:
            build.surplus(scope)
    scope.count += count


def lines_of(text: str, separator: str) -> list[str]:
    """The rows of a run, which share what stands between them."""
    return text.split(separator) if separator else [text]


def _columns(text: str, separator: str, width: int, delimiter: str) -> Sequence[Sequence[str]] | None:
    """The cells of equally wide rows, column by column; None if a row has another width."""
    if '"' in text:
        return _turned([split_cells(row, delimiter) for row in lines_of(text, separator)], width)
    if not separator:
        return _turned([text.split(delimiter)], width)
    # one split for all rows: an LF marks the first cell of each but the first
    cells = text.replace(separator, f"{delimiter}\n").split(delimiter)
    first = "".join(cells[::width]).split("\n")
    if len(cells) != width * len(first) or len(first) != text.count("\n") + 1:
        return None
    return [first, *(cells[number::width] for number in range(1, width))]


def _turned(rows: Sequence[Sequence[str]], width: int) -> Sequence[Sequence[str]] | None:
    if any(map(width.__ne__, map(len, rows))):
        return None
    return list(zip(*rows, strict=True))


def add_entries(build: Build, scope: Scope, match: Match, _: Scope | None) -> None:
    """The entry rows of a run go to the keyed object of their scope."""
    fields = scope.fields
    last = match.lastindex or 0
    entries = _ENTRIES(match[0]) if match.end() != match.end(last + 2) else [match.group(last + 1, last + 2)]
    if build.strict and scope.count + len(entries) > scope.declared:
        return _entries_slowly(build, scope, match, fields)
    try:
        keys = [build.keys[key] for key, _ in entries]
    except Fault:
        return _entries_slowly(build, scope, match, fields)
    fresh = set(keys)
    if build.strict and (len(fresh) != len(keys) or not scope.value.keys().isdisjoint(fresh)):
        return _entries_slowly(build, scope, match, fields)
    rows = [split_cells(cells, scope.delimiter) for _, cells in entries]
    records = None if any(not cells for _, cells in entries) else _records(build, _turned(rows, fields.width), fields)
    if records is None:
        return _entries_slowly(build, scope, match, fields)
    scope.value.update(zip(keys, records, strict=True))
    scope.count += len(keys)
    return None


def _records(build: Build, columns: Sequence[Sequence[str]] | None, fields: FieldList) -> list[Any] | None:
    """The records of all rows, None where one may be broken."""
    if columns is None:
        return None
    try:
        if build.hook is None:
            return fields.records([build.values.column(column) for column in columns])
        rows = zip(*columns, strict=True)
        return [fields.records([[build.values[cell]] for cell in row], build.hook)[0] for row in rows]
    except Fault:
        return None


def _entries_slowly(build: Build, scope: Scope, match: Match, fields: FieldList) -> None:
    """Entry by entry: the count, the key, its collisions, the width and the cells, in that order."""
    for key_start, token, start, cells in entries_of(build, match):
        key = entry_key(build, scope, key_start, token)
        scope.value[key] = _record(build, scope, fields, cells, start, ErrorCode.ENTRY_WIDTH)


def entries_of(build: Build, match: Match) -> Iterable[tuple[int, str, int, str]]:
    """Where the key of each entry row of a run starts, the key, where the cells start, the cells."""
    last = match.lastindex or 0
    if match.end() == match.end(last + 2):
        return [(match.start(last + 1), match[last + 1], match.start(last + 2), match[last + 2])]
    found = _ENTRY_LINE(build.source.text, match.start(), match.end())
    return ((m.start(1), m[1], m.start(2), m[2]) for m in found)


def entry_key(build: Build, scope: Scope, start: int, token: str) -> str:
    """The key of one more entry row, which is counted."""
    scope.count += 1
    if build.strict and scope.count > scope.declared:
        build.surplus(scope)
    try:
        key = build.keys[token]
    except Fault as fault:
        build.source.fault(fault, start)
    build.unique(scope, start, key)
    return key


def _record(build: Build, scope: Scope, fields: FieldList, text: str, start: int, code: ErrorCode) -> Any:
    """The object of one row."""
    _, values = read_cells(build, scope, fields, text, start, code)
    return fields.records([[value] for value in values], build.hook)[0]


def read_cells(
    build: Build, scope: Scope, fields: FieldList, text: str, start: int, code: ErrorCode
) -> tuple[list[str], list[Any]]:
    """The cells of one row and their values; the width is checked before the cells."""
    cells = split_cells(text, scope.delimiter) if text else []
    if len(cells) != fields.width:
        _wrong_width(build, fields.width, cells, start, code, scope.delimiter)
    return cells, build.slowly(cells, start)


def _wrong_width(build: Build, width: int, cells: list[str], start: int, code: ErrorCode, delimiter: str) -> None:
    """At the first cell too many, or at the end of the row."""
    found = len(cells)
    before = cells[:width]
    start += sum(map(len, before)) + len(before) - (found <= width and found > 0)
    shown = "a tab" if delimiter == "\t" else f'"{delimiter}"'
    build.source.fail(
        code,
        start,
        expected=f"{width} {'cell' if width == 1 else 'cells'}",
        found=str(found),
        hint=f"quote a cell that contains {shown}" if found > width else 'add the missing cells; an empty one is ""',
    )
