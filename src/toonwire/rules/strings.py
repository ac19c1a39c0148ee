"""§7.1 and §7.2: when a string is quoted, how it is escaped, and back.

Contract: ``unquote(quote(s)) == s`` for every string of Unicode scalar values.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from toonwire.errors import ErrorCode
from toonwire.rules.fault import Fault, shorten

__all__ = ["PLAIN_COLUMN", "needs_quotes", "plain_test", "quote", "unquote"]

SURROGATE = re.compile("[\ud800-\udfff]")

# §7.1, encoder column: the short escapes, then \u with lowercase hex for the other C0 controls.
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_TO_ESCAPE = {ord(c): text for c, text in ESCAPES.items()}
_TO_ESCAPE |= {c: f"\\u{c:04x}" for c in range(0x20) if c not in _TO_ESCAPE}

# §7.1, decoder column.
UNESCAPES = {text[1]: c for c, text in ESCAPES.items()}
_ESCAPE = re.compile(r"\\(?:([\\\"nrt])|u([0-9A-Fa-f]{4})|)")
_QUOTED = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)

# §7.2, one condition a line; "@" stands for the document delimiter.  Surrogates take the quoted way
# too, where quote() refuses them (§3), so that plain strings are searched only once.
_QUOTE_IF = r"""
    \A (?: \Z                                                   # empty
         | [ \t\-\#]                                            # starts with white space, - or #
         | (?: true | false | null ) \Z
         | [+-]? [0-9]+ (?:\.[0-9]+)? (?:[eE][+-]?[0-9]+)? \Z   # numeric-like
       )
  | [\x00-\x1f:"\\\[\]{}@\ud800-\udfff]
  | [ \t]\Z
"""

# The same for a whole column of strings joined by LF: one search instead of one a cell.  Each line is
# a string here, so LF itself is the caller's business.
_COLUMN_IF = r"""
    ^ (?: $ | [ \t\-\#] | (?: true | false | null ) $ | [+-]? [0-9]+ (?:\.[0-9]+)? (?:[eE][+-]?[0-9]+)? $ )
  | [\x00-\x09\x0b-\x1f:"\\\[\]{}@\ud800-\udfff]
  | [ \t]$
"""


def _compile(pattern: str, delimiter: str, flags: int) -> Callable[[str], re.Match[str] | None]:
    return re.compile(pattern.replace("@", re.escape(delimiter)), re.VERBOSE | flags).search


_NEEDS_QUOTES = {d: _compile(_QUOTE_IF, d, 0) for d in ",\t|"}

PLAIN_COLUMN = {d: _compile(_COLUMN_IF, d, re.MULTILINE) for d in ",\t|"}
"""By delimiter: a search in LF-joined strings, none of which holds an LF; None means all stay unquoted."""


def plain_test(delimiter: str) -> Callable[[str], re.Match[str] | None]:
    """A function that returns None for a string that is written without quotes (§7.2).

    >>> plain_test(",")("two words") is None, plain_test(",")("a,b") is None
    (True, False)
    """
    return _NEEDS_QUOTES[delimiter]


def needs_quotes(text: str, delimiter: str) -> bool:
    """Whether ``text`` as a value is quoted under the document delimiter (§7.2).

    >>> [needs_quotes(s, ",") for s in ("a b", "a,b", "a|b", "", "05", "-x", "true", "True")]
    [False, True, False, True, True, True, True, False]
    """
    return _NEEDS_QUOTES[delimiter](text) is not None


def quote(text: str) -> str:
    r"""``text`` as a quoted token (§7.1).  Raises :class:`Fault` for an unpaired surrogate (§3).

    >>> print(quote('say "hi"\n'))
    "say \"hi\"\n"
    """
    if (m := SURROGATE.search(text)) is not None:
        raise Fault(
            ErrorCode.LONE_SURROGATE,
            m.start(),
            expected="Unicode scalar values",
            found=f"the unpaired surrogate U+{ord(m[0]):04X} at index {m.start()}",
            hint="the text was cut inside a character or decoded with surrogateescape",
        )
    return f'"{text.translate(_TO_ESCAPE)}"'


def unquote(token: str) -> str:
    r"""The string of a token that starts with ``"`` (§7.1, §7.4).

    Raises :class:`Fault`: ``unterminated-string``, ``text-after-quote``, ``invalid-escape`` or
    ``surrogate-escape``.

    >>> unquote(r'"tab:\t"')
    'tab:\t'
    """
    m = _QUOTED.match(token)
    if m is None:
        _check_escapes(token[1:])
        raise Fault(
            ErrorCode.UNTERMINATED_STRING, expected='a closing "', found=shorten(token), hint='add the closing "'
        )
    body = m[0][1:-1]
    text = _ESCAPE.sub(_unescape, body) if "\\" in body else body
    if m.end() != len(token):
        raise Fault(
            ErrorCode.TEXT_AFTER_QUOTE,
            m.end(),
            expected='nothing after the closing "',
            found=shorten(token[m.end() :]),
            hint='put the whole text inside the quotes and write \\" for a quote in it',
        )
    return text


def _check_escapes(body: str) -> None:
    """In an unterminated token the first broken escape, if any, comes before the missing quote."""
    if body.endswith("\\") and (len(body) - len(body.rstrip("\\"))) % 2:
        body = body[:-1]
    _ESCAPE.sub(_unescape, body)


def _unescape(m: re.Match[str]) -> str:
    if letter := m[1]:
        return UNESCAPES[letter]
    if digits := m[2]:
        code = int(digits, 16)
        if not 0xD800 <= code <= 0xDFFF:
            return chr(code)
        raise Fault(
            ErrorCode.SURROGATE_ESCAPE,
            m.start() + 1,
            expected="the escape of a character outside U+D800 to U+DFFF",
            found=f"\\u{digits}",
            hint="write the character itself as UTF-8",
        )
    text = m.string
    end = m.start() + 2
    if text[end - 1 : end] == "u":
        while end < m.start() + 6 and text[end : end + 1] in set("0123456789abcdefABCDEF"):
            end += 1
    raise Fault(
        ErrorCode.INVALID_ESCAPE,
        m.start() + 1,
        expected=r"one of \\ \" \n \r \t \uXXXX",
        found=shorten(text[m.start() : end])[1:-1],
        hint=r"write \\ for a backslash",
    )
