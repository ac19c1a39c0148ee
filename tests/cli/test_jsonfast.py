"""The compiled reader and writer: the same as the exact ones, or unsure."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toonwire.cli import jsonfast
from toonwire.cli.jsontext import FAST_FROM, read_json
from toonwire.cli.jsonwrite import NumberText, write_json
from toonwire.errors import ErrorCode, JsonError
from toonwire.options import Limits

from .test_jsontext import VALUES


def canonical(value: Any) -> bytes:
    """What a value is worth: its own numbers in the form of §2."""
    return write_json(value)


@given(VALUES, st.sampled_from([None, 2]), st.booleans())
def test_the_same_value_or_unsure(value: Any, indent: int | None, strict: bool) -> None:
    text = json.dumps(value, indent=indent).encode()
    try:
        fast = jsonfast.read_fast(text, strict=strict)
    except jsonfast.UnsureError:
        return
    assert canonical(fast) == canonical(read_json(text, strict=strict, fast=False))


DIGITS = st.from_regex(r"\A-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,24})?([eE][+-]?[0-9]{1,3})?\Z")


@given(DIGITS, st.sampled_from(["{}", "[{}]", "[1, {}]", '{{"a":{}}}', '{{"a" :\n{} }}']))
def test_no_digit_is_lost(number: str, around: str) -> None:
    text = around.format(number).encode()
    assert canonical(jsonfast.read_fast(text, strict=False)) == canonical(read_json(text, fast=False))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[1.5,2,-3]", [1.5, 2, -3]),
        ("[9007199254740993]", [9007199254740993]),
        ("[18446744073709551616]", [2**64]),
        ("[1e400]", [Decimal("1e400")]),
        ('{"a":1,"a":2}', {"a": 2}),
    ],
)
def test_value(text: str, value: object) -> None:
    assert jsonfast.read_fast(text.encode(), strict=False) == value


@pytest.mark.parametrize(
    "text",
    ["", "[1,]", "[NaN]", "[1e5, -Infinity]", r'["\ud800", 1e5]', "[" + "1" * 700 + "]", "[1e99999999999999999999]"],
)
def test_unsure(text: str) -> None:
    with pytest.raises(jsonfast.UnsureError):
        jsonfast.read_fast(text.encode(), strict=False)


def test_unsure_of_a_repeated_name() -> None:
    with pytest.raises(jsonfast.UnsureError):
        jsonfast.read_fast(b'[{"a":1,"a":2}]', strict=True)


def test_unsure_of_the_depth() -> None:
    with pytest.raises(jsonfast.UnsureError):
        jsonfast.read_fast(b"[1e5" + b"[" * 5000 + b"]" * 5000 + b"]", strict=False)


def test_large_texts_come_here_and_go_on_to_the_exact_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def loads(data: bytes) -> Any:
        asked.append(len(data))
        return json.loads(data)

    monkeypatch.setattr(orjson, "loads", loads)
    small = b"[1,2]" + b" " * (FAST_FROM - 6)
    assert read_json(small) == [1, 2]
    assert asked == []
    assert read_json(small + b" ") == [1, 2]
    assert asked == [FAST_FROM]
    with pytest.raises(JsonError, match=r"^line 1, column 50001: expected the end of the text"):
        read_json(small + b" ]")
    # the compiled readers do not look at the depth, the exact one does
    assert read_json(small + b" ", limits=Limits(max_depth=0)) == [1, 2]
    with pytest.raises(JsonError) as caught:
        read_json(small + b" ", limits=Limits(max_depth=0), fast=False)
    assert caught.value.code is ErrorCode.DEPTH_LIMIT


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.sampled_from(["1e400", "-0.0", "0.1000000000000000055"]).map(NumberText),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(JSON_VALUES, st.sampled_from([0, 2]))
def test_writes_the_same_text_or_is_unsure(value: Any, indent: int) -> None:
    try:
        text = jsonfast.write_fast(value, indent)
    except jsonfast.UnsureError:
        return
    assert text == write_json(value, indent)


@pytest.mark.parametrize("value", [[2**64], [Decimal(1)]], ids=["large integer", "decimal"])
def test_unsure_of_what_it_cannot_write(value: object) -> None:
    with pytest.raises(jsonfast.UnsureError):
        jsonfast.write_fast(value, 0)


def test_unsure_of_deep_values() -> None:
    deep: list[Any] = []
    for _ in range(400):
        deep = [deep]
    with pytest.raises(jsonfast.UnsureError):
        jsonfast.write_fast(deep, 0)
    assert write_json(deep, fast=True) == b"[" * 401 + b"]" * 401
