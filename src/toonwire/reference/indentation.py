"""§5.1 and §12: the next line that counts, and how deep it stands."""

from __future__ import annotations

import re
from typing import NamedTuple

from toonwire.errors import ErrorCode
from toonwire.reference.source import Source

__all__ = ["Place", "next_place"]

_BY_SPACES = re.compile(r"\n( *)(?=[^ \t\n#])").match
_NO_CONTENT = re.compile(r"\n(?: *#[^\n]*)?(?![^\n])").match
_INDENT = re.compile(r"\n([ \t]*)").match


class Place(NamedTuple):
    """Where a line of content stands.

    position: the LF before it, the end of the text if there is no further line.  start: its content.
    width: characters from one to the other, -1 if tabs are among them: widths compare like depths only
    where all is spaces.  blank: the first blank line that was passed, None without one.
    """

    position: int
    start: int
    depth: int
    width: int
    blank: int | None


def next_place(source: Source, position: int, unit: int, *, strict: bool) -> Place:
    """The place of the next line that is neither blank nor a comment.

    Raises ``tab-indent`` and ``indent-multiple`` in strict mode; else depth is counted as §14.4 has it.
    """
    match = _BY_SPACES(source.text, position)
    if match is not None:
        width = match.end() - position
        if (width - 1) % unit == 0:
            return Place(position, match.end(), (width - 1) // unit, width, None)
    return _after_gap(source, position, unit, strict=strict)


def _after_gap(source: Source, position: int, unit: int, *, strict: bool) -> Place:
    text, blank = source.text, None
    while (gap := _NO_CONTENT(text, position)) is not None:
        if blank is None and gap.end() == position + 1:
            blank = position
        position = gap.end()
    match = _INDENT(text, position)
    if match is None:
        return Place(position, position, 0, 0, blank)
    indent, start = match[1], match.end()
    tabs = indent.count("\t")
    spaces = len(indent) - tabs
    if strict:
        _check(source, start, indent, unit)
    return Place(position, start, tabs + spaces // unit, -1 if tabs else start - position, blank)


def _check(source: Source, start: int, indent: str, unit: int) -> None:
    if "\t" in indent:
        source.fail(
            ErrorCode.TAB_INDENT,
            start - len(indent) + indent.index("\t"),
            expected=f"indentation by spaces, {unit} a level",
            found="a tab",
            hint=f"replace each tab by {unit} space{'s' * (unit != 1)}",
        )
    spaces = len(indent)
    if spaces % unit:
        lower = spaces // unit * unit
        source.fail(
            ErrorCode.INDENT_MULTIPLE,
            start,
            expected=f"indentation by a multiple of {unit} spaces",
            found=f"{spaces} space{'s' * (spaces != 1)}",
            hint=f"use {lower} or {lower + unit} spaces, or another indent option",
        )
