"""The exact JSON writer."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toonwire.cli.jsonwrite import NumberText, write_json


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (-(2**80), "-1208925819614629174706176"),
        (1.0, "1"),
        (0.1, "0.1"),
        (1e-7, "1e-7"),
        (Decimal("1.50"), "1.5"),
        (Decimal("1e400"), "1e+400"),
        (NumberText("1.50"), "1.50"),
        (NumberText("1E400"), "1E400"),
        ("", '""'),
        ("é東😀/\x7f\u2028", '"é東😀/\x7f\u2028"'),
        ('"\\\b\f\n\r\t\x00\x1f', r'"\"\\\b\f\n\r\t\u0000\u001f"'),
        ([], "[]"),
        ({}, "{}"),
        ([[], {}, [{}]], "[[],{},[{}]]"),
        ({"a": [1, "b"], 'q"': {"c": None}}, r'{"a":[1,"b"],"q\"":{"c":null}}'),
    ],
)
def test_text(value: object, text: str) -> None:
    assert write_json(value) == text.encode()


def test_integers_of_any_length() -> None:
    assert write_json([10**5000]) == b"[1" + b"0" * 5000 + b"]"


def test_indentation() -> None:
    value = {"a": [1, {"b": []}], "c": {}}
    assert write_json(value, 3).decode() == (
        '{\n   "a": [\n      1,\n      {\n         "b": []\n      }\n   ],\n   "c": {}\n}'
    )


TEXT = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(VALUES, st.sampled_from([None, 1, 2, 4]))
def test_like_the_json_module(value: Any, indent: int | None) -> None:
    expected = json.dumps(value, ensure_ascii=False, indent=indent, separators=None if indent else (",", ":"))
    assert write_json(value, indent or 0).decode() == expected


def test_deepest_nesting_needs_no_stack() -> None:
    value: Any = 1
    for n in range(10_000):
        value = [value] if n % 2 else {"a": value}
    assert write_json(value) == b'[{"a":' * 5000 + b"1" + b"}]" * 5000
    assert write_json(value, fast=True) == write_json(value)


def test_number_text_shows_itself() -> None:
    assert repr(NumberText("1e5")) == "NumberText('1e5')"
