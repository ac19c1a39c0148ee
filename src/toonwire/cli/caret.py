"""One line of source with a caret under one of its characters.

Contract: the caret stands under the character in a terminal, whatever stands before it, and nothing of
the source reaches the terminal as a control sequence: a tab shows as an arrow, any other character that
cannot be seen as its escape.  A long line is cut around the caret.
"""

from __future__ import annotations

from unicodedata import combining, east_asian_width

__all__ = ["caret_line", "visible", "width"]

_BEFORE, _AFTER = 60, 40
"""Characters of a long line that are kept on either side of the caret."""


def caret_line(source: str, column: int) -> tuple[str, str]:
    r"""The visible line, and spaces with a caret under its 1-based ``column``.

    >>> caret_line("a\t東: x", 4)
    ('a→東: x', '    ^')
    """
    at = min(max(column - 1, 0), len(source))
    start = at - _BEFORE if at > _BEFORE else 0
    end = at + _AFTER
    before = ("…" if start else "") + visible(source[start:at])
    after = visible(source[at:end]) + ("…" if end < len(source) else "")
    return before + after, " " * width(before) + "^"


def visible(text: str) -> str:
    r"""``text`` in characters that a terminal shows.

    >>> visible("a\tb\x1b[31m\u202e")
    'a→b\\x1b[31m\\u202e'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _SHOWN.get(c) or ascii(c)[1:-1] for c in text)


_SHOWN = {"\t": "→"}


def width(text: str) -> int:
    """The terminal cells of a visible text: wide characters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_cells(c) for c in text)


def _cells(char: str) -> int:
    if combining(char):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1
