"""``toon decode`` of what is larger than memory should hold.

Contract: the text, and the errors, are those of the whole document decoded at once.  A whole JSON text goes to a
file that appears when it is complete, or to standard output when nothing can go wrong any more.  JSON Lines go
out as they come, so that lines that stand before an error stand in the output, where that is no file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import Any

from toonwire.cli.each import documents
from toonwire.cli.files import Output, is_file, open_output
from toonwire.cli.jsonevents import EventWriter
from toonwire.cli.jsonlines import Block, lines_of, no_array
from toonwire.cli.jsontext import BOM
from toonwire.cli.jsonwrite import NumberText
from toonwire.cli.picking import Picker
from toonwire.cli.progress import Progress
from toonwire.cli.spool import Spool
from toonwire.errors import DecodeError
from toonwire.options import DecodeOptions, Limits
from toonwire.stream.document import Document, Events, Wanted
from toonwire.stream.events import Batch
from toonwire.stream.selection import Selection

__all__ = ["decode_each", "decode_lines", "decode_whole", "events_of"]


def decode_whole(
    pieces: Iterable[bytes], output: str | None, progress: Progress, *, indent: int, json_indent: int, limits: Limits
) -> None:
    """One JSON text."""
    texts = _texts(pieces, progress, indent, json_indent, limits)
    if is_file(output):
        with open_output(output) as target:
            for text in texts:
                target.write(text)
        return
    with closing(Spool()) as spool:
        for text in texts:
            spool.put(text)
        progress.stop()
        with open_output(output) as target:
            for text in spool.pieces():
                target.write(text)


def _texts(
    pieces: Iterable[bytes], progress: Progress, indent: int, json_indent: int, limits: Limits
) -> Iterator[bytes]:
    writer = EventWriter(json_indent)
    for events in events_of(pieces, lambda: None, indent, limits):
        yield writer.text(events)
        progress.add(sum(len(event.values) for event in events if isinstance(event, Batch)))
    yield b"\n"


def decode_lines(
    pieces: Iterable[bytes], output: str | None, picker: Picker, progress: Progress, *, indent: int, limits: Limits
) -> None:
    """A line of JSON for each element of the root array."""
    first_line = _FirstLine(pieces)
    selection = Selection(())
    root: Any = None
    with open_output(output) as target:
        for events in events_of(first_line.pieces(), lambda: None, indent, limits):
            if root is None:
                root = events[0]
            # of any other root the document is read to its end, where its errors are
            if root.kind == "start_array":
                _write_lines(target, picker, selection.take(events))
            progress.add(sum(len(event.values) for event in events if isinstance(event, Batch)))
        if root.kind != "start_array":
            raise no_array({} if root.kind == "start_object" else root.value, first_line.text)


def _write_lines(target: Output, picker: Picker, values: list[Any]) -> None:
    if picker.room == 0:
        picker.leave(len(values))
        return
    text = lines_of(picker.rows(values), fast=True)
    if text:
        target.write(text)


def events_of(pieces: Iterable[bytes], wanted: Wanted | None, indent: int, limits: Limits) -> Iterator[Events]:
    """The events of a document in pieces, numbers as their tokens; ``wanted`` is as for :class:`Document`."""
    options = DecodeOptions(indent, parse_float=NumberText, limits=limits)
    document = Document(options, unique_keys=True, wanted=wanted)
    for piece in pieces:
        yield from document.feed(piece)
    yield from document.close()


class _FirstLine:
    """Pieces that pass, and the first line of them, for an error that shows it."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = pieces
        self._begun: list[bytes] = []
        self._complete = False

    def pieces(self) -> Iterator[bytes]:
        for piece in self._pieces:
            if not self._complete:
                line, end, _ = piece.partition(b"\n")
                self._begun.append(line)
                self._complete = bool(end)
            yield piece

    @property
    def text(self) -> str:
        return b"".join(self._begun).removeprefix(BOM).removesuffix(b"\r").decode("utf-8")


def decode_each(
    pieces: Iterable[bytes],
    output: str | None,
    picker: Picker,
    progress: Progress,
    decode: Callable[[bytes], Any],
) -> None:
    """A line of JSON for each of the documents between lines ``---``."""
    with open_output(output) as target:
        for document in documents(pieces):
            if picker.room == 0:
                picker.leave(1)
            else:
                _write_lines(target, picker, [_placed(decode, document)])
            progress.add(1)


def _placed(decode: Callable[[bytes], Any], document: Block) -> Any:
    try:
        return decode(document.text)
    except DecodeError as error:
        error.line += document.first - 1
        raise
