"""What a test sees of a result: patterns, needed fields, the text of a snapshot, versions of schemas."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import toonwire
from tests.properties.strategies import values as json_values
from tests.responses.nasty import values
from toonwire import Delimiter, OptionError
from toonwire.responses import Response
from toonwire.responses.markdown import PageSpec, render_markdown
from toonwire.responses.snapshots import assert_absent, assert_fields, laid_out
from toonwire.responses.snapshots.globs import parse_glob
from toonwire.responses.snapshots.seen import NOTHING, payload_in, see
from toonwire.responses.snapshots.versions import differences, recorded, text_of, unversioned_change

PAYLOAD = {"rules": [{"id": 1, "detectorId": 7}, {"id": 2, "meta": {"_links": {"self": "u"}, "a.b": 1}}], "total": 2}
JSON = '{"rules":[{"id":1,"detectorId":7},{"id":2,"meta":{"_links":{"self":"u"},"a.b":1}}],"total":2}'


def text(said: str, **more: Any) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": said}], **more}


@dataclass
class Block:
    type: str
    text: str


@dataclass
class Called:
    content: list[Block]
    structured_content: Any = None
    is_error: bool = False


class Model:
    """An object of an SDK."""

    def model_dump(self, *, by_alias: bool, exclude_none: bool, mode: str) -> dict[str, Any]:
        return {**text("a"), "structuredContent": {"n": 1}, "isError": True}


# ---- results of all kinds


@pytest.mark.parametrize(
    ("result", "texts", "structured", "is_error"),
    [
        (text("a"), ["a"], NOTHING, False),
        (text("a", structuredContent={"n": 1}, isError=True), ["a"], {"n": 1}, True),
        (text("a", structuredContent=None, isError=None), ["a"], NOTHING, False),
        ({"structuredContent": [1]}, [], [1], False),
        ({"content": [Block("text", "a")], "structured_content": {"n": 1}}, ["a"], {"n": 1}, False),
        (Called([Block("text", "a")], {"n": 1}, True), ["a"], {"n": 1}, True),
        (Called([]), [], NOTHING, False),
        (Model(), ["a"], {"n": 1}, True),
        (([Block("text", "a")], {"n": 1}), ["a"], {"n": 1}, False),
        (([Block("text", "a")], None), ["a"], NOTHING, False),
        ([Block("text", "a"), Block("text", "b")], ["a", "b"], NOTHING, False),
        ("a", ["a"], NOTHING, False),
        (None, [], NOTHING, False),
        (PAYLOAD, [], PAYLOAD, False),
        ([{"id": 1}], [], [{"id": 1}], False),
        ({"content": "a field of the payload"}, [], {"content": "a field of the payload"}, False),
        ({"content": [1, 2]}, [], {"content": [1, 2]}, False),
    ],
)
def test_results(result: Any, texts: list[str], structured: Any, is_error: bool) -> None:
    seen = see(result)
    assert (seen.texts, seen.structured, seen.is_error) == (texts, structured, is_error)


def test_a_builder_is_seen_as_it_is_sent() -> None:
    assert see(Response({"n": 1})).texts == ["n: 1"]


@settings(max_examples=100)
@given(json_values, st.sampled_from([",", "\t", "|"]))
def test_payloads_in_texts(value: Any, delimiter: Delimiter) -> None:
    found = payload_in(toonwire.encode(value, delimiter=delimiter))
    assert (found is not NOTHING) == (isinstance(value, (dict, list)) and value != {})


@pytest.mark.parametrize("said", ["# Title", "**ID**: 7", "", "42", '"x"', "- a\n- b", "a:1", "x\ny: 1"])
def test_texts_without_payload(said: str) -> None:
    assert payload_in(said) is NOTHING


# ---- fields that must not be there


@pytest.mark.parametrize(
    ("pattern", "paths"),
    [
        ("**.detectorId", ["rules[0].detectorId"]),
        ("rules.detectorId", ["rules[0].detectorId"]),
        ("rules.*", ["rules[0].id", "rules[0].detectorId", "rules[1].id", "rules[1].meta"]),
        ("**.*Id", ["rules[0].detectorId"]),
        ("**.i?", ["rules[0].id", "rules[1].id"]),
        ("**._links", ["rules[1].meta._links"]),
        ("rules.**.self", ["rules[1].meta._links.self"]),
        ("**.**.self", ["rules[1].meta._links.self"]),
        ('**["a.b"]', ['rules[1].meta["a.b"]']),
        ("total", ["total"]),
        ("rules", ["rules"]),
        *((pattern, []) for pattern in ("id", "*.self", "**.rules.self", "rules.rules", "**.detectorid")),
    ],
)
def test_patterns(pattern: str, paths: list[str]) -> None:
    assert list(parse_glob(pattern).found_in(PAYLOAD)) == paths


@pytest.mark.parametrize("bad", ["", "**", "a.**", ".a", "a..b", "a[0]", '["x', "a.["])
def test_patterns_that_are_none(bad: str) -> None:
    with pytest.raises(OptionError, match="option pattern: expected a pattern"):
        parse_glob(bad)


def test_deep_payloads_are_searched() -> None:
    deep: Any = {"x": 1}
    for _ in range(5_000):
        deep = {"k": [deep]}
    assert len(list(parse_glob("**.x").found_in(deep))) == 1


@pytest.mark.parametrize(
    "result",
    [
        PAYLOAD,
        text("two rules", structuredContent=PAYLOAD),
        text(JSON),
        text(toonwire.encode(PAYLOAD)),
        text(toonwire.encode(PAYLOAD), structuredContent={"total": 2}),
        text(render_markdown(PAYLOAD, PageSpec("Rules"))),
        Response(PAYLOAD),
        "**detectorId**: 7",
        "- detectorId = 7",
        '{"detectorId": 7,',
        "| ID | Detector ID |",
        text("fine", structuredContent={"total": 2}) | {"content": [{"type": "text", "text": "detector id: 7"}]},
    ],
)
def test_a_leak_is_found_wherever_it_shows(result: Any) -> None:
    with pytest.raises(AssertionError, match=r"shows what it should not:\n- .*etector"):
        assert_absent(result, ["**.detectorId", "**.nothing"])


@pytest.mark.parametrize(
    ("result", "pattern"),
    [
        (PAYLOAD, "detectorId"),
        (text(JSON, structuredContent=PAYLOAD), "**.detector"),
        ("the detectorId is not shown", "**.detectorId"),
        ("**My detector id**: 7", "**.detector"),
        ("**mydetectorId**: 7", "**.detectorId"),
        (text(toonwire.encode({"a": {"id": 1}, "b": 1})), "b.id"),
        ({"x": "detectorId: 7"}, "**.detectorId"),
        ("some words: 1", "**.*"),
    ],
)
def test_what_is_no_leak(result: Any, pattern: str) -> None:
    assert_absent(result, pattern)


def test_nothing_to_look_for_is_a_mistake() -> None:
    with pytest.raises(OptionError, match="option patterns"):
        assert_absent(PAYLOAD, [])
    for nothing in ([], {}, "total"):
        with pytest.raises(OptionError, match="option fields"):
            assert_fields(PAYLOAD, nothing)
    with pytest.raises(OptionError, match="without indexes"):
        assert_fields(PAYLOAD, ["rules[0].id"])


# ---- fields that must be there


@pytest.mark.parametrize(
    "result",
    [PAYLOAD, text("x", structuredContent=PAYLOAD), text(JSON), text(toonwire.encode(PAYLOAD)), Response(PAYLOAD)],
)
def test_fields_that_are_there(result: Any) -> None:
    assert_fields(result, ["total", "rules.id", "rules"])
    assert_fields(result, {"total": 2})


@pytest.mark.parametrize(
    ("payload", "fields", "told"),
    [
        (PAYLOAD, ["rules.detectorId"], "rules[1].detectorId is missing"),
        (PAYLOAD, ["a.b"], "a is missing"),
        (PAYLOAD, {"total": 3}, "total is 2, not 3"),
        (PAYLOAD, ["total.x"], "total.x is missing"),
        ({"a": []}, ["a.id"], "a is empty, so nothing has a id"),
        ({"a": [{"id": 1}, {"id": ""}]}, ["a.id"], "a[1].id says nothing"),
        ({"a": None}, ["a"], "a says nothing"),
        ("# Title\n\n**Total**: 2", ["count"], "no text shows Count"),
        ("# Title\n\n**Total**:", ["total"], "no text shows Total"),
        ("**Total**: 21", {"total": 2}, "no text shows Total with 2"),
        (text("", isError=True), ["total"], "no text shows Total"),
    ],
)
def test_fields_that_are_missing(payload: Any, fields: Any, told: str) -> None:
    with pytest.raises(AssertionError) as caught:
        assert_fields(payload, fields)
    assert str(caught.value) == f"the result lacks what it should show:\n- {told}"


@settings(max_examples=100)
@given(values)
def test_fields_of_pages(value: str) -> None:
    payload = {"total": 2, "userNote": value, "rows": [{"id": 1, "kind": "x"}]}
    page = render_markdown(payload, PageSpec("T"))
    assert_fields(page, {"total": 2, "rows.kind": "x"})
    assert_fields(page, ["rows.id"])
    if value.strip() and value.isprintable():
        assert_fields(page, {"userNote": value})


# ---- the text of a snapshot


def test_a_whole_result_is_laid_out() -> None:
    result = {
        "content": [
            {"type": "text", "text": JSON},
            {"type": "text", "text": "# Title\n\n- a\tb\u202e\u2028c ⟨U+202E⟩\r"},
            {"type": "image", "data": "AA==", "mimeType": "image/png"},
        ],
        "structuredContent": PAYLOAD | {"total": 2},
        "isError": False,
        "_meta": {"k": "\u200b"},
    }
    assert (
        laid_out(result)
        == """\
content[0] text: structuredContent as minified JSON
content[1] text
  # Title

  - a⟨U+0009⟩b⟨U+202E⟩⟨U+2028⟩c ⟨U+27E8⟩U+202E⟩⟨U+000D⟩
content[2] image
  {
    "data": "AA==",
    "mimeType": "image/png"
  }
structuredContent
  {
    "rules": [
      {
        "id": 1,
        "detectorId": 7
      },
      {
        "id": 2,
        "meta": {
          "_links": {
            "self": "u"
          },
          "a.b": 1
        }
      }
    ],
    "total": 2
  }
_meta
  {
    "k": "⟨U+200B⟩"
  }"""
    )


@given(st.tuples(values, values))
def test_different_texts_are_laid_out_differently(pair: tuple[str, str]) -> None:
    one, two = (laid_out(text(said)) for said in pair)
    assert (one == two) == (pair[0] == pair[1])
    assert all(line.isprintable() for line in one.split("\n"))


# ---- versions of schemas

SCHEMA = {
    "type": "object",
    "description": "An issue.",
    "properties": {
        "id": {"type": "string", "title": "The id"},
        "description": {"type": "string"},
        "state": {"enum": ["new", "old"], "default": {"title": 1}},
    },
    "required": ["id"],
}


def changed(**more: Any) -> dict[str, Any]:
    return {**SCHEMA, **more}


def properties(**more: Any) -> dict[str, Any]:
    return changed(properties={**SCHEMA["properties"], **more})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        (changed(required=["id", "state"]), ["required[1] is new"]),
        (changed(required=[]), ["required[0] is gone", "required is empty"]),
        (changed(additionalProperties=False), ["additionalProperties is new"]),
        (properties(id={"type": "integer"}), ['properties.id.type was "string", is "integer"']),
        (properties(title={"type": "string"}), ["properties.title.type is new"]),
        (properties(state={"enum": ["new"], "default": {"title": 1}}), ["properties.state.enum[1] is gone"]),
        (
            properties(state={"enum": ["new", "old"], "default": {"title": 2}}),
            ["properties.state.default.title was 1, is 2"],
        ),
        (changed(description="Another.", title="T", examples=[1]), []),
        (properties(id={"type": "string", "description": "x"}), []),
        (dict(reversed(SCHEMA.items())), []),
    ],
)
def test_changes_of_a_schema(schema: dict[str, Any], told: list[str]) -> None:
    assert differences(SCHEMA, schema) == told
    before = text_of(SCHEMA, 3)
    wrong = unversioned_change("get", before, schema, 3)
    assert (wrong is None) == (not told)
    assert wrong is None or all(f"- {line}" in wrong for line in told)
    assert unversioned_change("get", before, schema, 4) is None
    assert "goes back from 3 to 2" in str(unversioned_change("get", before, schema, 2))


def test_versions_and_records() -> None:
    assert recorded(text_of(SCHEMA, "1.2.0")) == ("1.2.0", SCHEMA)
    before = text_of(SCHEMA, "1.9.0")
    assert unversioned_change("get", before, {}, "1.10.0") is None
    assert unversioned_change("get", before, {}, "2026-11-02") is None
    assert "goes back" in str(unversioned_change("get", before, {}, "1.8.9"))
    many = unversioned_change("get", text_of({}, 1), {"properties": {str(n): {"type": "null"} for n in range(20)}}, 1)
    assert "and 12 more" in str(many)


def test_objects_with_other_attributes_are_payloads() -> None:
    thing = SimpleNamespace(content="x")
    assert see(thing).structured is thing
