"""Offsets to lines and columns, and bytes to text."""

from __future__ import annotations

import pytest

from toonwire.cli.textplace import TextPlace, decode_utf8
from toonwire.errors import ErrorCode, JsonError


@pytest.mark.parametrize(
    ("text", "at", "place"),
    [
        ("", 0, (1, 1, "")),
        ("abc", 2, (1, 3, "abc")),
        ("abc", 3, (1, 4, "abc")),
        ("a\nbc\nd", 3, (2, 2, "bc")),
        ("a\r\nbc\r\nd", 3, (2, 1, "bc")),
        ("a\nb\n", 4, (3, 1, "")),
        ("a\rb", 2, (1, 3, "a\rb")),
        ("é東\n😀x", 4, (2, 2, "😀x")),
    ],
)
def test_place_of_an_offset(text: str, at: int, place: tuple[int, int, str]) -> None:
    assert TextPlace.of(text, at) == place


def test_lines_count_from_a_given_number() -> None:
    assert TextPlace.of("a\nb", 2, first_line=7) == (8, 1, "b")


@pytest.mark.parametrize(
    ("data", "line", "column", "source", "found"),
    [
        (b"\xff", 1, 1, "\ufffd", "the byte 0xFF"),
        ("é\nü".encode() + b"\xc3(", 2, 2, "ü\ufffd(", "the byte 0xC3"),
        (b"ab\xed\xa0\x80", 1, 3, "ab\ufffd\ufffd\ufffd", "the byte 0xED"),
        (b"a\n\xf5\nb", 2, 1, "\ufffd", "the byte 0xF5"),
        (b"\xc0\xaf", 1, 1, "\ufffd\ufffd", "the byte 0xC0"),
    ],
)
def test_ill_formed_utf8(data: bytes, line: int, column: int, source: str, found: str) -> None:
    with pytest.raises(JsonError) as caught:
        decode_utf8(data)
    error = caught.value
    assert (error.code, error.line, error.column) == (ErrorCode.ILL_FORMED_UTF8, line, column)
    assert (error.source_line, error.found, error.hint) == (source, found, "save the text as UTF-8")


def test_utf16_is_named() -> None:
    with pytest.raises(JsonError, match="looks like UTF-16"):
        decode_utf8("{}".encode("utf-16"))


def test_line_number_of_a_later_line() -> None:
    with pytest.raises(JsonError, match=r"^line 9, column 2: "):
        decode_utf8(b"a\xff", first_line=9)
