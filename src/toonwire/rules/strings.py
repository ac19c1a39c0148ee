"""§7.1 and §7.2: when a string is quoted, how it is escaped, and back.

Contract: ``unquote(quote(s)) == s`` for every string of Unicode scalar values.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from toonwire.errors import ErrorCode
from toonwire.rules.fault import Fault, shorten
from toonwire.rules.spans import span_end

__all__ = ["SURROGATE", "plain_column_test", "plain_test", "quote", "unquote"]

SURROGATE = re.compile("[\ud800-\udfff]")

# §7.1, encoder column: the short escapes, then \u with lowercase hex for the other C0 controls.
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_TO_ESCAPE = {c: f"\\u{c:04x}" for c in range(0x20) if chr(c) not in ESCAPES}
_CONTROL = re.compile(r"[\x00-\x1f]").search

# §7.1, decoder column.
UNESCAPES = {text[1]: c for c, text in ESCAPES.items()}
_ESCAPE = re.compile(r"\\(?:([\\\"nrt])|u([0-9A-Fa-f]{4})|)")

# §7.2 turned round: what stays unquoted.  "@" stands for the document delimiter, END for the string's
# end.  Surrogates take the quoted way too, where quote() refuses them (§3), so that plain strings are
# looked through only once.
_BAD = r':"\\\[\]{}\x00-\x1f\ud800-\udfff@'
_PLAIN = rf"""
    (?! (?: true | false | null ) END )
    (?! [+-]? [0-9]+ (?:\.[0-9]+)? (?:[eE][+-]?[0-9]+)? END )   # numeric-like
    [^\ \-\#{_BAD}]                                             # not empty, no white space, - or # first
    [^{_BAD}]*
    (?<!\ )                                                      # no white space last
    END
"""


def _compile(pattern: str, delimiter: str) -> re.Pattern[str]:
    return re.compile(pattern.replace("@", re.escape(delimiter)), re.VERBOSE)


_PLAIN_LINE = rf"(?: {_PLAIN} \n )+".replace("END", r"(?=\n)")
_PLAIN_TEST = {d: _compile(_PLAIN.replace("END", r"\Z"), d).match for d in ",\t|"}
_PLAIN_COLUMN = {d: _compile(_PLAIN_LINE, d).fullmatch for d in ",\t|"}


def plain_test(delimiter: str) -> Callable[[str], re.Match[str] | None]:
    """A function that matches a string that is written without quotes (§7.2).

    >>> [bool(plain_test(",")(s)) for s in ("a b", "a,b", "a|b", "", "05", "-x", "true", "True")]
    [True, False, True, False, False, False, False, True]
    """
    return _PLAIN_TEST[delimiter]


def plain_column_test(delimiter: str) -> Callable[[str], re.Match[str] | None]:
    r"""The same for many strings at once, each followed by LF: matches if all are written without quotes.

    >>> bool(plain_column_test(",")("a\nb c\n")), bool(plain_column_test(",")("a\nb \n"))
    (True, False)
    """
    return _PLAIN_COLUMN[delimiter]


def quote(text: str) -> str:
    r"""``text`` as a quoted token (§7.1).  Raises :class:`Fault` for an unpaired surrogate (§3).

    >>> print(quote('say "hi"\n'))
    "say \"hi\"\n"
    """
    if not text.isascii() and (m := SURROGATE.search(text)) is not None:
        raise Fault(
            ErrorCode.LONE_SURROGATE,
            m.start(),
            expected="Unicode scalar values",
            found=f"the unpaired surrogate U+{ord(m[0]):04X} at index {m.start()}",
            hint="the text was cut inside a character or decoded with surrogateescape",
        )
    if "\\" in text:
        text = text.replace("\\", "\\\\")
    if '"' in text:
        text = text.replace('"', '\\"')
    if not text.isprintable() and _CONTROL(text) is not None:
        text = text.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
        text = text.translate(_TO_ESCAPE) if _CONTROL(text) is not None else text
    return f'"{text}"'


def unquote(token: str) -> str:
    r"""The string of a token that starts with ``"`` (§7.1, §7.4).

    Raises :class:`Fault`: ``unterminated-string``, ``text-after-quote``, ``invalid-escape`` or
    ``surrogate-escape``.

    >>> unquote(r'"tab:\t"')
    'tab:\t'
    """
    end = span_end(token, 0)
    if end < 0:
        _check_escapes(token[1:])
        raise Fault(
            ErrorCode.UNTERMINATED_STRING, expected='a closing "', found=shorten(token), hint='add the closing "'
        )
    body = token[1 : end - 1]
    text = _ESCAPE.sub(_unescape, body) if "\\" in body else body
    if end != len(token):
        raise Fault(
            ErrorCode.TEXT_AFTER_QUOTE,
            end,
            expected='nothing after the closing "',
            found=shorten(token[end:]),
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
