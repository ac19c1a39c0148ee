"""Chunks to pieces of whole lines."""

from __future__ import annotations

from collections.abc import Iterator

from toonwire import Limits
from toonwire.stream.lines import Lines, Piece


def pieces(*chunks: str | bytes, size: int = 1000) -> list[str]:
    lines = Lines(Limits(), size)
    found: list[str] = []

    def read(some: Iterator[Piece]) -> None:
        for piece in some:
            found.append(piece.text)
            lines.before += piece.text.count("\n") + 1

    for chunk in chunks:
        read(lines.feed(chunk))
    read(lines.close())
    return found


def test_a_piece_ends_where_a_line_ends() -> None:
    assert pieces("a\nb", "c\r", "\nd\n", "", "e") == ["a", "bc\r\nd", "e"]
    assert pieces(b"a\n\xc3", b"\xa9\n") == ["a", "é"]
    assert pieces("\ufeffa\n\ufeffb") == ["a", "\ufeffb"]
    assert pieces(b"\xef", b"\xbb", b"\xbfa") == ["a"]
    assert pieces("") == pieces() == []
    assert pieces("\n\n") == ["\n"]


def test_a_large_chunk_is_cut() -> None:
    assert pieces("aa\nbb\ncc\ndddddddddd\ne", size=6) == ["aa\nbb", "cc", "dddddddddd", "e"]
    assert pieces(b"aa\nbb\n" * 3, size=4) == ["aa", "bb", "aa", "bb", "aa", "bb"]


def test_what_is_not_well_formed_ends_the_lines() -> None:
    lines = Lines(Limits(), 1000)
    (piece,) = lines.feed(b"a\nb \xff\nc\n")
    assert piece.text == "a\n"
    assert piece.late is not None
    assert (piece.late.line, piece.late.column) == (2, 3)
