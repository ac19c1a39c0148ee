"""What the native engine does in one pass is what the functions in Python do."""

from __future__ import annotations

import copy
import sys
from typing import Any

import orjson
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import toonwire
from tests.envelope.results import RESULTS
from tests.envelope.test_laws import keys, scalars, tried, values
from toonwire.envelope import (
    HONEST_SURFACE,
    TOON_CONTROL_SURFACE,
    Alphabet,
    Envelope,
    EnvelopeError,
    Verdict,
    Word,
    normalize,
    render_bytes,
)
from toonwire.envelope import model as model_module
from toonwire.envelope.fields import FIELDS, Kind
from toonwire.envelope.layouts import compact_layout
from toonwire.envelope.onepass import one_pass
from toonwire.envelope.shape import shape_of
from toonwire.envelope.wirejson import to_json

pytestmark = pytest.mark.skipif(toonwire.engine() != "native", reason="THE NATIVE ENGINE IS NOT BUILT")
ONE = one_pass(toonwire.engine())

LISTS = ("callers", "rows", "matches", "dead_functions", "things", "data")
COUNTS = (
    *(
        "caller_count",
        "callers_listed",
        "row_count",
        "total_matches",
        "matches_listed",
        "count",
        "total",
        "total_count",
    ),
    *(
        "listed_cap",
        "limit",
        "thing_count",
        "total_things",
        "listed_count",
        "dead_functions_listed",
        "callers_truncated",
    ),
    *("total_dead_functions_transitive", "matching_row_count", "data_count", "pagination", "truncated_lists"),
)
texts = st.sampled_from(["3 hits", "", " ", "n/a", "N/A ", " x", "é", "showing 1 of 2 callers; raise limit", "a 2 1 b"])
odd = st.sampled_from([None, True, 1, -1, 2**80, 1.0, float("nan"), "x", [], ["a"], [" "], {}, {"a": 1}, ("a",), {1}])
counts = st.one_of(st.integers(0, 3), odd)
lists = st.one_of(st.lists(st.just(7), max_size=3), odd)
summaries = st.one_of(
    odd,
    st.dictionaries(
        st.sampled_from(["summary_line", "verdict", "next_step", "risk"]), st.one_of(texts, odd), max_size=4
    ),
)
results = st.fixed_dictionaries(
    {
        "success": st.sampled_from([True, True, True, False, 1]),
        "verdict": st.sampled_from(["SAFE", "INFO", "ERROR", Verdict.WARN, Verdict.NOT_FOUND, "ok", "n/a", None]),
    },
    optional={
        **{name: st.one_of(texts, odd) for name in FIELDS if name not in ("success", "verdict")},
        "error": st.sampled_from(["boom", None, ""]),
        "truncated": st.sampled_from([True, False, 1]),
        "warnings": st.one_of(st.lists(texts, max_size=2), odd),
        "agent_summary": summaries,
        "completeness": st.sampled_from(["complete", "mostly", []]),
    },
)
payloads = st.builds(
    lambda of_lists, of_counts, rest: {**of_lists, **of_counts, **rest},
    st.dictionaries(st.sampled_from(LISTS), lists, max_size=3),
    st.dictionaries(st.sampled_from(COUNTS), counts, max_size=5),
    st.dictionaries(keys.filter(lambda key: key not in FIELDS and key != "self"), values, max_size=2),
)


def carefully(response: dict[str, Any], alphabet: Alphabet) -> Any:
    """The response as Python makes it, or its error."""
    fields = {key: value for key, value in response.items() if key not in ("success", "verdict")}
    return tried(
        lambda: model_module._finished(None, response.get("success"), response.get("verdict"), fields, alphabet)
    )


def same(one: Any, other: Any) -> bool:
    """Equal with the same types and in the same order, NaN as well."""
    return repr(one) == repr(other)


@settings(max_examples=1000)
@given(fields=results, payload=payloads)
@example(
    fields={
        "success": True,
        "verdict": "SAFE",
        "warnings": [],
        "agent_summary": {"summary_line": "x", "verdict": "n/a"},
    },
    payload={"total_matches": None},
)
@example(
    fields={
        "success": True,
        "verdict": "INFO",
        "truncated": True,
        "agent_summary": {"next_step": "showing 1 of 2 ; a"},
    },
    payload={"callers": [1], "caller_count": 2, "callers_listed": 1, "listed_cap": 1},
)
@example(
    fields={"success": True, "verdict": "INFO", "truncated": True, "next_step": "showing 2 of 1 callers"},
    payload={"callers": [1, 2], "caller_count": 1, "callers_listed": 2, "listed_cap": 1},
)
def test_what_is_accepted_in_one_pass_is_what_python_makes_of_it(
    fields: dict[str, Any], payload: dict[str, Any]
) -> None:
    response = {"success": fields["success"], "verdict": fields["verdict"], **fields, **payload}
    before = copy.deepcopy(response)
    expected = carefully(dict(response), Envelope.alphabet)
    made = dict(response)
    answer = ONE.accept(made, shape_of(tuple(made)), Envelope.alphabet.verdicts)
    assert same(response, before)
    if not answer:
        assert same(made, before)
    else:
        assert same(made, expected)
        assert type(made["verdict"]) is str
        assert (set(made) == set(before)) == (answer == 1)
    envelope: Any = tried(lambda: Envelope(**response))
    if isinstance(expected, EnvelopeError):
        assert str(envelope) == str(expected)
    else:
        assert same(envelope.to_dict(), expected)
        assert envelope._shape[2:4] == shape_of(tuple(expected))[2:4]


@settings(max_examples=500)
@given(
    payload=st.dictionaries(keys, st.one_of(scalars, values), max_size=4),
    line=st.one_of(st.text(min_size=1), st.text('ab\n"\\\x00\x1f\x7fé€😀', min_size=1, max_size=150)),
    surface=st.sampled_from([TOON_CONTROL_SURFACE, HONEST_SURFACE]),
)
@example(payload={}, line="\ud800", surface=TOON_CONTROL_SURFACE)
@example(payload={"total_a": 2**63}, line="x", surface=HONEST_SURFACE)
@example(payload={"total_a": -(2**63), "text": "\x01" * 3000}, line="\x01" * 5000, surface=HONEST_SURFACE)
@example(payload={"total_a": 1.5, "total_b": None, "total_c": [1]}, line="\x7f\n" * 2000, surface=HONEST_SURFACE)
def test_the_wire_of_one_pass_is_the_wire_of_all_others(payload: dict[str, Any], line: str, surface: Any) -> None:
    response = {"success": True, "verdict": "INFO", **payload, "summary_line": line}
    beside = shape_of(tuple(response)).beside(surface)
    assert beside is not None
    data = ONE.wire(response, beside)
    try:
        expected = to_json(compact_layout(response, surface))
    except toonwire.EncodeError:
        assert data is None
        return
    assert data in (None, expected)
    if all(type(response[key]) in (str, bool, type(None)) for key in beside):
        assert data == expected


@pytest.mark.parametrize("size", [*range(70), 8100, 8150, 8192, 20_000])
@pytest.mark.parametrize("letter", ["a", "\n", "\x01", '"'])
def test_strings_of_any_size_are_written_in_their_room(size: int, letter: str) -> None:
    for at in {0, size // 2, max(size - 1, 0)}:
        text = ("b" * at + letter + "b" * size)[:size] if letter != "a" else letter * size
        response = {"success": True, "verdict": "INFO", "hint": text, "n": text}
        data = ONE.wire(response, ("success", "hint", "verdict"))
        assert data is not None
        assert orjson.loads(data)["hint"] == text
        assert toonwire.loads(orjson.loads(data)["toon_content"]) == response


def test_usual_results_are_accepted_at_once() -> None:
    """Else it would be for nothing: of the real results most are."""
    answers = {}
    for name, result in RESULTS.items():
        response = normalize(result)
        if not isinstance(carefully(dict(response), Envelope.alphabet), EnvelopeError):
            answers[name] = ONE.accept(response, shape_of(tuple(response)), Envelope.alphabet.verdicts)
    assert sum(answer != 0 for answer in answers.values()) > len(answers) // 2


def test_an_alphabet_of_ones_own_is_judged_the_same() -> None:
    colours = Alphabet(
        {"GREEN": Word("", "", 0), "RED": Word("", "", 1)},
        failures=frozenset({"RED"}),
        error="RED",
        on_success="GREEN",
        on_failure="RED",
    )
    for response in (
        {"success": True, "verdict": "GREEN"},
        {"success": True, "verdict": "RED"},
        {"success": False, "verdict": "RED", "error": "boom"},
        {"success": False, "verdict": "GREEN", "error": "boom"},
        {"success": True, "verdict": "SAFE"},
    ):
        refused = isinstance(carefully(response, colours), EnvelopeError)
        assert (ONE.accept(response, shape_of(tuple(response)), colours.verdicts) == 0) == refused


def test_the_numbers_of_kinds_are_the_native_ones() -> None:
    assert [kind.name for kind in Kind] == [
        *("TEXT", "TRUTH", "WHOLE", "TEXTS", "WARNINGS", "DEGREE", "DEPRECATION", "SUMMARY")
    ]
    assert list(map(int, Kind)) == list(range(8))


def test_the_reference_engine_declines_everything() -> None:
    other = one_pass("reference")
    response = {"success": True, "verdict": "INFO"}
    assert other.accept(response, shape_of(tuple(response)), Envelope.alphabet.verdicts) == 0
    assert other.wire(response, ()) is None


def test_without_it_the_same_bytes_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    envelope = Envelope(verdict="INFO", summary_line="é\n", rows=[{"a": 1}, {"a": 2}], row_count=2)
    at_once = [
        render_bytes(envelope, "toon", layout="compact", surface=s) for s in (TOON_CONTROL_SURFACE, HONEST_SURFACE)
    ]
    monkeypatch.setattr(sys.modules["toonwire.envelope.render"], "PASS", one_pass("reference"))
    assert at_once == [
        render_bytes(envelope, "toon", layout="compact", surface=s) for s in (TOON_CONTROL_SURFACE, HONEST_SURFACE)
    ]
