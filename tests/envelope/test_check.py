"""What is found in results that somebody else made, and what is not held against them."""

from __future__ import annotations

from typing import Any

import pytest

from toonwire.envelope import check

GOOD: dict[str, Any] = {"success": True, "verdict": "INFO"}
CUT: dict[str, Any] = {
    "callers": [1],
    "caller_count": 3,
    "callers_listed": 1,
    "listed_cap": 1,
    "truncated": True,
    "next_step": "showing 1 of 3 callers; raise limit",
}


def found(response: dict[str, Any]) -> list[str]:
    return [f"{one.rule} at {one.path}" for one in check(GOOD | response)]


@pytest.mark.parametrize(
    "fine",
    [
        {"callers": [1, 2], "caller_count": 2},
        {"results": [1, 2], "count": 2, "total_count": 2},
        {"required_actions": ["a", "b", "c"], "count": 2},  # a count of something else
        {"files": [1], "total_files": 36, "matching_file_count": 1},  # a filter, not a cap
        {"changed_symbols": [{"file": "a", "symbol_count": 18}], "changed_symbol_count": 18},  # groups
        {"rows": [{"text": "x…", "truncated": True}]},  # a text that was cut
        {"error": None, "hint": None},
        {"agent_summary": {"truncated": True, "tests": ["a"]}},  # it only repeats what the result says
        {"entries": {"a": 1}, "entry_count": 5},  # no list
        {"caller_count": True, "callers": [1, 2]},
        CUT,
        CUT | {"meta": {"rows": [1], "row_count": 5}},  # flagged above
        {key: value for key, value in CUT.items() if key != "callers"},  # the list was taken out
        CUT | {"caller_count": None, "next_step": "showing the first 1, there are more; raise limit"},
        CUT | {"callers_truncated": True},
        {"next_step": "showing 3 of 3 hits; read `a.py`"},
    ],
)
def test_what_is_fine(fine: dict[str, Any]) -> None:
    assert found(fine) == []


@pytest.mark.parametrize(
    ("wrong", "rules"),
    [
        ({"callers": [1], "callers_total": 2}, ["truncation-unflagged at callers"]),
        ({"callers": [1], "total_callers": 2, "truncated": False}, ["truncation-unflagged at callers"]),
        ({"hits": [1], "total_matches": 2}, ["truncation-unflagged at hits"]),
        ({"hits": [1], "count": 2}, ["truncation-unflagged at hits"]),
        ({"things": [1], "total": 2}, ["truncation-unflagged at things"]),
        ({"groups": [1], "stats": {"total_groups": 2}}, ["truncation-unflagged at groups"]),
        ({"meta": {"rows": [1], "row_count": 5}}, ["truncation-unflagged at meta.rows"]),
        ({"files": [{"rows": [1], "row_count": 5}]}, ["truncation-unflagged at files[0].rows"]),
        ({"callers": [1, 2], "caller_count": 1}, ["truncation-miscount at caller_count"]),
        ({"callers": [1], "callers_listed": 2}, ["truncation-miscount at callers_listed"]),
        (CUT | {"next_step": "showing 1 of 30 callers; raise limit"}, ["next-step-stale at next_step"]),
        (CUT | {"next_step": "raise limit"}, ["next-step-stale at next_step"]),
        ({k: v for k, v in CUT.items() if k != "next_step"}, ["truncation-incomplete at next_step"]),
        ({k: v for k, v in CUT.items() if k != "listed_cap"}, ["truncation-incomplete at callers"]),
        ({k: v for k, v in CUT.items() if k != "callers_listed"}, ["truncation-incomplete at callers"]),
        (
            {"truncated": True},
            [f"truncation-incomplete at {path}" for path in ("truncated", "truncated", "next_step")],
        ),
        (
            CUT
            | {"truncated_lists": [{"path": "meta.rows", "total": 5, "listed": 2, "cap": 2}], "meta": {"rows": [1]}},
            ["truncation-miscount at truncated_lists[0]"],
        ),
        ({"next_step": "showing 1 of 3 hits; raise limit"}, ["next-step-stale at next_step"]),
        ({"next_step": 5}, ["field-type at next_step"]),
        ({"agent_summary": {"next_step": ""}}, ["next-step-empty at agent_summary.next_step"]),
        ({"agent_summary": {"next_step": "be careful"}}, ["next-step-vague at agent_summary.next_step"]),
        ({"agent_summary": {"verdict": "n/a"}}, ["verdict-unknown at agent_summary.verdict"]),
        ({"agent_summary": {"verdict": "SAFE"}}, ["mirror-differs at agent_summary.verdict"]),
        ({"agent_summary": 5, "hint": " "}, ["field-type at hint", "field-type at agent_summary"]),
        ({"success": 1, "verdict": None}, ["success-bool at success", "verdict-missing at verdict"]),
        (
            {"success": False, "verdict": "SAFE", "error": " "},
            ["error-missing at error", "verdict-mismatch at verdict"],
        ),
    ],
)
def test_what_is_wrong(wrong: dict[str, Any], rules: list[str]) -> None:
    assert found(wrong) == rules


def test_a_cycle_ends() -> None:
    cycle: dict[str, Any] = {**GOOD, "rows": [1], "row_count": 2}
    cycle["self"] = cycle
    assert [str(one.rule) for one in check(cycle)] == ["truncation-unflagged"]
