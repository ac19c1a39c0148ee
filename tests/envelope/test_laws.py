"""Laws 5 and 6, for whatever a tool may return."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from toonwire.envelope import (
    HONEST_SURFACE,
    TOON_CONTROL_SURFACE,
    Envelope,
    EnvelopeError,
    apply_toon_format_to_response,
    check,
    compact,
    expand,
    fit,
    is_wire,
    normalize,
    reduce_to_control_surface,
    render,
    truncate,
    truncate_lists,
    with_deprecation,
)
from toonwire.envelope.fields import FIELDS
from toonwire.paths import parse_path

NAMES = [
    *FIELDS,
    *("format", "toon_content", "output_format", "rows", "row_count", "callers", "caller_count", "callers_listed"),
    *("listed_cap", "total_matches", "results", "count", "truncated_lists", "steps_taken", "self", "verdict ", "é", ""),
]
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    st.sampled_from(["toon", "json", "INFO", "safe", "n/a", "a: 1", "[1]: x", "rows[1]:", "x" * 201, "😀", "\u2028"]),
)
keys = st.one_of(st.sampled_from(NAMES), st.text(max_size=4))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=3)),
    max_leaves=12,
)
mappings: st.SearchStrategy[dict[str, Any]] = st.builds(
    lambda start, rest: {**start, **rest},
    st.sampled_from(
        [
            {},
            {"success": True},
            {"success": False, "error": "boom"},
            {"success": True, "verdict": "SAFE", "agent_summary": {"summary_line": "x", "verdict": "n/a"}},
            {"agent_summary": {"verdict": "UNSAFE"}, "success": True},
            {"format": "toon", "success": True},
        ]
    ),
    st.dictionaries(keys, values, max_size=6),
)
surfaces = st.sampled_from([TOON_CONTROL_SURFACE, HONEST_SURFACE, ["success"], []])


@settings(max_examples=200)
@given(given_mapping=mappings, surface=surfaces)
def test_law_5_for_mappings(given_mapping: dict[str, Any], surface: Any) -> None:
    before = copy.deepcopy(given_mapping)
    assume(not is_wire(given_mapping))
    wire = compact(given_mapping, surface=surface)
    assert given_mapping == before
    assert expand(wire) == normalize(given_mapping)
    assert normalize(normalize(given_mapping)) == normalize(given_mapping)
    assert set(wire) - {"format", "toon_content"} <= set(normalize(given_mapping))


@settings(max_examples=200)
@given(given_mapping=mappings, extra=st.dictionaries(keys, scalars, max_size=3), surface=surfaces)
def test_law_5_for_wires(given_mapping: dict[str, Any], extra: dict[str, Any], surface: Any) -> None:
    """Also where somebody added fields beside the content, or changed what stands there."""
    assume(not is_wire(given_mapping))
    wire = apply_toon_format_to_response(given_mapping, "toon")
    assert expand(wire) == normalize(given_mapping)
    touched = wire | {key: value for key, value in extra.items() if key not in ("format", "toon_content")}
    assert expand(compact(touched, surface=surface)) == expand(touched) == normalize(touched)


@settings(max_examples=200)
@given(given_mapping=mappings, surface=surfaces)
def test_the_reduction_is_idempotent_keeps_order_and_leaves_other_things_alone(
    given_mapping: dict[str, Any], surface: Any
) -> None:
    once = reduce_to_control_surface(given_mapping, surface)
    if not is_wire(given_mapping):
        assert once is given_mapping
        given_mapping = apply_toon_format_to_response(given_mapping, "toon")
        once = reduce_to_control_surface(given_mapping, surface)
    assert list(once) == [key for key in given_mapping if key in once]
    assert reduce_to_control_surface(once, surface) == once


@settings(max_examples=100)
@given(given_mapping=mappings)
def test_rendering_again_changes_nothing(given_mapping: dict[str, Any]) -> None:
    assume(not is_wire(given_mapping))
    for compact_only in (False, True):
        wire = apply_toon_format_to_response(given_mapping, "toon", compact_only=compact_only)
        assert apply_toon_format_to_response(wire, "toon", compact_only=compact_only) == wire
        assert apply_toon_format_to_response(wire, "json") == wire
        assert compact(wire) == reduce_to_control_surface(wire)


def tried(make: Callable[[], Any]) -> Any:
    """What is made, or why it is not."""
    try:
        return make()
    except EnvelopeError as error:
        return error


payload_keys = keys.filter(lambda key: key not in FIELDS)
payloads = st.dictionaries(payload_keys, values, max_size=5)
fields = st.fixed_dictionaries(
    {},
    optional={
        "summary_line": st.just("3 hits"),
        "next_step": st.just("call read(path)"),
        "warnings": st.lists(st.just("stale"), max_size=2),
        "agent_summary": st.sampled_from([{}, {"risk": "low"}, {"summary_line": "3 hits", "verdict": "n/a"}]),
        "hint": st.just("see `toon --help`"),
        "retryable": st.booleans(),
        "deprecation": st.just({"old": "a", "new": "b"}),
    },
)
outcomes = st.sampled_from(
    [{"verdict": "SAFE"}, {"verdict": "NOT_FOUND"}, {"success": False, "verdict": "ERROR", "error": "boom"}]
)


@settings(max_examples=200)
@given(payload=payloads, more=fields, outcome=outcomes)
@example(payload={"total_matches": [None], "": 0.0}, more={}, outcome={"verdict": "SAFE"})
@example(payload={"callers": ["a"], "callers_listed": 2.0}, more={}, outcome={"verdict": "SAFE"})
@example(payload={"callers": [None], "caller_count": 0.0}, more={}, outcome={"verdict": "SAFE"})
@example(payload={"callers": [None], "": 1}, more={}, outcome={"verdict": "SAFE"})
@example(
    payload={"total_matches": None},
    more={"warnings": [], "agent_summary": {"summary_line": "3 hits", "verdict": "n/a"}},
    outcome={"verdict": "SAFE"},
)
@example(payload={"warning_count": 0}, more={"warnings": []}, outcome={"verdict": "SAFE"})
def test_law_5_for_envelopes(payload: dict[str, Any], more: dict[str, Any], outcome: dict[str, Any]) -> None:
    envelope: Any = tried(lambda: Envelope(payload, **outcome, **more))
    if isinstance(envelope, EnvelopeError):
        assert envelope.rule.startswith("truncation-") or envelope.rule in ("reserved-name", "next-step-stale")
        return
    for surface in (TOON_CONTROL_SURFACE, HONEST_SURFACE):
        wire = compact(envelope, surface=surface)
        assert expand(wire) == envelope
        assert Envelope.from_response(expand(wire)) == envelope
    assert [v for v in check(envelope) if not v.path or ("." not in v.path and "[" not in v.path)] == []
    assert expand(with_deprecation(compact(envelope), "old")) == envelope.replace(deprecation="old")


counted = st.dictionaries(
    st.sampled_from(
        [
            *(
                "callers",
                "rows",
                "caller_count",
                "callers_listed",
                "row_count",
                "rows_listed",
                "count",
                "total",
                "limit",
            ),
            *("listed_cap", "total_matches", "total_rows", "matching_row_count", "callers_truncated", "stats"),
            *("", "_listed", "_count", "total_"),
        ]
    ),
    st.one_of(
        st.lists(st.sampled_from(["a", "b"]), max_size=3),
        st.integers(0, 3),
        st.sampled_from([True, None, 1.0, 2.0, 0.5, {"total_rows": 3}, {"callers_listed": 1, "": 2}]),
    ),
)
steps = st.sampled_from(["showing 1 of 2 callers", "showing 2 of 3 rows; pass limit=3", "read `a.py`"])


@settings(max_examples=300)
@given(payload=counted, truncated=st.booleans(), step=steps)
@example(payload={"callers": ["a"], "caller_count": True}, truncated=False, step="read `a.py`")
@example(payload={"_listed": 1, "limit": [], "": ["a"], "total_": []}, truncated=True, step="showing 1 of 2 callers")
def test_what_is_built_is_what_check_accepts_and_so_it_stays(
    payload: dict[str, Any], truncated: bool, step: str
) -> None:
    response = {**payload, "success": True, "verdict": "INFO", "truncated": truncated, "next_step": step}
    response["warnings"] = ["stale"] * len(str(payload.get("warnings", "")))
    about_lists = [found for found in check(response) if found.rule.startswith("truncation-")]
    about_step = [found for found in check(response) if found.rule == "next-step-stale" and truncated]
    problems = [found for found in about_lists + about_step if len(parse_path(found.path)) == 1]
    envelope: Any = tried(lambda: Envelope(**response))
    refused = isinstance(envelope, EnvelopeError)
    assume(not refused or envelope.rule != "field-type")
    assert refused == bool(problems)
    if not refused:
        assert Envelope.from_response(expand(compact(envelope))) == envelope


nouns = st.sampled_from(["callers", "callees", "matches", "dead_functions", "entries", "results", "files", "data"])


@settings(max_examples=100)
@given(items=st.lists(st.integers(), max_size=12), cap=st.integers(0, 13), noun=nouns, more=st.integers(0, 5))
def test_law_6_for_one_list(items: list[int], cap: int, noun: str, more: int) -> None:
    total = len(items) + more
    cut = truncate(items, cap, noun=noun, total=total)
    envelope = Envelope(verdict="INFO", **cut.fields)
    assert envelope[noun] == items[:cap]
    assert cut.truncated == (len(cut.items) < total)
    assert envelope.truncated is cut.truncated
    assert envelope[cut.names.total] == total
    assert envelope[cut.names.listed] == len(envelope[noun])
    assert envelope["listed_cap"] == cap
    if cut.truncated:
        assert f"{len(cut.items)} of {total} " in str(envelope.next_step)
    assert check(envelope) == []
    honest = compact(envelope, surface=HONEST_SURFACE)
    assert all(honest[key] == value for key, value in cut.facts.items())


trees = st.fixed_dictionaries(
    {"callers": st.lists(st.integers(0, 9), max_size=6)},
    optional={
        "meta": st.fixed_dictionaries(
            {"rows": st.lists(st.integers(0, 9), max_size=6), "x y": st.lists(st.none(), max_size=4)}
        ),
        "next_step": st.just("read `a.py`"),
        "caller_count": st.integers(6, 9),
    },
)


@settings(max_examples=150)
@given(tree=trees, caps=st.lists(st.integers(0, 5), min_size=6, max_size=6))
def test_law_6_for_several_lists_cut_again_and_again(tree: dict[str, Any], caps: list[int]) -> None:
    result: dict[str, Any] = {"success": True, "verdict": "INFO", **tree}
    paths = ["callers", *(["meta.rows", 'meta["x y"]'] if "meta" in tree else [])]
    whole = {path: len(_at(result, path)) for path in paths} | {
        "callers": max(len(tree["callers"]), tree.get("caller_count", 0))
    }
    for first, second in ((caps[:3], 0), (caps[3:], 1)):
        before = copy.deepcopy(result)
        after = truncate_lists(result, dict(zip(paths, first, strict=False)))
        assert result == before, second
        result = after
    if all(len(_at(result, path)) == len(_at(before, path)) for path in paths) and "truncated" not in result:
        return
    assert check(result) == []
    assert result["truncated"] is True
    stated = {row["path"]: row for row in result.get("truncated_lists", [])}
    for path in paths:
        shown = len(_at(result, path))
        if shown == whole[path]:
            continue
        if path == "callers":
            assert (result["caller_count"], result.get("callers_listed", shown)) == (whole[path], shown)
        else:
            assert (stated[path]["total"], stated[path]["listed"]) == (whole[path], shown)


def _at(result: Any, path: str) -> Any:
    if path == "callers":
        return result["callers"]
    return result["meta"]["rows" if path == "meta.rows" else "x y"]


@settings(max_examples=60)
@given(
    rows=st.lists(st.fixed_dictionaries({"id": st.integers(0, 999), "text": st.text(max_size=9)}), max_size=30),
    others=st.lists(st.integers(0, 99), max_size=20),
    most=st.integers(60, 700),
    form=st.sampled_from(["json", "toon"]),
)
def test_what_is_fitted_fits_and_one_row_more_would_not(
    rows: list[dict[str, Any]], others: list[int], most: int, form: Any
) -> None:
    envelope = Envelope(verdict="INFO", rows=rows, others=others)

    def size(result: Any) -> int:
        return len(render(result, form).text.encode())

    small = tried(lambda: fit(envelope, most, format=form))
    if isinstance(small, EnvelopeError):
        assert small.rule == "size-limit"
        assert str(most) in small.expected
        assert size(truncate_lists(envelope.to_dict(), {"rows": 0, "others": 0})) > most
        return
    assert size(small) <= most
    assert fit(envelope, most, format=form) == small
    assert (small == envelope) == (size(envelope) <= most)
    kept = {name: len(small[name]) for name in ("rows", "others")}
    assert small["rows"] == rows[: kept["rows"]]
    for name, whole in (("rows", rows), ("others", others)):
        if kept[name] < len(whole):
            assert size(truncate_lists(envelope.to_dict(), {**kept, name: kept[name] + 1})) > most
    assert check(small) == []
