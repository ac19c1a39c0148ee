"""§14.2: a line whose class has no place where it stands."""

from __future__ import annotations

import re
from typing import NoReturn

from toonwire.errors import ErrorCode
from toonwire.reference.malformed import explain_header
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
    (re.compile(r'[^"\[]*\[[0-9]+:?[\t|]?\](?:\{.*\})?\Z').match, "end the header with a colon"),
    (re.compile("```").match, "remove the code fence around the document"),
    (re.compile(r"[\[{]\Z").match, "this looks like JSON, which is another format"),
    (re.compile(r'[^\s"=]+\s*=').match, "write key: value instead of key = value"),
)
"""What a line without a colon was probably meant to be, in other formats."""


def explain(source: Source, error: Misplaced) -> NoReturn:
    """Raises the DecodeError for what the parser refused."""
    start = error.start
    classes = accepted(error.state)
    found = shorten(source.rest(start))

    def fail(code: ErrorCode, expected: str, hint: str) -> NoReturn:
        source.fail(code, start, expected=expected, found=found, hint=hint)

    if error.kind == "_INDENT":
        fail(ErrorCode.OVER_INDENTED, *_deeper(source, error))
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
            _open_quote(source, start) or "put the key and a colon before the cells",
        )
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
        "write the objects as list items below - [N]:"
        if "SCALAR" in classes
        else "write key[N]…: or make it the first line of the document",
    )


def _deeper(source: Source, error: Misplaced) -> tuple[str, str]:
    """What a line is told that is deeper than its scope."""
    scope = error.scope
    assert scope is not None
    if scope.parent is None and not scope.value:
        return "the first line without indentation", "remove the spaces before it"
    above = source.line_above(error.start)
    if above == "-":
        return "no deeper line after a bare hyphen", "write the first field on the hyphen's line: - key: value"
    in_item = scope.parent is not None and scope.parent.kind == "list"
    hint = _LIST if above.startswith("- ") and not in_item else f"indent it alike; {_LONG_TEXT}"
    return "no deeper line, as the one above is complete", hint


def _open_quote(source: Source, start: int) -> str:
    """The hint for a colon that stands in an unclosed quoted span, "" where there is none."""
    torn = open_span(source.rest(start))
    if torn < 0:
        return ""
    return f'close the " in column {source.column(start + torn)}, which hides all that follows'


def _no_field(source: Source, start: int, found: str) -> NoReturn:
    text = source.rest(start)
    if open_span(text) == 0:
        source.fail(ErrorCode.UNTERMINATED_STRING, start, expected='a closing "', found=found, hint='add the closing "')
    hint = _open_quote(source, start) or next(
        (hint for fits, hint in _HABITS if fits(text)), f"write both on one line; {_LONG_TEXT}"
    )
    source.fail(ErrorCode.MISSING_COLON, start, expected="key: value", found=found, hint=hint)
