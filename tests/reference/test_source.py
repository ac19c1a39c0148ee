"""§12, steps 1 to 3: prepared lines, and the way back to a place in what the caller gave."""

from __future__ import annotations

import pytest

from toonwire import DecodeError, ErrorCode, Limits
from toonwire.reference.source import Source, read_source

LIMITS = Limits()


@pytest.mark.parametrize(
    ("raw", "text", "non_strict"),
    [
        ("", "\n", "\n"),
        ("a", "\na", "\na"),
        ("a\n", "\na\n", "\na\n"),
        ("\ufeffa", "\na", "\na"),
        ("\ufeff\ufeffa", "\n\ufeffa", "\n\ufeffa"),
        ("a\ufeff", "\na\ufeff", "\na\ufeff"),
        ("a\r\nb\r\n", "\na\nb\n", "\na\nb\n"),
        ("a\r", "\na", "\na"),
        ("a\r\r\nb", "\na\r\nb", "\na\r\nb"),
        ("a\rb", "\na\rb", "\na\rb"),
        ("a  \nb \r\n  ", "\na\nb\n", "\na\nb\n"),
        ("a\u00a0 ", "\na\u00a0", "\na\u00a0"),
        ("a\t ", "\na\t", "\na\t"),
        (" \t\na", "\n \t\na", "\n\na"),
        ("\t", "\n\t", "\n"),
        ("a\n \t \n\tb", "\na\n \t\n\tb", "\na\n\n\tb"),
    ],
)
def test_prepared_text(raw: str, text: str, non_strict: str) -> None:
    assert read_source(raw, True, LIMITS).text == text
    assert read_source(raw, False, LIMITS).text == non_strict
    assert read_source(raw.encode(), True, LIMITS).text == text


def test_the_shape_is_the_text_but_for_lines_of_quotes() -> None:
    common = read_source('a: "b"\n' * 15_000, True, LIMITS)
    assert common.shape is common.text
    hostile = read_source('a: "b"\n' + '"x"' * 15_000, True, LIMITS)
    assert hostile.shape == '\na: "b"\n' + "xxx" * 15_000


def fails(source: Source, position: int) -> DecodeError:
    with pytest.raises(DecodeError) as caught:
        source.fail(ErrorCode.MISSING_COLON, position, found="f", expected="e", hint="h")
    return caught.value


@pytest.mark.parametrize(
    ("raw", "find", "line", "column", "source_line"),
    [
        ("abc", "b", 1, 2, "abc"),
        ("a\r\n  bc  \r\n", "c", 2, 4, "  bc  "),
        ("\ufeffx: é\U0001f600y", "y", 1, 6, "x: é\U0001f600y"),
        ("a\n\tb", "b", 2, 2, "\tb"),
        ("a\rb\nc", "b", 1, 3, "a\rb"),
        ("a\u2028b\nc", "c", 2, 1, "c"),
    ],
)
def test_places(raw: str, find: str, line: int, column: int, source_line: str) -> None:
    source = read_source(raw, True, LIMITS)
    error = fails(source, source.text.index(find))
    assert (error.line, error.column, error.source_line) == (line, column, source_line)
    assert (error.found, error.expected, error.hint) == ("f", "e", "h")


def test_the_ends_of_a_document() -> None:
    source = read_source("a\nbc", True, LIMITS)
    for position, place in ((0, (1, 1)), (1, (1, 1)), (2, (1, 2)), (3, (2, 1)), (5, (2, 3))):
        error = fails(source, position)
        assert (error.line, max(error.column, 1)) == place


def test_text_is_cut_before_the_line_that_is_ill_formed() -> None:
    source = read_source(b"\xef\xbb\xbfa: 1\r\nb: \xc3(\nc: 2", True, LIMITS)
    assert source.text == "\na: 1\n"
    with pytest.raises(DecodeError) as caught:
        source.end()
    error = caught.value
    assert (error.code, error.line, error.column) == (ErrorCode.ILL_FORMED_UTF8, 2, 4)
    assert error.source_line == r"b: \udcc3("
    assert read_source("a", True, LIMITS).end() is None
