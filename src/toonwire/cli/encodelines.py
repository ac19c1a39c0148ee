"""``toon encode`` of JSON Lines: piece by piece, in memory that does not grow with the input.

Contract: :func:`encode_lines` writes what ``encode`` writes for the list of all values, and nothing where one of
them cannot be read.  :func:`encode_each` writes a document for each value as soon as its line is there; what
stands before an error stands in the output, where that is no file.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from copy import copy
from typing import Any

from toonwire.cli.arraytext import ArrayText
from toonwire.cli.each import SEPARATOR
from toonwire.cli.files import Input, Output, open_output
from toonwire.cli.jsonlines import Block, LineReader, count_values, line_blocks
from toonwire.cli.picking import Picker
from toonwire.cli.progress import Progress
from toonwire.codec import encode_bytes
from toonwire.errors import ToonError
from toonwire.options import EncodeOptions

__all__ = ["encode_each", "encode_lines"]


def encode_lines(
    source: Input,
    output: str | None,
    picker: Picker,
    progress: Progress,
    *,
    strict: bool,
    options: EncodeOptions,
) -> None:
    """One document with the array of all values."""
    reader = LineReader(strict=strict, limits=options.limits, outer=1)
    with closing(ArrayText(options)) as array:
        for block in line_blocks(source.pieces()):
            values = _picked(block, reader, picker)
            array.add(values)
            progress.add(len(values))
        with open_output(output) as target:
            for piece in array.pieces():
                target.write(piece)


def encode_each(
    source: Input,
    output: str | None,
    picker: Picker,
    progress: Progress,
    *,
    strict: bool,
    options: EncodeOptions,
) -> None:
    """A document for each value, with a line between them."""
    reader = LineReader(strict=strict, limits=options.limits, outer=0)

    def encode(value: Any) -> bytes:
        data: bytes = encode_bytes(value, indent=options.indent, delimiter=options.delimiter, limits=options.limits)
        return data + b"\n"

    with open_output(output) as target:
        begun = False
        for block in line_blocks(source.pieces()):
            before = copy(picker)
            try:
                texts = _texts(block, reader, picker, encode)
            except ToonError:
                _write_until_error(block, reader, before, encode, target, begun)
                raise
            if texts:
                _write(target, texts, begun)
                begun = True
            progress.add(len(texts))


def _picked(block: Block, reader: LineReader, picker: Picker) -> list[Any]:
    """What is taken of the lines; those after the last row that is taken are counted, not read."""
    if picker.room is None:
        return picker.rows(reader.read(block))
    values: list[Any] = []
    lines, at = block.text.split(b"\n"), 0
    while at < len(lines) and (room := picker.room):
        text = b"\n".join(lines[at : at + room])
        values += picker.rows(reader.read(Block(block.first + at, text)))
        at += room
    picker.leave(count_values(lines[at:]))
    return values


def _texts(block: Block, reader: LineReader, picker: Picker, encode: Callable[[Any], bytes]) -> list[bytes]:
    return [encode(value) for value in _picked(block, reader, picker)]


def _write(target: Output, texts: list[bytes], begun: bool) -> None:
    target.write((SEPARATOR if begun else b"") + SEPARATOR.join(texts))


def _write_until_error(
    block: Block, reader: LineReader, picker: Picker, encode: Callable[[Any], bytes], target: Output, begun: bool
) -> None:
    """What stands before the bad line does not depend on how the input was cut.  Raises its error."""
    for number, line in enumerate(block.text.split(b"\n"), block.first):
        texts = _texts(Block(number, line), reader, picker, encode)
        if texts:
            _write(target, texts, begun)
            begun = True
