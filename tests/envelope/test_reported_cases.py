"""Cases made after public bug reports about results of tools (``tests/cases/reports.jsonl``)."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from toonwire.envelope import check, fit, measure, normalize, render, truncate_lists

LINES = (Path(__file__).parents[1] / "cases" / "reports.jsonl").read_text(encoding="utf-8").strip("\n").split("\n")
CASES: dict[str, dict[str, Any]] = {case["id"]: case for case in map(json.loads, LINES)}


def test_bc113_rows_that_are_cut_are_counted(codec: ModuleType) -> None:
    case = CASES["BC113"]
    limit, result, wanted = case["input"]["limit_rows"], case["input"]["result"], case["expect_props"]
    text = render(truncate_lists(result, {"rows": limit}), "toon").text
    assert "rows[10]{i}:" in text
    shown = codec.decode(text)
    assert len(shown["rows"]) == wanted["rows shown"]
    assert shown["row_count"] == wanted["total reported"]
    assert shown["truncated"] is wanted["truncated flag"]
    assert [v for v in check(shown) if str(v.rule) not in ("success-bool", "verdict-missing")] == []


def test_bc114_a_budget_cuts_between_rows(codec: ModuleType) -> None:
    case = CASES["BC114"]
    limit, result, wanted = case["input"]["limit_chars"], case["input"]["result"], case["expect_props"]
    text = render(fit(result, limit, counter=len, format="toon"), "toon").text
    assert len(text) <= wanted["len(text)<="]
    shown = codec.decode(text)
    assert shown["row_count"] == wanted["total reported"]
    assert shown["rows"] == result["rows"][: len(shown["rows"])]
    assert shown["next_step"].startswith(f"showing {len(shown['rows'])} of 20 rows; ")
    wider = codec.decode(render(fit(result, 2 * limit, counter=len, format="toon"), "toon").text)
    assert wider["rows"] == result["rows"][: wider["rows_listed"]] != []


def test_bc115_where_toon_saves_nothing_json_is_kept() -> None:
    case = CASES["BC115"]
    result, wanted = case["input"]["result"], case["expect_props"]
    chosen, sizes = render(result, "auto"), measure(result)
    assert chosen.format == wanted["format"]
    assert json.loads(chosen.text) == result
    assert (sizes["toon"].size > sizes["json"].size) is wanted["toon_bytes>json_bytes"]
    assert sizes["toon"].ratio > 1 > sizes["json"].size / sizes["json-pretty"].size


@pytest.mark.parametrize("layout", ["text", "full", "compact"])
def test_bc118_what_is_labelled_toon_is_toon(codec: ModuleType, layout: Any) -> None:
    case = CASES["BC118"]
    result = case["input"]["result"]
    made = render(result, case["input"]["format"], layout=layout)
    assert made.format == "toon"
    text = made.text if layout == "text" else json.loads(made.text)["toon_content"]
    assert codec.decode(text) == result == normalize(result)
