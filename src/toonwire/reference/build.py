"""§8 to §10: the actions of the grammar's rules, which build the values.

Contract: an action runs as soon as its line is read, so errors come in the order of the lines; on one
line the key comes first, then what it collides with, then the value.  Rows are in
:mod:`toonwire.reference.rows`.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable
from typing import Any, NoReturn

from toonwire.errors import ErrorCode
from toonwire.options import DecodeOptions
from toonwire.reference._grammar import TERMINALS
from toonwire.reference.fields import FieldList, parse_fields
from toonwire.reference.malformed import explain_header
from toonwire.reference.scope import Kind, Match, Scope
from toonwire.reference.source import Source
from toonwire.reference.values import PLAIN_START, Keys, Values, split_cells
from toonwire.rules.fault import Fault, shorten

__all__ = ["Build", "shown"]

_UNREACHABLE = 10**18
"""Stands for a declared length that no document can meet (§6: it has no upper bound)."""
_LENGTH_DIGITS = 18
_FEW = 8
"""Cells of an inline array that are decoded one by one."""

_COUNTS: dict[Kind, tuple[ErrorCode, str]] = {
    "list": (ErrorCode.ITEM_COUNT, "item"),
    "table": (ErrorCode.ROW_COUNT, "row"),
    "keyed": (ErrorCode.ENTRY_COUNT, "entry row"),
    "single": (ErrorCode.VALUE_COUNT, "value"),
}


class Build:
    """The values of one document; ``root.value`` is its result once all lines are read."""

    def __init__(self, source: Source, options: DecodeOptions) -> None:
        self.source = source
        self.strict = options.strict
        self.keys = Keys()
        self.values = Values(options)
        self.root = Scope("object", None)
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

    def plain_pair(self, scope: Scope, line: re.Match[str], token: str, text: str) -> None:
        """``key: value`` without quotes and brackets before the colon; a shorter way to the same."""
        obj = scope.value
        try:
            key = self.keys[token]
            if not (self.strict and key in obj):
                if text != "[]":
                    obj[key] = text if text[0] in PLAIN_START else self.values[text]
                    return
                self.check_depth(scope.level + 1, line.start(3))
                obj[key] = []
                return
        except Fault:
            pass
        self._pair(scope, line.start(3), token, line.start(4), text)

    def plain_open(self, scope: Scope, line: re.Match[str], token: str, opens: Scope) -> None:
        """``key:`` without quotes and brackets before the colon."""
        key = self.keys[token]
        if self.strict and key in scope.value:
            self.unique(scope, line.start(3), key)
        if opens.level > self._max_depth:
            self.check_depth(opens.level, line.start(3))
        opens.key = key

    def pair(self, scope: Scope, match: Match, _: Scope | None) -> None:
        """``key: value``, or a run of such lines."""
        last = match.lastindex or 0
        if match.end() != match.end(last + 2):
            self._pairs(scope, match)
            return
        token, text = match.group(last + 1, last + 2)
        self._pair(scope, match.start(last + 1), token, match.start(last + 2), text)

    def _pairs(self, scope: Scope, match: Match) -> None:
        obj, start = scope.value, match.start(match.lastindex or 0)
        tokens, texts = zip(*_PAIRS.findall(self.source.text, start, match.end()), strict=True)
        try:
            values = map(self.values.__getitem__, texts)
            fresh = dict(zip(map(self.keys.__getitem__, tokens), values, strict=True))
            if not self.strict or (len(fresh) == len(tokens) and (not obj or obj.keys().isdisjoint(fresh))):
                obj.update(fresh)
                return
        except Fault:
            pass
        for found in _PAIRS.finditer(self.source.text, start, match.end()):
            self._pair(scope, found.start(1), found[1], found.start(2), found[2])

    def _pair(self, scope: Scope, start: int, token: str, value_start: int, text: str) -> None:
        key = self._key(scope, start, token)
        try:
            scope.value[key] = self.values[text]
        except Fault as fault:
            self.source.fault(fault, value_start)

    def empty_pair(self, scope: Scope, match: Match, _: Scope | None) -> None:
        key = self._first_key(scope, match)
        self.check_depth(scope.level + 1, match.start(match.lastindex or 0))
        scope.value[key] = []

    def inline(self, scope: Scope, match: Match, _: Scope | None) -> None:
        key = self._first_key(scope, match)
        self.check_depth(scope.level + 1, match.start(match.lastindex or 0))
        scope.value[key] = self._cells(match, 2)

    def open(self, scope: Scope, match: Match, opens: Scope | None) -> None:
        self._open(scope, match, opens, self._first_key(scope, match))

    def list(self, scope: Scope, match: Match, opens: Scope | None) -> None:
        key = self._first_key(scope, match)
        self._declare(self._open(scope, match, opens, key), match, 2)

    def table(self, scope: Scope, match: Match, opens: Scope | None) -> None:
        self._tabular(scope, match, opens, 1, 2, _delimiter_of(match), 3)

    def keyed(self, scope: Scope, match: Match, opens: Scope | None) -> None:
        self._tabular(scope, match, opens, 1, 2, _part(match, 3) or ",", 4)

    # ---- root forms (§5)

    def root_scalar(self, scope: Scope, match: Match, _: Scope | None) -> None:
        self._become(self._scalar(match))

    def root_empty(self, scope: Scope, match: Match, _: Scope | None) -> None:
        self._become([])

    def root_inline(self, scope: Scope, match: Match, _: Scope | None) -> None:
        self.check_depth(1, match.start(match.lastindex or 0))
        self._become(self._cells(match, 1))

    def _become(self, value: Any) -> None:
        self.root.kind = "single"
        self.root.value = value

    # ---- list items (§9.2, §9.4, §10)

    def hyphen(self, scope: Scope, _: Match, __: Scope | None) -> None:
        scope.count += 1
        if scope.count > scope.declared and self.strict:
            self.surplus(scope)

    def bare(self, scope: Scope, match: Match, opens: Scope | None) -> None:
        self.hyphen(scope, match, opens)
        self.check_depth(scope.level + 1, match.start(match.lastindex or 0))
        scope.value.append({} if self.hook is None else self.hook({}))

    def item_scalar(self, scope: Scope, match: Match, _: Scope | None) -> None:
        scope.value.append(self._scalar(match))

    def item_empty(self, scope: Scope, match: Match, _: Scope | None) -> None:
        self.check_depth(scope.level + 1, match.start(match.lastindex or 0))
        scope.value.append([])

    def item_inline(self, scope: Scope, match: Match, _: Scope | None) -> None:
        self.check_depth(scope.level + 1, match.start(match.lastindex or 0))
        scope.value.append(self._cells(match, 1))

    def keyless_list(self, scope: Scope, match: Match, opens: Scope | None) -> None:
        self._declare(self._open(scope, match, opens, None), match, 1)

    def keyless_table(self, scope: Scope, match: Match, opens: Scope | None) -> None:
        self._tabular(scope, match, opens, None, 1, _delimiter_of(match), 2)

    def keyless_keyed(self, scope: Scope, match: Match, opens: Scope | None) -> None:
        self._tabular(scope, match, opens, None, 1, _part(match, 2) or ",", 3)

    # ---- scopes

    def close(self, scope: Scope, _: Match, __: Scope | None) -> None:
        """A scope is over: its count is known, and its value complete."""
        if scope.count != scope.declared and self.strict:
            self.mismatch(scope.header, scope.kind, scope.declared, str(scope.count))
        value = scope.value
        if self.hook is not None and scope.kind in ("object", "keyed"):
            value = self.hook(value)
        parent = scope.parent
        assert parent is not None
        if scope.key is not None:
            parent.value[scope.key] = value
        elif parent.kind == "list":
            parent.value.append(value)
        else:
            self._become(value)

    def _open(self, parent: Scope, match: Match, scope: Scope | None, key: str | None, inside: int = 0) -> Scope:
        """The scope that a line opens; ``inside``: containers that each of its own lines nests."""
        assert scope is not None
        if key is None and parent.parent is None:
            scope.level = parent.level  # the array of a root header stands in the root's place, not in it
        if scope.level + inside > self._max_depth:
            self.check_depth(scope.level + inside, match.start(match.lastindex or 0))
        scope.key = key
        return scope

    def _declare(self, scope: Scope, match: Match, part: int) -> None:
        number = (match.lastindex or 0) + part
        scope.declared = _length(match[number])
        scope.header = match.start(number) - 1

    def _tabular(
        self,
        parent: Scope,
        match: Match,
        opens: Scope | None,
        key_part: int | None,
        length: int,
        delimiter: str,
        fields_part: int,
    ) -> None:
        """A header with a field list: what is wrong in the line itself comes before what it collides with."""
        start = match.start(match.lastindex or 0)
        key = None if key_part is None else self._decode_key(start, _part(match, key_part))
        fields = self._field_list(match, fields_part, delimiter)
        if key is not None:
            self.unique(parent, start, key)
        scope = self._open(parent, match, opens, key, fields.depth)
        self._declare(scope, match, length)
        scope.delimiter = delimiter
        scope.fields = fields

    def _field_list(self, match: Match, part: int, delimiter: str) -> FieldList:
        last = match.lastindex or 0
        text = match[last + part]
        known = (delimiter, text)
        fields = self._field_lists.get(known)
        if fields is None:
            fields = parse_fields(text.strip(" "), delimiter)
            if fields is None:
                explain_header(self.source, match.start(last))
                raise AssertionError("a header is refused and well-formed")
            self._field_lists[known] = fields
        if fields.repeated is not None and self.strict:
            start = match.start(last + part) + len(text) - len(text.lstrip(" ")) + fields.repeated.start
            self.source.fail(
                ErrorCode.FIELD_DUPLICATE,
                start,
                expected="each field name once in its braces",
                found=f"{shorten(fields.repeated.text)} again",
                hint="rename or remove one of the two",
            )
        return fields

    # ---- tokens

    def _decode_key(self, start: int, token: str) -> str:
        try:
            return self.keys[token]
        except Fault as fault:
            self.source.fault(fault, start)

    def _first_key(self, scope: Scope, match: Match) -> str:
        """The key that a line starts with."""
        last = match.lastindex or 0
        try:
            key = self.keys[match[last + 1]]
            if not self.strict or key not in scope.value:
                return key
        except Fault:
            pass
        return self._key(scope, match.start(last), match[last + 1])

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

    def _scalar(self, match: Match) -> Any:
        number = (match.lastindex or 0) + 1
        try:
            return self.values[match[number]]
        except Fault as fault:
            self.source.fault(fault, match.start(number))

    def _cells(self, match: Match, length: int) -> builtins.list[Any]:
        """The values of an inline array, whose length, delimiter and text are consecutive parts."""
        number = (match.lastindex or 0) + length
        text = match[number + 2]
        cells = split_cells(text, match[number + 1] or ",")
        try:
            values = self.values.column(cells) if len(cells) > _FEW else [self.values[cell] for cell in cells]
        except Fault:
            values = self.slowly(cells, match.start(number + 2))
        declared = match[number]
        if self.strict and declared != str(len(values)):
            self.mismatch(match.start(number) - 1, "single", _length(declared), str(len(values)))
        return values if type(values) is builtins.list else [*values]

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

    def surplus(self, scope: Scope) -> NoReturn:
        """§14.1, known at the first item, row or entry too many."""
        self.mismatch(scope.header, scope.kind, scope.declared, "more")

    def mismatch(self, position: int, kind: Kind, declared: int, found: str, hint: str = "") -> NoReturn:
        """``hint``: another one than what the numbers alone suggest."""
        code, noun = _COUNTS[kind]
        number = shown(declared)
        if hint:
            action = hint
        elif found == "more":
            action = "write the real number in the bracket or remove the surplus"
        elif found == "0":
            action = f"put the {noun}s on lines one level deeper, or write [0]"
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


def _delimiter_of(match: Match) -> str:
    """The active delimiter that the class of a tabular header names."""
    return _DELIMITER_OF[(match.lastgroup or "C")[-1]]


def _part(match: Match, number: int) -> str:
    """A part of a line, counted from 1 as in the grammar."""
    return match[(match.lastindex or 0) + number]


_PAIR = TERMINALS["PAIR"]
_PAIRS = re.compile(rf"(?:\n *)?{_PAIR}")


def _length(digits: str) -> int:
    return int(digits) if len(digits) <= _LENGTH_DIGITS else _UNREACHABLE


def shown(declared: int) -> str:
    """A declared length, for a message."""
    return str(declared) if declared < _UNREACHABLE else "10^18 or more"


def _plural(noun: str, number: int) -> str:
    return noun if number == 1 else f"{noun}s"


def _hook(options: DecodeOptions) -> Callable[[dict[str, Any]], Any] | None:
    """As in ``json``: ``object_pairs_hook`` goes before ``object_hook``."""
    pairs = options.object_pairs_hook
    return options.object_hook if pairs is None else lambda obj: pairs(list(obj.items()))
