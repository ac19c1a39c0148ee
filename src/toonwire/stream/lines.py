"""Chunks that are cut anywhere to pieces of whole lines (§4, §12).

Contract: a piece ends where a line ends, so that no character, no CR LF and no token is cut.  What is not well-formed
is an error of its line, kept until the lines before it are read; a size limit is one at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from toonwire.errors import DecodeError
from toonwire.options import Limits
from toonwire.reference.source import refuse_size, well_formed, without_bom
from toonwire.stream.sources import Chunk

__all__ = ["Lines", "Piece"]

_FIRST = 16 * 1024


class Piece(NamedTuple):
    """Some lines of a document, without the LF that ends them.

    before: the lines that come before them.  late: what is wrong with the line after them.
    """

    text: str
    before: int
    late: DecodeError | None


class Lines:
    """One document, cut into pieces of whole lines.

    before: the lines in the pieces so far; whoever reads them says so, since it has to count them too.
    """

    def __init__(self, limits: Limits, size: int) -> None:
        """size: of a piece in characters or bytes, about; a longer line makes a longer piece."""
        self._most = limits.max_input_bytes
        self._step = size
        self._size = min(_FIRST, size)
        self._taken = 0
        self.before = 0
        self._kind: type[str | bytes] | None = None
        self._rest: list[Any] = []

    def feed(self, chunk: Chunk) -> Iterator[Piece]:
        """The lines that a chunk completes.  Raises ``input-limit``, and a TypeError for another kind of chunk."""
        if not isinstance(chunk, (str, bytes, bytearray, memoryview)):
            raise TypeError(f"expected chunks of text or bytes, found {type(chunk).__name__}")
        data = chunk if isinstance(chunk, (str, bytes)) else bytes(chunk)
        kind = str if isinstance(data, str) else bytes
        if self._kind is None:
            self._kind = kind
        elif self._kind is not kind:
            raise TypeError(f"expected {self._kind.__name__} like the chunks before, found {kind.__name__}")
        if self._most is not None:
            self._count(data, self._most)
        return self._whole(data)

    def close(self) -> Iterator[Piece]:
        """The last line, if no LF ends it."""
        if any(self._rest):
            yield self._piece()

    def _count(self, data: str | bytes, most: int) -> None:
        self._taken += len(data if isinstance(data, bytes) or data.isascii() else data.encode(errors="surrogatepass"))
        if self._taken > most:
            refuse_size(most, "more")

    def _whole(self, data: Any) -> Iterator[Piece]:
        start, line_end = 0, "\n" if isinstance(data, str) else b"\n"
        while start < len(data):
            end = data.rfind(line_end, start, start + self._size)
            if end < 0:
                end = data.find(line_end, start + self._size)
            self._rest.append(data[start : end if end >= 0 else None])
            if end < 0:
                return
            self._size = self._step
            yield self._piece()
            start = end + 1

    def _piece(self) -> Piece:
        raw = self._rest[0] if len(self._rest) == 1 else self._rest[0][:0].join(self._rest)
        self._rest = []
        before = self.before
        text, late = well_formed(raw if before else without_bom(raw), before)
        return Piece(text, before, late)
