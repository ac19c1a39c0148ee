"""§4 and §12: from what the caller hands in to prepared lines, and from a place in them to an error.

Contract: ``Source.text`` is the document with an LF before each line: no byte-order mark, no CR at a
line's end, no trailing spaces, and in non-strict mode no line of tabs and spaces only.  Positions in it
are what the engine passes around; lines and columns are counted only when an error is made.  A document may
also come in parts of whole lines; there a negative position stands for a place in an earlier part.
``Source.shape`` is what lines are classified by: ``text`` itself, but for documents made to hurt.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple, NoReturn

from toonwire.errors import DecodeError, ErrorCode
from toonwire.options import Limits
from toonwire.rules.fault import Fault
from toonwire.rules.spans import shape_of

__all__ = ["Part", "Place", "Source", "read_source", "refuse_size", "well_formed", "without_bom"]

_TAB_BLANK = re.compile(r"^[ \t]+$", re.MULTILINE)
_BOM = "\ufeff"
_MANY_QUOTES = 20_000


class Place(NamedTuple):
    """Where an error is reported: line and column, and the line itself."""

    line: int
    column: int
    source_line: str


class Source:
    """A document: its prepared text and what is needed to point into it."""

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
        line, column, source_line = self.place(position)
        raise DecodeError(
            code, line=line, column=column, source_line=source_line, found=found, expected=expected, hint=hint
        )

    def place(self, position: int) -> Place:
        """The place of a position."""
        line = self.text.count("\n", 0, max(position, 1))
        return Place(line, self.column(position), _line_of(self._raw, line))

    def column(self, position: int) -> int:
        """The column of a position, counted from 1."""
        return position - self.text.rfind("\n", 0, max(position, 1))

    def fault(self, fault: Fault, position: int) -> NoReturn:
        """Raises the error for a token that starts at a position of ``text``."""
        self.fail(fault.code, position + fault.offset, found=fault.found, expected=fault.expected, hint=fault.hint)

    def line_above(self, position: int) -> str:
        """The last line before a position that is not blank, without the spaces and tabs around it."""
        text = self.text[:position].rstrip(" \t\n")
        return text.rpartition("\n")[2].strip(" \t")

    def rest(self, position: int) -> str:
        """The line from a position on."""
        end = self.text.find("\n", position)
        return self.text[position:] if end < 0 else self.text[position:end]


class Part(Source):
    """Some lines of a document that comes in parts.

    before: the lines of the document that come before these.  above: the last of them that is not blank.
    """

    __slots__ = ("_above", "_kept", "before")

    def __init__(self, raw: str, strict: bool, before: int, above: str) -> None:
        super().__init__(raw, strict)
        self.before = before
        self._above = above
        self._kept: list[Place] = []

    def keep(self, place: Place) -> int:
        """A position, below 0, that stands for a place in an earlier part."""
        self._kept.append(place)
        return -len(self._kept)

    def place(self, position: int) -> Place:
        """The place of a position, or the one that was kept under it."""
        if position < 0:
            return self._kept[-position - 1]
        line, column, source_line = super().place(position)
        return Place(self.before + line, column, source_line)

    def line_above(self, position: int) -> str:
        return super().line_above(position) or self._above


def read_source(data: str | bytes | bytearray | memoryview, strict: bool, limits: Limits) -> Source:
    """The document to decode.

    Text that is not well-formed (§4: bytes that are no UTF-8, §3: unpaired surrogates) is cut before the
    line where that shows, and the error is kept for when the lines before it are read: errors come in the
    order of the lines.  Raises ``input-limit`` at once.
    """
    if type(data) is not str and isinstance(data, str):
        data = str.__str__(data)  # a subclass may say something else of itself
    if isinstance(data, str) and limits.max_input_bytes is None and data.isascii():
        return Source(data, strict)
    if not isinstance(data, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"expected str, bytes, bytearray or memoryview to decode, found {type(data).__name__}")
    raw = data if isinstance(data, str) else bytes(data)
    _check_size(raw if isinstance(raw, bytes) or limits.max_input_bytes is not None else "", limits)
    text, late = well_formed(without_bom(raw))
    return Source(text, strict, late)


def without_bom(raw: str | bytes) -> str | bytes:
    """What comes after a byte-order mark at the very start (§12)."""
    return raw.removeprefix(_BOM) if isinstance(raw, str) else raw.removeprefix(codecs.BOM_UTF8)


def well_formed(raw: str | bytes, before: int = 0) -> tuple[str, DecodeError | None]:
    """The text up to the first line that is not well-formed, and the error for that one.

    before: the lines of the document that come before the text.
    """
    try:
        if isinstance(raw, bytes):
            return raw.decode(), None
        if not raw.isascii():
            raw.encode()
    except UnicodeDecodeError as error:
        # surrogateescape keeps one character a bad byte, so that lines can still be told and shown
        text = error.object.decode(errors="surrogateescape")
        return _cut(text, len(error.object[: error.start].decode()), ErrorCode.ILL_FORMED_UTF8, before)
    except UnicodeEncodeError as error:
        return _cut(error.object, error.start, ErrorCode.LONE_SURROGATE, before)
    return raw, None


def _check_size(data: str | bytes, limits: Limits) -> None:
    most = limits.max_input_bytes
    if most is None:
        return
    size = len(data)
    if isinstance(data, str) and size <= most < 4 * size and not data.isascii():
        size = len(data.encode(errors="surrogatepass"))
    if size > most:
        refuse_size(most, f"{size} bytes" if isinstance(data, bytes) else "more")


def refuse_size(most: int, found: str) -> NoReturn:
    """Raises ``input-limit``."""
    raise DecodeError(
        ErrorCode.INPUT_LIMIT,
        line=1,
        column=1,
        expected=f"at most {most} bytes",
        found=found,
        hint="raise Limits.max_input_bytes or send less",
    )


def _cut(raw: str, at: int, code: ErrorCode, before: int) -> tuple[str, DecodeError]:
    """The text before the line of the broken character, and the error that stands there."""
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
        line=before + line,
        column=at - start + 1,
        source_line=shown,
        found=found,
        expected=expected,
        hint=hint,
    )
    return raw[:start], late


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
    # looking for a character is much faster than counting it
    quotes = text.count('"') if '"' in text else 0
    if quotes + (text.count("\\") if "\\" in text else 0) <= _MANY_QUOTES:
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
