"""§5.2: quoted spans.  A ``"`` opens one wherever it stands in a line; the next ``"`` that no backslash
escapes closes it, else it runs to the end of the line.

Contract: time and memory are linear, with a small constant, in whatever text.  A regular expression over
spans is faster on common lines, but keeps a place to come back to for each quote and backslash.
"""

from __future__ import annotations

import re

__all__ = ["mask", "open_span", "shape_of", "span_end"]

_MANY = 1000
"""Quotes and backslashes that are too many for a regular expression in one line."""

_BODY = re.compile(r'[^"\\]*(?:\\.[^"\\]*){0,100}', re.DOTALL).match


def span_end(text: str, start: int) -> int:
    r"""The place after the quote that closes the span opened at ``start``, -1 where none does.

    >>> span_end(r'say "a\"b" twice', 4), span_end('"a', 0)
    (10, -1)
    """
    at = start + 1
    while True:
        match = _BODY(text, at)
        assert match is not None
        end = match.end()
        if text[end : end + 1] == '"':
            return end + 1
        if end == at:
            return -1
        at = end


def open_span(line: str) -> int:
    """The place of the quote that no other closes, -1 if there is none.

    >>> open_span('"a" b"c: 1'), open_span('"a"')
    (5, -1)
    """
    if "\\" not in line:
        return line.rfind('"') if line.count('"') % 2 else -1
    at = 0
    while (start := line.find('"', at)) >= 0:
        at = span_end(line, start)
        if at < 0:
            return start
    return -1


def mask(line: str) -> str:
    """The line with an x for each character of a quoted span: all that is left is structure.

    >>> mask('"a:b"[2]: 1,"2,3"'), mask('a "b: 1')
    ('xxxxx[2]: 1,xxxxx', 'a xxxxx')
    """
    if "\\" not in line:
        parts = line.split('"')
        parts[1::2] = ["x" * (len(inside) + 2) for inside in parts[1::2]]
        return "".join(parts)[: len(line)]
    out: list[str] = []
    at = 0
    while (start := line.find('"', at)) >= 0:
        end = span_end(line, start)
        if end < 0:
            end = len(line)
        out += (line[at:start], "x" * (end - start))
        at = end
    return "".join([*out, line[at:]])


def shape_of(line: str) -> str:
    """The line itself, or masked where it has too many quotes and backslashes for a regular expression."""
    if len(line) > _MANY and line.count('"') + line.count("\\") > _MANY:
        return mask(line)
    return line
