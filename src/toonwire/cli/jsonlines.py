"""JSON Lines: one JSON value a line, blank lines of no account.

Contract: lines end at LF; an error carries the line number of the file.  Lines are read in blocks as they
come, so that memory holds one block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from toonwire.cli.jsontext import BOM, DEFAULT_LIMITS, FAST_FROM, read_json
from toonwire.cli.jsonwrite import write_json
from toonwire.errors import DecodeError, ErrorCode
from toonwire.options import Limits

__all__ = [
    "Block",
    "LineReader",
    "count_values",
    "line_blocks",
    "lines_of",
    "no_array",
    "read_json_lines",
    "write_json_lines",
]

_KINDS = {dict: "an object", str: "a string", bool: "a boolean", type(None): "null"}


def read_json_lines(
    data: bytes, *, strict: bool = False, limits: Limits = DEFAULT_LIMITS, fast: bool | None = None
) -> list[Any]:
    r"""The values of all lines; the options and the errors are those of ``read_json``.

    >>> read_json_lines(b'{"a":1}\n\n[2]\n')
    [{'a': 1}, [2]]
    """
    if fast is None:
        fast = len(data) >= FAST_FROM
    return [
        read_json(line, strict=strict, limits=limits, first_line=number, outer=1, fast=fast)
        for number, line in enumerate(data.removeprefix(BOM).split(b"\n"), 1)
        if line.strip(b" \t\r")
    ]


class Block(NamedTuple):
    """Complete lines, and the number of the first of them."""

    first: int
    text: bytes


def line_blocks(pieces: Iterable[bytes]) -> Iterator[Block]:
    r"""The complete lines of each piece, without a byte-order mark at the start.

    >>> list(line_blocks([b"1\n2", b"2\n3", b"3"]))
    [Block(first=1, text=b'1\n'), Block(first=2, text=b'22\n'), Block(first=3, text=b'33')]
    """
    first, begun = 1, [b""]
    for piece in pieces:
        end = piece.rfind(b"\n") + 1
        if end:
            text = b"".join([*begun, piece[:end]])
            yield Block(first, text.removeprefix(BOM) if first == 1 else text)
            first += text.count(b"\n")
            begun = []
        begun.append(piece[end:])
    if text := b"".join(begun):
        yield Block(first, text.removeprefix(BOM) if first == 1 else text)


_BLANK = b" \t\r"


def count_values(lines: Iterable[bytes]) -> int:
    """How many lines are not blank."""
    return sum(1 for line in lines if line.strip(_BLANK))


class LineReader:
    """Reads blocks; the options and the errors are those of ``read_json``, line for line."""

    def __init__(self, *, strict: bool, limits: Limits, outer: int) -> None:
        self._strict = strict
        self._limits = limits
        self._outer = outer
        self._size = 0

    def read(self, block: Block) -> list[Any]:
        """The values of all lines that are not blank."""
        self._size += len(block.text)
        fast = self._size >= FAST_FROM
        lines = block.text.split(b"\n")
        shallow = self._all_shallow(lines)
        if fast and shallow:
            from toonwire.cli import jsonfast

            try:
                return jsonfast.read_lines_fast(block.text, lines, strict=self._strict)
            except jsonfast.UnsureError:
                pass
        return [
            read_json(
                line,
                strict=self._strict,
                limits=self._limits,
                first_line=number,
                outer=self._outer,
                fast=fast and (shallow or self._shallow(line)),
            )
            for number, line in enumerate(lines, block.first)
            if line.strip(_BLANK)
        ]

    def _all_shallow(self, lines: list[bytes]) -> bool:
        return all(map(self._shallow, lines))

    def _shallow(self, line: bytes) -> bool:
        """Whether a line cannot be too deep, which a compiled reader does not look at."""
        return line.count(b"{") + line.count(b"[") + self._outer <= self._limits.max_depth


def write_json_lines(value: Any, first_line: str, *, fast: bool = False) -> bytes:
    r"""The elements of a list, each minified on a line of its own.

    Raises :class:`~toonwire.errors.DecodeError` (``jsonl-root``) for anything but a list;
    ``first_line`` is the document's, for the error.

    >>> write_json_lines([{"a": 1}, [2]], "")
    b'{"a":1}\n[2]\n'
    """
    if not isinstance(value, list):
        raise no_array(value, first_line)
    return lines_of(value, fast=fast)


def lines_of(values: list[Any], *, fast: bool) -> bytes:
    """Each value minified on a line of its own; ``fast`` as in ``write_json``."""
    if fast:
        from toonwire.cli import jsonfast

        try:
            return jsonfast.write_lines_fast(values)
        except jsonfast.UnsureError:
            pass
    return b"".join([write_json(value, fast=fast) + b"\n" for value in values])


def no_array(value: Any, first_line: str) -> DecodeError:
    """The error of a document whose root has no elements to write a line for."""
    return DecodeError(
        ErrorCode.JSONL_ROOT,
        line=1,
        column=1,
        source_line=first_line,
        expected="an array at the root for JSON Lines",
        found=_KINDS.get(type(value), "a number"),
        hint="leave out --jsonl, or name an output that does not end in .jsonl",
    )
