"""Every rule has a wrong construction; the error names the field, the rule and what to do."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import toonwire
from toonwire.envelope import (
    Alphabet,
    Envelope,
    EnvelopeError,
    Word,
    apply_toon_format_to_response,
    build_error,
    build_response,
    canonicalize_verdict,
    compact,
    expand,
    fit,
    truncate_lists,
    validate_tool_response,
    verdict_for_impact,
)
from toonwire.errors import ErrorCode, OptionError, ToonError

CUT: dict[str, Any] = {"callers": [1], "caller_count": 2, "callers_listed": 1, "listed_cap": 1, "truncated": True}
STEP = {"next_step": "showing 1 of 2 callers; raise limit"}

WRONG: list[tuple[str, str, Callable[[], Any]]] = [
    ("success-bool", "success", lambda: Envelope(success=1, verdict="INFO")),  # type: ignore[arg-type]
    ("success-bool", "success", lambda: Envelope.from_response({"verdict": "INFO"})),
    ("error-missing", "error", lambda: Envelope(success=False, verdict="ERROR")),
    ("error-missing", "error", lambda: build_error("")),
    ("error-missing", "error", lambda: build_error(5)),  # type: ignore[arg-type]
    ("error-on-success", "error", lambda: build_response(verdict="INFO", error="boom")),
    ("error-on-success", "error", lambda: build_response(verdict="INFO", error="")),
    ("verdict-missing", "verdict", lambda: Envelope.from_response({"success": True})),
    ("verdict-missing", "verdict", lambda: build_response(verdict="n/a")),
    ("verdict-missing", "verdict", lambda: build_response(verdict=None)),  # type: ignore[arg-type]
    ("verdict-unknown", "verdict", lambda: build_response(verdict="OK")),
    ("verdict-unknown", "verdict", lambda: build_response(verdict="safe")),
    ("verdict-unknown", "verdict", lambda: build_response(verdict=["SAFE"])),  # type: ignore[arg-type]
    ("verdict-unknown", "verdict", lambda: canonicalize_verdict("BLOCK")),
    ("verdict-unknown", "unknown", lambda: canonicalize_verdict("BLOCK", unknown="REVIEW")),
    ("verdict-unknown", "unknown", lambda: canonicalize_verdict("BLOCK", unknown="MILD", warnings=[])),
    ("verdict-unknown", "impact", lambda: verdict_for_impact("huge")),
    ("verdict-unknown", "impact", lambda: verdict_for_impact(["none"])),  # type: ignore[arg-type]
    ("verdict-unknown", "alphabet", lambda: Alphabet({"GO": Word("", "", 0)})),
    ("verdict-mismatch", "verdict", lambda: build_response(verdict="ERROR")),
    ("verdict-mismatch", "verdict", lambda: build_error("boom", verdict="SAFE")),
    (
        "mirror-differs",
        "agent_summary.verdict",
        lambda: build_response(verdict="SAFE", agent_summary={"verdict": "INFO"}),
    ),
    (
        "mirror-differs",
        "agent_summary.summary_line",
        lambda: build_response(verdict="SAFE", summary_line="a", agent_summary={"summary_line": "b"}),
    ),
    ("field-type", "agent_summary", lambda: build_response(verdict="INFO", agent_summary="3 hits")),
    ("field-type", "summary_line", lambda: build_response(verdict="INFO", agent_summary={"summary_line": 5})),
    ("field-type", "error_type", lambda: build_error("boom", error_type=5)),
    ("field-type", "hint", lambda: build_error("boom", hint=" ")),
    ("field-type", "retryable", lambda: build_error("boom", retryable="yes")),
    ("field-type", "retry_after_ms", lambda: build_error("boom", retry_after_ms=-1)),
    ("field-type", "warnings", lambda: build_response(verdict="WARN", warnings="stale")),
    ("field-type", "truncated", lambda: build_response(verdict="INFO", truncated=1)),
    ("field-type", "completeness", lambda: build_response(verdict="INFO", completeness="mostly")),
    ("field-type", "deprecation", lambda: build_response(verdict="INFO", deprecation=True)),
    ("field-type", "file_path", lambda: build_response(verdict="INFO", file_path=["a.py"])),
    ("field-type", "pr_number", lambda: build_response(verdict="INFO", pr_number="7")),
    ("field-type", "", lambda: Envelope({5: "x"}, verdict="INFO")),  # type: ignore[dict-item]
    ("field-type", "", lambda: compact([1, 2])),  # type: ignore[arg-type]
    ("field-type", "", lambda: apply_toon_format_to_response("text")),  # type: ignore[arg-type]
    ("field-type", "rows", lambda: truncate_lists({"rows": "abc"}, {"rows": 1})),
    ("reserved-name", "hint", lambda: Envelope({"hint": "x"}, verdict="INFO")),
    ("reserved-name", "rows", lambda: Envelope({"rows": []}, verdict="INFO", rows=[])),
    ("reserved-name", "toon_content", lambda: Envelope({"format": "toon", "toon_content": ""}, verdict="INFO")),
    ("reserved-name", "steps_taken", lambda: compact({"steps_taken": 1}, steps=["drop_empty"])),
    ("next-step-empty", "next_step", lambda: build_response(verdict="INFO", next_step=" ")),
    (
        "next-step-stale",
        "next_step",
        lambda: build_response(verdict="INFO", **CUT, next_step="showing 1 of 3; raise limit"),
    ),
    ("truncation-unflagged", "callers", lambda: build_response(verdict="INFO", **CUT | {"truncated": False}, **STEP)),
    ("truncation-unflagged", "results", lambda: build_response(verdict="INFO", results=[1], total_count=5)),
    ("truncation-incomplete", "next_step", lambda: build_response(verdict="INFO", **CUT)),
    ("truncation-incomplete", "truncated", lambda: build_response(verdict="INFO", rows=[1], truncated=True)),
    (
        "truncation-miscount",
        "callers_listed",
        lambda: build_response(verdict="INFO", **CUT | {"callers_listed": 2}, **STEP),
    ),
    ("truncation-miscount", "caller_count", lambda: build_response(verdict="INFO", callers=[1, 2], caller_count=1)),
    ("wire-content", "toon_content", lambda: expand({"format": "toon", "toon_content": "a: 1\nb"})),
    ("wire-content", "toon_content", lambda: expand({"format": "toon", "toon_content": "[1]: 5"})),
    ("size-limit", "rows", lambda: fit({"rows": [1, 2, 3]}, 5)),
]


@pytest.mark.parametrize(("rule", "field", "wrong"), WRONG, ids=lambda value: value if isinstance(value, str) else "")
def test_misuse(rule: str, field: str, wrong: Callable[[], Any]) -> None:
    with pytest.raises(EnvelopeError) as caught:
        wrong()
    error = caught.value
    assert isinstance(error, ValueError)
    assert isinstance(error, ToonError)
    assert (error.rule, error.field) == (rule, field)
    assert error.rule == error.code.value
    assert error.found
    assert error.expected
    if field:
        assert str(error).startswith(f"field {field}: expected ")


def test_every_rule_of_a_construction_is_broken_above() -> None:
    codes = list(ErrorCode)
    ours = codes[codes.index(ErrorCode.SUCCESS_BOOL) : codes.index(ErrorCode.SIZE_LIMIT) + 1]
    only_found_by_check = {"next-step-vague", "wire-differs"}
    assert {rule for rule, _, _ in WRONG} == {code.value for code in ours} - only_found_by_check


def test_an_error_says_what_to_do() -> None:
    with pytest.raises(EnvelopeError) as caught:
        build_response(verdict="Not found")
    assert caught.value.hint == 'write "NOT_FOUND"'
    assert caught.value.to_dict()["field"] == "verdict"


def test_all_violations_at_once_and_under_optimization() -> None:
    wrong = {"success": True, "verdict": "OK", "error": "boom", "hint": 5}
    with pytest.raises(EnvelopeError) as caught:
        validate_tool_response(wrong)
    error = caught.value
    assert [line.split(" ")[0] for line in error.violations] == ["error-on-success", "verdict-unknown", "field-type"]
    assert str(error).splitlines()[0] == "3 rules are broken:"
    assert error.to_dict()["violations"] == list(error.violations)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.violations) == (str(error), error.violations)
    source = str(Path(toonwire.__file__).parents[1])
    script = (
        f"import sys; sys.path.insert(0, {source!r}); from toonwire.envelope import *; validate_tool_response({wrong})"
    )
    done = subprocess.run([sys.executable, "-O", "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "3 rules are broken" in done.stderr
    validate_tool_response({"success": True, "verdict": "SAFE"})
    with pytest.raises(EnvelopeError):
        validate_tool_response([])  # type: ignore[arg-type]


@pytest.mark.parametrize("max_size", [-1, True, 1.5])
def test_an_option_is_no_rule(max_size: Any) -> None:
    with pytest.raises(OptionError):
        fit({}, max_size)
    with pytest.raises(OptionError, match="steps"):
        compact({}, steps=["shrink"])


def test_an_envelope_is_finished() -> None:
    rows = {"rows": [1]}
    envelope = Envelope(rows, verdict="INFO", warnings=["stale"], agent_summary={"risk": "low"})
    with pytest.raises(AttributeError, match="replace"):
        envelope.verdict = "SAFE"  # type: ignore[assignment]
    with pytest.raises(AttributeError, match="replace"):
        del envelope.verdict
    with pytest.raises(AttributeError):
        envelope.new = 1  # type: ignore[attr-defined]
    rows["more"] = []
    envelope.to_dict()["verdict"] = "UNSAFE"
    assert envelope.to_dict() == {
        "success": True,
        "verdict": "INFO",
        "agent_summary": {"risk": "low", "verdict": "INFO"},
        "rows": [1],
        "warnings": ["stale"],
    }
    assert copy.deepcopy(envelope) == envelope == pickle.loads(pickle.dumps(envelope))
    with pytest.raises(TypeError):
        hash(envelope)
    assert envelope != 5
    assert envelope.replace(verdict="WARN").agent_summary == {"risk": "low", "verdict": "WARN"}
    assert envelope.replace(warnings=None).warnings == ()
    assert (envelope.success, envelope.verdict, envelope.payload) == (True, "INFO", {"rows": [1]})
    assert list(envelope) == list(envelope.to_dict())
    assert "rows" in envelope
    assert dict(envelope) == {**envelope} == expand(envelope) == envelope.to_dict()
    assert (len(envelope), envelope.get("none")) == (5, None)
    assert toonwire.decode(toonwire.encode(envelope)) == envelope
    assert "Envelope(success=True" in repr(envelope)


def test_a_project_brings_its_own_alphabet() -> None:
    words = {"GREEN": Word("fine", "go", 0), "AMBER": Word("doubtful", "look", 1), "RED": Word("broken", "stop", 2)}
    alphabet = Alphabet(
        words, {"go": "GREEN"}, failures=frozenset({"RED"}), error="RED", on_success="GREEN", on_failure="RED"
    )

    class Light(Envelope, alphabet=alphabet):
        """Traffic lights."""

    assert Light(verdict="AMBER").to_dict() == {"success": True, "verdict": "AMBER"}
    assert Light(success=False, verdict="RED", error="boom").verdict == "RED"
    assert Light(verdict="AMBER").replace(verdict="GREEN") == {"success": True, "verdict": "GREEN"}
    for wrong in ({"verdict": "SAFE"}, {"verdict": "RED"}, {"success": False, "verdict": "GREEN", "error": "x"}):
        with pytest.raises(EnvelopeError):
            Light(**wrong)  # type: ignore[arg-type]
    assert (alphabet.canonicalize("Go"), alphabet.gravest("GREEN", "AMBER")) == ("GREEN", "AMBER")
    assert expand(compact({"success": False}, alphabet=alphabet))["verdict"] == "RED"
