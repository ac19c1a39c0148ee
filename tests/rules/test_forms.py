"""§9.3: which values are a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from toonwire.rules.forms import Table, find_table
from toonwire.rules.headers import field_list


def found(rows: list[dict[str, Any]]) -> Table | None:
    return find_table(rows, lambda column, _: column, lambda *_: None)


@pytest.mark.parametrize(
    ("rows", "fields", "columns", "depth"),
    [
        ([{"a": 1}], "{a}", [[1]], 1),
        ([{"a": 1, "b": "x"}, {"b": None, "a": 2.5}], "{a,b}", [[1, 2.5], ["x", None]], 1),
        ([{"a": {"x": 1}}], "{a{x}}", [[1]], 2),
        ([{"a": {"x": 1, "y": 2}, "b": 3}, {"b": 6, "a": {"y": 5, "x": 4}}], "{a{x,y},b}", [[1, 4], [2, 5], [3, 6]], 2),
        ([{"a": {"b": {"c": 1}}, "d": {"e": 2}}] * 2, "{a{b{c}},d{e}}", [[1, 1], [2, 2]], 3),
        ([{"a": True, "": 1}], "{a,}", [[True], [1]], 1),
    ],
)
def test_tables(rows: list[dict[str, Any]], fields: str, columns: list[list[Any]], depth: int) -> None:
    table = found(rows)
    assert table is not None
    assert field_list(table.program, ",", str) == fields
    assert [list(column) for column in table.columns] == columns
    assert table.depth == depth


@pytest.mark.parametrize(
    "rows",
    [
        [{}],
        [{"a": 1}, {}],
        [{}, {"a": 1}],
        [{"a": 1}, {"b": 1}],
        [{"a": 1}, {"a": 1, "b": 1}],
        [{"a": 1, "b": 1}, {"a": 1}],
        [{"a": 1, "b": 1}, {"a": 1, "c": 1}],
        [{"a": []}],
        [{"a": 1}, {"a": []}],
        [{"a": {}}],
        [{"a": {"x": 1}}, {"a": {}}],
        [{"a": {"x": 1}}, {"a": None}],
        [{"a": None}, {"a": {"x": 1}}],
        [{"a": {"x": 1}}, {"a": {"y": 1}}],
        [{"a": {"x": [1]}}],
        [{"a": 1, "b": {"x": {"y": []}}}],
    ],
)
def test_no_tables(rows: list[dict[str, Any]]) -> None:
    assert found(rows) is None


def test_columns_are_brought_to_the_model_once_and_groups_are_announced() -> None:
    asked: list[tuple[str, ...]] = []
    entered: list[tuple[tuple[str, ...], Any]] = []

    def model(column: Sequence[Any], path: list[str]) -> Sequence[Any]:
        asked.append(tuple(path))
        return [{"r": value.real} if isinstance(value, complex) else value for value in column]

    rows = [{"n": 1, "z": 1j, "g": {"w": 2j}}, {"n": 2, "z": 3j, "g": {"w": 4j}}]
    table = find_table(rows, model, lambda path, first: entered.append((tuple(path), first)))
    assert table is not None
    assert field_list(table.program, ",", str) == "{n,z{r},g{w{r}}}"
    assert asked == [("z",), ("g",), ("g", "w")]
    assert entered == [(("z",), 1j), (("g",), {"w": 2j}), (("g", "w"), 2j)]
