"""Where an offset stands in a text: line, column and the line itself.

Contract: lines end at LF, a CR before it is no part of the line; lines and columns count from 1, columns
in characters.
"""

from __future__ import annotations

from typing import NamedTuple

from toonwire.errors import ErrorCode, JsonError

__all__ = ["TextPlace", "decode_utf8"]

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class TextPlace(NamedTuple):
    """Line, column and source line of an offset."""

    line: int
    column: int
    source_line: str

    @classmethod
    def of(cls, text: str, at: int, first_line: int = 1) -> TextPlace:
        r"""The place of ``text[at]``; ``first_line`` is the number of the text's first line.

        >>> TextPlace.of("a\nbc\r\n", 3)
        TextPlace(line=2, column=2, source_line='bc')
        """
        start = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        line = text[start : end if end >= 0 else len(text)]
        return cls(first_line + text.count("\n", 0, at), at - start + 1, line.removesuffix("\r"))


def decode_utf8(data: bytes, first_line: int = 1) -> str:
    """The text of UTF-8 bytes.  Raises :class:`JsonError` (``ill-formed-utf8``) at the first bad byte."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _ill_formed(data, error.start, first_line) from None


def _ill_formed(data: bytes, at: int, first_line: int) -> JsonError:
    place = TextPlace.of(data[:at].decode("utf-8") + data[at:].decode("utf-8", "replace"), at=_chars(data, at))
    utf16 = data.startswith(_UTF16_MARKS)
    return JsonError(
        ErrorCode.ILL_FORMED_UTF8,
        line=first_line - 1 + place.line,
        column=place.column,
        source_line=place.source_line,
        expected="UTF-8",
        found=f"the byte 0x{data[at]:02X}",
        hint="the text looks like UTF-16; save it as UTF-8" if utf16 else "save the text as UTF-8",
    )


def _chars(data: bytes, at: int) -> int:
    return len(data[:at].decode("utf-8"))
