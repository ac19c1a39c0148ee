"""The contract of agent envelopes, row by row.

Two rows are changed on purpose (``docs/reference/envelope.md`` gives the reasons): an unknown verdict is refused
instead of becoming INFO, and the recommended surface keeps what says that a list was cut.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from toonwire.envelope import (
    CANONICAL_VERDICTS,
    HONEST_SURFACE,
    TOON_CONTROL_SURFACE,
    Envelope,
    EnvelopeError,
    Verdict,
    apply_toon_format_to_response,
    build_error,
    build_response,
    canonicalize_verdict,
    check,
    compact,
    expand,
    normalize,
    reduce_to_control_surface,
    truncate,
    verdict_for_impact,
)

VERDICTS = ("SAFE", "CAUTION", "REVIEW", "UNSAFE", "INFO", "WARN", "ERROR", "NOT_FOUND")
SURFACE = (
    *("success", "format", "toon_content", "verdict", "error", "error_type", "output_format", "summary_line", "hint"),
    *("file_path", "pr_url", "pr_number", "deprecation"),
)


def rules(response: Any) -> list[str]:
    return [str(found.rule) for found in check(response)]


# ---- the minimum envelope


def test_envelope_success_is_a_bool_and_always_there() -> None:
    assert build_response(verdict="INFO")["success"] is True
    assert build_error("boom")["success"] is False
    for wrong in (1, "true", None):
        with pytest.raises(EnvelopeError, match="field success"):
            build_response(success=wrong, verdict="INFO")  # type: ignore[arg-type]
    assert rules({"verdict": "INFO"}) == ["success-bool"]


def test_envelope_error_is_there_if_and_only_if_the_call_failed() -> None:
    assert build_error("boom")["error"] == "boom"
    assert "error" not in build_response(verdict="INFO")
    assert rules({"success": False, "verdict": "ERROR"}) == ["error-missing"]
    assert rules({"success": True, "verdict": "INFO", "error": "boom"}) == ["error-on-success"]
    with pytest.raises(EnvelopeError):
        build_response(verdict="INFO", error="boom")
    with pytest.raises(EnvelopeError):
        build_response(success=False, verdict="ERROR")
    with_help = build_error("boom", error_type="timeout", hint="retry with timeout=60")
    assert (with_help["error_type"], with_help["hint"]) == ("timeout", "retry with timeout=60")


@pytest.mark.parametrize("output_format", ["json", "toon"])
def test_envelope_verdict_is_canonical_and_filled_in_where_it_is_missing(output_format: str) -> None:
    for missing in ({}, {"verdict": None}, {"verdict": ""}, {"verdict": "n/a"}):
        assert apply_toon_format_to_response({"success": True} | missing, output_format)["verdict"] == "INFO"
        failed = {"success": False, "error": "boom"} | missing
        assert apply_toon_format_to_response(failed, output_format)["verdict"] == "ERROR"
    given = {"success": True, "verdict": "UNSAFE"}
    assert apply_toon_format_to_response(given, output_format)["verdict"] == "UNSAFE"


def test_envelope_agent_summary_mirrors_line_verdict_and_next_step() -> None:
    made = build_response(
        verdict="SAFE", agent_summary={"summary_line": "a.py is fine", "next_step": "run pytest -q", "risk": "low"}
    )
    assert made["summary_line"] == "a.py is fine"
    assert made["next_step"] == "run pytest -q"
    assert made["agent_summary"] == {
        "summary_line": "a.py is fine",
        "next_step": "run pytest -q",
        "risk": "low",
        "verdict": "SAFE",
    }
    carried = {"success": True, "agent_summary": {"summary_line": "2 hits"}}
    assert normalize(carried)["summary_line"] == "2 hits"


def test_envelope_next_step_is_one_action() -> None:
    assert rules({"success": True, "verdict": "INFO", "next_step": "run pytest -q"}) == []
    assert rules({"success": True, "verdict": "INFO", "next_step": " "}) == ["next-step-empty"]
    assert rules({"success": True, "verdict": "INFO", "next_step": "think about it"}) == ["next-step-vague"]


# ---- the verdicts


def test_the_alphabet_has_eight_verdicts() -> None:
    assert set(VERDICTS) == CANONICAL_VERDICTS
    assert {str(verdict) for verdict in Verdict} == CANONICAL_VERDICTS


def test_every_verdict_has_a_meaning_an_obligation_and_its_rank() -> None:
    assert all(verdict.meaning and verdict.obligation for verdict in Verdict)
    assert [verdict.severity for verdict in Verdict] == list(range(8))


def test_verdict_safe_is_impact_none() -> None:
    assert verdict_for_impact("none") is Verdict.SAFE
    assert f"{Verdict.SAFE}" == "SAFE"


def test_verdict_caution_is_impact_low() -> None:
    assert verdict_for_impact("low") is Verdict.CAUTION


def test_verdict_review_is_impact_medium() -> None:
    assert verdict_for_impact("medium") is Verdict.REVIEW


def test_verdict_unsafe_is_impact_high_and_the_gravest_of_the_four() -> None:
    assert verdict_for_impact("high") is Verdict.UNSAFE
    four = [verdict_for_impact(impact).severity for impact in ("none", "low", "medium", "high")]
    assert four == sorted(four)


def test_verdict_info_is_the_default_without_an_opinion() -> None:
    assert normalize({"success": True})["verdict"] == "INFO"
    assert min(Verdict, key=lambda verdict: verdict.severity) is Verdict.INFO


def test_verdict_warn_travels_with_its_warnings() -> None:
    assert build_response(verdict="WARN", warnings=["stale cache"])["warnings"] == ["stale cache"]


def test_verdict_error_means_failure() -> None:
    assert build_error("boom")["verdict"] == "ERROR"
    assert rules({"success": True, "verdict": "ERROR"}) == ["verdict-mismatch"]
    assert rules({"success": False, "verdict": "SAFE", "error": "boom"}) == ["verdict-mismatch"]


def test_verdict_not_found_is_an_empty_result_or_a_failed_lookup() -> None:
    assert build_response(verdict="NOT_FOUND", hits=[])["success"] is True
    assert build_error("no such symbol", verdict="NOT_FOUND")["success"] is False


@pytest.mark.parametrize(("old", "new"), [("OK", "SAFE"), ("CLEAN", "SAFE"), ("warning", "WARN"), ("success", "INFO")])
def test_verdict_drift_of_older_tools_is_normalized(old: str, new: str) -> None:
    assert canonicalize_verdict(old) == new
    assert rules({"success": True, "verdict": old}) == ["verdict-unknown"]


@pytest.mark.parametrize("unknown", ["FAIL", "BLOCK", "unsafe!", "SAFEST", 5, True, ["SAFE"]])
def test_verdict_unknown_is_refused_and_not_info(unknown: Any) -> None:
    """Changed on purpose: a mistyped UNSAFE must not become a licence."""
    with pytest.raises(EnvelopeError) as caught:
        canonicalize_verdict(unknown)
    assert caught.value.rule == "verdict-unknown"
    kept: list[str] = []
    assert canonicalize_verdict(unknown, unknown="REVIEW", warnings=kept) is Verdict.REVIEW
    assert len(kept) == 1
    assert canonicalize_verdict("unsafe") is Verdict.UNSAFE


# ---- honest truncation


CUT = truncate(range(39), 3, noun="callers", rest="raise limit")


def test_truncation_flag_is_true_if_and_only_if_something_is_left_out() -> None:
    assert CUT.facts["truncated"] is True
    assert truncate(range(3), 3, noun="callers").facts["truncated"] is False
    assert rules({"success": True, "verdict": "INFO", "callers": [1], "caller_count": 2}) == ["truncation-unflagged"]


def test_truncation_total_is_exact_and_taken_before_the_cut() -> None:
    assert CUT.facts["caller_count"] == 39
    assert truncate([1], 1, noun="callees", total=12).facts["callee_count"] == 12
    assert truncate([1], 1, noun="matches", total=12).facts["total_matches"] == 12
    dead = truncate([1], 1, noun="dead_functions", total=12).facts
    assert dead["total_dead_functions_transitive"] == 12


def test_truncation_listed_count_and_cap() -> None:
    assert (CUT.facts["callers_listed"], CUT.facts["listed_cap"]) == (3, 3)
    assert "callees_listed" in truncate([], 1, noun="callees").facts
    assert "dead_functions_listed" in truncate([], 1, noun="dead_functions").facts
    assert len(CUT.items) == 3


def test_truncation_next_step_has_the_real_numbers_and_the_way_to_the_rest() -> None:
    assert CUT.facts["next_step"] == "showing 3 of 39 callers; raise limit"
    stale = {"success": True, "verdict": "INFO", **CUT.fields, "next_step": "showing 3 of 40 callers; raise limit"}
    assert rules(stale) == ["next-step-stale"]
    assert rules({"success": True, "verdict": "INFO", **CUT.fields}) == []


# ---- next steps


@pytest.mark.parametrize(
    "step", ["raise limit", "run `uv run pytest -q`", "narrow with :in(path)", "call get_doc(path)"]
)
def test_next_step_is_a_command_or_a_call(step: str) -> None:
    assert rules({"success": True, "verdict": "INFO", "next_step": step}) == []


def test_next_step_on_truncation_states_both_numbers() -> None:
    fields = {"callers": [1, 2], "caller_count": 9, "callers_listed": 2, "listed_cap": 2, "truncated": True}
    assert rules({"success": True, "verdict": "INFO", **fields, "next_step": "raise limit"}) == ["next-step-stale"]
    assert rules({"success": True, "verdict": "INFO", **fields}) == ["truncation-incomplete"]


def test_next_step_in_agent_summary_is_the_same_step() -> None:
    both = {"next_step": "run pytest", "agent_summary": {"next_step": "run ruff"}}
    assert rules({"success": True, "verdict": "SAFE", **both}) == ["mirror-differs"]


def test_next_step_is_advice_and_may_be_missing() -> None:
    assert rules({"success": True, "verdict": "REVIEW"}) == []


# ---- the control surface

WHOLE: dict[str, Any] = {
    "success": False,
    "verdict": "ERROR",
    "error": "boom " * 60,
    "error_type": "timeout",
    "hint": "retry with timeout=60 " * 20,
    "output_format": "toon",
    "summary_line": "search: timeout " * 20,
    "file_path": "src/a.py",
    "pr_url": "https://example.org/pr/7",
    "pr_number": 7,
    "deprecation": {"old": "find", "new": "search"},
    "truncated": True,
    "rows": [1, 2],
    "note": "short",
    "format": "csv",
}


def test_surface_has_thirteen_fields_in_order_each_with_a_reason() -> None:
    assert tuple(TOON_CONTROL_SURFACE) == SURFACE
    assert all(reason.endswith(".") for reason in TOON_CONTROL_SURFACE.values())


@pytest.mark.parametrize("field", [name for name in SURFACE if name not in ("format", "toon_content")])
@pytest.mark.parametrize("compact_only", [True, False])
def test_surface_field_survives_compaction_whatever_its_length(field: str, compact_only: bool) -> None:
    wire = apply_toon_format_to_response(WHOLE, "toon", compact_only=compact_only)
    assert wire[field] == WHOLE[field]


def test_surface_format_says_toon_and_the_payloads_own_format_is_in_the_content() -> None:
    wire = apply_toon_format_to_response(WHOLE, "toon", compact_only=True)
    assert wire["format"] == "toon"
    assert expand(wire)["format"] == "csv"


def test_surface_toon_content_has_everything(codec: ModuleType) -> None:
    wire = apply_toon_format_to_response(WHOLE, "toon", compact_only=True)
    assert codec.decode(wire["toon_content"]) == WHOLE
    assert expand(wire) == WHOLE


def test_surface_drops_all_else() -> None:
    wire = apply_toon_format_to_response(WHOLE, "toon", compact_only=True)
    assert set(wire) == set(SURFACE)
    full = apply_toon_format_to_response(WHOLE, "toon")
    assert set(full) == set(SURFACE) | {"truncated", "note"}


def test_surface_reduction_is_idempotent_and_reapplied_after_a_shim() -> None:
    wire = apply_toon_format_to_response(WHOLE, "toon") | {"summary_line": "added", "stray": 1}
    once = reduce_to_control_surface(wire)
    assert "stray" not in once
    assert once["summary_line"] == "added"
    assert reduce_to_control_surface(once) == once
    assert reduce_to_control_surface(WHOLE) is WHOLE


def test_surface_that_we_recommend_keeps_the_facts_about_truncation() -> None:
    """Changed on purpose: a reader of the surface must not take a part for the whole."""
    response = build_response(verdict="INFO", **CUT.fields)
    bare, honest = compact(response), compact(response, surface=HONEST_SURFACE)
    assert "truncated" not in bare
    kept = {"truncated", "caller_count", "callers_listed", "listed_cap", "next_step"}
    assert set(honest) - set(bare) == kept
    assert {key: honest[key] for key in kept} == {key: CUT.facts[key] for key in kept}


# ---- the worked examples


def test_example_one_truncated_callers() -> None:
    cut = truncate(
        [{"name": f"f{n}", "file": "a.py", "line": n} for n in range(39)],
        3,
        noun="callers",
        rest="pass limit=39, or name the class too",
    )
    warning = "stale_cache: most edges are unresolved; run `index rebuild`"
    made = build_response(
        verdict="INFO", data_source="parse", function="build_response", **cut.fields, warnings=[warning]
    )
    del made["callers"]
    assert made == {
        "success": True,
        "verdict": "INFO",
        "data_source": "parse",
        "function": "build_response",
        "caller_count": 39,
        "callers_listed": 3,
        "listed_cap": 3,
        "truncated": True,
        "next_step": "showing 3 of 39 callers; pass limit=39, or name the class too",
        "warnings": [warning],
    }
    assert check(made) == []


def test_example_two_branching_on_a_verdict() -> None:
    step = "Run first: uv run pytest tests/test_helper.py -q"
    made = build_response(
        verdict="SAFE",
        file_path="pkg/helper.py",
        risk_level="safe",
        recommendation="Nothing depends on it.",
        agent_summary={
            "summary_line": "pkg/helper.py: no risk, healthy, tested",
            "verdict": "SAFE",
            "risk": "safe",
            "next_step": step,
            "verification_command": "uv run pytest tests/test_helper.py -q",
            "guardrails": ["keep the signatures"],
        },
        health_grade="A",
        downstream_count=0,
    )
    assert (made["success"], made["verdict"], made["next_step"]) == (True, "SAFE", step)
    assert made["agent_summary"]["next_step"] == step
    assert check(made) == []


def test_example_three_compact_toon_has_exactly_six_keys() -> None:
    result = {
        "success": True,
        "file_path": "pkg/helper.py",
        "grade": "B",
        "verdict": "SAFE",
        "total_score": 89.5,
        "dimensions": {"size": 80.1, "dependencies": 60.0},
        "smells": [{"kind": "long_method", "line": 3}],
        "agent_summary": {"summary_line": "pkg/helper.py: B, 89.5 points, 1 smell", "verdict": "SAFE"},
    }
    wire = apply_toon_format_to_response(result, "toon", compact_only=True)
    assert sorted(wire) == ["file_path", "format", "success", "summary_line", "toon_content", "verdict"]
    lines = wire["toon_content"].split("\n")
    assert lines[:4] == ["success: true", "file_path: pkg/helper.py", "grade: B", "verdict: SAFE"]
    assert expand(wire) == result | {"summary_line": "pkg/helper.py: B, 89.5 points, 1 smell"}
    envelope = Envelope.from_response(normalize(result))
    assert sorted(compact(envelope)) == sorted(wire)
