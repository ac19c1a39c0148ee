"""The open parts of a document that is written piece by piece: objects, arrays and tables.

Contract: only the innermost open part takes content.  What is against the structure that was declared is an
EncodeError, and nothing is written for it.  Each value is written in the form that ``toonwire.encode`` gives
it (§9); an object or array that is opened here has the form that it was declared in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, TypeVar

from toonwire.errors import ErrorCode
from toonwire.paths import Path
from toonwire.rules.fault import Fault
from toonwire.rules.headers import header
from toonwire.rules.keys import encode_key
from toonwire.rules.nesting import too_deep
from toonwire.stream.blocks import Block
from toonwire.stream.encoding import Encoding, failure, modelled
from toonwire.stream.fieldnames import Fields
from toonwire.stream.knownkeys import KnownKeys
from toonwire.stream.pieces import field_lines, item_lines, scalar_item
from toonwire.stream.rowwriter import RowWriter
from toonwire.stream.table import Place, Table
from toonwire.stream.tables import check_count, new_table

__all__ = ["ArrayScope", "ObjectScope", "Opened", "TableScope"]

_Item = TypeVar("_Item", bound="_Scope")


class Opened:
    """The parts of one document that are open, the innermost last, and where its text goes."""

    def __init__(self, encoding: Encoding, put: Callable[[str], Any]) -> None:
        self.encoding = encoding
        self.put = put
        self.parts: list[Block] = []
        self.failed = False

    def check(self, part: Block, path: Path) -> None:
        """Raises where a part is not the innermost one."""
        if self.failed:
            found = "a document that has failed"
        elif part not in self.parts:
            found = "one that is closed"
        elif self.parts[-1] is not part:
            found = "one in which another part is open"
        else:
            return
        raise failure(Fault(ErrorCode.SCOPE, expected="the innermost open part", found=found), path)

    @contextmanager
    def failing(self) -> Iterator[None]:
        """What fails in here leaves a document that cannot go on."""
        self.failed = True
        yield
        self.failed = False


class _Scope(Block):
    """A part between its beginning and its end."""

    def __init__(self, opened: Opened, place: Place) -> None:
        self._opened = opened
        self._place = place
        self._encoding = opened.encoding
        if place.above >= self._encoding.max_depth:
            raise failure(too_deep(self._encoding.max_depth), place.path)

    def close(self) -> None:
        """Ends the part, which takes nothing more; a second call does nothing."""
        if self in self._opened.parts or self._opened.failed:
            self._check()
            self._end()
            self._opened.parts.pop()

    def _end(self) -> None:
        """Writes what is left."""

    def _check(self) -> None:
        self._opened.check(self, self._place.path)

    def _fail(self, fault: Fault, *path: str | int) -> NoReturn:
        raise failure(fault, (*self._place.path, *path)) from None

    def abandon(self) -> None:
        """Leaves it and so the document unfinished."""
        self._opened.failed = True


class ObjectScope(_Scope):
    """An open object: its fields, each key once.  ``with`` closes it."""

    def __init__(self, opened: Opened, place: Place, *, item: bool = False) -> None:
        super().__init__(opened, place)
        self._keys = KnownKeys()
        self._lead = place.lead if item else opened.encoding.unit * place.depth
        self._bare = place.lead[:-1] if item else ""

    def value(self, key: str, value: Any) -> None:
        """A field with any value that :func:`toonwire.encode` takes."""
        place = self._place
        self._check_key(key)
        text = field_lines(self._encoding, {key: value}, place.above, place.depth, lambda path: (*place.path, *path))
        self._opened.put(self._next(key) + text[len(self._encoding.unit) * place.depth :])

    def object(self, key: str) -> ObjectScope:
        """Opens a field that is an object."""
        self._check_key(key)
        scope = ObjectScope(self._opened, self._inner(key, ""))
        self._opened.put(f"{self._next(key)}{encode_key(key)}:\n")
        self._opened.parts.append(scope)
        return scope

    def array(self, key: str, *, count: int) -> ArrayScope:
        """Opens a field that is an array of ``count`` items; rows are for :meth:`table`."""
        self._check_key(key)
        scope = ArrayScope(self._opened, self._inner(key, self._lead + encode_key(key)), count)
        self._next(key)
        self._opened.parts.append(scope)
        return scope

    def table(
        self, key: str, *, fields: Fields | None = None, count: int | None = None, keyed: bool = False
    ) -> TableScope:
        """Opens a field that is a table; its options are those of :class:`~toonwire.stream.TableWriter`."""
        self._check_key(key)
        place = self._place
        outer = Place(place.path, self._lead, place.above, place.depth + 1)
        scope = TableScope(self._opened, new_table(self._encoding, outer, key, fields, count, keyed=keyed))
        self._next(key)
        self._opened.parts.append(scope)
        return scope

    def _inner(self, key: str, lead: str) -> Place:
        place = self._place
        return Place((*place.path, key), lead, place.above + 1, place.depth + 1)

    def _check_key(self, key: str) -> None:
        self._check()
        try:
            if not isinstance(key, str):
                raise Fault(ErrorCode.UNSUPPORTED_KEY, expected="a key of type str", found=type(key).__name__)
            encode_key(key)
            self._keys.check(key)
        except Fault as fault:
            self._fail(fault, *([key] if isinstance(key, str) else []))

    def _next(self, key: str) -> str:
        """What the line of the next field starts with; the first may follow a hyphen (§10)."""
        self._keys.add(key)
        lead, self._lead = self._lead, self._encoding.unit * self._place.depth
        return lead

    def _end(self) -> None:
        if self._bare and not self._keys:
            self._opened.put(f"{self._bare}\n")  # §10: the bare marker


class ArrayScope(_Scope):
    """An open array: as many items as declared.  ``with`` closes it.

    Primitives wait until the array is closed, or until an item comes that is none: they stand in one line
    where all items are primitives (§9.1).
    """

    def __init__(self, opened: Opened, place: Place, count: int, *, item: bool = False) -> None:
        super().__init__(opened, place)
        check_count(count)
        self._count = count
        self._item = item
        self._items = 0
        self._waiting: list[Any] | None = []

    def item(self, value: Any) -> None:
        """An item of any value that :func:`toonwire.encode` takes; an object is written as a list item (§10)."""
        self._check_room()
        place, encoding = self._place, self._encoding
        try:
            model = modelled(value, encoding.lower)
        except Fault as fault:
            self._fail(fault, self._items)
        scalar = type(model) not in (dict, list)
        if scalar and self._waiting is not None:
            self._waiting.append(model)
        elif scalar:
            self._opened.put(scalar_item(encoding, model, place.above, place.depth, self._step))
        elif place.above + 1 >= encoding.max_depth:
            self._fail(too_deep(encoding.max_depth), self._items)
        else:
            text = item_lines(encoding, [model], place.above, place.depth, self._step)
            self._settle()
            self._opened.put(text)
        self._items += 1

    def object(self) -> ObjectScope:
        """Opens an item that is an object."""
        self._check_room()
        scope = ObjectScope(self._opened, self._inner(), item=True)
        return self._open(scope)

    def array(self, *, count: int) -> ArrayScope:
        """Opens an item that is an array of ``count`` items."""
        self._check_room()
        scope = ArrayScope(self._opened, self._inner(), count, item=True)
        return self._open(scope)

    def _open(self, scope: _Item) -> _Item:
        self._settle()
        self._items += 1
        self._opened.parts.append(scope)
        return scope

    def _inner(self) -> Place:
        place = self._place
        lead = f"{self._encoding.unit * place.depth}- "
        return Place((*place.path, self._items), lead, place.above + 1, place.depth + 1)

    def _check_room(self) -> None:
        self._check()
        if self._items == self._count:
            self._miscounted("one more")

    def _settle(self) -> None:
        """The array is a list: begins it with the items that wait."""
        waiting, self._waiting = self._waiting, None
        if waiting is None:
            return
        place, lines = self._place, []
        with self._opened.failing():
            for index, value in enumerate(waiting):
                lines.append(scalar_item(self._encoding, value, place.above, place.depth, self._from(index)))
        self._opened.put(f"{place.lead}{header(self._count, self._encoding.delimiter)}\n{''.join(lines)}")

    def _end(self) -> None:
        if self._items != self._count:
            self._miscounted(str(self._items))
        place = self._place
        if self._count == 0:
            # §9.1, §9.2: the literal [] is for fields and the root
            empty = header(0, self._encoding.delimiter) if self._item else ": []" if place.lead else "[]"
            self._opened.put(f"{place.lead}{empty}\n")
        elif self._waiting is not None:
            text = self._encoding.text(self._waiting, place.above, self._from(0))
            self._opened.put(f"{place.lead}{text}\n")

    def _from(self, start: int) -> Callable[[Path], Path]:
        def place(path: Path) -> Path:
            first, *rest = path
            assert isinstance(first, int)
            return (*self._place.path, start + first, *rest)

        return place

    def _step(self, path: Path) -> Path:
        return self._from(self._items)(path)

    def _miscounted(self, found: str) -> NoReturn:
        code = ErrorCode.ITEM_COUNT if self._waiting is None else ErrorCode.VALUE_COUNT
        self._fail(Fault(code, expected=f"{self._count} item{'s' * (self._count != 1)}", found=found))


class TableScope(RowWriter):
    """An open table: its rows.  ``with`` closes it."""

    def __init__(self, opened: Opened, table: Table) -> None:
        super().__init__(table, opened.put)
        self._opened = opened

    def close(self) -> None:
        """Writes what is left.  Raises where rows are missing; a second call does nothing."""
        if self in self._opened.parts or self._opened.failed:
            super().close()
            self._opened.parts.pop()

    def _check_open(self) -> None:
        self._opened.check(self, self._table.place.path)
        super()._check_open()

    def abandon(self) -> None:
        """Leaves it and so the document unfinished."""
        self._opened.failed = True
        super().abandon()
