"""Cases made after public bug reports about results of tools (``tests/cases/reports.jsonl``)."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from toonwire.responses import Response, convert_result, differences

LINES = (Path(__file__).parents[1] / "cases" / "reports.jsonl").read_text(encoding="utf-8").strip("\n").split("\n")
CASES: dict[str, dict[str, Any]] = {case["id"]: case for case in map(json.loads, LINES)}


def minified(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def test_bc109_nothing_is_paid_twice(codec: ModuleType) -> None:
    result = CASES["BC109"]["input"]["result"]
    made = Response(result, "Parts").wire("text")
    text = made["content"][0]["text"]
    assert codec.decode(text) == result
    assert "structuredContent" not in made
    assert len(text.encode()) <= len(minified(result).encode())
    assert len(minified(made)) <= len(minified({"content": [{"type": "text", "text": minified(result)}]})) + 50


@pytest.mark.parametrize("mode", ["text", "dual"])
def test_bc110_toon_is_never_inside_json(codec: ModuleType, mode: Any) -> None:
    result = CASES["BC110"]["input"]["result"]
    text = Response(result).wire(mode)["content"][0]["text"]
    assert codec.decode(text) == result
    with pytest.raises(ValueError, match="Expecting value"):
        json.loads(text)


def test_bc112_only_json_objects_and_arrays_are_converted(codec: ModuleType) -> None:
    case = CASES["BC112"]
    before = copy.deepcopy(case["input"])
    made = convert_result(case["input"])
    assert case["input"] == before
    assert made["content"][:3] == before["content"][:3]
    assert codec.decode(made["content"][3]["text"]) == case["expect_props"]["decode(content[3].text)"]
    assert made["isError"] is False
    failed = {**before, "isError": True}
    assert convert_result(failed) == failed
    assert convert_result(made) == made


@pytest.mark.parametrize(
    "text",
    [
        *("words", "42", '"text"', "null", "true", "", "{", "[1,2", "{}", "[]", '{"a":1,"a":2}', '{"a":NaN}'),
        *("[2]: 1,2", "a: 1", "[link](https://x)", "{not json}", "[" * 10_000, '{"a":1} and words'),
    ],
)
def test_other_texts_stay(text: str) -> None:
    made = {"content": [{"type": "text", "text": text}], "isError": False}
    assert convert_result(made) == made


def test_every_digit_and_every_other_field_stays(codec: ModuleType) -> None:
    block = {
        "type": "text",
        "text": '[{"n":1.10,"m":12345678901234567890},{"n":2,"m":0.1}]',
        "annotations": {"priority": 1},
    }
    made = convert_result({"content": [block], "structuredContent": {"x": 1}, "_meta": {"a": 1}})
    assert made["content"] == [
        {"type": "text", "text": "[2]{n,m}:\n  1.1,12345678901234567890\n  2,0.1", "annotations": {"priority": 1}}
    ]
    assert made["structuredContent"] == {"x": 1}
    assert made["_meta"] == {"a": 1}


def test_broken_halves_are_mended_everywhere() -> None:
    blocks = [
        {"type": "text", "text": "cut \ud83d"},
        {"type": "text", "text": '{"t":"cut \\ud83d","u":"\\ud83d\\ude00"}'},
    ]
    made = convert_result({"content": blocks, "structuredContent": {"t": "\ude00"}})
    assert [block["text"] for block in made["content"]] == ["cut �", "t: cut �\nu: 😀"]
    assert made["structuredContent"] == {"t": "�"}


def test_the_shorter_text_if_asked() -> None:
    tree = '[[1,[2]],{"a":{"b":[]}}]'
    assert convert_result({"content": [{"type": "text", "text": tree}]}, format="auto")["content"][0]["text"] == tree
    assert convert_result({"content": [{"type": "text", "text": tree}]})["content"][0]["text"] != tree


def test_objects_of_an_sdk() -> None:
    class Result:
        def model_dump(self, **options: Any) -> dict[str, Any]:
            assert options == {"by_alias": True, "exclude_none": True, "mode": "json"}
            return {"content": [{"type": "text", "text": '{"a":[1,2]}'}], "structuredContent": {"a": [1, 2]}}

    made = convert_result(Result())
    assert made["content"][0]["text"] == "a[2]: 1,2"
    assert differences(made["content"], made["structuredContent"]) == []
    for wrong in ({}, [], "text", {"content": "text"}):
        with pytest.raises(ValueError, match="option result"):
            convert_result(wrong)
