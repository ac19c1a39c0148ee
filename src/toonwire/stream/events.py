"""Lines to events: the same checks as where values are built, in the same order.

Contract: a line that is refused gives no event, and all events of the lines before it have been given.  Nothing is
kept but the open scopes and the keys of the open objects.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from toonwire.errors import ErrorCode
from toonwire.options import DecodeOptions
from toonwire.reference._grammar import TERMINALS
from toonwire.reference.build import Build
from toonwire.reference.decoder import METHODS
from toonwire.reference.fields import FieldList
from toonwire.reference.parser import Action
from toonwire.reference.rows import entries_of, entry_key, lines_of, read_cells
from toonwire.reference.scope import Match, Scope
from toonwire.reference.source import Part, Place
from toonwire.reference.values import split_cells
from toonwire.rules.fault import Fault
from toonwire.rules.headers import LEAF, OPEN
from toonwire.stream.progress import progress
from toonwire.stream.seen import Seen

__all__ = ["ACTIONS", "Batch", "Event", "EventBuild", "Kind"]

Kind = Literal["start_object", "end_object", "start_array", "end_array", "key", "value"]


class Event(NamedTuple):
    """A step through a document, with its place (counted from 1, as in :class:`toonwire.DecodeError`).

    kind: ``start_object``, ``end_object``, ``start_array``, ``end_array``, ``key`` or ``value``.
    value: the key, or the scalar; None for the other kinds.
    line, column: of the key or the scalar.  In a row both are those of the cell.  An array, and a keyed table,
        starts at its bracket; an object at its first key or cell, at the colon of ``key:``, or at the hyphen of
        an empty one.  The end of a container is the end of its last line.
    """

    kind: Kind
    value: Any
    line: int
    column: int


class Batch(NamedTuple):
    """Elements of the innermost open container that were read together: pairs of an object, else values."""

    values: list[Any] | dict[str, Any]


_MOST_FIELD_LISTS = 256
_MANY = 1000
"""Elements of one line that need not be events of their own."""

_new: Callable[[tuple[Kind, Any, int, int]], Event] = partial(tuple.__new__, Event)


class EventBuild(Build):
    """What each line of a document does to the events."""

    source: Part

    def __init__(self, part: Part, options: DecodeOptions, *, unique_keys: bool, together: bool) -> None:
        """together: whether elements may come as a :class:`Batch`."""
        super().__init__(part, options)
        self._together = together
        self._checks = unique_keys and options.strict
        self._events: list[Event | Batch] = []
        self._line = 0  # LFs before _at
        self._at = 0
        self._last: int = 0  # where the last line of content ends
        self._ended = (1, 1)  # the same, if that line was in an earlier part
        self._first: Place | None = None  # the first line
        self.over = False

    def take(self) -> list[Event | Batch]:
        """The events since the last call."""
        events, self._events = self._events, []
        return events

    def go_on(self, part: Part) -> None:
        """Passes to the next lines."""
        if self._first is None:
            self._first = part.place(1)
        if self._last:
            self._ended = self._where(self._last)
        self.source = part
        self._line, self._at, self._last = part.before, 0, 0
        if len(self._field_lists) > _MOST_FIELD_LISTS:
            self._field_lists.clear()

    def lines(self, position: int) -> int:
        """How many lines have been read with those of this part up to a position."""
        return self._line + self.source.text.count("\n", self._at, position)

    def batch(self, scope: Scope, values: list[Any] | dict[str, Any], start: int, end: int, lines: int) -> bool:
        """Elements on so many lines, read without the parser; False if a key of them is known."""
        if isinstance(values, dict) and self._checks and not scope.value.add_all(values):
            return False
        if scope.kind != "object":
            scope.count += len(values)
        self._where(start)
        self._events.append(Batch(values))
        self._line += lines
        self._at = self._last = end
        return True

    def end_root(self) -> None:
        """Called after all lines.  Raises ``depth-limit`` if even the root may not be a container."""
        if self._max_depth == 0 and (self.root.kind == "object" or isinstance(self.root.value, builtins.list)):
            part = Part("", self.strict, 0, "")
            self.source, first = part, part.keep(self._first or part.place(1))
            self.check_depth(1, first)
        if self.root.kind == "object":
            if not self.root.value:
                self._events.append(_new(("start_object", None, 1, 1)))
            self._end("end_object")

    # ---- events

    def _where(self, position: int) -> tuple[int, int]:
        """Line and column; positions never go back."""
        text = self.source.text
        self._line += text.count("\n", self._at, position)
        self._at = position
        return self._line, position - text.rfind("\n", 0, position)

    def _put(self, kind: Kind, value: Any, position: int) -> None:
        self._events.append(_new((kind, value, *self._where(position))))

    def _end(self, kind: Kind) -> None:
        place = self._where(self._last) if self._last else self._ended
        self._events.append(_new((kind, None, *place)))

    def _put_key(self, scope: Scope, key: str, position: int) -> None:
        """A key, and before the first one the start of an object that no line of its own opens."""
        if scope.value.__class__ is not Seen:
            scope.value = Seen(checks=self._checks)
            self._put("start_object", None, position)
        scope.value.add(key)
        self._put("key", key, position)

    def _put_empty(self, start: int, end: int, kind: Literal["array", "object"] = "array") -> None:
        self._put("start_array" if kind == "array" else "start_object", None, start)
        self._last = end
        self._end("end_array" if kind == "array" else "end_object")

    def _put_inline(self, match: Match, length: int, values: Sequence[Any]) -> None:
        """An inline array, whose length, delimiter and text are consecutive parts."""
        number = (match.lastindex or 0) + length
        self._put("start_array", None, match.start(number) - 1)
        line, start = self._where(match.start(number + 2))
        if self._together and len(values) >= _MANY:
            self._events.append(Batch([*values]))
        else:
            for cell, value in zip(split_cells(match[number + 2], match[number + 1] or ","), values, strict=True):
                self._events.append(_new(("value", value, line, start + _indent(cell))))
                start += len(cell) + 1
        self._last = match.end()
        self._end("end_array")

    def _put_row(self, fields: FieldList, cells: list[str], values: list[Any], start: int) -> None:
        """The object of one row; a group in it starts and ends with its cells."""
        line, column = self._where(start)
        put = self._events.append
        put(_new(("start_object", None, line, column)))
        end = column
        texts = iter(zip(cells, values, strict=True))
        for step, name in fields.program:
            if step == LEAF:
                cell, value = next(texts)
                at = column + _indent(cell)
                put(_new(("key", name, line, at)))
                put(_new(("value", value, line, at)))
                end = column + len(cell)
                column = end + 1
            elif step == OPEN:
                put(_new(("key", name, line, column)))
                put(_new(("start_object", None, line, column)))
            else:
                put(_new(("end_object", None, line, end)))
        put(_new(("end_object", None, line, end)))

    # ---- fields

    def plain_pair(self, scope: Scope, line: re.Match[str], token: str, text: str) -> None:
        start, value_start = line.start(3), line.start(4)
        key = self._key(scope, start, token)
        if text == "[]":
            self.check_depth(scope.level + 1, start)
            self._put_key(scope, key, start)
            self._put_empty(value_start, line.end())
            return
        self._put_pair(scope, start, key, value_start, text)
        self._last = line.end()

    def plain_open(self, scope: Scope, line: re.Match[str], token: str, opens: Scope) -> None:
        super().plain_open(scope, line, token, opens)
        self._put_open(scope, line.start(3), opens, line.end())

    def _pairs(self, scope: Scope, match: Match) -> None:
        for line in _PAIRS(self.source.text, match.start(match.lastindex or 0), match.end()):
            self._pair(scope, line.start(1), line[1], line.start(2), line[2])
            self._last = line.end()

    def _pair(self, scope: Scope, start: int, token: str, value_start: int, text: str) -> None:
        self._put_pair(scope, start, self._key(scope, start, token), value_start, text)
        self._last = value_start + len(text)

    def _put_pair(self, scope: Scope, start: int, key: str, value_start: int, text: str) -> None:
        try:
            value = self.values[text]
        except Fault as fault:
            self.source.fault(fault, value_start)
        self._put_key(scope, key, start)
        self._put("value", value, value_start)

    def empty_pair(self, scope: Scope, match: Match, _: Scope | None) -> None:
        start = match.start(match.lastindex or 0)
        key = self._first_key(scope, match)
        self.check_depth(scope.level + 1, start)
        self._put_key(scope, key, start)
        self._put_empty(match.end() - len("[]"), match.end())

    def inline(self, scope: Scope, match: Match, _: Scope | None) -> None:
        start = match.start(match.lastindex or 0)
        key = self._first_key(scope, match)
        self.check_depth(scope.level + 1, start)
        values = self._cells(match, 2)
        self._put_key(scope, key, start)
        self._put_inline(match, 2, values)

    def open(self, scope: Scope, match: Match, opens: Scope | None) -> None:
        super().open(scope, match, opens)
        assert opens is not None
        self._put_open(scope, match.start(match.lastindex or 0), opens, match.end())

    def _put_open(self, parent: Scope, start: int, scope: Scope, end: int) -> None:
        assert scope.key is not None
        self._put_key(parent, scope.key, start)
        scope.value = Seen(checks=self._checks)
        self._put("start_object", None, end - 1)
        self._last = end

    def list(self, scope: Scope, match: Match, opens: Scope | None) -> None:
        super().list(scope, match, opens)
        self._put_header(scope, match, opens)

    def keyless_list(self, scope: Scope, match: Match, opens: Scope | None) -> None:
        super().keyless_list(scope, match, opens)
        self._put_header(scope, match, opens)

    def _tabular(self, parent: Scope, match: Match, opens: Scope | None, *parts: Any) -> None:
        super()._tabular(parent, match, opens, *parts)
        self._put_header(parent, match, opens)

    def _put_header(self, parent: Scope, match: Match, scope: Scope | None) -> None:
        assert scope is not None
        if scope.key is not None:
            self._put_key(parent, scope.key, match.start(match.lastindex or 0))
        if scope.kind == "keyed":
            scope.value = Seen(checks=self._checks)
        self._put("start_object" if scope.kind == "keyed" else "start_array", None, scope.header)
        self._last = match.end()

    # ---- the root

    def root_scalar(self, scope: Scope, match: Match, _: Scope | None) -> None:
        self._become(self._scalar(match))
        self._put("value", self.root.value, match.start(match.lastindex or 0))

    def root_empty(self, scope: Scope, match: Match, _: Scope | None) -> None:
        self._become([])
        self._put_empty(match.end() - len("[]"), match.end())

    def root_inline(self, scope: Scope, match: Match, _: Scope | None) -> None:
        super().root_inline(scope, match, _)
        self._put_inline(match, 1, self.root.value)

    # ---- list items

    def bare(self, scope: Scope, match: Match, _: Scope | None) -> None:
        start = match.start(match.lastindex or 0)
        self.hyphen(scope, match, _)
        self.check_depth(scope.level + 1, start)
        self._put_empty(start, match.end(), "object")

    def item_scalar(self, scope: Scope, match: Match, _: Scope | None) -> None:
        self._put("value", self._scalar(match), match.start((match.lastindex or 0) + 1))
        self._last = match.end()

    def item_empty(self, scope: Scope, match: Match, _: Scope | None) -> None:
        self.check_depth(scope.level + 1, match.start(match.lastindex or 0))
        self._put_empty(match.end() - len("[]"), match.end())

    def item_inline(self, scope: Scope, match: Match, _: Scope | None) -> None:
        self.check_depth(scope.level + 1, match.start(match.lastindex or 0))
        self._put_inline(match, 1, self._cells(match, 1))

    # ---- rows and entry rows

    def rows(self, scope: Scope, match: Match, _: Scope | None) -> None:
        text, separator = match[match.lastindex or 0], match[1]
        start = match.end(1)
        for row in lines_of(text, separator):
            if scope.count >= scope.declared and self.strict:
                self.surplus(scope)
            cells, values = read_cells(self, scope, scope.fields, row, start, ErrorCode.ROW_WIDTH)
            scope.count += 1
            self._put_row(scope.fields, cells, values, start)
            self._last = start + len(row)
            start = self._last + len(separator)

    def entries(self, scope: Scope, match: Match, _: Scope | None) -> None:
        for key_start, token, start, text in entries_of(self, match):
            key = entry_key(self, scope, key_start, token)
            cells, values = read_cells(self, scope, scope.fields, text, start, ErrorCode.ENTRY_WIDTH)
            self._put_key(scope, key, key_start)
            self._put_row(scope.fields, cells, values, start)
            self._last = start + len(text)

    # ---- ends

    def close(self, scope: Scope, _: Match, __: Scope | None) -> None:
        if scope.count != scope.declared and self.strict:
            hint = (
                f"the input ended after {progress(scope, scope.count)}"
                if self.over and scope.count < scope.declared
                else ""
            )
            self.mismatch(scope.header, scope.kind, scope.declared, str(scope.count), hint)
        self._end("end_object" if scope.kind in ("object", "keyed") else "end_array")
        if scope.key is None and scope.parent is self.root:
            self._become(scope.count)


def _indent(cell: str) -> int:
    return len(cell) - len(cell.lstrip(" "))


_PAIRS = re.compile(rf"(?:\n *)?{TERMINALS['PAIR']}").finditer

ACTIONS: dict[str, Action] = {
    **{name: getattr(EventBuild, method) for name, method in METHODS.items()},
    **{f"row_{delimiter}": EventBuild.rows for delimiter in "ctp"},
    "entry": EventBuild.entries,
}
"""What to do for each rule of the grammar that names one line."""
