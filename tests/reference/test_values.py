"""Tokens that are decoded by columns and with memory are what they are one by one (§4, §11.2)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest

from toonwire import ErrorCode, Limits
from toonwire.options import DecodeOptions
from toonwire.reference.values import Keys, Values, split_cells
from toonwire.rules.fault import Fault
from toonwire.rules.scalars import decode_scalar

COLUMNS = [
    ["1", "2", "-3", "0", "-0"],
    ["1", "2.5", "3", "1e5"],
    ["1.5", "2.5", "-0.5"],
    ["1.5", "2.5", "1e2"],
    ["1", "2.5", "3"],
    ["1e2", "1E-2", "0e0"],
    ["123456789012345678", "1234567890123456789", "12345678901234567890"],
    ["1.1234567890123456789012345", "1.12345678901234567890123456"],
    ["1", "05", "2"],
    ["1", "1.", "-"],
    ["1", "１", "٣"],
    ["1", " 2", "3 ", " 4 "],
    ["1", "", "2"],
    ["1", "true", "x"],
    ["a", "b", "c d"],
    ["a", "true", "null", "false"],
    ["a", " b", "c ", "d"],
    ["a", "x ", "y"],
    ["/a", "_b", "a\tb"],
    ["a", '"b"', '"1"', '"a\\n"'],
    ["a", "-1", "5"],
    ["null", "null", "nulls"],
    ["", "", ""],
]


@pytest.mark.parametrize("tokens", COLUMNS, ids=str)
def test_columns(tokens: Sequence[str]) -> None:
    expected = [decode_scalar(token.strip(" "), 4300) for token in tokens]
    for column, wanted in (
        (tokens, expected),
        (list(tokens) * 10, expected * 10),
        (list(tokens) * 1000, expected * 1000),
    ):
        found = list(Values(DecodeOptions()).column(column))
        assert found == wanted
        assert list(map(type, found)) == list(map(type, wanted))


def test_hooks_and_low_limits_see_every_cell() -> None:
    values = Values(DecodeOptions(parse_float=Decimal))
    assert list(map(str, values.column(["1.10", "2.0"] * 10))) == ["1.10", "2.0"] * 10
    values = Values(DecodeOptions(limits=Limits(max_number_digits=3)))
    assert values.column(["123"] * 20) == [123] * 20
    for tokens in (["1234"] * 20, ["123"] * 19 + ["1.234"]):
        with pytest.raises(Fault) as caught:
            values.column(tokens)
        assert caught.value.code is ErrorCode.DIGIT_LIMIT


def test_a_memory_that_is_full_starts_anew() -> None:
    values, keys = Values(DecodeOptions()), Keys()
    for number in range(40_000):
        assert values[f"-{number}.5"] == -number - 0.5
        assert keys[f'"{number}"'] == str(number)
    assert len(values) < 20_000
    assert len(keys) < 20_000


CELLS: list[tuple[str, list[Any]]] = [
    ("", [""]),
    (",", ["", ""]),
    ("a,b", ["a", "b"]),
    (" a , b ", [" a ", " b "]),
    ('"a,b",c', ['"a,b"', "c"]),
    ('a"b,c"d,e', ['a"b,c"d', "e"]),
    ('"a\\",b",c', ['"a\\",b"', "c"]),
    ('"a\\\\",c', ['"a\\\\"', "c"]),
    ('a,"b,c', ["a", '"b,c']),
    ('a"b,c', ['a"b,c']),
    (',"",', ["", '""', ""]),
    ('"a,b', ['"a,b']),
    ('"a"\\,"b"', ['"a"\\', '"b"']),
]


@pytest.mark.parametrize(("text", "cells"), CELLS)
def test_split_cells(text: str, cells: list[str]) -> None:
    assert split_cells(text, ",") == cells
    for delimiter in "\t|":
        assert split_cells(text.replace(",", delimiter), delimiter) == [cell.replace(",", delimiter) for cell in cells]
    full = '"x"' * 600
    assert split_cells(f"{full},{text}", ",") == [full, *cells]
