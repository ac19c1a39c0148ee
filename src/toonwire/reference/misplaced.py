"""§14.2: a line whose class has no place where it stands."""

from __future__ import annotations

import re
from typing import NoReturn

from toonwire.errors import ErrorCode
from toonwire.reference.malformed import explain_header
from toonwire.reference.scope import Line
from toonwire.reference.source import Source
from toonwire.reference.tables import Misplaced, accepted
from toonwire.rules.fault import shorten
from toonwire.rules.spans import open_span

__all__ = ["explain"]

_ROWS = {"ROW_C": '","', "ROW_T": "a tab", "ROW_P": '"|"'}

_LONG_TEXT = "long text is one quoted string with \\n"
_LIST = "a list stands one level below a header such as key[N]:"
_HABITS = (
    (re.compile("-").match, _LIST),
    (re.compile("```").match, "remove the code fence around the document"),
    (re.compile(r"[\[{]\Z").match, "this looks like JSON, which is another format"),
    (re.compile(r'[^\s"=]+\s*=').match, "write key: value instead of key = value"),
)
"""What a line without a colon was probably meant to be, in other formats."""


def explain(source: Source, error: Misplaced) -> NoReturn:
    """Raises the DecodeError for what the parser refused."""
    line: Line = error.token
    classes = accepted(error.state)
    found = shorten(source.rest(line.start))

    def fail(code: ErrorCode, expected: str, hint: str) -> NoReturn:
        source.fail(code, line.start, expected=expected, found=found, hint=hint)

    if line.type == "_INDENT":
        fail(ErrorCode.OVER_INDENTED, *_deeper(source, line))
    if not classes:
        fail(ErrorCode.TRAILING_CONTENT, "nothing after the root value", "remove it, or give the root value a key")
    for name, delimiter in _ROWS.items():
        if name in classes:
            fail(
                ErrorCode.NOT_A_ROW,
                f"a row of cells separated by {delimiter}",
                "quote a cell that contains a colon, or indent the line like the header if it is a field",
            )
    if "ENTRY" in classes:
        fail(
            ErrorCode.NOT_AN_ENTRY,
            "an entry row key: cells",
            _open_quote(source, line) or "put the key and a colon before the cells",
        )
    if "HYPHEN" in classes:
        fail(
            ErrorCode.NOT_AN_ITEM,
            'a list item that starts with "- "',
            "put a hyphen before each item, or indent the line like the header if it is a field",
        )
    if line.type in ("SCALAR", "EMPTY"):
        _no_field(source, line, found)
    explain_header(source, line.start)
    root = line.type not in ("KEYLESS_INLINE", "KEYLESS_LIST")
    fail(
        ErrorCode.KEYLESS_HEADER,
        f"a key before the bracket: a header without one stands only at the root{'' if root else ' or as a list item'}",
        "write the objects as list items below - [N]:"
        if "SCALAR" in classes
        else "write key[N]…: or make it the first line of the document",
    )


def _deeper(source: Source, line: Line) -> tuple[str, str]:
    """What a line is told that is deeper than its scope."""
    if line.scope.parent is None and not line.scope.value:
        return "the first line without indentation", "remove the spaces before it"
    above = source.text[: line.start].rstrip(" \t\n").rpartition("\n")[2].strip(" \t")
    if above == "-":
        return "no deeper line after a bare hyphen", "write the first field on the hyphen's line: - key: value"
    in_item = line.scope.parent is not None and line.scope.parent.kind == "list"
    hint = _LIST if above.startswith("- ") and not in_item else f"indent it alike; {_LONG_TEXT}"
    return "no deeper line, as the one above is complete", hint


def _open_quote(source: Source, line: Line) -> str:
    """The hint for a colon that stands in an unclosed quoted span, "" where there is none."""
    torn = open_span(source.rest(line.start))
    if torn < 0:
        return ""
    return f'close the " in column {source.column(line.start + torn)}, which hides all that follows'


def _no_field(source: Source, line: Line, found: str) -> NoReturn:
    text = source.rest(line.start)
    if open_span(text) == 0:
        source.fail(
            ErrorCode.UNTERMINATED_STRING, line.start, expected='a closing "', found=found, hint='add the closing "'
        )
    hint = _open_quote(source, line) or next(
        (hint for fits, hint in _HABITS if fits(text)), f"write both on one line; {_LONG_TEXT}"
    )
    source.fail(ErrorCode.MISSING_COLON, line.start, expected="key: value", found=found, hint=hint)
