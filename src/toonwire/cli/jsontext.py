"""JSON text to values, without losing a digit.

Contract: every text that RFC 8259 allows is read, every other is refused with a :class:`JsonError` that
knows its line and column.  Integers come back exact at any length up to the digit limit.  A number with
a fraction or an exponent is a ``float`` where the float's own digits are the digits of the text, else a
``Decimal``.  A name that stands twice in an object keeps the place of the first and the value of the
last.  Time is linear in the text, and no nesting costs Python stack.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import Any

from toonwire.cli.jsonfault import (
    describe_end,
    fault_in_escape,
    fault_in_number,
    fault_in_string,
    fault_in_value,
    snippet,
)
from toonwire.cli.textplace import TextPlace, decode_utf8
from toonwire.errors import ErrorCode, JsonError
from toonwire.options import Limits
from toonwire.rules.fault import Fault, shorten
from toonwire.rules.numbers import check_digits, decode_int

__all__ = ["BOM", "DEFAULT_LIMITS", "FAST_FROM", "exact_float", "read_json"]

BOM = b"\xef\xbb\xbf"

DEFAULT_LIMITS = Limits()

FAST_FROM = 50_000
"""Bytes from which the import of a compiled JSON reader costs less time than it saves."""

_SPACE = re.compile(r"[ \t\n\r]*").match
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*').match
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?(?![0-9A-Za-z_.+-])").match
_WORD = re.compile(r"(true|false|null)(?![0-9A-Za-z_])").match
_UNICODE = re.compile(r"u([0-9A-Fa-f]{4})").match
_LOW_HALF = re.compile(r"\\u([dD][c-fC-F][0-9A-Fa-f]{2})").match

_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def read_json(
    data: bytes,
    *,
    strict: bool = False,
    limits: Limits = DEFAULT_LIMITS,
    first_line: int = 1,
    outer: int = 0,
    fast: bool | None = None,
) -> Any:
    r"""The value of a JSON text in UTF-8, a leading byte-order mark allowed.

    strict: refuse a name that stands twice in one object (``json-duplicate-key``).
    first_line: the number of the text's first line, for errors.
    outer: containers that will stand around the value; they count towards ``limits.max_depth``.
    fast: a compiled reader may be used; it does not look at ``limits.max_depth``, which the encoder of
        the value then does.  None: where the text is large enough to be worth its import.

    Raises :class:`JsonError`: ``json-syntax``, ``json-duplicate-key``, ``lone-surrogate``,
    ``ill-formed-utf8``, ``depth-limit``, ``digit-limit``, ``number-range``.

    >>> read_json(b'{"id": 9007199254740993, "p": 0.1000000000000000055511151231257827}')
    {'id': 9007199254740993, 'p': Decimal('0.1000000000000000055511151231257827')}
    >>> read_json(b'[1,\n 2,]')
    Traceback (most recent call last):
    toonwire.errors.JsonError: line 2, column 4: expected a value, found "]"; remove the comma before it
    """
    data = data.removeprefix(BOM)
    if fast or (fast is None and len(data) >= FAST_FROM):
        from toonwire.cli import jsonfast

        try:
            return jsonfast.read_fast(data, strict=strict)
        except jsonfast.UnsureError:
            pass
    return _Reader(decode_utf8(data, first_line), strict, limits, first_line, outer).read()


def exact_float(token: str) -> float | Decimal:
    """The value of a number token with a fraction or an exponent, all its digits kept.

    A float is returned only where writing it gives the digits of the token back.  Raises
    :class:`~toonwire.rules.fault.Fault` for an exponent beyond even ``Decimal``.

    >>> exact_float("0.1"), exact_float("0.10"), exact_float("1e400")
    (0.1, Decimal('0.10'), Decimal('1E+400'))
    """
    if len(token) < 30 and "e" not in token and "E" not in token:
        value = float(token)
        if repr(value) == token:
            return value
    try:
        return Decimal(token)
    except InvalidOperation:
        raise Fault(
            ErrorCode.NUMBER_RANGE,
            expected="an exponent of at most 18 digits",
            found=shorten(token),
            hint="write it as a string",
        ) from None


class _Open:
    """A container that is being read: the value so far, and the name that waits for its value."""

    __slots__ = ("closer", "name", "places", "value")

    def __init__(self, value: Any, closer: str) -> None:
        self.value = value
        self.closer = closer
        self.name = ""
        self.places: dict[str, int] = {}


_MORE = object()
"""Another value comes before anything is complete."""


class _Reader:
    """One walk over a text; ``at`` is how far it has come, ``stack`` holds what is open there."""

    def __init__(self, text: str, strict: bool, limits: Limits, first_line: int, outer: int) -> None:
        self.text = text
        self.strict = strict
        self.limits = limits
        self.first_line = first_line
        self.outer = outer
        self.at = 0
        self.after_comma = False
        self.stack: list[_Open] = []

    def read(self) -> Any:
        self._space()
        while True:
            value = self._start()
            while value is not _MORE:
                self._space()
                if not self.stack:
                    if self.at != len(self.text):
                        raise self._trailing()
                    return value
                value = self._attach(value)

    def _start(self) -> Any:
        """A scalar or an empty container; ``_MORE`` where a container was opened."""
        c = self.text[self.at : self.at + 1]
        if c not in ("[", "{"):
            return self._scalar(c)
        if len(self.stack) + self.outer >= self.limits.max_depth:
            raise self._too_deep()
        opened = _Open([], "]") if c == "[" else _Open({}, "}")
        self.at += 1
        self._space()
        if self.text.startswith(opened.closer, self.at):
            self.at += 1
            return opened.value
        self.stack.append(opened)
        self.after_comma = False
        if c == "{":
            self._name()
        return _MORE

    def _attach(self, value: Any) -> Any:
        """Puts a value into the innermost container; that container at its end, ``_MORE`` after a comma."""
        top = self.stack[-1]
        if top.closer == "]":
            top.value.append(value)
        else:
            top.value[top.name] = value
        c = self.text[self.at : self.at + 1]
        if c == top.closer:
            self.at += 1
            self.stack.pop()
            return top.value
        if c != ",":
            raise self._no_separator(top.closer)
        self.at += 1
        self._space()
        self.after_comma = True
        if top.closer == "}":
            self._name()
        return _MORE

    def _space(self) -> None:
        m = _SPACE(self.text, self.at)
        assert m is not None
        self.at = m.end()

    def _name(self) -> None:
        """Reads ``"name":`` into the innermost object."""
        top, start = self.stack[-1], self.at
        if not self.text.startswith('"', start):
            raise self._no_name()
        top.name = self._string()
        if self.strict:
            if top.name in top.places:
                raise self._duplicate(start, top)
            top.places[top.name] = start
        self._space()
        if not self.text.startswith(":", self.at):
            hint = f"a colon stands between the name {shorten(top.name)} and its value"
            raise self._error(self.at, '":"', hint=hint)
        self.at += 1
        self._space()

    def _scalar(self, c: str) -> Any:
        if c == '"':
            return self._string()
        if (m := _NUMBER(self.text, self.at)) is not None:
            self.at = m.end()
            return self._number(m)
        if (m := _WORD(self.text, self.at)) is not None:
            self.at = m.end()
            return _WORDS[m[1]]
        raise self._fault(
            self.at, fault_in_number(self.text, self.at) or fault_in_value(self.text, self.at, self.after_comma)
        )

    def _number(self, m: re.Match[str]) -> Any:
        try:
            check_digits(m[0], self.limits.max_number_digits)
            return decode_int(m[0]) if m[1] is None and m[2] is None else exact_float(m[0])
        except Fault as fault:
            raise self._error(m.start(), fault.expected, fault.found, "write it as a string", fault.code) from None

    def _string(self) -> str:
        """The string whose opening quote is next."""
        start, parts = self.at, []
        self.at += 1
        while True:
            m = _PLAIN(self.text, self.at)
            assert m is not None
            parts.append(m[0])
            self.at = m.end()
            c = self.text[self.at : self.at + 1]
            if c == "\\":
                parts.append(self._escape())
            elif c == '"':
                self.at += 1
                return "".join(parts)
            else:
                raise self._fault(self.at if c else start, fault_in_string(c))

    def _escape(self) -> str:
        """The character of the escape whose backslash is next."""
        text, at = self.text, self.at
        if (plain := _ESCAPES.get(text[at + 1 : at + 2])) is not None:
            self.at += 2
            return plain
        m = _UNICODE(text, at + 1)
        if m is None:
            raise self._fault(at, fault_in_escape(text, at))
        self.at += 6
        code = int(m[1], 16)
        if not 0xD800 <= code <= 0xDFFF:
            return chr(code)
        low = _LOW_HALF(text, at + 6) if code < 0xDC00 else None
        if low is None:
            raise self._lone_surrogate(at, m[1])
        self.at += 6
        return chr(0x10000 + ((code - 0xD800) << 10) + int(low[1], 16) - 0xDC00)

    # ---- refusals

    def _error(
        self, at: int, expected: str, found: str = "", hint: str = "", code: ErrorCode = ErrorCode.JSON_SYNTAX
    ) -> JsonError:
        at_end = at >= len(self.text)
        if at_end:
            at = len(self.text.rstrip(" \t\n\r"))
        place = TextPlace.of(self.text, at, self.first_line)
        return JsonError(
            code,
            line=place.line,
            column=place.column,
            source_line=place.source_line,
            expected=expected,
            found=describe_end(self.text) if at_end else found or snippet(self.text, at),
            hint=hint or (self._open_hint() if at_end else ""),
        )

    def _open_hint(self) -> str:
        closers = "".join(top.closer for top in reversed(self.stack[-8:]))
        if not closers:
            return ""
        more = "…" if len(self.stack) > 8 else ""
        return f"the text is cut off; to close what is open write {closers}{more}"

    def _fault(self, at: int, fault: Fault) -> JsonError:
        return self._error(at, fault.expected, fault.found, fault.hint)

    def _too_deep(self) -> JsonError:
        most = self.limits.max_depth
        return self._error(
            self.at,
            f"at most {most} nested container{'' if most == 1 else 's'}",
            "one more",
            "raise --max-depth or flatten the data",
            ErrorCode.DEPTH_LIMIT,
        )

    def _lone_surrogate(self, at: int, digits: str) -> JsonError:
        return self._error(
            at,
            r"a pair of escapes such as \ud83d\ude00",
            f"the lone surrogate \\u{digits}",
            "the text was cut inside a character; remove the escape",
            ErrorCode.LONE_SURROGATE,
        )

    def _no_name(self) -> JsonError:
        fault = fault_in_value(self.text, self.at, self.after_comma)
        expected = "a name in double quotes" if self.after_comma else 'a name in double quotes or "}"'
        hint = fault.hint
        if not hint and re.match(r"\w", self.text[self.at : self.at + 1]):
            hint = "names take double quotes in JSON"
        return self._error(self.at, expected, fault.found, hint)

    def _duplicate(self, at: int, top: _Open) -> JsonError:
        first = TextPlace.of(self.text, top.places[top.name], self.first_line)
        return self._error(
            at,
            "each name once in an object",
            f"{shorten(top.name)} again",
            f"the first stands in line {first.line}, column {first.column}",
            ErrorCode.JSON_DUPLICATE_KEY,
        )

    def _no_separator(self, closer: str) -> JsonError:
        hint = "put a comma before it" if self._value_starts() else ""
        return self._error(self.at, f'"," or "{closer}"', hint=hint)

    def _trailing(self) -> JsonError:
        hint = "for one value a line use --jsonl" if self._value_starts() else "remove it"
        return self._error(self.at, "the end of the text", hint=hint)

    def _value_starts(self) -> bool:
        return re.match(r'["\w\[{-]', self.text[self.at : self.at + 1]) is not None
