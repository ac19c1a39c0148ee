"""JSON Lines, both ways."""

from __future__ import annotations

import pytest

from toonwire.cli.jsonlines import read_json_lines, write_json_lines
from toonwire.cli.jsonwrite import NumberText
from toonwire.errors import DecodeError, ErrorCode, JsonError
from toonwire.options import Limits


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (b"", []),
        (b"\n \n\r\n", []),
        (b'{"a":1}\n[2]\n"x"', [{"a": 1}, [2], "x"]),
        (b"\xef\xbb\xbf1\r\n2\r\n\r\n3\r\n", [1, 2, 3]),
        ('"a\u2028b"\n"\x85"\n'.encode(), ["a\u2028b", "\x85"]),
    ],
)
def test_values(text: bytes, values: list[object]) -> None:
    assert read_json_lines(text) == values
    assert read_json_lines(text, fast=True) == values


@pytest.mark.parametrize("fast", [True, False])
def test_errors_carry_the_line_of_the_file(fast: bool) -> None:
    with pytest.raises(JsonError) as caught:
        read_json_lines(b'{"a":1}\n\n{"a":}\n{"b":1}\n', fast=fast)
    error = caught.value
    assert (error.line, error.column, error.source_line) == (3, 6, '{"a":}')


def test_a_value_over_two_lines_is_refused() -> None:
    with pytest.raises(JsonError, match=r"^line 1, column 2: expected a name"):
        read_json_lines(b'{\n"a":1}\n')


def test_ill_formed_utf8_carries_the_line_of_the_file() -> None:
    with pytest.raises(JsonError) as caught:
        read_json_lines(b'1\n"\xff"\n')
    assert (caught.value.code, caught.value.line, caught.value.column) == (ErrorCode.ILL_FORMED_UTF8, 2, 2)


def test_strict() -> None:
    with pytest.raises(JsonError) as caught:
        read_json_lines(b'1\n{"a":1,"a":2}\n', strict=True, fast=True)
    assert (caught.value.code, caught.value.line) == (ErrorCode.JSON_DUPLICATE_KEY, 2)


def test_the_list_counts_towards_the_depth() -> None:
    assert read_json_lines(b"[1]\n", limits=Limits(max_depth=2)) == [[1]]
    with pytest.raises(JsonError) as caught:
        read_json_lines(b"[[1]]\n", limits=Limits(max_depth=2))
    assert (caught.value.code, caught.value.column) == (ErrorCode.DEPTH_LIMIT, 2)


@pytest.mark.parametrize("fast", [True, False])
def test_one_element_a_line(fast: bool) -> None:
    value = [{"a": [1, NumberText("1.50")], "b": "é\n"}, [], None, 2**70]
    assert write_json_lines(value, "", fast=fast).decode() == (
        '{"a":[1,1.50],"b":"é\\n"}\n[]\nnull\n1180591620717411303424\n'
    )
    assert write_json_lines([], "", fast=fast) == b""


@pytest.mark.parametrize(
    ("value", "found"),
    [({"a": 1}, "an object"), ("x", "a string"), (True, "a boolean"), (None, "null"), (1, "a number")],
)
def test_only_an_array_has_lines(value: object, found: str) -> None:
    with pytest.raises(DecodeError) as caught:
        write_json_lines(value, "a: 1")
    error = caught.value
    assert (error.code, error.line, error.column, error.source_line) == (ErrorCode.JSONL_ROOT, 1, 1, "a: 1")
    assert error.found == found
