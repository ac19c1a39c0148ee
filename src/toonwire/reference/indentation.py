"""§12, §14.4: how deep a line stands."""

from __future__ import annotations

from toonwire.errors import ErrorCode
from toonwire.reference.source import Source

__all__ = ["depth_of"]


def depth_of(source: Source, start: int, indent: str, unit: int, *, strict: bool) -> int:
    """The depth of the line whose content starts at ``start`` after ``indent``.

    Raises ``tab-indent`` and ``indent-multiple`` in strict mode; else depth is counted as §14.4 has it.
    """
    tabs = indent.count("\t")
    spaces = len(indent) - tabs
    if strict and tabs:
        source.fail(
            ErrorCode.TAB_INDENT,
            start - len(indent) + indent.index("\t"),
            expected=f"{unit} space{'s' * (unit != 1)} a level",
            found="a tab",
            hint=f"replace each tab by {unit} space{'s' * (unit != 1)}",
        )
    if strict and spaces % unit:
        lower = spaces // unit * unit
        source.fail(
            ErrorCode.INDENT_MULTIPLE,
            start,
            expected=f"indentation by a multiple of {unit} spaces",
            found=f"{spaces} space{'s' * (spaces != 1)}",
            hint=f"use {lower} or {lower + unit}, or another indent option",
        )
    return tabs + spaces // unit
