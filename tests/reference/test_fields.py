"""§6, §9.3: field lists, and records made of columns."""

from __future__ import annotations

from typing import Any

import pytest

from toonwire.reference.fields import parse_fields

MANY_QUOTES = r"\"" * 1200


@pytest.mark.parametrize(
    ("text", "width", "depth", "record"),
    [
        ("a", 1, 1, {"a": 0}),
        ("a,b", 2, 1, {"a": 0, "b": 1}),
        ("a ,  b", 2, 1, {"a": 0, "b": 1}),
        ("a{b}", 1, 2, {"a": {"b": 0}}),
        ("a{b,c},d", 3, 2, {"a": {"b": 0, "c": 1}, "d": 2}),
        ("a{ b{c} , d } , e", 3, 3, {"a": {"b": {"c": 0}, "d": 1}, "e": 2}),
        ("x,n{x}", 2, 2, {"x": 0, "n": {"x": 1}}),
        ('"a,b","c{d}","e"', 3, 1, {"a,b": 0, "c{d}": 1, "e": 2}),
        ('a"b,c"d,e', 2, 1, {'a"b,c"d': 0, "e": 1}),
        ("a b,2,é,a:b,a-b", 5, 1, {"a b": 0, "2": 1, "é": 2, "a:b": 3, "a-b": 4}),
        ('"",a', 2, 1, {"": 0, "a": 1}),
        ("a\u00a0{b}", 1, 2, {"a\u00a0": {"b": 0}}),
    ],
)
def test_field_lists(text: str, width: int, depth: int, record: dict[str, Any]) -> None:
    fields = parse_fields(text, ",")
    assert fields is not None
    assert (fields.width, fields.depth, fields.repeated) == (width, depth, None)
    assert fields.records([[n] for n in range(width)]) == [record]
    # with a name that is read by its shape in front
    full = parse_fields(f'"{MANY_QUOTES}",{text}', ",")
    assert full is not None
    assert full.records([[n - 1] for n in range(width + 1)]) == [{'"' * 1200: -1, **record}]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        ",",
        "a,",
        ",a",
        "a,,b",
        "{a}",
        "a{}",
        "a{b",
        "a}",
        "a{b}}",
        "a{b}c",
        "a{b}{c}",
        "a {b}",
        '"a" {b}',
        "a|b",
        "a\tb",
        'a,"b',
        '"a"b',
        '"\\q"',
        "a{,b}",
        "a{b,}",
    ],
)
def test_malformed_field_lists(text: str) -> None:
    assert parse_fields(text, ",") is None


@pytest.mark.parametrize(
    ("text", "repeated", "start"),
    [
        ("a,a", "a", 2),
        ("a,b,a,b", "a", 4),
        ("x{a,a},b", "a", 4),
        ('a,"a"', '"a"', 2),
        ("a{b},a", "a", 5),
        ("a, a ", "a", 3),
    ],
)
def test_repeated_names(text: str, repeated: str, start: int) -> None:
    fields = parse_fields(text.strip(" "), ",")
    assert fields is not None
    assert fields.repeated is not None
    assert (fields.repeated.text, fields.repeated.start) == (repeated, start)


def test_a_repeated_name_keeps_its_first_place_and_its_last_value() -> None:
    fields = parse_fields("a,b,a", ",")
    assert fields is not None
    (record,) = fields.records([[1], [2], [3]])
    assert list(record.items()) == [("a", 3), ("b", 2)]


def test_records_meet_the_hook_from_inside() -> None:
    fields = parse_fields("a{b},c", ",")
    assert fields is not None
    seen: list[Any] = []
    out = fields.records([[1, 2], [3, 4]], lambda obj: seen.append(obj) or tuple(obj.items()))
    assert out == [(("a", (("b", 1),)), ("c", 3)), (("a", (("b", 2),)), ("c", 4))]
    assert len(seen) == 4
