"""Rows stay a table when what says nothing is taken out."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from toonwire.responses.evenrows import drop_empty_evenly

NULLABLE = {"type": ["string", "null"]}


@pytest.mark.parametrize(
    ("rows", "made"),
    [
        ([{"a": 1, "b": None}, {"a": None, "b": None}], [{"a": 1}, {"a": None}]),
        ([{"a": "N/A", "b": 1}, {"a": "x", "b": 2}], [{"a": None, "b": 1}, {"a": "x", "b": 2}]),
        ([{"a": None}, {"a": 1}], [{"a": None}, {"a": 1}]),
        ([{"a": 1, "b": None}, {"a": 2}], [{"a": 1}, {"a": 2}]),
        ([{"a": [1], "b": None}, {"a": [2], "b": 1}], [{"a": [1]}, {"a": [2], "b": 1}]),
        ([[{"a": 1, "b": ""}, {"a": 2, "b": "x"}]], [[{"a": 1, "b": None}, {"a": 2, "b": "x"}]]),
    ],
)
def test_a_field_that_some_rows_have_is_null_in_the_others(rows: list[Any], made: list[Any]) -> None:
    payload = {"deep": {"rows": rows}}
    before = copy.deepcopy(payload)
    once = drop_empty_evenly(payload)
    assert once == {"deep": {"rows": made}}
    assert payload == before
    assert drop_empty_evenly(copy.deepcopy(once)) == once


def test_keys_keep_their_order() -> None:
    made = drop_empty_evenly({"rows": [{"a": None, "b": 1, "c": None}, {"a": 1, "b": None, "c": None}]})
    assert [list(row) for row in made["rows"]] == [["a", "b"], ["a", "b"]]


@pytest.mark.parametrize(("by", "stays"), [(NULLABLE, True), ({"type": "string"}, False)])
def test_a_schema_says_whether_null_may_stand_there(by: dict[str, Any], stays: bool) -> None:
    row = {"type": "object", "properties": {"id": {"type": "integer"}, "by": by}}
    schema = {"type": "object", "properties": {"rows": {"type": "array", "items": row}}}
    made = drop_empty_evenly({"rows": [{"id": 1, "by": None}, {"id": 2, "by": "ada"}]}, schema=schema)
    assert ("by" in made["rows"][0]) is stays
