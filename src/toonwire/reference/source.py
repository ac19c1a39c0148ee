"""§4 and §12: from what the caller hands in to prepared lines, and from a place in them to an error.

Contract: ``Source.text`` is the document with an LF before each line: no byte-order mark, no CR at a
line's end, no trailing spaces, and in non-strict mode no line of tabs and spaces only.  Positions in it
are what the engine passes around; lines and columns are counted only when an error is made.
``Source.shape`` is what lines are classified by: ``text`` itself, but for documents made to hurt.
"""

from __future__ import annotations

import re
from typing import NoReturn

from toonwire.errors import DecodeError, ErrorCode
from toonwire.options import Limits
from toonwire.rules.fault import Fault
from toonwire.rules.spans import shape_of

__all__ = ["Source", "read_source"]

_TAB_BLANK = re.compile(r"^[ \t]+$", re.MULTILINE)
_BOM = "\ufeff"
_MANY_QUOTES = 20_000


class Source:
    """One document: its prepared text and what is needed to point into it."""

    __slots__ = ("_late", "_raw", "shape", "text")

    def __init__(self, raw: str, strict: bool, late: DecodeError | None = None) -> None:
        self._raw = raw
        self._late = late
        self.text = _prepare(raw, strict)
        self.shape = _shape(self.text)

    def end(self) -> None:
        """Called when all lines are read: raises what makes the text end here, if it is cut short."""
        if self._late is not None:
            raise self._late

    def fail(self, code: ErrorCode, position: int, *, found: str = "", expected: str = "", hint: str = "") -> NoReturn:
        """Raises the error at a position of ``text``."""
        line = self.text.count("\n", 0, max(position, 1))
        raise DecodeError(
            code,
            line=line,
            column=self.column(position),
            source_line=_line_of(self._raw, line),
            found=found,
            expected=expected,
            hint=hint,
        )

    def column(self, position: int) -> int:
        """The column of a position, counted from 1."""
        return position - self.text.rfind("\n", 0, max(position, 1))

    def fault(self, fault: Fault, position: int) -> NoReturn:
        """Raises the error for a token that starts at a position of ``text``."""
        self.fail(fault.code, position + fault.offset, found=fault.found, expected=fault.expected, hint=fault.hint)

    def rest(self, position: int) -> str:
        """The line from a position on."""
        end = self.text.find("\n", position)
        return self.text[position:] if end < 0 else self.text[position:end]


def read_source(data: str | bytes | bytearray | memoryview, strict: bool, limits: Limits) -> Source:
    """The document to decode.

    Text that is not well-formed (§4: bytes that are no UTF-8, §3: unpaired surrogates) is cut before the
    line where that shows, and the error is kept for when the lines before it are read: errors come in the
    order of the lines.  Raises ``input-limit`` at once.
    """
    if isinstance(data, str):
        _check_size(data if limits.max_input_bytes is not None else "", limits)
        if data.isascii():
            return Source(_without_bom(data), strict)
        try:
            data.encode()
        except UnicodeEncodeError as error:
            return _cut(data, error.start, ErrorCode.LONE_SURROGATE, strict)
        return Source(_without_bom(data), strict)
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"expected str, bytes, bytearray or memoryview to decode, found {type(data).__name__}")
    raw = bytes(data)
    _check_size(raw, limits)
    try:
        return Source(_without_bom(raw.decode()), strict)
    except UnicodeDecodeError as error:
        # surrogateescape keeps one character a bad byte, so that lines can still be told and shown
        text = raw.decode(errors="surrogateescape")
        start = len(raw[: error.start].decode())
        return _cut(text, start, ErrorCode.ILL_FORMED_UTF8, strict)


def _check_size(data: str | bytes, limits: Limits) -> None:
    most = limits.max_input_bytes
    if most is None:
        return
    size = len(data)
    if isinstance(data, str) and size <= most < 4 * size and not data.isascii():
        size = len(data.encode(errors="surrogatepass"))
    if size > most:
        raise DecodeError(
            ErrorCode.INPUT_LIMIT,
            line=1,
            column=1,
            expected=f"at most {most} bytes",
            found=f"{size} bytes" if isinstance(data, bytes) else "more",
            hint="raise Limits.max_input_bytes or send less",
        )


def _without_bom(raw: str) -> str:
    return raw[1:] if raw.startswith(_BOM) else raw


def _cut(raw: str, at: int, code: ErrorCode, strict: bool) -> Source:
    """A source that ends before the line of the broken character and then raises."""
    if raw.startswith(_BOM):
        raw, at = raw[1:], at - 1
    start = raw.rfind("\n", 0, at) + 1
    line = raw.count("\n", 0, at) + 1
    shown = _line_of(raw, line).encode("utf-8", "backslashreplace").decode()
    character = raw[at]
    if code is ErrorCode.ILL_FORMED_UTF8:
        expected, found = "well-formed UTF-8", f"the byte 0x{ord(character) & 0xFF:02x}"
        hint = "convert the file to UTF-8; it may be Latin-1 or cut inside a character"
    else:
        expected, found = "Unicode scalar values", f"the unpaired surrogate U+{ord(character):04X}"
        hint = "the text was cut inside a character or decoded with surrogateescape"
    late = DecodeError(
        code,
        line=line,
        column=at - start + 1,
        source_line=shown,
        found=found,
        expected=expected,
        hint=hint,
    )
    return Source(raw[:start], strict, late)


def _prepare(raw: str, strict: bool) -> str:
    """§12 line preparation, steps 2 and 3, and of §14.4 that tabs may make a blank line."""
    text = raw
    if "\r" in text:
        text = text.replace("\r\n", "\n")
        text = text.removesuffix("\r")
    if " \n" in text or text.endswith(" "):
        text = "\n".join([line.rstrip(" ") for line in text.split("\n")])
    if not strict and "\t" in text:
        text = _TAB_BLANK.sub("", text)
    return f"\n{text}"


def _shape(text: str) -> str:
    if text.count('"') + text.count("\\") <= _MANY_QUOTES:
        return text
    lines = text.split("\n")
    shapes = list(map(shape_of, lines))
    return text if shapes == lines else "\n".join(shapes)


def _line_of(raw: str, number: int) -> str:
    """The line with that number, without its line end."""
    start = 0
    for _ in range(number - 1):
        start = raw.find("\n", start) + 1
    end = raw.find("\n", start)
    return (raw[start:] if end < 0 else raw[start:end]).removesuffix("\r")
