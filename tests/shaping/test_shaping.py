"""The steps on payloads: what each does, and the promises that all of them keep."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toonwire.errors import EncodeError, ErrorCode, OptionError
from toonwire.shaping import PLACEHOLDERS, cap_list, cap_text, drop_empty, flatten, project, well_formed
from toonwire.shaping.cap_list import singular

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 5),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=6),
    st.sampled_from(["n/a", " None ", "unknown", "", " ", "0", "a\ud83d", "\ud83d\ude00", "x\x00"]),
)
keys = st.one_of(st.sampled_from(["a", "b", "rows", "k\ud83d", "k\udc00", "k\ufffd", "k\ufffd~2"]), st.text(max_size=3))
payloads = st.recursive(
    scalars, lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(keys, inner, max_size=4))
)

STEPS: dict[str, Callable[[Any], Any]] = {
    "well_formed": well_formed,
    "drop_empty": drop_empty,
    "drop_empty in lists": lambda value: drop_empty(value, in_lists=True),
    "drop_empty by schema": lambda value: drop_empty(value, schema={"required": ["a", "rows"]}),
    "project": lambda value: project(value, ["a", "rows.a", "b.rows"]),
    "flatten": lambda value: flatten(value, separator="/*/"),
}


@pytest.mark.parametrize("name", STEPS)
@settings(max_examples=50)
@given(value=payloads)
def test_a_step_is_idempotent_and_changes_nothing_it_was_given(name: str, value: Any) -> None:
    before = copy.deepcopy(value)
    once = STEPS[name](value)
    assert value == before
    assert STEPS[name](once) == once


@pytest.mark.parametrize("name", ["well_formed", "drop_empty", "project"])
@settings(max_examples=50)
@given(value=st.dictionaries(st.sampled_from("abcdef"), scalars))
def test_a_step_keeps_the_order_of_keys(name: str, value: dict[str, Any]) -> None:
    left = list(STEPS[name](value))
    assert left == [key for key in value if key in left]


@pytest.mark.parametrize("step", [well_formed, drop_empty, flatten])
def test_depth_costs_no_stack_and_a_cycle_is_an_error(step: Callable[[Any], Any]) -> None:
    deep: Any = "x"
    for _ in range(20_000):
        deep = [deep]
    assert step(deep) is deep
    cycle: dict[str, Any] = {"a": {}}
    cycle["a"]["b"] = [cycle]
    with pytest.raises(EncodeError) as caught:
        step(cycle)
    assert (caught.value.code, caught.value.path) == (ErrorCode.CYCLE, "a.b[0]")
    shared = {"n": 1}
    assert step([shared, shared]) == [shared, shared]


# ---- well_formed


@pytest.mark.parametrize(
    ("given_text", "wanted"),
    [
        ("a\ud83d", "a\ufffd"),
        ("\ud83d\ude00", "😀"),
        ("\ude00\ud83d", "\ufffd\ufffd"),
        ("\udc80", "\ufffd"),
        ("a\x00b", "a\ufffdb"),
        ("é\ud83d\ude00\ud83d", "é😀\ufffd"),
    ],
)
def test_well_formed_text(given_text: str, wanted: str) -> None:
    assert well_formed(given_text) == wanted
    assert well_formed({given_text: [(given_text,)]}) == {wanted: [(wanted,)]}


def test_well_formed_returns_what_needs_nothing() -> None:
    value = {"é": ["ü", {"n": 1.5}]}
    assert well_formed(value) is value


def test_a_key_that_is_mended_onto_another_is_told() -> None:
    told: list[str] = []
    made = well_formed({"o": dict(zip(["k\ud83d", "k\ufffd", "k\ude00"], (1, 2, 3), strict=True))}, collisions=told)
    assert made == {"o": {"k\ufffd~2": 1, "k\ufffd": 2, "k\ufffd~3": 3}}
    assert told == ['o["k\ufffd~2"]', 'o["k\ufffd~3"]']


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_well_formed_refuses_what_is_no_number(number: float) -> None:
    with pytest.raises(EncodeError) as caught:
        well_formed({"rows": [{"m": number}]})
    assert (caught.value.code, caught.value.path) == (ErrorCode.NON_FINITE, "rows[0].m")


@settings(max_examples=50)
@given(value=payloads)
def test_well_formed_is_well_formed(value: Any) -> None:
    assert repr(well_formed(value)).encode()


# ---- drop_empty


@pytest.mark.parametrize(
    "word", [*sorted(PLACEHOLDERS), "N/A", " Unknown ", "", " \t", None, math.nan, math.inf, [], {}, (), set()]
)
def test_what_says_nothing_goes(word: Any) -> None:
    assert drop_empty({"a": 1, "b": word}) == {"a": 1}


@pytest.mark.parametrize("word", [0, 0.0, False, "0", "no", "none of them", [None], [0]])
def test_what_says_something_stays(word: Any) -> None:
    assert drop_empty({"b": word}) == {"b": word}


def test_containers_left_empty_go_too() -> None:
    assert drop_empty({"a": {"b": {"c": None}, "d": []}, "e": 1}) == {"e": 1}
    assert drop_empty({"a": {"b": None}}) == {}
    assert drop_empty([None]) == [None]
    assert drop_empty([None, {"a": ""}, " "], in_lists=True) == []


def test_elements_keep_their_places() -> None:
    assert drop_empty([1, None, {"a": None}, "n/a", math.nan, []]) == [1, None, {}, "n/a", None, []]
    assert drop_empty([1, None, {"a": None}, "n/a", [], 2], in_lists=True) == [1, 2]


def test_own_placeholders_and_kept_paths() -> None:
    assert drop_empty({"a": "TBD", "b": "n/a"}, placeholders=["tbd"]) == {"b": "n/a"}
    value = {"a": {"b": None, "c": None}, "rows": [{"s": "none", "t": None}]}
    assert drop_empty(value, keep=["a.b", "rows[0].t"]) == {"a": {"b": None}, "rows": [{"t": None}]}
    assert drop_empty({"a": {"x": ""}}, keep=["a"]) == {"a": {"x": ""}}


SCHEMA = {
    "type": "object",
    "required": ["results", "guide", "owner", "state"],
    "properties": {
        "results": {"type": "array", "items": {"$ref": "#/$defs/Row"}},
        "guide": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "owner": {"type": "object", "properties": {"name": {"type": "string"}}},
        "state": {"enum": ["none", "some"]},
        "more": {"type": "string"},
    },
    "$defs": {"Row": {"required": ["id", "next"], "properties": {"next": {"$ref": "#/$defs/Row"}}}},
}


def test_a_schema_says_where_absence_matters() -> None:
    value = {"results": [], "guide": "n/a", "owner": {"name": ""}, "state": "none", "more": ""}
    assert drop_empty(value, schema=SCHEMA) == {"results": [], "guide": None, "owner": {}, "state": "none"}
    rows = {
        "results": [{"id": 1, "next": {"id": "n/a", "next": {}}}, {"id": "", "next": None, "x": ""}],
        "guide": "g",
        "owner": {"name": "o"},
        "state": "some",
    }
    assert drop_empty(rows, schema=SCHEMA)["results"] == [
        {"id": 1, "next": {"id": "n/a", "next": {}}},
        {"id": "", "next": None},
    ]


# ---- cap_list


def test_cap_list_knows_what_it_left_out() -> None:
    capped = cap_list(range(39), 3, noun="callers")
    assert (capped.items, capped.listed, capped.total, capped.omitted, capped.truncated) == ([0, 1, 2], 3, 39, 36, True)
    assert capped.to_dict() == {"truncated": True, "caller_count": 39, "callers_listed": 3, "listed_cap": 3}
    whole = cap_list([1, 2], 2)
    assert (whole.truncated, whole.to_markdown()) == (False, "")
    assert whole.to_dict()["truncated"] is False
    assert cap_list([1, 2], 0).to_markdown() == "- …and 2 more items"


def test_an_iterator_without_a_total_says_no_number() -> None:
    taken = iter(range(100))
    capped = cap_list(taken, 3, noun="results")
    assert (capped.items, capped.total, capped.truncated) == ([0, 1, 2], None, True)
    assert capped.to_markdown() == "- More results are available."
    assert next(taken) == 4, "one more than the cap is taken, no more"
    assert cap_list(iter([1, 2]), 3).total == 2
    assert cap_list(iter([1, 2]), 2, total=9).omitted == 7


@pytest.mark.parametrize(
    "wrong", [{"limit": -1}, {"limit": True}, {"limit": 1.0}, {"limit": 1, "total": 2}, {"limit": 1, "total": "3"}]
)
def test_cap_list_refuses(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="option"):
        cap_list([1, 2, 3], **wrong)


@pytest.mark.parametrize(("noun", "one"), [("bus", "bus"), ("boxes", "box"), ("s", "s"), ("", "")])
def test_singular(noun: str, one: str) -> None:
    assert singular(noun) == one


# ---- cap_text


@pytest.mark.parametrize("where", ["end", "middle", "start"])
@pytest.mark.parametrize("unit", ["chars", "bytes", "tokens"])
@settings(max_examples=60)
@given(text=st.text(max_size=80), limit=st.integers(0, 60))
def test_a_capped_text_keeps_its_limit(where: Any, unit: Any, text: str, limit: int) -> None:
    sizes: dict[str, Callable[[str], int]] = {
        "chars": len,
        "bytes": lambda t: len(t.encode()),
        "tokens": lambda t: len(t.split(" ")) if t else 0,
    }
    size = sizes[unit]
    options: dict[str, Any] = {"unit": unit, "where": where, "counter": size}
    capped = cap_text(text, limit, **options)
    assert size(capped.text) <= limit
    assert capped.truncated == (size(text) > limit)
    assert cap_text(capped.text, limit, **options).text == capped.text
    if not capped.truncated:
        assert capped == (text, False, 0)


@pytest.mark.parametrize(
    "character",
    ["e\u0301", "👩\u200d🔬", "✈\ufe0f", "👍\U0001f3fd", "🇩🇪", "\r\n", "\ud83d\ude00", "🏴\U000e0067\U000e007f"],
)
@pytest.mark.parametrize("where", ["end", "start", "middle"])
def test_no_cut_inside_a_character(character: str, where: Any) -> None:
    text = character * 4
    for limit in range(len(text)):
        cut = cap_text(text, limit, marker="", where=where).text
        assert cut == character * (len(cut) // len(character))


def test_the_mark_counts_and_says_how_much() -> None:
    capped = cap_text("x" * 200, 30)
    assert capped.text == "x" * 7 + "… [truncated 193 chars]"
    assert capped.omitted == 193
    assert cap_text("x" * 200, 30, where="start").text == "… [truncated 193 chars]" + "x" * 7
    assert cap_text("abcdef", 3).text == "abc", "no room for the mark"
    assert cap_text("é" * 50, 31, unit="bytes").text == "ééé… [truncated 94 bytes]"


@pytest.mark.parametrize(
    "wrong", [{"limit": -1}, {"limit": True}, {"unit": "words"}, {"unit": "tokens"}, {"where": "left"}]
)
def test_cap_text_refuses(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        cap_text("abc", **({"limit": 1} | wrong))


# ---- project and flatten


def test_project_goes_through_lists_and_keeps_whole_what_is_named() -> None:
    value = {"a": {"x": 1, "y": 2}, "rows": [{"a": 1, "b": 2}, {"b": 3}, 4, [{"a": 5}]], "z": 0}
    assert project(value, ["rows.a", "a"]) == {"a": {"x": 1, "y": 2}, "rows": [{"a": 1}, {}, [{"a": 5}]]}
    assert project(value, ["a.x", "a"]) == project(value, ["a", "a.x"]) == {"a": {"x": 1, "y": 2}}
    assert project(value, []) == {}
    assert project(value, ["z.deeper", '["none"]']) == {}


@pytest.mark.parametrize("wrong", ["abc", ["rows[0].a"], [""], ["a..b"]])
def test_project_refuses(wrong: Any) -> None:
    with pytest.raises(OptionError):
        project({}, wrong)


def test_flatten_names_what_collides() -> None:
    assert flatten({"a": {"b": {}, "c": [1, {"d": {"e": 1}}]}}) == {"a.b": {}, "a.c": [1, {"d.e": 1}]}
    with pytest.raises(EncodeError) as caught:
        flatten({"rows": [{"a.b": 1, "a": {"b": 2}}]})
    assert (caught.value.code, caught.value.path) == (ErrorCode.KEY_COLLISION, "rows[0].a")
    assert flatten({"a.b": 1, "a": {"b": 2}}, separator="_") == {"a.b": 1, "a_b": 2}
