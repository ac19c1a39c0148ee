"""Hooks see what the hooks of the standard library's json see on the same data."""

from __future__ import annotations

import json
from collections import OrderedDict
from decimal import Decimal
from typing import Any

from hypothesis import given

from tests.equality import same
from tests.properties.strategies import ordered_values
from toonwire import decode, encode


def both(value: Any, **hooks: Any) -> tuple[Any, Any]:
    # decoded once: 1.0 is 1 in TOON, so that both formats now write the same numbers
    value = decode(encode(value))
    return json.loads(json.dumps(value), **hooks), decode(encode(value), **hooks)


@given(ordered_values)
def test_object_hook(value: Any) -> None:
    expected, result = both(value, object_hook=lambda obj: ["object", *obj.items()])
    assert same(result, expected) or result == expected


@given(ordered_values)
def test_object_pairs_hook(value: Any) -> None:
    expected, result = both(value, object_pairs_hook=OrderedDict, object_hook=lambda _: None)
    assert result == expected
    assert same(result, expected)


@given(ordered_values)
def test_objects_meet_the_hook_in_the_same_order(value: Any) -> None:
    value = decode(encode(value))
    calls: list[list[Any]] = [[], []]

    def hook(number: int) -> Any:
        return lambda obj: calls[number].append(list(obj)) or obj

    json.loads(json.dumps(value), object_hook=hook(0))
    decode(encode(value), object_hook=hook(1))
    assert calls[0] == calls[1]


@given(ordered_values)
def test_numbers_meet_their_hooks(value: Any) -> None:
    def a_float(text: str) -> Any:
        return ("float", Decimal(text))

    def an_int(text: str) -> Any:
        return ("int", Decimal(text))

    expected, result = both(value, parse_float=a_float, parse_int=an_int)
    assert result == expected
