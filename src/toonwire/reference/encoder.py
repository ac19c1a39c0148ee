"""Values to text: the reference engine's ``encode``.

Contract: what is written is fixed by the value (§9); a container is brought to the JSON model as far as
its form must be known, and then written.  The stack is explicit, so depth is bounded by the limit alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NoReturn

from toonwire.errors import EncodeError, EncodeTypeError, ErrorCode
from toonwire.options import EncodeOptions
from toonwire.paths import format_path
from toonwire.reference.texts import KeyTexts, Texts
from toonwire.rules.fault import Fault
from toonwire.rules.forms import SCALARS, Table, find_table
from toonwire.rules.headers import LEAF, SHUT, field_list, header, leaf_paths
from toonwire.rules.nesting import CYCLE, too_deep
from toonwire.rules.strings import SURROGATE, quote

__all__ = ["Lower", "encode"]

Lower = Callable[[Any], Any]
"""Brings one host value to the JSON model, its children left as they are; raises a Fault."""

_TYPE_CAUSES = frozenset({ErrorCode.UNSUPPORTED_TYPE, ErrorCode.UNSUPPORTED_KEY})
_MODEL = SCALARS | {dict, list}
_OBJECTS = {dict}
_STRINGS = {str}
_NO_ENTRY = SCALARS | {list}
_FEW = 8
"""Values of an inline array that are written one by one."""
_BOM = "\ufeff"


class _Frame:
    """A container that is being written: an object's fields or a list's items, all at one depth.

    items: step (key or index), value, and the host value that it was lowered from; step: the one that is
    being written; lead: what its next line starts with, its first line may follow a hyphen (§10).
    """

    __slots__ = ("depth", "host", "indent", "items", "lead", "listed", "step")

    def __init__(
        self, host: Any, items: Iterator[tuple[Any, Any, Any]], lead: str, indent: str, depth: int, listed: bool
    ) -> None:
        self.host = host
        self.items = items
        self.lead = lead
        self.indent = indent
        self.depth = depth
        self.listed = listed
        self.step: str | int = 0


def encode(value: Any, options: EncodeOptions, lower: Lower) -> str:
    """The document of a value, without a final LF (§12).  Raises :class:`~toonwire.errors.EncodeError`."""
    return _Encoder(options, lower).document(value)


class _Encoder:
    def __init__(self, options: EncodeOptions, lower: Lower) -> None:
        self._delimiter = options.delimiter
        self._max_depth = options.limits.max_depth
        self._unit = " " * options.indent
        self._lower = lower
        self._texts = Texts(options)
        self._keys = KeyTexts()
        self._out: list[str] = []
        self._frames: list[_Frame] = []
        self._open: set[int] = set()  # the hosts of all frames

    # ---- the document (§5)

    def document(self, root: Any) -> str:
        try:
            value = root if type(root) in _MODEL else self._lower(root)
            text = self._texts.of.get(type(value))
            if text is not None:
                # §7.2: at the start of the document U+FEFF would be a byte-order mark
                return quote(value) if value.__class__ is str and value[:1] == _BOM else text(value)
        except Fault as fault:
            self._fail(fault)
        if type(value) is dict:
            self._object(value, root, "", 0)
        else:
            self._array(value, root, "", 1)
        frames = self._frames
        while frames:
            if frames[-1].listed:
                self._write_items(frames[-1])
            else:
                self._write_fields(frames[-1])
        return "\n".join(self._out)

    # ---- fields (§8)

    def _write_fields(self, frame: _Frame) -> None:
        """Fields of objects, up to the beginning of a list or the end of the outermost."""
        frames, append, keys, texts = self._frames, self._out.append, self._keys, self._texts.of
        while True:
            lead = frame.lead
            indent = frame.lead = frame.indent
            for key, value, host in frame.items:
                text = texts.get(type(value))
                try:
                    if text is None and type(value) not in _MODEL:
                        value = self._lower(value)  # noqa: PLW2901 (host keeps what it was)
                        text = texts.get(type(value))
                    if text is not None:
                        append(f"{lead}{keys[key]}: {text(value)}")
                        lead = indent
                        continue
                    head = lead + keys[key]
                except Fault as fault:
                    frame.step = key
                    self._fail(fault)
                lead, frame.step = indent, key
                write = self._object if type(value) is dict else self._array
                if write(value, host, head, frame.depth + 1):
                    break
            else:
                self._pop()
            if not frames or frames[-1].listed:
                return
            frame = frames[-1]

    def _object(self, value: dict[Any, Any], host: Any, head: str, depth: int) -> bool:
        """An object in field or root position; whether its fields are left to a frame."""
        if id(host) in self._open or len(self._frames) >= self._max_depth:
            self._refuse(host)
        if not value:
            if head:
                self._out.append(f"{head}:")
            return False
        indent = self._unit * depth
        kinds = set(map(type, value.values()))
        if kinds <= SCALARS and self._leaf(value, f"{head}:\n{indent}" if head else indent, indent):
            return False
        if set(map(type, value)) != _STRINGS:
            value = self._string_keys(value)
        # copies: what default= does to the container does not reach what is being written
        names, hosts = list(value), list(value.values())
        entries: Sequence[Any] = hosts
        if kinds.isdisjoint(_NO_ENTRY) and len(names) > 1:
            # §9.5 wants to know the shape of all entry values
            entries = self._models(hosts, names)
            if set(map(type, entries)) == _OBJECTS and self._keyed(names, entries, hosts, head, depth if head else 1):
                return False
        if head:
            self._out.append(f"{head}:")
        items = zip(names, entries, hosts, strict=True)
        self._push(_Frame(host, items, indent, indent, depth, False))
        return True

    def _leaf(self, value: dict[str, Any], lead: str, indent: str) -> bool:
        """Writes an object of primitives at once; False, and nothing written, where a key or value has no text."""
        keys, texts = self._keys, self._texts.of
        try:
            lines = [f"{keys[key]}: {texts[type(field)](field)}" for key, field in value.items()]
        except Fault:
            return False
        self._out.append(lead + f"\n{indent}".join(lines))
        return True

    def _string_keys(self, value: dict[Any, Any]) -> dict[str, Any]:
        try:
            lowered: dict[str, Any] = self._lower(value)
        except Fault as fault:
            self._fail(fault)
        return lowered

    # ---- arrays (§9.1 to §9.4)

    def _array(self, value: list[Any], host: Any, head: str, depth: int, *, item: bool = False) -> bool:
        """An array in field, root or (``item``) list-item position; whether its items are left to a frame."""
        if id(host) in self._open or len(self._frames) >= self._max_depth:
            self._refuse(host)
        if not value:
            # §9.1, §9.2: the literal [] is for fields and the root
            self._out.append(f"{head}{header(0, self._delimiter)}" if item else f"{head}: []" if head else "[]")
            return False
        values: Sequence[Any] = value
        hosts = values
        kinds = set(map(type, values))
        if not kinds <= SCALARS:
            hosts = list(value)
            values = self._models(hosts, range(len(hosts)))
            kinds = set(map(type, values))
        if kinds <= SCALARS:
            cells = self._delimiter.join(self._inline(values))
            self._out.append(f"{head}{header(len(values), self._delimiter)} {cells}")
            return False
        if kinds == _OBJECTS and not item and self._table(values, hosts, head, depth):
            return False
        self._out.append(head + header(len(values), self._delimiter))
        indent = self._unit * depth
        items = zip(range(len(values)), values, hosts, strict=True)
        self._push(_Frame(host, items, indent, indent, depth, True))
        return True

    def _write_items(self, frame: _Frame) -> None:
        """Items of a list, up to one that begins a container."""
        out, texts, lead = self._out, self._texts.of, f"{frame.indent}- "
        for index, value, host in frame.items:
            frame.step = index
            text = texts.get(type(value))
            if text is not None:
                try:
                    out.append(lead + text(value))
                except Fault as fault:
                    self._fail(fault)
            elif type(value) is list:
                if self._array(value, host, lead, frame.depth + 1, item=True):
                    return
            elif self._item(value, host, frame):
                return
        self._pop()

    def _item(self, value: dict[str, Any], host: Any, frame: _Frame) -> bool:
        """An object as a list item; whether its fields are left to a frame."""
        if id(host) in self._open or len(self._frames) >= self._max_depth:
            self._refuse(host)
        lead = f"{frame.indent}- "
        if not value:
            self._out.append(lead[:-1])
            return False
        inner = frame.indent + self._unit
        if set(map(type, value.values())) <= SCALARS and self._leaf(value, lead, inner):
            return False
        fields = list(value.values())
        items = zip(list(value), fields, fields, strict=True)
        self._push(_Frame(host, items, lead, inner, frame.depth + 1, False))
        return True

    # ---- tabular forms (§9.3, §9.5)

    def _table(self, rows: Sequence[dict[str, Any]], hosts: Sequence[Any], head: str, depth: int) -> bool:
        table = self._find(rows, hosts, range(len(rows)))
        if table is None:
            return False
        fields = self._field_list(table, range(1))
        self._out.append(head + header(len(rows), self._delimiter, fields=fields))
        lines = map(self._delimiter.join, self._cells(table, range(len(rows))))
        indent = self._unit * depth
        self._out.append(indent + f"\n{indent}".join(lines))
        return True

    def _keyed(
        self, names: list[str], entries: Sequence[dict[str, Any]], hosts: Sequence[Any], head: str, depth: int
    ) -> bool:
        table = self._find(entries, hosts, names)
        if table is None:
            return False
        fields = self._field_list(table, names)
        self._out.append(head + header(len(entries), self._delimiter, keyed=True, fields=fields))
        keys = [self._key(name) for name in names]
        lines = map(": ".join, zip(keys, map(self._delimiter.join, self._cells(table, names)), strict=True))
        indent = self._unit * depth
        self._out.append(indent + f"\n{indent}".join(lines))
        return True

    def _find(self, rows: Sequence[dict[str, Any]], hosts: Sequence[Any], steps: Sequence[str | int]) -> Table | None:
        """The table of rows or entry values; ``steps`` lead to them from the container that is written."""
        # A cycle shows in the first row: the others have its shape, or they are no table.
        above = [hosts[0]]
        seen = {id(hosts[0])}

        def enter(path: list[str], first: Any) -> None:
            while len(above) > len(path):
                seen.discard(id(above.pop()))
            if id(first) in seen or id(first) in self._open:
                self._fail(CYCLE, steps[0], *path)
            above.append(first)
            seen.add(id(first))
            self._check_depth(len(path) + 2, chain(steps[:1], path))

        self._check_depth(2, steps[:1])
        return find_table(rows, lambda column, path: self._models(column, steps, path), enter)

    def _field_list(self, table: Table, steps: Sequence[str | int]) -> str:
        path: list[str] = []
        try:
            return field_list(table.program, self._delimiter, self._keys.__getitem__)
        except Fault as fault:
            for step, name in table.program:
                if step == SHUT:
                    path.pop()
                    continue
                path.append(name)
                if SURROGATE.search(name):
                    self._fail(fault, steps[0], *path)
                if step == LEAF:
                    path.pop()
            raise

    def _key(self, key: str) -> str:
        try:
            return self._keys[key]
        except Fault as fault:
            self._fail(fault, key)

    def _cells(self, table: Table, steps: Sequence[str | int]) -> Iterator[tuple[str, ...]]:
        """The rows as texts."""
        try:
            return zip(*[self._texts.column(column) for column in table.columns], strict=True)
        except Fault:
            pass
        names = leaf_paths(table.program)
        for step, row in zip(steps, zip(*table.columns, strict=True), strict=True):
            for path, value in zip(names, row, strict=True):
                try:
                    self._texts.of[type(value)](value)
                except Fault as fault:
                    self._fail(fault, step, *path)
        raise AssertionError("a column is refused and all its values are not")

    def _inline(self, values: Sequence[Any]) -> Sequence[str]:
        """The texts of an inline array."""
        of = self._texts.of
        try:
            return [of[type(value)](value) for value in values] if len(values) < _FEW else self._texts.column(values)
        except Fault:
            pass
        for index, value in enumerate(values):
            try:
                of[type(value)](value)
            except Fault as fault:
                self._fail(fault, index)
        raise AssertionError("a column is refused and all its values are not")

    # ---- host values, limits, errors

    def _models(self, values: Sequence[Any], steps: Sequence[str | int], path: Sequence[str] = ()) -> Sequence[Any]:
        """The values brought to the JSON model, one level of each; as they are where all are there."""
        lower = self._lower
        kinds = set(map(type, values))
        if kinds <= _MODEL and (dict not in kinds or _have_string_keys(values)):
            return values
        out = []
        for step, value in zip(steps, values, strict=True):
            try:
                fits = type(value) in _MODEL and (type(value) is not dict or set(map(type, value)) <= _STRINGS)
                out.append(value if fits else lower(value))
            except Fault as fault:
                self._fail(fault, step, *path)
        return out

    def _push(self, frame: _Frame) -> None:
        self._frames.append(frame)
        self._open.add(id(frame.host))

    def _pop(self) -> None:
        self._open.discard(id(self._frames.pop().host))

    def _refuse(self, host: Any) -> None:
        """A container that may not be written: it is being written already, or too deep."""
        if id(host) in self._open:
            self._fail(CYCLE)
        self._check_depth(1)

    def _check_depth(self, levels: int, path: Iterable[str | int] = ()) -> None:
        if len(self._frames) + levels > self._max_depth:
            self._fail(too_deep(self._max_depth), *path)

    def _fail(self, fault: Fault, *path: str | int) -> NoReturn:
        """Raises the error for the step that is being written, or for a place below it."""
        kind = EncodeTypeError if fault.code in _TYPE_CAUSES else EncodeError
        steps = (*(frame.step for frame in self._frames), *path)
        raise kind(
            fault.code, path=format_path(steps), found=fault.found, expected=fault.expected, hint=fault.hint
        ) from None


def _have_string_keys(values: Sequence[Any]) -> bool:
    kinds: set[type] = set()
    for value in values:
        if type(value) is dict:
            kinds.update(map(type, value))
    return kinds <= _STRINGS
