"""A document on its way: chunks to pieces of whole lines, to the line parser and the engine, to events.

Contract: what is raised, and where, is what ``toonwire.decode`` raises; all events of the lines before come first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator

from toonwire.errors import DecodeError
from toonwire.options import DecodeOptions
from toonwire.reference._grammar import STARTS
from toonwire.reference.misplaced import explain
from toonwire.reference.parser import LineParser
from toonwire.reference.scanners import rest_scanner
from toonwire.reference.source import Part
from toonwire.reference.tables import Misplaced
from toonwire.stream.batches import Batches
from toonwire.stream.events import ACTIONS, Batch, Event, EventBuild
from toonwire.stream.lines import Lines, Piece
from toonwire.stream.progress import torn
from toonwire.stream.sources import Chunk

__all__ = ["Document", "Events", "Wanted"]

Events = list[Event | Batch]

Wanted = Callable[[], "str | int | None"]
"""Which element of the innermost open container may not be part of a batch, when all events so far have been taken:
its key, or its index counted from the element that stands next; None if all elements may."""

_PIECE = 64 * 1024
_BATCHED_PIECE = 256 * 1024
"""Characters or bytes that are read at a time: what the events, or the values, of so much text take is held."""

_CONTENT = re.compile(r"\n *(?=[^ \n#])").search


class Document:
    """One document that is fed chunk by chunk."""

    def __init__(self, options: DecodeOptions, *, unique_keys: bool, wanted: Wanted | None = None) -> None:
        """wanted: lets elements come as a :class:`Batch`, but for one."""
        part = Part("", options.strict, 0, "")
        self._options = options
        self._lines = Lines(options.limits, _PIECE if wanted is None else _BATCHED_PIECE)
        self._build = EventBuild(part, options, unique_keys=unique_keys, together=wanted is not None)
        self._parser = LineParser(part, self._build, ACTIONS, strict=options.strict, indent=options.indent)
        self._wanted = wanted
        self._batches = Batches(self._parser, self._build, options)
        self._held: Piece | None = None
        self._tail: Piece | None = None  # an element whose other lines have not come
        self._above = ""

    def feed(self, chunk: Chunk) -> Iterator[Events]:
        """The events of the lines that a chunk completes.  Raises ``DecodeError``."""
        return self._taken(self._pieces(self._lines.feed(chunk)))

    def close(self) -> Iterator[Events]:
        """The events of the last line and of the end.  Raises ``DecodeError``."""
        return self._taken(self._rest())

    def _taken(self, steps: Iterable[None]) -> Iterator[Events]:
        """What has come after each step, also after the one that fails."""
        failure: Exception | None = None
        steps = iter(steps)
        while failure is None:
            try:
                next(steps)
            except StopIteration:
                break
            except Exception as error:
                failure = error
            if events := self._build.take():
                yield events
        if failure is not None:
            raise failure

    def _pieces(self, pieces: Iterable[Piece]) -> Iterator[None]:
        for piece in pieces:
            yield from self._piece(piece)

    def _rest(self) -> Iterator[None]:
        """Reads what no LF ended, and the end of the input."""
        build, parser = self._build, self._parser
        if self._tail is not None:
            yield from self._read(self._tail, more=False)
        build.over = True
        for piece in self._lines.close():
            before = {scope: scope.count for scope in parser.scopes}
            try:
                yield from self._piece(piece)
            except DecodeError as error:
                raise torn(error, piece.before + 1, parser.scopes, before) from None
        if self._held is not None:
            yield from self._read(self._held, more=False)
        parser.finish()
        build.end_root()
        yield

    def _piece(self, piece: Piece) -> Iterator[None]:
        """Reads a piece; a scalar that may be all there is waits until more comes (§5)."""
        if self._held is not None:
            self._lines.before += piece.text.count("\n") + 1
            if piece.late is None and _CONTENT(self._part(piece).shape) is None:
                return
            piece = Piece(f"{self._held.text}\n{piece.text}", self._held.before, piece.late)
            self._held = None
        elif self._parser.fresh and piece.late is None and not self._build.over and _alone(self._part(piece)):
            self._lines.before += piece.text.count("\n") + 1
            self._held = piece
            return
        yield from self._read(piece, more=not self._build.over)

    def _part(self, piece: Piece) -> Part:
        return Part(piece.text, self._options.strict, piece.before, self._above)

    def _read(self, piece: Piece, *, more: bool) -> Iterator[None]:
        """Reads a piece behind what was left of the one before; with ``more`` something may be left of it."""
        if self._tail is not None:
            if piece is not self._tail:
                piece = Piece(f"{self._tail.text}\n{piece.text}", self._tail.before, piece.late)
            self._tail = None
        part = self._part(piece)
        self._build.go_on(part)
        self._parser.go_on(part)
        end = len(part.text)
        try:
            if self._wanted is None:
                self._parser.read(0, end)
            else:
                self._batches.begin(part, more=more and piece.late is None)
                end = yield from self._in_batches(part.shape, self._wanted)
        except Misplaced as error:
            explain(part, error)
        before = self._build.lines(end)
        self._lines.before = before
        if end < len(part.text):
            lines = part.text.count("\n", end)
            self._tail = Piece(_last_lines(piece.text, lines), before, None)
            self._lines.before += lines
        self._above = part.line_above(end)
        yield
        if piece.late is not None:
            raise piece.late

    def _in_batches(self, shape: str, wanted: Wanted) -> Generator[None, None, int]:
        """Reads a part up to its end, or up to an element that goes on in the next one; where that is."""
        position, waits = 0, False
        if self._parser.fresh:
            position = _two_lines(shape)
            self._parser.read(0, position)
        while position < len(shape) and not waits:
            scope = self._parser.continued(position)
            yield
            position, waits = self._batches.read(scope, position, None if scope is None else wanted())
        return position


def _two_lines(shape: str) -> int:
    """The end of two lines of content: in the first one a scalar may stand alone, and the second tells."""
    end = 0
    for _ in range(2):
        line = _CONTENT(shape, end)
        end = shape.find("\n", line.end()) if line is not None else -1
        if end < 0:
            return len(shape)
    return end


def _last_lines(text: str, number: int) -> str:
    start = len(text)
    for _ in range(number):
        start = text.rfind("\n", 0, start)
    return text[start + 1 :]


def _alone(part: Part) -> bool:
    """Whether the first line of content is a scalar, and no other follows."""
    first = _CONTENT(part.shape)
    if first is None:
        return False
    line = rest_scanner(STARTS["start"]).match(part.shape, first.end())
    return line is not None and line.lastgroup == "SCALAR_ALONE"
