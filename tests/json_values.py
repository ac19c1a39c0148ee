"""Seeded JSON-model values for the differential tests, and what JavaScript makes of a value.

Contract: ``json_value(seed)`` is the same value in every process.  Its shapes are those where TOON's
forms are chosen: tables and keyed tables, with nested groups and with one flaw that spoils them, lists of
every kind, empty containers, and strings and keys that look like syntax.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

__all__ = ["as_javascript", "beyond_double_text", "hoists", "json_value"]

Make = Callable[[Random], Any]

# ---- strings and keys

WORDS = [
    "a",
    "b",
    "id",
    "name",
    "user name",
    "x_1",
    "Ünïcode",
    "日本語",
    "emoji 🚀",
    "e\u0301",
    "a.b",
    "snake_case",
    "Z",
]
AWKWARD = [
    "", " ", "  two", "two  ", "\t", "tab\tin", "line\nbreak", "cr\rin", "\r\n", "nul\x00", "\x1b[0m", "\x7f", "\x85",
    "true", "false", "null", "True", "NULL", "nullx", "0", "-0", "00", "05", "-05", "+1", "1.", ".5", "1.5", "1e5",
    "1E+5", "-1.5e-10", "1e", "e1", "0x10", "1_000", "NaN", "Infinity", "-", "--", "- a", "-x", "#", "# a", "a # b",
    "a#", ":", "a:", ":a", "a:b", "a: b", ",", "a,b", "|", "a|b", "[", "]", "[]", "[0]:", "[2]: a,b", "[2]{a}:", "{",
    "}", "{}", "{a,b}", "a[1]", "a[1]: x", '"', '""', '"quoted"', 'a"b', "'", "\\", "\\n", "a\\", "\\u0041", "\u00a0",
    "\u00a0a", "a\u3000", "\u2028", "\ufeff", "\ufeffa", "a\ufeff", "\u200b", "\ufffd", "\uffff", "\U0010ffff",
    "٣", "１２", "²", "½", "İ", "ß", "ﬁ", "x" * 90, "a b " * 20 + "c",
]  # fmt: skip
KEYS = ["a", "b", "c", "id", "name", "value", "kind", "x", "y", "_", "A", "a.b", "_x.", "long_field_name", "n2"]
ODD_KEYS = [
    "__proto__", "constructor", "toString", "", " ", "a b", "a-b", "2nd", "é", "日", "a:b", "a,b", "a|b", "[1]", "a[1]",
    "{a}", '"', "a\nb", "\t", "-", "- a", "#c", "true", "null", "1.5", "-1", "01", "1e3", ".", "a\u00a0", "\ufeff",
    "🚀", "\\", "a=b",
]  # fmt: skip
INTEGER_KEYS = ["0", "1", "7", "10", "42", "2026", "4294967294"]
ALPHABET = ' \t\n\r:,|[]{}"\\-#_.aAzZ019eE+\u00a0é日🚀\x01\x0b\x1f'


def _random_text(rng: Random) -> str:
    return "".join(rng.choices(ALPHABET, k=rng.randint(1, 8)))


def _string(rng: Random) -> str:
    pick = rng.random()
    if pick < 0.45:
        return rng.choice(WORDS)
    return rng.choice(AWKWARD) if pick < 0.85 else _random_text(rng)


def _key(rng: Random) -> str:
    pick = rng.random()
    if pick < 0.75:
        return rng.choice(KEYS)
    return rng.choice(ODD_KEYS) if pick < 0.95 else f"k{_random_text(rng)}"


def _keys(rng: Random, low: int, high: int) -> list[str]:
    return list(dict.fromkeys(_key(rng) for _ in range(rng.randint(low, high))))


# ---- numbers

FLOATS = [
    0.0, -0.0, 0.5, -1.5, 0.1, 1 / 3, 100.0, 1e6, 123456.789, 1e-6, 1.5e-6, 9.99e-7, 1e-7, -1e-7, 5e-324, 2.5e-5,
    2.2250738585072014e-308, 1e21, 1.5e21, -1e21, 1e22, 1.7976931348623157e308, 9007199254740991.0, 4503599627370495.5,
    0.30000000000000004, 1e15,
]  # fmt: skip
INTEGERS = [0, 1, -1, 7, 10, 42, 255, 1000, -65536, 2**31, -(2**31), 2**32, 2**53 - 1, -(2**53 - 1), 10**15]
HUGE = [
    2**53,
    2**53 + 1,
    -(2**60),
    2**63,
    2**64 - 1,
    10**21,
    10**25 + 1,
    9007199254740994.0,
    1e17,
    123456789012345683968.0,
]


def _number(rng: Random) -> int | float:
    pick = rng.random()
    if pick < 0.3:
        return rng.randint(-1000, 1000)
    if pick < 0.5:
        return rng.choice(INTEGERS)
    if pick < 0.7:
        return rng.choice(FLOATS)
    if pick < 0.85:
        return round(rng.uniform(-1000, 1000), rng.randint(0, 6))
    return rng.uniform(-1, 1) * 10.0 ** rng.choice([-300, -20, -9, -7, -6, -3, 0, 3, 9, 15, 100, 300])


def _primitive(rng: Random) -> Any:
    pick = rng.random()
    if pick < 0.45:
        return _string(rng)
    if pick < 0.8:
        return _number(rng)
    return rng.choice([True, False, None])


# ---- tables

Shape = dict[str, Any]
"""The fields of a row: a key leads to None for a leaf, to a shape for a nested group."""


def _shape(rng: Random, depth: int) -> Shape:
    keys = _keys(rng, 1, 4)
    return {key: _shape(rng, depth - 1) if depth and rng.random() < 0.25 else None for key in keys}


def _row(rng: Random, shape: Shape) -> dict[str, Any]:
    keys = list(shape)
    if rng.random() < 0.2:
        rng.shuffle(keys)
    return {key: _primitive(rng) if shape[key] is None else _row(rng, shape[key]) for key in keys}


def _spoil(rng: Random, row: dict[str, Any]) -> None:
    """Make one row differ from the others, somewhere between its top and its leaves."""
    key = rng.choice(list(row))
    if isinstance(row[key], dict) and row[key] and rng.random() < 0.5:
        _spoil(rng, row[key])
        return
    flaws: list[Callable[[], object]] = [
        lambda: row.pop(key),
        lambda: row.update({f"{key}_": 1}),
        lambda: row.update({key: None}),
        lambda: row.update({key: []}),
        lambda: row.update({key: {}}),
        lambda: row.update({key: [_primitive(rng)]}),
        lambda: row.update({key: {"deep": _primitive(rng)}}),
        row.clear,
    ]
    rng.choice(flaws)()


def _rows(rng: Random, low: int) -> list[dict[str, Any]]:
    shape = _shape(rng, 3)
    rows = [_row(rng, shape) for _ in range(rng.randint(low, 5))]
    if rng.random() < 0.3:
        _spoil(rng, rng.choice(rows))
    return rows


def _table(rng: Random, depth: int) -> Any:
    del depth
    return _rows(rng, 1)


def _keyed(rng: Random, depth: int) -> Any:
    del depth
    rows = _rows(rng, 2)
    return dict(zip(dict.fromkeys(_key(rng) + rng.choice(["", "_1", "_k"]) for _ in rows), rows, strict=False))


# ---- other containers


def _object(rng: Random, depth: int) -> Any:
    return {key: _value(rng, depth - 1) for key in _keys(rng, 1, 4)}


def _list(rng: Random, depth: int) -> Any:
    return [_value(rng, depth - 1) for _ in range(rng.randint(1, 4))]


def _primitives(rng: Random, depth: int) -> Any:
    del depth
    return [_primitive(rng) for _ in range(rng.randint(1, 5))]


def _lists(rng: Random, depth: int) -> Any:
    return [_primitives(rng, depth) if rng.random() < 0.8 else [] for _ in range(rng.randint(1, 4))]


def _groups(rng: Random, depth: int) -> Any:
    """Objects of objects: what looks keyed where it may not be (in a list, alone, with a list inside)."""
    return [{"g": _keyed(rng, depth), "rest": _primitive(rng)} for _ in range(rng.randint(1, 3))]


def _empty(rng: Random, depth: int) -> Any:
    del depth
    return rng.choice([{}, [], [[]], [{}], {"a": {}}, {"a": []}, [[], {}], [[[]]], {"": {}}])


CONTAINERS: dict[Callable[[Random, int], Any], int] = {
    _object: 5,
    _list: 4,
    _table: 4,
    _keyed: 3,
    _primitives: 2,
    _lists: 2,
    _groups: 1,
    _empty: 1,
}
"""By maker: how often it is chosen."""


def _value(rng: Random, depth: int) -> Any:
    if depth <= 0 or rng.random() < 0.35:
        return _primitive(rng)
    return rng.choices(list(CONTAINERS), list(CONTAINERS.values()))[0](rng, depth)


def json_value(seed: int, *, javascript_safe: bool = True) -> Any:
    """A value that JavaScript holds without change, or one that it does not: with integer-like keys,
    integers beyond 2^53, or floats from 2^53 up to 1e21.

    >>> json_value(1) == json_value(1)
    True
    """
    rng = Random(f"json_value {seed}")
    value = _value(rng, 4) if rng.random() < 0.05 else rng.choice(list(CONTAINERS))(rng, 4)
    return value if javascript_safe else _unsafe(rng, value)


def _unsafe(rng: Random, value: Any) -> Any:
    """``value`` with some keys and numbers replaced, inside an object that surely has both."""

    def change(item: Any) -> Any:
        if isinstance(item, dict):
            return {rng.choice(INTEGER_KEYS) if rng.random() < 0.2 else key: change(item[key]) for key in item}
        if isinstance(item, list):
            return [change(one) for one in item]
        if isinstance(item, int | float) and not isinstance(item, bool) and rng.random() < 0.4:
            return rng.choice(HUGE)
        return item

    return {"value": change(value), "9": rng.choice(HUGE), "1": None}


# ---- what JavaScript makes of a value

_INDEX = re.compile(r"0|[1-9][0-9]{0,9}").fullmatch


def _is_index(key: str) -> bool:
    """Whether JavaScript moves this key to the front of its object: an array index, 0 to 2^32 - 2."""
    return _INDEX(key) is not None and int(key) < 2**32 - 1


def _walk(value: Any) -> Iterator[Any]:
    todo = [value]
    while todo:
        item = todo.pop()
        yield item
        if isinstance(item, dict):
            todo += item.values()
        elif isinstance(item, list):
            todo += item


def hoists(value: Any) -> bool:
    """Whether some object has a key that JavaScript moves.

    >>> hoists([{"a": {"b": 1, "2": 3}}]), hoists({"02": 1, "-1": 2})
    (True, False)
    """
    return any(isinstance(item, dict) and any(map(_is_index, item)) for item in _walk(value))


def beyond_double_text(value: Any) -> bool:
    """Whether some number has other digits in the two encoders: an integer beyond 2^53, or a float from
    there up to 1e21, which toonwire writes as its exact integer (§2).

    >>> beyond_double_text([2**53 - 1, 1e21]), beyond_double_text({"a": 1e17})
    (False, True)
    """
    return any(
        isinstance(item, int | float) and abs(item) >= 2**53 and (isinstance(item, int) or abs(item) < 1e21)
        for item in _walk(value)
    )


def as_javascript(value: Any) -> Any:
    """``value`` as ``JSON.parse`` holds it: integer-like keys first in ascending order, numbers as doubles.

    >>> as_javascript({"b": 2**53 + 1, "10": 1, "9": 2})
    {'9': 2, '10': 1, 'b': 9007199254740992}
    """
    if isinstance(value, dict):
        indices = sorted(filter(_is_index, value), key=int)
        return {key: as_javascript(value[key]) for key in [*indices, *(key for key in value if not _is_index(key))]}
    if isinstance(value, list):
        return [as_javascript(item) for item in value]
    if isinstance(value, int) and abs(value) > 2**53:
        return int(float(value))
    return value
