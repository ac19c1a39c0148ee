"""The exact JSON reader: its values, its refusals, and its agreement with the json module."""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toonwire.cli.jsontext import exact_float, read_json
from toonwire.errors import ErrorCode, JsonError
from toonwire.options import Limits
from toonwire.rules.fault import Fault

SYNTAX = ErrorCode.JSON_SYNTAX


def refusal(text: str | bytes, **options: Any) -> JsonError:
    with pytest.raises(JsonError) as caught:
        read_json(text.encode() if isinstance(text, str) else text, **options)
    return caught.value


# ---- values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("-0", 0),
        (" 1 ", 1),
        ("9007199254740993", 9007199254740993),
        ("18446744073709551616", 2**64),
        ("-" + "9" * 700, -(10**700 - 1)),
        ("0.5", 0.5),
        ("0.1000000000000000055511151231257827", Decimal("0.1000000000000000055511151231257827")),
        ("1e400", Decimal("1e400")),
        ("123456789012345680000.0", Decimal("123456789012345680000")),
        ("1.2345678901234568e+20", Decimal("123456789012345680000")),
        ("true", True),
        ("false", False),
        ("null", None),
        ('""', ""),
        (r'"\"\\\/\b\f\n\r\t"', '"\\/\b\f\n\r\t'),
        (r'"\u00e9\ud83d\ude00\u0000"', "é😀\0"),
        (r'"\ud83d\ude00\\ud83d"', "😀\\ud83d"),
        ('"\x7f\u2028é"', "\x7f\u2028é"),
        ("[]", []),
        ("{}", {}),
        ("[ ]", []),
        ("{ }", {}),
        ("[[],[[]],{}]", [[], [[]], {}]),
        ('{"a":{"b":[1,{"c":[]}]},"":0}', {"a": {"b": [1, {"c": []}]}, "": 0}),
        ("\t\r\n [\r\n1\t,\n2 ]\n", [1, 2]),
    ],
)
def test_value(text: str, value: object) -> None:
    read = read_json(text.encode())
    assert read == value
    assert type(read) is type(value)


def test_order_of_members_is_kept() -> None:
    assert list(read_json(b'{"b":1,"a":2,"10":3,"9":4}')) == ["b", "a", "10", "9"]


def test_a_repeated_name_keeps_its_place_and_takes_the_last_value() -> None:
    assert list(read_json(b'{"a":1,"b":2,"a":3}').items()) == [("a", 3), ("b", 2)]


def test_byte_order_mark_is_skipped() -> None:
    assert read_json(b"\xef\xbb\xbf[1]") == [1]


@pytest.mark.parametrize("token", ["0.1", "123.456", "0.30000000000000004", "1e16", "-2.5e-300"])
def test_exact_float_keeps_the_digits(token: str) -> None:
    assert Decimal(token) == Decimal(str(exact_float(token)))


def test_exponent_beyond_decimal() -> None:
    with pytest.raises(Fault) as caught:
        exact_float("1e99999999999999999999")
    assert caught.value.code is ErrorCode.NUMBER_RANGE
    error = refusal("[1e99999999999999999999]")
    assert (error.code, error.column) == (ErrorCode.NUMBER_RANGE, 2)


# ---- refusals

REFUSED = [
    # text, line, column, expected, found, hint
    ("", 1, 1, "a value", "an empty text", ""),
    (" \n ", 1, 1, "a value", "an empty text", ""),
    ("[1,2,]", 1, 6, "a value", '"]"', "remove the comma before it"),
    ('{"a":1,}', 1, 8, "a name in double quotes", '"}"', "remove the comma before it"),
    ("[,1]", 1, 2, "a value", '","', ""),
    ('{"a":1,,}', 1, 8, "a name in double quotes", '","', ""),
    ("{a:1}", 1, 2, 'a name in double quotes or "}"', '"a"', "names take double quotes in JSON"),
    ("{'a':1}", 1, 2, 'a name in double quotes or "}"', '"\'"', "strings take straight double quotes in JSON"),
    ("[“a”]", 1, 2, "a value", '"“"', "strings take straight double quotes in JSON"),
    ('{"a" 1}', 1, 6, '":"', '"1"', 'a colon stands between the name "a" and its value'),
    ('{"a":}', 1, 6, "a value", '"}"', ""),
    ("[1 2]", 1, 4, '"," or "]"', '"2"', "put a comma before it"),
    ('{"a":1\n "b":2}', 2, 2, '"," or "}"', "a string", "put a comma before it"),
    ("[1}", 1, 3, '"," or "]"', '"}"', ""),
    ("1 2", 1, 3, "the end of the text", '"2"', "for one value a line use --jsonl"),
    ('{"a":1}\n{"b":2}\n', 2, 1, "the end of the text", '"{"', "for one value a line use --jsonl"),
    ("[1]]", 1, 4, "the end of the text", '"]"', "remove it"),
    ("[1]\x00", 1, 4, "the end of the text", r'"\x00"', "remove it"),
    ("01", 1, 1, "a number", '"01"', "a number has no leading zeros"),
    ("[-01]", 1, 2, "a number", '"-01"', "a number has no leading zeros"),
    ("+1", 1, 1, "a number", '"+1"', "a number has no plus sign"),
    (".5", 1, 1, "a number", '".5"', "a digit stands before the point"),
    ("[1.]", 1, 2, "a number", '"1."', "a digit stands after the point"),
    ("1e", 1, 1, "a number", '"1e"', "a digit stands in the exponent"),
    ("-", 1, 1, "a number", '"-"', "a digit stands after the sign"),
    ("0x1F", 1, 1, "a number", '"0x1F"', "numbers are decimal in JSON"),
    ("1_000", 1, 1, "a number", '"1_000"', "put quotes around it to make it a string"),
    ("2026-01-31", 1, 1, "a number", '"2026-01-31"', "put quotes around it to make it a string"),
    ("NaN", 1, 1, "a value", '"NaN"', "JSON has no NaN and no infinity; write null"),
    ("[-Infinity]", 1, 2, "a value", '"-Infinity"', "JSON has no NaN and no infinity; write null"),
    ("[None]", 1, 2, "a value", '"None"', "write null"),
    ("[True]", 1, 2, "a value", '"True"', "write true or false"),
    ("tru", 1, 1, "a value", '"tru"', ""),
    ("nulll", 1, 1, "a value", '"nulll"', ""),
    ("// x\n1", 1, 1, "a value", '"//"', "JSON has no comments; remove it"),
    ("\x0c1", 1, 1, "a value", r'"\x0c"', ""),
    ("\u00a01", 1, 1, "a value", r'"\xa0"', ""),
    ('"abc', 1, 1, 'a closing "', "the end of the text", "close the string; the text may be cut off"),
    ('["a\nb"]', 1, 4, 'a closing "', "the end of the line", r"close the string, or write \n for a line break"),
    ('"a\tb"', 1, 3, "no control character", "U+0009", r"write \t"),
    ('"\x01"', 1, 2, "no control character", "U+0001", r"write \u0001"),
    (r'"\x"', 1, 2, r"one of \" \\ \/ \b \f \n \r \t \uXXXX", r"\x", r"write \\ for a backslash"),
    (r'"\u12g4"', 1, 2, r"\u and four hexadecimal digits", r"\u12", ""),
    ("[1,\n [2,\n\n", 2, 5, "a value", "the end of the text", "the text is cut off; to close what is open write ]]"),
    ('{"a":[1', 1, 8, '"," or "]"', "the end of the text", "the text is cut off; to close what is open write ]}"),
]


@pytest.mark.parametrize(("text", "line", "column", "expected", "found", "hint"), REFUSED)
def test_refusal(text: str, line: int, column: int, expected: str, found: str, hint: str) -> None:
    error = refusal(text)
    assert (error.code, error.line, error.column) == (SYNTAX, line, column)
    assert (error.expected, error.found, error.hint) == (expected, found, hint)
    assert error.source_line == text.split("\n")[line - 1]


@pytest.mark.parametrize(
    ("text", "column", "found"),
    [
        (r'"\ud83d"', 2, r"the lone surrogate \ud83d"),
        (r'["\uDE00"]', 3, r"the lone surrogate \uDE00"),
        (r'"\ud83dx\ude00"', 2, r"the lone surrogate \ud83d"),
        (r'"\ude00\ud83d"', 2, r"the lone surrogate \ude00"),
        (r'"\ud83d\u0041"', 2, r"the lone surrogate \ud83d"),
        (r'{"\ud800":1}', 3, r"the lone surrogate \ud800"),
    ],
)
def test_lone_surrogates(text: str, column: int, found: str) -> None:
    error = refusal(text)
    assert (error.code, error.column, error.found) == (ErrorCode.LONE_SURROGATE, column, found)


def test_strict_refuses_a_repeated_name_at_its_second_place() -> None:
    error = refusal('{"a":1,\n "b":{"a":2},\n "a":3}', strict=True)
    assert (error.code, error.line, error.column) == (ErrorCode.JSON_DUPLICATE_KEY, 3, 2)
    assert error.hint == "the first stands in line 1, column 2"


def test_strict_sees_through_escapes() -> None:
    assert refusal(r'{"a":1,"\u0061":2}', strict=True).column == 8


def test_strict_reads_what_repeats_nothing() -> None:
    assert read_json(b'[{"a":1},{"a":{"a":2}}]', strict=True) == [{"a": 1}, {"a": {"a": 2}}]


# ---- limits


@pytest.mark.parametrize(("opener", "closer"), [("[", "]"), ('{"a":', "}")])
def test_depth(opener: str, closer: str) -> None:
    limits = Limits(max_depth=3)
    read_json((opener * 3 + "1" + closer * 3).encode(), limits=limits)
    error = refusal(opener * 4 + "1" + closer * 4, limits=limits)
    assert (error.code, error.column) == (ErrorCode.DEPTH_LIMIT, len(opener) * 3 + 1)
    assert str(error).endswith(
        "expected at most 3 nested containers, found one more; raise --max-depth or flatten the data"
    )


def test_depth_zero_allows_scalars_only() -> None:
    assert read_json(b"1", limits=Limits(max_depth=0)) == 1
    assert refusal("[]", limits=Limits(max_depth=0)).code is ErrorCode.DEPTH_LIMIT


def test_containers_around_count() -> None:
    assert refusal("[[]]", limits=Limits(max_depth=2), outer=1).column == 2


def test_deepest_nesting_needs_no_stack() -> None:
    value = read_json(b"[" * 10_000 + b"]" * 10_000, limits=Limits(max_depth=10_000))
    depth = 1
    while value:
        value = value[0]
        depth += 1
    assert depth == 10_000


def test_digit_limit() -> None:
    limits = Limits(max_number_digits=20)
    assert read_json(b"1" * 20, limits=limits) == int("1" * 20)
    error = refusal("[1," + "1" * 21 + "]", limits=limits)
    assert (error.code, error.column, error.hint) == (ErrorCode.DIGIT_LIMIT, 4, "write it as a string")
    assert refusal("0." + "1" * 20, limits=limits).code is ErrorCode.DIGIT_LIMIT


def test_long_integers_whatever_the_interpreter_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(sys, "set_int_max_str_digits"):
        pytest.skip("this interpreter has no limit")
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        assert read_json(b"1" + b"0" * 4000) == 10**4000
    finally:
        sys.set_int_max_str_digits(before)


@pytest.mark.parametrize(
    "text",
    [
        b'"' + b"\\\\" * 1_000_000 + b'"',
        b'"' + b'\\"' * 1_000_000,
        b"[" + b" " * 2_000_000 + b"]",
        b"-" * 1_000_000,
        b"[" + b"1," * 300_000,
        b'{"a' * 200_000,
    ],
    ids=["backslashes", "quotes", "spaces", "minuses", "cut-list", "open-names"],
)
def test_linear_time(text: bytes) -> None:
    start = time.process_time()
    with suppress(JsonError):
        read_json(text, fast=False)
    assert time.process_time() - start < 10


# ---- agreement with the json module


def reference(text: str) -> Any:
    """The json module with exact numbers, made as strict as RFC 8259; ValueError where it refuses."""

    def refuse(word: str) -> None:
        raise ValueError(word)

    return json.loads(text, parse_float=Decimal, parse_constant=refuse)


def plain(value: Any) -> Any:
    """Floats as decimals, and whatever makes two values differ that are equal in Python."""
    if isinstance(value, dict):
        return [(key, plain(item)) for key, item in value.items()]
    if isinstance(value, list):
        return ["list", *map(plain, value)]
    if isinstance(value, float | Decimal):
        return ("number", Decimal(repr(value)) if isinstance(value, float) else value)
    return (type(value).__name__, value)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)
LAYOUTS = st.sampled_from([{}, {"indent": 1}, {"separators": (",", ":")}, {"ensure_ascii": False}])


@given(VALUES, LAYOUTS)
def test_reads_what_json_writes(value: Any, layout: dict[str, Any]) -> None:
    text = json.dumps(value, **layout)
    assert plain(read_json(text.encode())) == plain(reference(text))


SEEDS = [
    r'{"a":[1,2.50,-3e+5,true,false,null],"b":{"c":"x\n\u00e9\ud83d\ude00"},"a":[]}',
    r'[[],{},[{}],"\"\\\/"]',
    ' { "k" : -0.0 , "é" : [ 1E5 , 0 ] } ',
    '"x"',
    "[0.1,1e-7,123456789012345678901234567890,-0]",
]
EDITS = st.lists(
    st.tuples(st.integers(0, 90), st.integers(0, 3), st.text('{}[],:"\\ \n\t019.eE+-truefalsn/bué\x00', max_size=2)),
    min_size=1,
    max_size=3,
)


@given(st.sampled_from(SEEDS), EDITS)
def test_accepts_and_refuses_what_json_does(seed: str, edits: list[tuple[int, int, str]]) -> None:
    text = seed
    for at, cut, put in edits:
        text = text[:at] + put + text[at + cut :]
    try:
        expected: Any = plain(reference(text))
    except (ValueError, ArithmeticError):
        expected = None
    try:
        value: Any = plain(read_json(text.encode()))
    except JsonError as error:
        value = None
        if error.code is ErrorCode.LONE_SURROGATE:
            return  # the json module reads them
    assert value == expected


@given(st.binary(max_size=20))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    error = None
    try:
        read_json(data)
    except JsonError as refused:
        error = refused
    if error is not None:
        assert error.line >= 1
        assert error.column >= 1
        assert error.expected
        assert error.found
