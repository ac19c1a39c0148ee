"""§7.1 and §7.2, string by string."""

from __future__ import annotations

import pytest

from toonwire import ErrorCode
from toonwire.rules.fault import Fault, shorten
from toonwire.rules.strings import plain_column_test, plain_test, quote, unquote

PLAIN = [
    "a",
    "a b",
    "a  b",
    "True",
    "nulls",
    "a-b",
    "a#b",
    "a.b",
    "e5",
    "1a",
    "1.2.3",
    "0x1",
    "+a",
    ".5",
    "1.",
    "1_0",
    "é",
    "٣",
    "１",
]
PLAIN += [
    "\u00a0",
    "\u00a0a",
    "a\u2028b",
    "\x7f",
    "\x85",
    "\U0001f600",
    "\ufeff",
    "'",
    "/",
    "(a)",
    "<a>",
    "a=b",
    "a;b",
    "~",
]

QUOTED = [
    "",
    " ",
    " a",
    "a ",
    "\t",
    "\ta",
    "a\tb",
    "true",
    "false",
    "null",
    "0",
    "-1",
    "+1",
    "05",
    "1.5",
    "-0",
    "1e5",
    "1E+5",
    "00.0e-0",
]
QUOTED += [
    "a:b",
    ":",
    '"',
    'a"b',
    "\\",
    "a\\b",
    "[",
    "]",
    "a[1]",
    "{",
    "}",
    "-",
    "-a",
    "- a",
    "--",
    "#",
    "#a",
    "\n",
    "a\nb",
    "\r",
    "\x00",
    "a\x1fb",
]


@pytest.mark.parametrize("delimiter", [",", "\t", "|"])
def test_what_is_quoted(delimiter: str) -> None:
    plain = plain_test(delimiter)
    assert [text for text in PLAIN if not plain(text)] == []
    assert [text for text in QUOTED if plain(text)] == []
    others = {",", "\t", "|"} - {delimiter}
    assert {text for text in (",", "a,b", "|", "a|b") if plain(text)} == {
        t for t in (",", "a,b", "|", "a|b") if set(t) & others
    }
    assert not plain("a\ud800")


@pytest.mark.parametrize("delimiter", [",", "\t", "|"])
def test_a_column_is_plain_where_all_its_strings_are(delimiter: str) -> None:
    plain = plain_column_test(delimiter)
    assert plain("".join(f"{text}\n" for text in PLAIN))
    for text in (*QUOTED, f"a{delimiter}b", "a\ud800"):
        if "\n" in text:
            continue  # such a string is two lines of a column: the caller counts them
        assert not plain(f"a\n{text}\nb\n")
        assert not plain(f"{text}\n")
        assert not plain(f"a\n{text}\n")


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("", '""'),
        ('"', r'"\""'),
        ("\\", r'"\\"'),
        ("\n\r\t", r'"\n\r\t"'),
        ("\x00\x08\x0b\x0c\x1f", r'"\u0000\u0008\u000b\u000c\u001f"'),
        ("\x7f\x85\u2028\ufeff", '"\x7f\x85\u2028\ufeff"'),
        ("é\U0001f600", '"é\U0001f600"'),
        ("\\n", r'"\\n"'),
        ("\ud7ff\ue000", '"\ud7ff\ue000"'),
    ],
)
def test_quote_and_unquote(text: str, token: str) -> None:
    assert quote(text) == token
    assert unquote(token) == text


@pytest.mark.parametrize(
    ("token", "text"),
    [
        (r'"\u00E9\u00e9"', "éé"),
        (r'"\u0041"', "A"),
        (r'"\uFFFF"', "\uffff"),
        ('"\t"', "\t"),
        ('"\x01"', "\x01"),
        (r'"\\u0041"', "\\u0041"),
    ],
)
def test_unquote_takes_more_than_quote_writes(token: str, text: str) -> None:
    assert unquote(token) == text


@pytest.mark.parametrize(
    ("token", "code", "offset", "found"),
    [
        ('"a', ErrorCode.UNTERMINATED_STRING, 0, "'\"a'"),
        ('"', ErrorCode.UNTERMINATED_STRING, 0, "'\"'"),
        ('"a\\"', ErrorCode.UNTERMINATED_STRING, 0, "'\"a\\\"'"),
        ('"a\\', ErrorCode.UNTERMINATED_STRING, 0, "'\"a\\'"),
        ('"\\q', ErrorCode.INVALID_ESCAPE, 1, "\\q"),
        ('"a" ', ErrorCode.TEXT_AFTER_QUOTE, 3, '" "'),
        ('"a""b"', ErrorCode.TEXT_AFTER_QUOTE, 3, "'\"b\"'"),
        ('"\\q"x', ErrorCode.INVALID_ESCAPE, 1, "\\q"),
        ('"\\/"', ErrorCode.INVALID_ESCAPE, 1, "\\/"),
        ('"\\N"', ErrorCode.INVALID_ESCAPE, 1, "\\N"),
        ('"ab\\u12"', ErrorCode.INVALID_ESCAPE, 3, "\\u12"),
        ('"\\u"', ErrorCode.INVALID_ESCAPE, 1, "\\u"),
        ('"\\u+041"', ErrorCode.INVALID_ESCAPE, 1, "\\u"),
        ('"\\u004１"', ErrorCode.INVALID_ESCAPE, 1, "\\u004"),
        ('"\\\n"', ErrorCode.INVALID_ESCAPE, 1, "\\\\n"),
        ('"\\ud83d\\ude00"', ErrorCode.SURROGATE_ESCAPE, 1, "\\ud83d"),
        ('"a\\uDFFF"', ErrorCode.SURROGATE_ESCAPE, 2, "\\uDFFF"),
    ],
)
def test_broken_tokens(token: str, code: ErrorCode, offset: int, found: str) -> None:
    with pytest.raises(Fault) as caught:
        unquote(token)
    fault = caught.value
    assert (fault.code, fault.offset, fault.found) == (code, offset, found)
    assert fault.expected
    assert fault.hint


@pytest.mark.parametrize(("text", "at"), [("\ud800", 0), ("ab\udfff", 2), ("\ud83d\ude00", 0), ("\U0001f600\udc00", 1)])
def test_unpaired_surrogates_are_not_written(text: str, at: int) -> None:
    with pytest.raises(Fault) as caught:
        quote(text)
    assert (caught.value.code, caught.value.offset) == (ErrorCode.LONE_SURROGATE, at)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a", '"a"'),
        ('a"b', "'a\"b'"),
        ("a\n\x1b\u2028", '"a\\n\\x1b\\u2028"'),
        ("x" * 40, f'"{"x" * 40}"'),
        ("x" * 41, f'"{"x" * 39}…"'),
        ("", '""'),
    ],
)
def test_shorten(text: str, shown: str) -> None:
    assert shorten(text) == shown
