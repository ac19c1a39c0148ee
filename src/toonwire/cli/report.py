"""Errors as a person reads them on a terminal, or as a program reads them with ``--json-errors``.

Contract: a pure step makes the lines, each a list of styled pieces; another writes them to standard
error in UTF-8, whatever the locale says.  ``rich`` is loaded only for colour.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from toonwire.cli.caret import caret_line, visible
from toonwire.cli.jsonwrite import write_json
from toonwire.errors import DecodeError, EncodeError, EnvelopeError, ErrorCode, ToonError

__all__ = ["Color", "Piece", "Reporter", "error_lines", "error_record", "paint", "wants_color", "write_stderr"]

Color = Literal["auto", "always", "never"]
Piece = tuple[str, str]
"""A text and its style, "" for none."""

_HINTS = {
    ErrorCode.DEPTH_LIMIT: "raise --max-depth or flatten the data",
    ErrorCode.DIGIT_LIMIT: "write the number as a string",
}
"""What helps on the command line, where the error itself speaks to a caller of the library."""

_ERROR, _FRAME, _CARET, _HINT, _NOTE = "bold red", "blue", "bold red", "green", "yellow"


@dataclass(frozen=True)
class Reporter:
    """How this run reports: as JSON or as text, with colour or without."""

    json: bool = False
    color: Color = "auto"

    @property
    def colored(self) -> bool:
        """Whether standard error gets colour."""
        return wants_color(self.color, sys.stderr)

    def error(self, error: ToonError, file: str) -> None:
        """Reports an error about an input."""
        if self.json:
            write_stderr(error_record(error, file) + b"\n")
        else:
            self.lines(error_lines(error, file))

    def internal(self, error: BaseException) -> None:
        """Reports a failure that is toonwire's own fault, in one line."""
        name = visible(f"{type(error).__name__}: {error}".rstrip(": ").splitlines()[0])
        message = f"internal error: {name} (please report it; TOON_DEBUG=1 shows where)"
        if isinstance(error, MemoryError):
            message = "not enough memory for this input"
        if self.json:
            record = {"error": "InternalError", "message": message, "code": "internal-error"}
            write_stderr(write_json(record) + b"\n")
        else:
            self.lines([[("error", _ERROR), (f": {message}", "")]])

    def notice(self, notice: dict[str, Any], file: str) -> None:
        """Says what a reader of the result must know; ``message`` says it in words."""
        if self.json:
            write_stderr(write_json({"file": file} | notice) + b"\n")
        else:
            self.lines([[("note", _NOTE), (f": {visible(notice['message'])}", "")]])

    def lines(self, lines: list[list[Piece]]) -> None:
        """Writes lines to standard error."""
        write_stderr(paint(lines, self.colored))


def wants_color(color: Color, stream: Any) -> bool:
    """Whether to colour: ``auto`` asks the stream, ``NO_COLOR`` and ``TERM``."""
    if color != "auto":
        return color == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream is not None and stream.isatty()


def error_record(error: ToonError, file: str) -> bytes:
    r"""One line of JSON: the error's own fields and the file.

    >>> error_record(ToonError(ErrorCode.CYCLE), "a.json")[:60]
    b'{"file":"a.json","error":"ToonError","message":"a container '
    """
    return write_json({"file": file} | error.to_dict() | {"hint": _hint(error)})


def error_lines(error: ToonError, file: str) -> list[list[Piece]]:
    """The lines of a report: what, where, the source with a caret, what to do."""
    lines: list[list[Piece]] = [[(f"error[{error.code}]", _ERROR), (f": {visible(_what(error))}", "bold")]]
    if isinstance(error, DecodeError):
        lines += _source_lines(error, file)
    elif isinstance(error, (EncodeError, EnvelopeError)):
        place = error.path if isinstance(error, EncodeError) else error.field
        lines.append([(" --> ", _FRAME), (f"{file}: {place or 'the root'}", "")])
    else:
        lines.append([(" --> ", _FRAME), (getattr(error, "file", file), "")])
    if hint := _hint(error):
        lines.append([("hint", _HINT), (f": {visible(hint)}", "")])
    return lines


def _source_lines(error: DecodeError, file: str) -> list[list[Piece]]:
    number = str(error.line)
    gutter = " " * len(number)
    source, caret = caret_line(error.source_line, error.column)
    return [
        [(f"{gutter}--> ", _FRAME), (f"{file}:{error.line}:{error.column}", "")],
        [(f"{gutter} |", _FRAME)],
        [(f"{number} | ", _FRAME), (source, "")],
        [(f"{gutter} | ", _FRAME), (caret, _CARET)],
    ]


def _what(error: ToonError) -> str:
    if not error.expected:
        return f"{error.code.summary}: {error.found}" if error.found else error.code.summary
    return f"expected {error.expected}" + (f", found {error.found}" if error.found else "")


def _hint(error: ToonError) -> str:
    return _HINTS.get(error.code, error.hint)


def paint(lines: list[list[Piece]], colored: bool) -> bytes:
    r"""Lines as UTF-8, each with its line end; styles as escape sequences where ``colored``.

    >>> paint([[("hint", "green"), (": none", "")]], colored=False)
    b'hint: none\n'
    """
    if colored:
        return _paint_rich(lines)
    return "".join("".join(text for text, _ in line) + "\n" for line in lines).encode("utf-8")


def _paint_rich(lines: list[list[Piece]]) -> bytes:
    from io import StringIO

    from rich.console import Console
    from rich.text import Text

    out = StringIO()
    console = Console(
        file=out,
        force_terminal=True,
        color_system="standard",
        no_color=False,
        legacy_windows=False,
        highlight=False,
        soft_wrap=True,
    )
    for line in lines:
        console.print(Text.assemble(*line))
    return out.getvalue().encode("utf-8")


def write_stderr(data: bytes) -> None:
    """Writes to standard error; that it is closed is no error."""
    stream: Any = sys.stderr
    if stream is None:
        return
    with suppress(OSError):
        stream.flush()
        stream.buffer.write(data)
        stream.buffer.flush()
