"""§6, §14.2: what is wrong with a header that the grammar refuses.

Contract: reads the line from left to right as a person would and raises the first error; returns only
where the line is a well-formed header, which is then merely misplaced.
"""

from __future__ import annotations

import re
from typing import NoReturn

from toonwire.errors import ErrorCode
from toonwire.reference.source import Source
from toonwire.rules.fault import Fault, shorten
from toonwire.rules.keys import decode_key
from toonwire.rules.spans import mask

__all__ = ["explain_header"]

_SEGMENT = re.compile(r"\[(0|[1-9][0-9]*)(:?)([\t|]?)\]").match
_NAME = re.compile(r"[^{},|\t]*").match
_SPACES = re.compile(" *").match
_SHOWN = {"\t": "a tab", ",": '","', "|": '"|"'}


def explain_header(source: Source, start: int) -> None:
    """Raises the DecodeError for the header line whose content starts there."""
    _Reader(source, start).header()


class _Reader:
    """A place in a line that moves to the right; structure is read where quoted spans are masked."""

    def __init__(self, source: Source, start: int) -> None:
        self._source = source
        self._start = start
        self._text = source.rest(start)
        self._shape = mask(self._text)
        self._at = 0

    def _fail(
        self, code: ErrorCode, expected: str, hint: str, at: int | None = None, end: int | None = None
    ) -> NoReturn:
        at = self._at if at is None else at
        found = shorten(self._text[at:end]) if at < len(self._text) else "the end of the line"
        self._source.fail(code, self._start + at, expected=expected, found=found, hint=hint)

    def _next(self) -> str:
        return self._text[self._at : self._at + 1]

    def _token(self, token: str, at: int) -> None:
        try:
            decode_key(token)
        except Fault as fault:
            self._source.fault(fault, self._start + at)

    def header(self) -> None:
        self._at = self._shape.index("[")
        key = self._text[: self._at]
        bare = key.rstrip(" \t")
        self._token(bare, 0)
        if len(bare) != len(key):
            self._fail(
                ErrorCode.HEADER_SPACE,
                "the bracket directly after the key",
                "remove the white space before [, or quote the key if the bracket belongs to it",
                len(bare),
            )
        delimiter, keyed = self._segment()
        if self._next() == "{":
            self._fields(delimiter)
        elif keyed and self._next() == ":":
            self._fail(ErrorCode.KEYED_FIELDS, "a field list after ]", "write key[N:]{a,b}:")
        else:
            self._colon("]")
            return
        if self._next() == "}":
            self._fail(ErrorCode.FIELD_BRACE, "one } for each {", "remove the } that closes nothing")
        self._colon("the field list")
        if self._at < len(self._text):
            self._at += len(self._text[self._at :]) - len(self._text[self._at :].lstrip(" "))
            self._fail(
                ErrorCode.HEADER_CONTENT,
                "nothing after the colon of a header with fields",
                "put each row on a line of its own, one level deeper",
            )

    def _segment(self) -> tuple[str, bool]:
        match = _SEGMENT(self._shape, self._at)
        if match is not None:
            self._at = match.end()
            return match[3] or ",", bool(match[2])
        end = self._shape.find("]", self._at)
        if end < 0:
            self._fail(ErrorCode.HEADER_BRACKET, "] after the length", "write key[N]: with N the number of values")
        inside = self._text[self._at + 1 : end]
        self._fail(
            ErrorCode.HEADER_LENGTH,
            "a length such as [3], [3|], [3<tab>], [3:] or [3:|]",
            "write an empty array as key: []" if not inside else "write the plain number of values, rows or entries",
            end=end + 1,
        )

    def _colon(self, before: str) -> None:
        if self._next() != ":":
            self._fail(
                ErrorCode.HEADER_COLON,
                f"a colon directly after {before}",
                "put the colon there, or quote the key if the bracket belongs to it",
            )
        self._at += 1

    def _fields(self, delimiter: str) -> None:
        """A field list; ``self._at`` stands on its opening brace and ends behind the closing one."""
        self._at += 1
        depth, fresh = 1, True  # fresh: nothing stands in the group yet
        while depth:
            self._spaces()
            self._name(delimiter, fresh)
            fresh = self._next() == "{"
            if fresh:
                depth += 1
                self._at += 1
                continue
            self._spaces()
            while depth and self._next() == "}":
                depth -= 1
                self._at += 1
                if depth:
                    self._spaces()
                    if self._shape.find("}", self._at) < 0:
                        self._unclosed()
                    if self._next() not in ("}", ",", "|", "\t"):
                        self._fail(ErrorCode.FIELD_TEXT, "a delimiter or } after a field group", "separate the fields")
            if depth:
                self._delimiter(delimiter)

    def _name(self, delimiter: str, fresh: bool) -> None:
        match = _NAME(self._shape, self._at)
        assert match is not None
        start, self._at = self._at, match.end()
        if self._at > start:
            name = self._text[start : self._at].rstrip(" ")
            self._token(name, start)
            if self._next() == "{" and start + len(name) < self._at:
                self._fail(
                    ErrorCode.HEADER_SPACE,
                    "the field group directly after its name",
                    "remove the white space before {",
                    start + len(name),
                )
            return
        following = self._next()
        if following == "":
            self._unclosed()
        if following == "{":
            self._fail(ErrorCode.FIELD_NAMELESS, "a name before the field group", "write name{a,b}")
        if following == "}" and fresh:
            self._fail(ErrorCode.FIELD_LIST_EMPTY, "at least one field in braces", "name the fields or drop the braces")
        if following != "}":
            self._delimiter(delimiter, advance=False)
        self._fail(ErrorCode.FIELD_EMPTY, "a field name", 'write "" for a field whose name is empty')

    def _delimiter(self, delimiter: str, *, advance: bool = True) -> None:
        following = self._next()
        if following == "":
            self._unclosed()
        if following != delimiter:
            self._fail(
                ErrorCode.FIELD_DELIMITER,
                f"{_SHOWN[delimiter]} between fields, as declared in the bracket",
                "use one delimiter in the bracket, the field list and the rows, or quote the field name",
            )
        if advance:
            self._at += 1

    def _unclosed(self) -> NoReturn:
        self._fail(ErrorCode.FIELD_BRACE, "} to close the field list", "close every { before the colon")

    def _spaces(self) -> None:
        match = _SPACES(self._text, self._at)
        assert match is not None
        self._at = match.end()
