"""The line with a caret."""

from __future__ import annotations

import pytest

from toonwire.cli.caret import caret_line, visible, width


@pytest.mark.parametrize(
    ("source", "column", "line", "caret"),
    [
        ("", 1, "", "^"),
        ("abc", 1, "abc", "^"),
        ("abc", 3, "abc", "  ^"),
        ("abc", 4, "abc", "   ^"),
        ("abc", 99, "abc", "   ^"),
        ("\ta: 1", 2, "→a: 1", " ^"),
        ("東京: x", 3, "東京: x", "    ^"),
        ("😀x", 2, "😀x", "  ^"),
        ("e\u0301x", 3, "e\u0301x", " ^"),
        ("\x1b[31mx", 6, r"\x1b[31mx", "        ^"),
        ("a\u202eb", 3, r"a\u202eb", "       ^"),
        ("a\xa0b", 2, r"a\xa0b", " ^"),
    ],
)
def test_caret_stands_under_the_character(source: str, column: int, line: str, caret: str) -> None:
    assert caret_line(source, column) == (line, caret)


def test_long_lines_are_cut_around_the_column() -> None:
    source = "".join(chr(ord("a") + n % 26) for n in range(100_000))
    line, caret = caret_line(source, 50_001)
    assert line == f"…{source[49_940:50_040]}…"
    assert line[len(caret) - 1] == source[50_000]


def test_long_lines_are_cut_on_one_side_near_an_end() -> None:
    source = "x" * 200
    assert caret_line(source, 5) == ("x" * 44 + "…", "    ^")
    assert caret_line(source, 201) == ("…" + "x" * 60, " " * 61 + "^")


def test_visible_and_width() -> None:
    assert visible("plain é") == "plain é"
    assert visible("\x00\x7f\t") == "\\x00\\x7f→"
    assert (width("abc"), width("東x"), width("e\u0301")) == (3, 3, 1)
