"""A document in pieces: the text and the errors of encode, whatever the size of the pieces."""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.properties.strategies import delimiters, indents, values
from tests.spec.test_cases import OPTION_NAMES, read
from toonwire import EncodeError, EncodeTypeError, Limits, OptionError
from toonwire.stream import iterencode, iterencode_bytes

both_engines = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)

ROWS = [{"id": i, "name": f"n{i}", "at": {"x": i / 4, "y": None}} for i in range(60)]


@dataclass
class Point:
    x: int
    y: Any


class Odd(Mapping[str, Any]):
    def __getitem__(self, key: str) -> Any:
        return {"a": 1, "b": "x"}[key]

    def __iter__(self) -> Any:
        return iter("ab")

    def __len__(self) -> int:
        return 2

    def __repr__(self) -> str:
        return "Odd()"


def deep(levels: int, inner: Any) -> Any:
    for level in range(levels):
        inner = [0, inner] if level % 2 else {"k": 1, "inner": inner}
    return inner


VALUES: dict[str, Any] = {
    "table": ROWS,
    "field": {"users": ROWS, "after": 1},
    "deep table": {"a": {"b": [1, {"users": ROWS, "z": ROWS}]}},
    "table in a list item": [1, {"users": ROWS, "z": 2}, {"z": ROWS}],
    "rows in a list in a list": [[ROWS, ROWS]],
    "keyed": {f"k {i}": row for i, row in enumerate(ROWS)},
    "keyed field": {"m": {f"k{i}": row for i, row in enumerate(ROWS)}, "empty": {}, "none": []},
    "keyed in an item": [{f"k{i}": row for i, row in enumerate(ROWS)}, "x"],
    "one entry": {"only": {"a": "x" * 200, "b": 2}},
    "inline": {"tags": [f"tag {i}, or so" for i in range(99)], "n": list(range(99))},
    "inline item": [list(range(99)), list("abc" * 50), []],
    "last row differs": [*ROWS, {"id": 1}],
    "last cell differs": [*ROWS, {"id": 1, "name": [], "at": {"x": 1, "y": 2}}],
    "last entry differs": {**{f"k{i}": row for i, row in enumerate(ROWS)}, "z": {}},
    "one group is a scalar": [*ROWS, {"id": 1, "name": "", "at": 5}],
    "many fields": {f"k{i}": i if i % 3 else [i] for i in range(3000)},
    "long": {"s": "x" * 500, "t": ["y" * 500, "z" * 500], "u": {"v": "w" * 500}},
    "lists of lists": [[[i, [i]], []] for i in range(40)],
    "empties": [{}, [], {"a": {}, "b": []}, [[]], [{}]] * 9,
    "deep": deep(60, ROWS),
    "bom": "\ufeff" + "x" * 300,
    "root scalar": "x" * 300,
    "dates": [date(2026, 1, 1 + i % 28) for i in range(60)],
    "tuples": tuple((i, (i, i)) for i in range(60)),
    "dataclasses": [Point(i, i * 2) for i in range(60)],
    "dataclasses with lists": [Point(i, [i] * 30) for i in range(40)],
    "a dataclass that differs": [*[Point(i, 1) for i in range(60)], Point(1, ())],
    "nested dataclasses": [Point(i, Point(1, date(2026, 1, 1))) for i in range(60)],
    "decimals": [{"n": Decimal(i) / 7} for i in range(60)],
    "keyed dataclasses": {f"k{i}": Point(i, "x") for i in range(60)},
    "entries that differ": {**{f"k{i}": Point(i, "x") for i in range(60)}, "z": Point(1, [])},
    "number keys": {i: {"a": {i: i}} for i in range(60)},
    "mappings": {"m": Odd(), "n": [Odd()] * 60, "o": {"p": Odd(), "q": Odd()}},
    "shared": [ROWS[0]] * 70,
    "mixed hosts": [1, date(2026, 1, 1), Point(1, [Point(2, [])] * 20), "x"] * 9,
    "hosts as rows": [{"p": Point(1, 2), "d": date(2026, 1, 1)} for _ in range(60)],
}


@pytest.mark.parametrize("size", [1, 30, 200, 65536])
@pytest.mark.parametrize("name", VALUES)
def test_values(codec: ModuleType, name: str, size: int) -> None:
    value = VALUES[name]
    for options in ({}, {"indent": 3, "delimiter": "|"}, {"delimiter": "\t"}):
        text = codec.encode(value, **options)
        pieces = list(iterencode(value, chunk_size=size, **options))
        assert "".join(pieces) == text
        assert {len(piece) for piece in pieces[:-1]} <= {size}
        assert b"".join(iterencode_bytes(value, chunk_size=size, **options)) == text.encode()


@both_engines
@given(values, st.sampled_from([1, 3, 20, 64, 150, 1000]), delimiters, indents)
def test_all_values(codec: ModuleType, value: Any, size: int, delimiter: Any, indent: int) -> None:
    value = {"a": value, "b": [value, value], "c": {"d": value, "e": value}}
    pieces = list(iterencode(value, chunk_size=size, delimiter=delimiter, indent=indent))
    assert "".join(pieces) == codec.encode(value, delimiter=delimiter, indent=indent)


CASES = [param.values[0] for name in ("spec-extra.jsonl", "spec-over-reference.jsonl") for param in read(name)]


def test_cases(codec: ModuleType) -> None:
    cases = [case for case in CASES if case["kind"] == "encode" and not case.get("error")]
    assert len(cases) > 100
    for case in cases:
        options = {OPTION_NAMES[name]: value for name, value in case["options"].items()}
        for size in (1, 10, 100):
            assert "".join(iterencode(case["input"], chunk_size=size, **options)) == case["output"]


@pytest.mark.parametrize("value", [{}, [], "", None, 5, {"a": {}}, Odd()], ids=repr)
def test_small_values(codec: ModuleType, value: Any) -> None:
    assert "".join(iterencode(value, chunk_size=1)) == codec.encode(value)


# ---- errors


class Unknown:
    pass


def rows_with(row: Any) -> Any:
    """Many rows, and this one far behind the first."""
    rows: list[Any] = [{"id": i, "c": {"d": i}} for i in range(80)]
    rows[70] = row
    return {"x": [1, {"rows": rows}], "y": rows[:3]}


def in_a_circle() -> Any:
    row: dict[str, Any] = {"id": 1}
    row["c"] = row
    return rows_with(row)


def outwards() -> Any:
    whole = rows_with(None)
    whole["x"][1]["rows"][70] = whole["x"]
    return whole


MANY = {f"k{i}": {"a": i} for i in range(80)}

REFUSED: dict[str, Any] = {
    "cell": rows_with({"id": 1, "c": {"d": Unknown()}}),
    "surrogate": rows_with({"id": 1, "c": {"d": "\ud800"}}),
    "field name": [{"id": i, "\ud800": {"d": i}} for i in range(80)],
    "row": rows_with(Unknown()),
    "key": rows_with({"id": 1, "c": {(): 1}}),
    "cycle in a row": in_a_circle(),
    "cycle to the outside": outwards(),
    "list item": rows_with([1, [2, Unknown()]]),
    "deep": rows_with(deep(30, 1)),
    "inline": {"x": [[*range(70), Unknown()]]},
    "surrogate inline": {"x": [[*"abcdefgh" * 9, "\ud800"]]},
    "field": {"x": {**MANY, "bad key": Unknown()}},
    "key of a field": {"x": {**MANY, "\ud800": list(MANY.values())}},
    "entry": {"x": {**MANY, "z": {"a": Unknown()}}},
    "entry key": {"x": {**MANY, "\ud800": {"a": 1}}},
    "root": Unknown(),
}


@pytest.mark.parametrize("size", [1, 30, 200, 65536])
@pytest.mark.parametrize("place", REFUSED)
def test_errors(codec: ModuleType, place: str, size: int) -> None:
    value, options = REFUSED[place], {"limits": Limits(max_depth=20)}
    with pytest.raises(EncodeError) as expected:
        codec.encode(value, **options)
    with pytest.raises(EncodeError) as caught:
        list(iterencode(value, chunk_size=size, **options))
    assert caught.value.to_dict() == expected.value.to_dict()
    assert type(caught.value) is type(expected.value)


@pytest.mark.parametrize("depth", range(7))
@pytest.mark.parametrize("name", ["deep table", "table in a list item", "keyed field", "lists of lists", "inline item"])
def test_depth(codec: ModuleType, name: str, depth: int) -> None:
    limits = Limits(max_depth=depth)

    def outcome(encode: Any) -> Any:
        try:
            return encode()
        except EncodeError as error:
            return error.to_dict()

    expected = outcome(lambda: codec.encode(VALUES[name], limits=limits))
    for size in (1, 50, 65536):
        assert outcome(lambda: "".join(iterencode(VALUES[name], chunk_size=size, limits=limits))) == expected  # noqa: B023


def test_nan_and_default(codec: ModuleType) -> None:
    rows = [{"n": float("nan") if i == 50 else i} for i in range(60)]
    assert "".join(iterencode(rows, chunk_size=10)) == codec.encode(rows)
    with pytest.raises(EncodeError) as caught:
        list(iterencode(rows, chunk_size=10, nan="error"))
    assert (caught.value.code, caught.value.path) == ("non-finite", "[50].n")
    things = [{"n": Unknown()} for _ in range(60)]
    default = {"default": lambda value: [type(value).__name__]}
    assert "".join(iterencode(things, chunk_size=10, **default)) == codec.encode(things, **default)


@pytest.mark.parametrize("options", [{"chunk_size": 0}, {"chunk_size": True}, {"chunk_size": "8"}, {"indent": 0}])
def test_options_are_checked_at_once(codec: ModuleType, options: Any) -> None:
    for function in (iterencode, iterencode_bytes):
        with pytest.raises(OptionError) as caught:
            function([1], **options)
        assert caught.value.option in options


def test_the_type_is_the_cause(codec: ModuleType) -> None:
    with pytest.raises(EncodeTypeError):
        list(iterencode([1, Unknown()], chunk_size=1))


@pytest.mark.parametrize(
    "change", [lambda rows: rows.append(1), lambda rows: rows[-1].clear(), lambda rows: rows.pop()]
)
def test_a_value_that_changes(codec: ModuleType, change: Any) -> None:
    rows = [{"id": i, "name": f"n{i}"} for i in range(60)]
    pieces = iterencode(rows, chunk_size=20)
    next(pieces)
    change(rows)
    with pytest.raises(RuntimeError, match="changed"):
        list(pieces)


def test_an_object_that_changes(codec: ModuleType) -> None:
    fields = {f"k{i}": [i] for i in range(5000)}
    pieces = iterencode(fields, chunk_size=20)
    next(pieces)
    fields["more"] = [1]
    with pytest.raises(RuntimeError, match="changed"):
        list(pieces)


# ---- bounds


def test_depth_costs_no_stack(codec: ModuleType) -> None:
    value = deep(3000, ROWS)
    limits = Limits(max_depth=10_000)
    texts: list[str] = []
    done = threading.Thread(target=lambda: texts.append("".join(iterencode(value, chunk_size=1 << 20, limits=limits))))
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(300)
    try:
        done.start()
        done.join()
    finally:
        sys.setrecursionlimit(limit)
    assert texts == [codec.encode(value, limits=limits)]


def test_what_gives_its_elements_once_is_asked_once(codec: ModuleType) -> None:
    def value() -> Any:
        return [{"a": 1}, (number for number in range(3)), {"b": (text for text in "xy")}]

    expected = codec.encode(value(), default=list)
    assert "0,1,2" in expected
    for size in (1, 64, 65536):
        assert "".join(iterencode(value(), default=list, chunk_size=size)) == expected
