"""§8 to §10: the actions of the grammar's rules, which build the values.

Contract: an action runs as soon as its line is read, so errors come in the order of the lines; on one
line the key comes first, then what it collides with, then the value.  Rows are in
:mod:`toonwire.reference.rows`.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable
from typing import Any

from toonwire.errors import ErrorCode
from toonwire.options import DecodeOptions
from toonwire.reference._grammar import TERMINALS
from toonwire.reference.fields import FieldList, parse_fields
from toonwire.reference.lexer import LineLexer
from toonwire.reference.malformed import explain_header
from toonwire.reference.scope import Kind, Line, Scope
from toonwire.reference.source import Source
from toonwire.reference.values import Keys, Values, split_cells
from toonwire.rules.fault import Fault, shorten

__all__ = ["Build"]

_UNREACHABLE = 10**18
"""Stands for a declared length that no document can meet (§6: it has no upper bound)."""
_LENGTH_DIGITS = 18

_COUNTS: dict[Kind, tuple[ErrorCode, str]] = {
    "list": (ErrorCode.ITEM_COUNT, "item"),
    "table": (ErrorCode.ROW_COUNT, "row"),
    "keyed": (ErrorCode.ENTRY_COUNT, "entry row"),
    "single": (ErrorCode.VALUE_COUNT, "value"),
}


class Build:
    """The values of one document; ``root.value`` is its result once all lines are read."""

    def __init__(self, source: Source, options: DecodeOptions, *, runs: bool = True) -> None:
        self.source = source
        self.strict = options.strict
        self.keys = Keys()
        self.values = Values(options)
        self.root = Scope("object", None)
        self.lexer = LineLexer(source, self.root, strict=options.strict, indent=options.indent, runs=runs)
        self.hook = _hook(options)
        self._max_depth = options.limits.max_depth
        self._field_lists: dict[tuple[str, str], FieldList | None] = {}

    def result(self) -> Any:
        """The document's value; call it when all lines are read."""
        root = self.root
        if self._max_depth == 0 and isinstance(root.value, (dict, list)):
            self.check_depth(1, 1)
        return self.hook(root.value) if root.kind == "object" and self.hook is not None else root.value

    # ---- fields (§8, §9.1)

    def pair(self, line: Line) -> None:
        """``key: value``, or a run of such lines."""
        match, scope = line.match, line.scope
        last = match.lastindex or 0
        if match.end() == match.end(last + 2):
            self._pair(scope, line.start, match[last + 1], match.start(last + 2), match[last + 2])
            return
        keys, values = zip(*_PAIRS.findall(self.source.text, line.start, match.end()), strict=True)
        obj = scope.value
        try:
            fresh = dict(zip(map(self.keys.__getitem__, keys), map(self.values.__getitem__, values), strict=True))
        except Fault:
            return self._pairs(line)
        if self.strict and (len(fresh) != len(keys) or (obj and not obj.keys().isdisjoint(fresh))):
            return self._pairs(line)
        obj.update(fresh)
        return None

    def _pairs(self, line: Line) -> None:
        """A run with an error in it, or with repeated keys."""
        text = self.source.text
        for match in _PAIRS.finditer(text, line.start, line.match.end()):
            self._pair(line.scope, match.start(1), match[1], match.start(2), match[2])

    def _pair(self, scope: Scope, start: int, key_token: str, value_start: int, token: str) -> None:
        key = self._key(scope, start, key_token)
        try:
            scope.value[key] = self.values[token]
        except Fault as fault:
            self.source.fault(fault, value_start)

    def empty_pair(self, line: Line) -> None:
        scope = line.scope
        key = self._key(scope, line.start, line.part(1))
        self.check_depth(scope.level + 1, line.start)
        scope.value[key] = []

    def inline(self, line: Line) -> None:
        scope = line.scope
        key = self._key(scope, line.start, line.part(1))
        self.check_depth(scope.level + 1, line.start)
        scope.value[key] = self._cells(line, 2)

    def open(self, line: Line) -> None:
        scope = line.scope
        key = self._key(scope, line.start, line.part(1))
        self._open(line, key)

    def list(self, line: Line) -> None:
        key = self._key(line.scope, line.start, line.part(1))
        self._declare(self._open(line, key), line, 2)

    def table(self, line: Line) -> None:
        self._tabular(line, 1, 2, _DELIMITER_OF[line.type[-1]], 3)

    def keyed(self, line: Line) -> None:
        self._tabular(line, 1, 2, line.part(3) or ",", 4)

    # ---- root forms (§5)

    def root_scalar(self, line: Line) -> None:
        self._become(self._scalar(line))

    def root_empty(self, _: Line) -> None:
        self._become([])

    def root_inline(self, line: Line) -> None:
        self.check_depth(1, line.start)
        self._become(self._cells(line, 1))

    def _become(self, value: Any) -> None:
        self.root.kind = "single"
        self.root.value = value

    # ---- list items (§9.2, §9.4, §10)

    def hyphen(self, line: Line) -> None:
        scope = line.scope
        scope.count += 1
        if scope.count > scope.declared and self.strict:
            self.surplus(scope)

    def bare(self, line: Line) -> None:
        self.hyphen(line)
        self.check_depth(line.scope.level + 1, line.start)
        line.scope.value.append({} if self.hook is None else self.hook({}))

    def item_scalar(self, line: Line) -> None:
        line.scope.value.append(self._scalar(line))

    def item_empty(self, line: Line) -> None:
        self.check_depth(line.scope.level + 1, line.start)
        line.scope.value.append([])

    def item_inline(self, line: Line) -> None:
        self.check_depth(line.scope.level + 1, line.start)
        line.scope.value.append(self._cells(line, 1))

    def keyless_list(self, line: Line) -> None:
        self._declare(self._open(line, None), line, 1)

    def keyless_table(self, line: Line) -> None:
        self._tabular(line, None, 1, _DELIMITER_OF[line.type[-1]], 2)

    def keyless_keyed(self, line: Line) -> None:
        self._tabular(line, None, 1, line.part(2) or ",", 3)

    # ---- scopes

    def close(self, line: Line) -> None:
        """A scope is over: its count is known, and its value complete."""
        scope = line.scope
        if scope.count != scope.declared and self.strict and scope.kind != "object":
            self.mismatch(scope.header, scope.kind, scope.declared, str(scope.count))
        value = scope.value
        if self.hook is not None and scope.kind in ("object", "keyed"):
            value = self.hook(value)
        parent = scope.parent
        assert parent is not None
        if parent.kind == "list":
            parent.value.append(value)
        elif scope.key is not None:
            parent.value[scope.key] = value
        else:
            self._become(value)

    def _open(self, line: Line, key: str | None, inside: int = 0) -> Scope:
        """The scope that a line opens; ``inside``: containers that each of its own lines nests."""
        scope, parent = line.opens, line.scope
        assert scope is not None
        if parent.parent is None and key is None:
            scope.level = parent.level  # the array of a root header stands in the root's place, not in it
        self.check_depth(scope.level + inside, line.start)
        scope.key = key
        return scope

    def _declare(self, scope: Scope, line: Line, part: int) -> None:
        scope.declared = _length(line.part(part))
        scope.header = line.at(part) - 1

    def _tabular(self, line: Line, key_part: int | None, length: int, delimiter: str, fields_part: int) -> None:
        """A header with a field list: what is wrong in the line itself comes before what it collides with."""
        token = None if key_part is None else line.part(key_part)
        if token is not None:
            self._decode_key(line.start, token)
        fields = self._field_list(line, fields_part, delimiter)
        key = None if token is None else self._key(line.scope, line.start, token)
        scope = self._open(line, key, fields.depth)
        self._declare(scope, line, length)
        scope.delimiter = delimiter
        scope.fields = fields

    def _field_list(self, line: Line, part: int, delimiter: str) -> FieldList:
        text = line.part(part)
        known = (delimiter, text)
        fields = self._field_lists.get(known)
        if fields is None:
            fields = parse_fields(text.strip(" "), delimiter)
            if fields is None:
                explain_header(self.source, line.start)
                raise AssertionError("a header is refused and well-formed")
            self._field_lists[known] = fields
        if fields.repeated is not None and self.strict:
            start = line.at(part) + len(text) - len(text.lstrip(" ")) + fields.repeated
            self.source.fail(
                ErrorCode.FIELD_DUPLICATE,
                start,
                expected="each field name once in its braces",
                found=shorten(text.lstrip(" ")[fields.repeated :]),
                hint="rename or remove one of the two",
            )
        return fields

    # ---- tokens

    def _decode_key(self, start: int, token: str) -> str:
        try:
            return self.keys[token]
        except Fault as fault:
            self.source.fault(fault, start)

    def _key(self, scope: Scope, start: int, token: str) -> str:
        key = self._decode_key(start, token)
        self.unique(scope, start, key)
        return key

    def unique(self, scope: Scope, start: int, key: str) -> None:
        """§14.3: a key stands once among its siblings."""
        if self.strict and key in scope.value:
            self.source.fail(
                ErrorCode.DUPLICATE_KEY,
                start,
                expected="each key once in an object",
                found=f"{shorten(key)} again",
                hint="rename or remove one of the two",
            )

    def _scalar(self, line: Line) -> Any:
        token = line.part(1)
        try:
            return self.values[token]
        except Fault as fault:
            self.source.fault(fault, line.start)

    def _cells(self, line: Line, length: int) -> builtins.list[Any]:
        """The values of an inline array, whose length, delimiter and text are consecutive parts."""
        text, start = line.part(length + 2), line.at(length + 2)
        cells = split_cells(text, line.part(length + 1) or ",")
        try:
            values = list(map(self.values.__getitem__, cells))
        except Fault:
            values = self.slowly(cells, start)
        declared = _length(line.part(length))
        if len(values) != declared and self.strict:
            self.mismatch(line.at(length) - 1, "single", declared, str(len(values)))
        return values

    def slowly(self, cells: builtins.list[str], start: int) -> builtins.list[Any]:
        """The values of cells of which one is broken: raises at its place."""
        values = []
        for cell in cells:
            try:
                values.append(self.values[cell])
            except Fault as fault:
                self.source.fault(fault, start + len(cell) - len(cell.lstrip(" ")))
            start += len(cell) + 1
        return values

    # ---- counts and limits

    def surplus(self, scope: Scope) -> None:
        """§14.1, known at the first item, row or entry too many."""
        self.mismatch(scope.header, scope.kind, scope.declared, "more")

    def mismatch(self, position: int, kind: Kind, declared: int, found: str) -> None:
        code, noun = _COUNTS[kind]
        number = str(declared) if declared < _UNREACHABLE else "10^18 or more"
        if found == "more":
            action = "write the real number in the bracket or remove the surplus"
        else:
            action = f"write [{found}] or {'remove the surplus' if int(found) > declared else 'add what is missing'}"
        self.source.fail(code, position, expected=f"{number} {_plural(noun, declared)}", found=found, hint=action)

    def check_depth(self, level: int, position: int) -> None:
        """§15: a container of that level may exist."""
        most = self._max_depth
        if level > most:
            self.source.fail(
                ErrorCode.DEPTH_LIMIT,
                position,
                expected=f"at most {most} nested {_plural('container', most)}",
                found="one more",
                hint="raise Limits.max_depth or flatten the data",
            )


_DELIMITER_OF = {"C": ",", "T": "\t", "P": "|"}
_PAIR = TERMINALS["PAIR"]
_PAIRS = re.compile(rf"(?:\n *)?{_PAIR}")


def _length(digits: str) -> int:
    return int(digits) if len(digits) <= _LENGTH_DIGITS else _UNREACHABLE


def _plural(noun: str, number: int) -> str:
    return noun if number == 1 else f"{noun}s"


def _hook(options: DecodeOptions) -> Callable[[dict[str, Any]], Any] | None:
    """As in ``json``: ``object_pairs_hook`` goes before ``object_hook``."""
    pairs = options.object_pairs_hook
    return options.object_hook if pairs is None else lambda obj: pairs(list(obj.items()))
