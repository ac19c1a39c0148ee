"""What the native engine does in one pass is what the functions in Python do."""

from __future__ import annotations

import copy
import inspect
from decimal import Decimal
from typing import Any

import orjson
import pytest
from hypothesis import assume, example, given, settings
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
    is_wire,
    normalize,
    render_bytes,
)
from toonwire.envelope import model as model_module
from toonwire.envelope.fields import FIELDS, Kind
from toonwire.envelope.layouts import compact_layout
from toonwire.envelope.onepass import one_pass
from toonwire.envelope.shape import shape_of
from toonwire.envelope.wirejson import to_json

pytestmark = pytest.mark.skipif(toonwire.engine() != "native", reason="the native engine does not serve")
ONE = one_pass(toonwire.engine())

COUNTS = {
    "callers": ("caller_count", "callers_listed", "listed_cap", "total", "callers_truncated"),
    "rows": ("row_count", "total_count", "listed_count", "limit", "matching_row_count"),
    "matches": ("total_matches", "matches_listed", "listed_cap", "count"),
    "dead_functions": ("total_dead_functions_transitive", "dead_functions_listed", "listed_cap"),
    "things": ("thing_count", "total_things", "things_listed", "count", "total", "cap"),
    "data": ("data_count", "total", "pagination", "truncated_lists"),
}
"""Lists, and names of counts beside them."""

odd = st.sampled_from(
    [
        *(None, True, False, 1, 0, -1, 2**80, 1.0, float("nan"), Decimal(1), ("a",), {1}, b"x"),
        *("", " ", "n/a", "N/A ", " x", "é", [], ["a"], [" "], [1], {}, {"a": 1}, {"verdict": "n/a"}),
        *({"next_step": "showing 1 of 2 a; b"}, {"verdict": "SAFE", "summary_line": None}, "showing 1 of 2 a; b"),
    ]
)
"""What is wrong in one field or another, or unusual."""
texts = st.sampled_from(["3 hits", "é", "x y"])
outcomes = st.sampled_from(
    [
        *({"success": True, "verdict": verdict} for verdict in ("SAFE", "INFO", Verdict.WARN, "NOT_FOUND")),
        {"success": False, "verdict": "ERROR", "error": "boom"},
        {"success": False, "verdict": Verdict.NOT_FOUND, "error": "boom"},
    ]
)
right = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(("hint", "summary_line", "file_path", "pr_url", "error_type"), texts),
        **dict.fromkeys(("retryable", "truncated"), st.just(False)),
        **dict.fromkeys(("retry_after_ms", "pr_number"), st.integers(0, 9)),
        **dict.fromkeys(("warnings", "completeness_reasons"), st.lists(texts, min_size=1, max_size=2)),
        "completeness": st.sampled_from(["complete", "incomplete", "unknown"]),
        "deprecation": st.sampled_from(["old", {"old": "new"}]),
        "next_step": st.sampled_from(["call read(path)", "showing 1 of 2 a"]),
        "agent_summary": st.dictionaries(st.sampled_from(["summary_line", "next_step", "risk"]), texts, max_size=3),
    },
)


@st.composite
def counted(draw: st.DrawFn) -> dict[str, Any]:
    """A list with keys that speak of it, cut or not."""
    name, counts = draw(st.sampled_from(sorted(COUNTS.items())))
    length, more = draw(st.integers(0, 3)), draw(st.sampled_from([0, 0, 1, 2]))
    result: dict[str, Any] = {name: [7] * length}
    for key in draw(st.lists(st.sampled_from(counts), unique=True)):
        result[key] = length if "listed" in key or key.endswith(("cap", "limit")) else length + more
    if more and draw(st.integers(0, 3)):
        step = f"showing {length} of {length + draw(st.sampled_from([more, more, more, 9]))} {name}; raise limit"
        result |= {"truncated": True, "next_step": step}
    return result


results = st.builds(
    lambda outcome, fields, one, other, rest, wrong: {**outcome, **fields, **one, **other, **rest, **wrong},
    outcomes,
    right,
    st.one_of(st.just({}), counted()),
    st.one_of(st.just({}), counted()),
    st.dictionaries(keys.filter(lambda key: key not in FIELDS and key != "self"), values, max_size=1),
    st.one_of(
        st.just({}), st.dictionaries(st.sampled_from([*FIELDS, *COUNTS, *sum(COUNTS.values(), ())]), odd, max_size=1)
    ),
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


CUT = {"success": True, "verdict": "INFO", "truncated": True, "callers_listed": 1, "listed_cap": 1}


@settings(max_examples=1000)
@given(response=results)
@example(
    response={
        "success": True,
        "verdict": "SAFE",
        "total_matches": None,
        "warnings": [],
        "agent_summary": {"summary_line": "x", "verdict": "n/a"},
    }
)
@example(response={**CUT, "callers": [1], "caller_count": 2, "agent_summary": {"next_step": "showing 1 of 2 ; a"}})
@example(response={**CUT, "callers": [1, 2], "callers_listed": 2, "caller_count": 1, "next_step": "showing 2 of 1 c"})
@example(response={**CUT, "callers": [1], "caller_count": True, "next_step": "showing 1 of 1 c"})
@example(response={**CUT, "callers": {1}, "caller_count": 2, "next_step": "showing 1 of 2 c"})
def test_what_is_accepted_in_one_pass_is_what_python_makes_of_it(response: dict[str, Any]) -> None:
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
    given_mapping = {"success": True, "verdict": "INFO", **payload, "summary_line": line}
    assume(not is_wire(given_mapping))
    response = normalize(given_mapping)
    beside = shape_of(tuple(response)).beside(surface)
    assert beside is not None
    data = ONE.wire(response, beside)
    try:
        expected = to_json(compact_layout(response, surface))
    except toonwire.EncodeError:
        assert data is None
        return
    assert render_bytes(response, "toon", layout="compact", surface=surface) == expected
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


def test_without_it_the_same_bytes_are_written() -> None:
    envelope = Envelope(verdict="INFO", summary_line="é\n", rows=[{"a": 1}, {"a": 2}], row_count=2)
    carefully_made = inspect.unwrap(render_bytes)
    assert carefully_made is not render_bytes
    for options in (
        {"layout": "compact"},
        {"layout": "compact", "surface": TOON_CONTROL_SURFACE},
        {"layout": "compact", "surface": HONEST_SURFACE},
        {"layout": "compact", "surface": ["verdict"]},
        {"layout": "compact", "counter": len},
        {"layout": "full", "surface": HONEST_SURFACE},
        {},
    ):
        for args in (("toon",), ("json",), ("auto",), ()):
            assert render_bytes(envelope, *args, **options) == carefully_made(envelope, *args, **options)
    with pytest.raises(toonwire.OptionError):
        render_bytes(envelope, "toon", layout="tiny")
    with pytest.raises(TypeError):
        render_bytes(envelope, "toon", layout="compact", colour="red")
