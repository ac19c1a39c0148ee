"""The text of an array whose elements come in batches, when neither their number nor their form is known.

Contract: the text is what ``encode`` writes for the array of all elements, and a final LF.  A batch is one
call of the encoder and waits in a :class:`~toonwire.cli.spool.Spool`; memory holds one batch and a few bytes
for each of the earlier ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from toonwire.cli.jsontext import exact_float
from toonwire.cli.spool import Spool
from toonwire.codec import decode, encode_bytes
from toonwire.errors import EncodeError
from toonwire.options import EncodeOptions
from toonwire.paths import format_path, parse_path

__all__ = ["ArrayText"]

_OTHER: list[Any] = []
"""As one more element it forces the list form (§9.4): it is neither primitive nor a row."""


class _Part(NamedTuple):
    """The text of a batch: what stands behind ``[N]`` in its first line, and its lines or values."""

    head: bytes
    body: bytes


class ArrayText:
    """Add elements, then take the pieces of the text."""

    def __init__(self, options: EncodeOptions) -> None:
        self.count = 0
        self._options = options
        self._delimiter = options.delimiter.encode()
        self._mark = b"" if options.delimiter == "," else self._delimiter
        self._spool = Spool()
        self._sizes: list[tuple[int, int]] = []
        self._asides = Spool()
        self._aside_sizes: dict[int, int] = {}
        self._head = b""
        self._first: list[Any] = []

    def add(self, values: list[Any]) -> None:
        """More elements.  Raises :class:`EncodeError` with the path in the whole array, and a FileError."""
        if not values:
            return
        try:
            body = self._body(values)
        except EncodeError as error:
            raise self._placed(error) from None
        self._put(body, len(values))
        self.count += len(values)

    def _body(self, values: list[Any]) -> bytes:
        """A batch in the form of all elements so far, which may have to change first."""
        if not self.count:
            self._first = values[:1]
            part = self._part(values)
            self._head = part.head
            if part.head not in (_LIST, _INLINE):
                self._remember_order(values)
            return part.body
        if self._head == _LIST:
            return self._as_list(values)
        if self._head == _INLINE:
            part = self._part(values)
            if part.head == _INLINE:
                return self._delimiter + part.body
        else:
            part = self._part([*self._first, *values])
            if part.head == self._head:
                self._remember_order(values)
                return part.body[part.body.index(b"\n") + 1 :]
        body = self._as_list(values)
        self._change_to_list()
        return body

    def _part(self, values: list[Any]) -> _Part:
        text = self._encode(values)
        start = len(b"[%d%s]" % (len(values), self._mark))
        if text.startswith(_INLINE, start):
            return _Part(_INLINE, text[start + len(_INLINE) :])
        end = text.index(b"\n")
        return _Part(text[start:end], text[end + 1 :] + b"\n")

    def _as_list(self, values: list[Any]) -> bytes:
        text = self._encode([*values, _OTHER])
        return text[text.index(b"\n") + 1 : text.rindex(b"\n") + 1]

    def _remember_order(self, rows: list[dict[str, Any]]) -> None:
        """Rows forget the order of their fields, but items must keep it: puts aside the items of such a batch."""
        orders: Callable[[dict[str, Any]], Any] = list if self._head.count(b"{") == 1 else _deep_order
        order = orders(self._first[0])
        if any(orders(row) != order for row in rows):
            body = self._as_list(rows)
            self._asides.put(body)
            self._aside_sizes[len(self._sizes)] = len(body)

    def _encode(self, values: list[Any]) -> bytes:
        options = self._options
        text: bytes = encode_bytes(values, indent=options.indent, delimiter=options.delimiter, limits=options.limits)
        return text

    def _decode(self, text: bytes) -> list[Any]:
        options = self._options
        values: list[Any] = decode(text, indent=options.indent, parse_float=exact_float, limits=options.limits)
        return values

    def _put(self, body: bytes, count: int) -> None:
        self._spool.put(body)
        self._sizes.append((count, len(body)))

    def _change_to_list(self) -> None:
        """Writes as items what was written as rows or values: reading it back loses nothing but order."""
        head, sizes, spool = self._head, self._sizes, self._spool
        self._head, self._sizes, self._spool = _LIST, [], Spool()
        asides = self._asides.take(iter(self._aside_sizes.values()))
        bodies = spool.take(size for _, size in sizes)
        for number, ((count, _), body) in enumerate(zip(sizes, bodies, strict=True)):
            if number in self._aside_sizes:
                items = next(asides)
            elif head == _INLINE:
                values = body[len(self._delimiter) if number else 0 :]
                items = self._as_list(self._decode(b"[%d%s]: %s" % (count, self._mark, values)))
            else:
                items = self._as_list(self._decode(b"[%d%s]%s\n%s" % (count, self._mark, head, body)))
            self._put(items, count)
        spool.close()
        self._asides.close()

    def pieces(self) -> Iterator[bytes]:
        """The text."""
        if not self.count:
            yield self._encode([]) + b"\n"
            return
        yield b"[%d%s]%s" % (self.count, self._mark, self._head)
        if self._head != _INLINE:
            yield b"\n"
        yield from self._spool.pieces()
        if self._head == _INLINE:
            yield b"\n"

    def close(self) -> None:
        """Gives the temporary files back."""
        self._spool.close()
        self._asides.close()

    def _placed(self, error: EncodeError) -> EncodeError:
        """An error of a batch with its path in the whole."""
        path = parse_path(error.path)
        if path and isinstance(path[0], int):
            before = len(self._first) if self._head not in (b"", _LIST, _INLINE) else 0
            error.path = format_path((self.count + path[0] - before, *path[1:]))
        return error


_LIST, _INLINE = b":", b": "


def _deep_order(row: dict[str, Any]) -> list[Any]:
    return [(key, _deep_order(value)) if type(value) is dict else key for key, value in row.items()]
