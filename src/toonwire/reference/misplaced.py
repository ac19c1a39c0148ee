"""§14.2: a line whose class has no place where it stands."""

from __future__ import annotations

import re
from typing import NoReturn

from toonwire.errors import ErrorCode
from toonwire.reference.malformed import explain_header
from toonwire.reference.source import Source
from toonwire.reference.tables import Misplaced, accepted
from toonwire.rules.fault import shorten
from toonwire.rules.spans import span_end

__all__ = ["explain"]

_ROWS = {"ROW_C": ",", "ROW_T": "a tab", "ROW_P": "|"}
_ASSIGNMENT = re.compile(r'\s*[^\s"=]+\s*=').match


def explain(source: Source, error: Misplaced) -> NoReturn:
    """Raises the DecodeError for what the parser refused."""
    start = error.start
    classes = accepted(error.state)
    found = shorten(source.rest(start))

    def fail(code: ErrorCode, expected: str, hint: str) -> NoReturn:
        source.fail(code, start, expected=expected, found=found, hint=hint)

    if error.kind == "_INDENT":
        fail(ErrorCode.OVER_INDENTED, "a line no deeper than its scope", "indent it like the lines around it")
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
        fail(ErrorCode.NOT_AN_ENTRY, "an entry row key: cells", "put the key and a colon before the cells")
    if "HYPHEN" in classes:
        fail(
            ErrorCode.NOT_AN_ITEM,
            'a list item that starts with "- "',
            "put a hyphen before each item, or indent the line like the header if it is a field",
        )
    if error.kind in ("SCALAR", "EMPTY"):
        _no_field(source, start, found)
    explain_header(source, start)
    root = error.kind not in ("KEYLESS_INLINE", "KEYLESS_LIST")
    fail(
        ErrorCode.KEYLESS_HEADER,
        f"a key before the bracket: a header without one stands only at the root{'' if root else ' or as a list item'}",
        "write key[N]…: or make it the first line of the document",
    )


def _no_field(source: Source, start: int, found: str) -> NoReturn:
    text = source.rest(start)
    if text.startswith('"') and span_end(text, 0) < 0:
        source.fail(ErrorCode.UNTERMINATED_STRING, start, expected='a closing "', found=found, hint='add the closing "')
    hint = "write key: value, or quote the text that belongs to the line above"
    if text.startswith("-"):
        hint = "a list stands one level below a header such as key[N]:"
    elif _ASSIGNMENT(text):
        hint = "write key: value instead of key = value"
    source.fail(ErrorCode.MISSING_COLON, start, expected="key: value", found=found, hint=hint)
