"""Large values to text, in pieces: containers are walked in batches, and each batch is one call of the engine.

Contract: the pieces in a row are the document and an LF.  What is small is written by the engine alone.  A
container that is large is begun here and its content follows in batches of about ``budget`` characters; what
is large inside of it is walked in turn.  The stack is explicit, so depth is bounded by the limit alone.

The form of a container (§9) is settled before its header is written.  Where values of other types than those
of JSON have a say, the engine settles it, a batch at a time, and is asked for the same text again later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple, NoReturn

from toonwire.paths import Path
from toonwire.rules.fault import Fault
from toonwire.rules.headers import header
from toonwire.rules.keys import encode_key
from toonwire.rules.nesting import CYCLE, too_deep
from toonwire.stream.encoding import Encoding, failure, modelled
from toonwire.stream.extent import Form, extent_for
from toonwire.stream.pieces import field_lines, item_lines, scalar_item
from toonwire.stream.tabletext import TableText, blank, fields_of

__all__ = ["walk"]

_ROOT, _FIELD, _ITEM = range(3)
"""Where a container stands."""

_SMALL = 64
"""A budget below this is not worth a walk."""
_HOST = 64
"""What a cell of another type is taken to come to."""
_FIELDS = 1024
"""Fields that are looked at together."""
_FEW_ROWS = 32
_MOST_PROBED = 256
_GROWTH = 4


def walk(value: Any, encoding: Encoding, budget: int) -> Iterator[str]:
    """The document of a value and an LF, in pieces.

    Raises :class:`~toonwire.errors.EncodeError`, and a RuntimeError where a container changes meanwhile.
    """
    return _Walk(encoding, budget).document(value)


class _Child(NamedTuple):
    """A container to be walked: as it is and as it was given; lead: what stands before it in its line."""

    model: Any
    host: Any
    lead: str
    place: int
    depth: int


class _Frame:
    """A container that is being walked; step: the child that is being walked, for its path."""

    __slots__ = ("host", "parts", "step")

    def __init__(self, host: Any) -> None:
        self.host = host
        self.parts: Iterator[str | _Child] = iter(())
        self.step: str | int = 0


class _Walk:
    def __init__(self, encoding: Encoding, budget: int) -> None:
        self._encoding = encoding
        self._budget = budget
        self._extent = extent_for(encoding.engine)
        self._frames: list[_Frame] = []
        self._open: set[int] = set()  # the hosts of all frames

    def document(self, root: Any) -> Iterator[str]:
        model = root if self._is_small(root) else self._model(root)
        if type(model) not in (dict, list) or self._is_small(model):
            yield self._encoding.text(model, 0, lambda path: path) + "\n"
            return
        frames = self._frames
        self._enter(_Child(model, root, "", _ROOT, int(type(model) is list)))
        while frames:
            part = next(frames[-1].parts, None)
            if part is None:
                self._open.discard(id(frames.pop().host))
            elif isinstance(part, str):
                yield part
            else:
                self._enter(part)

    def _enter(self, child: _Child) -> None:
        step = [frame.step for frame in self._frames[-1:]]
        if id(child.host) in self._open:
            self._fail(CYCLE, *step)
        if self._is_deepest():
            self._fail(too_deep(self._encoding.max_depth), *step)
        frame = _Frame(child.host)
        self._frames.append(frame)
        self._open.add(id(child.host))
        of_kind = self._object if type(child.model) is dict else self._array
        frame.parts = of_kind(frame, child)

    # ---- objects (§8, §9.5)

    def _object(self, frame: _Frame, child: _Child) -> Iterator[str | _Child]:
        pairs = child.model
        if child.place != _ITEM and len(pairs) > 1 and self._is_keyed(pairs):
            return self._entries(child, child.depth or 1)
        return self._fields(frame, child)

    def _is_keyed(self, pairs: dict[str, Any]) -> bool:
        values = list(pairs.values())
        form, _ = self._extent.form(values)
        if form != Form.UNKNOWN:
            return form == Form.TABLE
        if _holds_list(self._model(values[0], next(iter(pairs)))):
            return False
        found = iter(pairs.items())
        first, many = dict(islice(found, 1)), 1
        while batch := dict(islice(found, many)):
            if not self._text({**first, **batch}, lambda path: path).startswith("["):
                return False
            many = min(many * _GROWTH, _MOST_PROBED)
        return True

    def _entries(self, child: _Child, depth: int) -> Iterator[str]:
        pairs: dict[str, Any] = child.model
        first = list(islice(pairs.items(), 2))
        head = self._text(dict(first), lambda path: path).partition("\n")[0]
        table = self._table(first[0][1], head, depth)
        yield f"{child.lead}{header(len(pairs), self._encoding.delimiter, keyed=True, fields=table.fields)}"
        place = _below(self._here())
        for batch in self._batches_of_pairs(pairs, _HOST):
            yield table.entries(dict(batch), place) or _changed()
        yield "\n"

    def _fields(self, frame: _Frame, child: _Child) -> Iterator[str | _Child]:
        unit, depth = self._encoding.unit, child.depth
        pad = unit * depth
        lead = pad
        if child.place == _FIELD:
            yield f"{child.lead}:\n"
        elif child.place == _ITEM:
            lead = child.lead
            if not child.model:
                yield f"{lead[:-1]}\n"  # §10: the bare marker
        above, place = len(self._frames) - 1, _below(self._here())
        for batch in self._batches_of_pairs(child.model, 0):
            if len(batch) == 1:
                (key, host), *_ = batch
                model = self._model(host, key)
                if self._is_walked(model):
                    frame.step = key
                    yield _Child(model, host, lead + self._key(key), _FIELD, depth + 1)
                    lead = pad
                    continue
                batch_of = {key: model}
            else:
                batch_of = dict(batch)
            yield lead + field_lines(self._encoding, batch_of, above, depth, place)[len(pad) :]
            lead = pad

    def _batches_of_pairs(self, pairs: dict[str, Any], host: int) -> Iterator[list[tuple[str, Any]]]:
        """Fields in batches within the budget; one that does not fit comes alone."""
        found = iter(pairs.items())
        while part := list(islice(found, _FIELDS)):
            flat = [text for pair in part for text in pair]
            start = 0
            while start < len(part):
                stop = max(self._extent.reach(flat, 2 * start, self._budget, host) // 2, start + 1)
                yield part[start:stop]
                start = stop

    # ---- arrays (§9.1 to §9.4)

    def _array(self, frame: _Frame, child: _Child) -> Iterator[str | _Child]:
        values = child.model
        if not values:
            return iter((self._empty(child),))
        form, longest = self._extent.form(values)
        if form == Form.UNKNOWN:
            form = self._form_by_engine(values)
        if form == Form.INLINE:
            return self._inline(child)
        if form == Form.TABLE and child.place != _ITEM:
            return self._rows(child, longest)
        return self._items(frame, child)

    def _empty(self, child: _Child) -> str:
        # §9.1, §9.2: the literal [] is for fields and the root
        return (
            f"{child.lead}: []\n" if child.place == _FIELD else f"{child.lead}{header(0, self._encoding.delimiter)}\n"
        )

    def _form_by_engine(self, values: list[Any]) -> Form:
        if _holds_list(self._model(values[0], 0)):
            return Form.LIST
        found, start, many = Form.UNKNOWN, 0, 1
        while start < len(values):
            batch = [values[0], *values[max(start, 1) : start + many]]
            text = self._text(batch, _behind(1, start) if start else lambda path: path)
            head, _, lines = text.partition("\n")
            form = Form.INLINE if not lines else Form.TABLE if fields_of(head) else Form.LIST
            if form == Form.LIST or (start and form != found):
                return Form.LIST
            found, start, many = form, start + many, min(many * _GROWTH, _MOST_PROBED)
        return found

    def _inline(self, child: _Child) -> Iterator[str]:
        values, delimiter = child.model, self._encoding.delimiter
        yield f"{child.lead}{header(len(values), delimiter)} "
        for start, stop in self._batches(values, _HOST):
            head, _, cells = self._text(values[start:stop], _behind(0, start)).partition(": ")
            if "\n" in head or "\n" in cells:
                _changed()
            yield cells + (delimiter if stop < len(values) else "\n")

    def _rows(self, child: _Child, longest: int) -> Iterator[str]:
        values: list[Any] = child.model
        head = self._text(values[:1], lambda path: path).partition("\n")[0]
        table = self._table(values[0], head, child.depth)
        yield f"{child.lead}{header(len(values), self._encoding.delimiter, fields=table.fields)}"
        # rows of much the same length need not be looked at again
        many = self._budget // longest if longest else 0
        for start, stop in self._batches(values, _HOST, many=many if many >= _FEW_ROWS else 0):
            place = _moved(self._here(), start)
            yield table.rows(values[start:stop], place) or _changed()
        yield "\n"

    def _items(self, frame: _Frame, child: _Child) -> Iterator[str | _Child]:
        values, depth = child.model, child.depth
        lead = f"{self._encoding.unit * depth}- "
        yield f"{child.lead}{header(len(values), self._encoding.delimiter)}\n"
        deepest = self._is_deepest()
        above, here = len(self._frames) - 1, self._here()
        for start, stop in self._batches(values, 0, many=int(deepest)):
            place, batch = _moved(here, start), values[start:stop]
            if len(batch) == 1:
                frame.step = start
                batch = [self._model(batch[0], start)]
                if type(batch[0]) not in (dict, list):
                    yield scalar_item(self._encoding, batch[0], above, depth, place)
                    continue
                if deepest or not self._is_small(batch[0]):
                    yield _Child(batch[0], values[start], lead, _ITEM, depth + 1)
                    continue
            yield item_lines(self._encoding, batch, above, depth, place)

    def _batches(self, values: list[Any], host: int, *, many: int = 0) -> Iterator[tuple[int, int]]:
        """Where batches within the budget begin and end; a value that does not fit comes alone.

        many: how many to take where that is known.
        """
        reach, count, start = self._extent.reach, len(values), 0
        while start < count:
            stop = min(start + many, count) if many else max(reach(values, start, self._budget, host), start + 1)
            yield start, stop
            start = stop
            if len(values) != count:
                _changed()

    # ---- values and their places

    def _table(self, row: Any, head: str, depth: int) -> TableText:
        template = blank(row, self._encoding.lower)
        return TableText(self._encoding, template, fields_of(head), len(self._frames) - 1, depth)

    def _is_small(self, value: Any) -> bool:
        return self._extent.reach([value], 0, max(self._budget, _SMALL), 0) == 1

    def _is_walked(self, model: Any) -> bool:
        return type(model) in (dict, list) and not self._is_small(model)

    def _model(self, value: Any, *step: str | int) -> Any:
        """The value brought to the JSON model, one level of it."""
        try:
            return modelled(value, self._encoding.lower)
        except Fault as fault:
            self._fail(fault, *step)

    def _key(self, key: str) -> str:
        try:
            return encode_key(key)
        except Fault as fault:
            self._fail(fault, key)

    def _is_deepest(self) -> bool:
        return len(self._frames) >= self._encoding.max_depth

    def _text(self, value: Any, place: Callable[[Path], Path]) -> str:
        """The document of a piece of the innermost frame."""
        here = self._here()
        return self._encoding.text(value, len(self._frames) - 1, lambda path: (*here, *place(path)))

    def _here(self) -> Path:
        """The path of the container that is walked now."""
        return tuple(frame.step for frame in self._frames[:-1])

    def _fail(self, fault: Fault, *step: str | int) -> NoReturn:
        """Raises the error for the container that is walked now, or a step in it."""
        raise failure(fault, (*self._here(), *step)) from None


def _holds_list(model: Any) -> bool:
    """Whether a value cannot be a row, whatever else is in it; so that not all of it is written to know."""
    return type(model) is list or (type(model) is dict and list in map(type, model.values()))


def _behind(extra: int, start: int) -> Callable[[Path], Path]:
    """From paths in a batch that begins at ``start``, behind ``extra`` values of another kind."""

    def place(path: Path) -> Path:
        first, *rest = path
        assert isinstance(first, int)
        return (max(first - extra, 0) + start if first >= extra else 0, *rest)

    return place


def _below(here: Path) -> Callable[[Path], Path]:
    return lambda path: (*here, *path)


def _moved(here: Path, start: int) -> Callable[[Path], Path]:
    def place(path: Path) -> Path:
        first, *rest = path
        assert isinstance(first, int)
        return (*here, first + start, *rest)

    return place


def _changed() -> NoReturn:
    raise RuntimeError("a container changed while it was being encoded")
