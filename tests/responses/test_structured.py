"""Structured results, their equivalence and their guard."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given

from tests.responses.payloads import VALUES
from toonwire.errors import ErrorCode, OptionError, ResponseError
from toonwire.responses import differences, equivalent, failure, guard, result, structured_result
from toonwire.responses.declared import undeclared
from toonwire.responses.schemas import compiled
from toonwire.shaping import well_formed

ROW = {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}
SCHEMA = {
    "type": "object",
    "properties": {"rows": {"type": "array", "items": {"$ref": "#/$defs/row"}}},
    "required": ["rows"],
    "$defs": {"row": ROW},
}


def text_of(made: dict[str, Any]) -> str:
    return str(made["content"][0]["text"])


# ---- structured_result


@pytest.mark.parametrize("text", ["json", "toon"])
@given(value=VALUES)
def test_the_text_is_the_structured_content(text: Any, value: Any) -> None:
    made = structured_result({"value": value}, text=text)
    assert made["isError"] is False
    assert differences(made["content"], made["structuredContent"]) == []
    json.dumps(made, ensure_ascii=False).encode()


def test_json_is_minified() -> None:
    made = structured_result({"é": [1, {"a": None}]})
    assert text_of(made) == '{"é":[1,{"a":null}]}'
    assert made["structuredContent"] == {"é": [1, {"a": None}]}, "nothing is dropped: the schema may want it"


@pytest.mark.parametrize("value", [[1, 2], "words", 5, None])
def test_values_that_are_no_object(value: Any) -> None:
    new, old = structured_result(value), structured_result(value, revision="2025-11-25")
    assert new["structuredContent"] == value
    assert "structuredContent" not in old
    assert text_of(new) == text_of(old) == json.dumps(value, separators=(",", ":"))


def test_a_payload_is_held_against_its_schema() -> None:
    good, bad = structured_result({"rows": [{"id": 1}]}, SCHEMA), structured_result({"rows": [{"id": "1"}]}, SCHEMA)
    assert good["isError"] is False
    assert bad["isError"] is True
    assert "rows[0].id" in text_of(bad)
    assert structured_result({"rows": [], "x": 1}, SCHEMA)["isError"] is False
    assert structured_result({"rows": [], "x": 1}, SCHEMA, closed=True)["isError"] is True


def test_a_payload_without_a_json_form_is_a_failure(codec: ModuleType) -> None:
    made = structured_result({"rows": [object()]}, text="toon")
    assert made["isError"] is True
    assert "rows[0]" in text_of(made)
    with pytest.raises(OptionError):
        structured_result({}, text="yaml")  # type: ignore[arg-type]


# ---- equivalence


@pytest.mark.parametrize(
    ("text", "structured"),
    [
        ('{"b":1,"a":[true,null]}', {"a": [True, None], "b": 1.0}),
        ("a[2]: true,null\nb: 1", {"a": [True, None], "b": 1}),
        ('{"n":-0.0}', {"n": 0}),
        ("n: 1180591620717411303424", {"n": 2**70}),
        ('{"t":"\ufffd"}', {"t": "\ud83d"}),
        ("{}", {}),
        ("[]", []),
        ("hello", "hello"),
    ],
)
def test_one_answer_in_two_forms(codec: ModuleType, text: str, structured: Any) -> None:
    assert equivalent(text, structured)
    assert equivalent([{"type": "text", "text": text}], structured)


@pytest.mark.parametrize(
    ("text", "structured", "path"),
    [
        ('{"a":1}', {"a": True}, "a"),
        ('{"a":1,"url":"x"}', {"a": 1}, "url"),
        ('{"a":1}', {"a": 1, "cursor": "x"}, "cursor"),
        ('{"rows":[{"id":1},{"id":2}]}', {"rows": [{"id": 1}]}, "rows"),
        ("rows[2]{id}:\n  1\n  3", {"rows": [{"id": 1}, {"id": 2}]}, "rows[1].id"),
        ("2 rows were found", {"rows": [1, 2]}, ""),
        ("# Rows\n\n- `1`\n- `2`", {"rows": [1, 2]}, ""),
        ('{"a":1,"a":2}', {"a": 2}, ""),
        ("{}", {"suggestedActions": []}, "suggestedActions"),
        ('{"a":9007199254740993}', {"a": 9007199254740992}, "a"),
        ('{"a":"1"}', {"a": 1}, "a"),
        ('{"a":{}}', {"a": []}, "a"),
    ],
)
def test_what_only_one_side_says(codec: ModuleType, text: str, structured: Any, path: str) -> None:
    found = differences(text, structured)
    assert [problem.path for problem in found] == [path]
    assert {problem.rule for problem in found} == {ErrorCode.CONTENT_DIFFERS}
    assert not equivalent(text, structured)


def test_other_blocks_say_more() -> None:
    text = {"type": "text", "text": '{"a":1}'}
    assert not equivalent([text, {"type": "image", "data": "", "mimeType": "image/png"}], {"a": 1})
    assert not equivalent([text, text], {"a": 1})
    assert not equivalent([], {"a": 1})


@given(VALUES)
def test_a_value_equals_its_own_json(value: Any) -> None:
    value = well_formed(value)
    assert equivalent(json.dumps(value), value)


# ---- guard


def test_a_success_that_keeps_its_schema_passes_as_it_is() -> None:
    made = structured_result({"rows": [{"id": 1}]})
    assert guard(SCHEMA)(made) == made


@pytest.mark.parametrize(
    "made",
    [
        failure("no index", hint="build it"),
        {"content": [], "resultType": "input_required"},
        {"content": [{"type": "text", "text": "x"}], "isError": True, "structuredContent": {"odd": 1}},
    ],
)
def test_what_is_no_success_is_not_judged(made: dict[str, Any]) -> None:
    assert guard(SCHEMA)(made) == made


@pytest.mark.parametrize(
    ("structured", "told"),
    [
        ({}, "an object without rows"),
        ({"rows": None}, "rows: expected a value of type array, found null"),
        ({"rows": [{"id": "x" * 50}]}, "rows[0].id: expected a value of type integer, found a text of 50 characters"),
        ([], "expected a value of type object"),
    ],
)
def test_a_broken_promise_is_a_failure_that_says_all(structured: Any, told: str) -> None:
    made = guard(SCHEMA)(result("text", structured))
    assert set(made) == {"content", "isError", "resultType"}
    assert made["isError"] is True
    assert len(made["content"]) == 1
    assert told in text_of(made)
    assert "Hint: " in text_of(made)
    assert "xxx" not in text_of(made), "no value is told"


def test_no_structured_content_is_a_broken_promise() -> None:
    made = guard(SCHEMA, hint="call search instead")(result("words"))
    assert made["isError"] is True
    assert "no structured content" in text_of(made)
    assert "Hint: call search instead" in text_of(made)


def test_many_problems_are_counted() -> None:
    made = guard(SCHEMA)(result("", {"rows": [{"id": None}] * 50}))
    assert "50 problems" in text_of(made)
    assert "and 42 more" in text_of(made)
    assert len(text_of(made)) < 2000


def test_functions_are_guarded_too() -> None:
    def tool(n: int) -> dict[str, Any]:
        """Counts."""
        return result("", {"rows": [{"id": n}]})

    async def later(n: int) -> dict[str, Any]:
        return tool(n)

    held = guard(SCHEMA)
    assert held.tool(tool)(1)["isError"] is False
    assert held.tool(tool)("1")["isError"] is True
    assert asyncio.run(held.tool(later)("1"))["isError"] is True
    assert held.tool(tool).__doc__ == "Counts."


@pytest.mark.parametrize(
    "root", [{"type": "array"}, {"anyOf": [{"type": "object"}]}, {"$ref": "#/$defs/a", "$defs": {"a": {}}}]
)
def test_roots_depend_on_the_revision(root: dict[str, Any]) -> None:
    assert guard(root).schema == root
    for revision in ("2025-06-18", "2025-11-25"):
        with pytest.raises(ResponseError) as caught:
            guard(root, revision=revision)
        assert caught.value.code is ErrorCode.SCHEMA_INVALID
    with pytest.raises(OptionError):
        guard(SCHEMA, revision="2020-01-01")


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"a": {"$ref": "https://schemas.example/a.json"}}},
        {"type": "object", "properties": {"a": {"$ref": "other.json#/a"}}},
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/missing"}}},
        {"type": "object", "properties": {"a": {"type": "text"}}},
        {"type": "object", "required": "a"},
        ["object"],
    ],
)
def test_a_schema_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch, schema: Any) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("nothing is fetched")

    monkeypatch.setattr(socket, "socket", refuse)
    with pytest.raises(ResponseError) as caught:
        guard(schema)
    assert caught.value.code is ErrorCode.SCHEMA_INVALID


def test_a_recursive_schema_and_a_deep_value() -> None:
    tree = {"type": "object", "properties": {"next": {"$ref": "#"}}, "additionalProperties": False}
    value: dict[str, Any] = {}
    for _ in range(20_000):
        value = {"next": value}
    assert guard(tree).problems({"next": {"next": {}}}) == []
    assert "too deeply" in str(guard(tree).problems(value)[0])


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jsonschema", None)
    with pytest.raises(OptionError) as caught:
        guard({"type": "object", "title": "not compiled yet"})
    assert "toonwire[jsonschema]" in str(caught.value)


def test_a_schema_is_compiled_once() -> None:
    assert compiled(SCHEMA) is compiled(dict(SCHEMA))


@pytest.mark.parametrize(
    ("schema", "value", "paths"),
    [
        ({}, {"anything": {"goes": 1}}, []),
        ({"type": "object"}, {"free": 1}, []),
        ({"properties": {"a": {}}}, {"a": {"free": 1}, "b": 1}, [("b",)]),
        ({"properties": {"a": {}}, "additionalProperties": True}, {"b": 1}, []),
        ({"additionalProperties": {"properties": {"n": {}}}}, {"x": {"n": 1, "m": 2}}, [("x", "m")]),
        ({"properties": {"a": {}}, "patternProperties": {"^x-": {}}}, {"x-1": 1, "y": 2}, [("y",)]),
        ({"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}, {"a": 1, "b": 2, "c": 3}, [("c",)]),
        ({"anyOf": [{"properties": {"a": {"properties": {"n": {}}}}}, {}]}, {"a": {"m": 1}}, [("a", "m")]),
        ({"properties": {"r": {"items": {"$ref": "#/$defs/row"}}}, "$defs": {"row": ROW}}, {"r": [{"id": 1, "e": 2}]},
         [("r", 0, "e")]),
        ({"properties": {"r": {"prefixItems": [{"properties": {"a": {}}}]}}}, {"r": [{"b": 1}, {"b": 1}]},
         [("r", 0, "b")]),
        ({"if": {"properties": {"a": {}}}, "then": {"properties": {"b": {}}}}, {"a": 1, "b": 1, "c": 1}, [("c",)]),
        ({"properties": {"next": {"$ref": "#"}}}, {"next": {"next": {"x": 1}}}, [("next", "next", "x")]),
    ],
)  # fmt: skip
def test_undeclared_keys(schema: dict[str, Any], value: Any, paths: list[Any]) -> None:
    assert undeclared(schema, value) == paths
    found = guard(schema, closed=True).problems(value)
    assert len(found) == len(paths)
    assert guard(schema).problems(value) == []
