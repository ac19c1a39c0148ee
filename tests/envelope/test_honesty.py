"""What counts as a list and as a number where a result is judged, and that long texts are judged in time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from decimal import Decimal
from time import process_time
from typing import Any

import pytest

from toonwire.envelope import Envelope, EnvelopeError, check, compact, expand, truncate_lists
from toonwire.envelope.memory import Remembered


def rules(result: dict[str, Any]) -> list[str]:
    return [str(found.rule) for found in check({"success": True, "verdict": "INFO", **result})]


@pytest.mark.parametrize("count", [3, 3.0, Decimal("3.0"), Decimal("0.3E1")])
@pytest.mark.parametrize("callers", [["main"], ("main",), {"main"}, deque(["main"]), {"main": 1}.keys()])
def test_a_count_and_a_list_are_what_they_become_on_the_wire(count: Any, callers: Any) -> None:
    assert rules({"callers": callers, "caller_count": count}) == ["truncation-unflagged"]
    with pytest.raises(EnvelopeError, match="1 of 3 "):
        Envelope(verdict="INFO", callers=callers, caller_count=count)
    assert rules({"callers": callers, "caller_count": type(count)(1)}) == []


@pytest.mark.parametrize(
    "count", [True, 3.5, float("inf"), float("nan"), Decimal("NaN"), Decimal("1e999999"), "3", None, [3]]
)
def test_what_is_no_whole_number_counts_nothing(count: Any) -> None:
    assert rules({"callers": ["main"], "caller_count": count}) == []


def test_texts_are_no_lists() -> None:
    assert rules({"callers": "main", "caller_count": 9, "body": b"main", "body_count": 9}) == []


def test_arrays_are_lists() -> None:
    array = pytest.importorskip("numpy").array
    assert rules({"rows": array([1, 2]), "row_count": 3}) == ["truncation-unflagged"]
    assert rules({"rows": array(5), "row_count": 3}) == []


def test_no_name_is_no_name_of_a_count() -> None:
    for name in ("", "a"):
        envelope = Envelope({"callers": ["main"], name: 7}, verdict="INFO")
        assert Envelope.from_response(expand(compact(envelope))) == envelope


def test_a_total_below_what_is_listed_is_found_beside_a_flag() -> None:
    result = {"callers": [1, 2], "caller_count": 1, "callers_listed": 2, "listed_cap": 2, "truncated": True}
    with pytest.raises(EnvelopeError, match="at least 2, the length of callers"):
        Envelope(verdict="INFO", **result, next_step="showing 2 of 1 callers; raise limit")


def test_true_is_no_count() -> None:
    """A flagged result must state the number of each list whose total nobody knows."""
    cut = {"callers": [1], "caller_count": 2, "callers_listed": 1, "listed_cap": 1, "truncated": True}
    with pytest.raises(EnvelopeError, match="callees"):
        Envelope(verdict="INFO", **cut, callees=[7], callee_count=True, next_step="showing 1 of 2 callers; raise limit")


def test_a_list_of_any_type_that_was_cut_before_is_spoken_of_again() -> None:
    before = {"callers": deque([1]), "caller_count": 2, "rows": [1, 2, 3]}
    cut = truncate_lists(before, {"rows": 1})
    assert cut["next_step"] == "showing 1 of 3 rows, 1 of 2 callers; raise limit"
    assert check({"success": True, "verdict": "INFO", **cut}) == []


def test_what_a_nested_row_states_may_be_no_number() -> None:
    before = {"meta": {"rows": [1, 2, 3]}, "truncated_lists": [{"path": "meta.rows", "total": "many", "listed": 3}]}
    cut = truncate_lists(before, {"meta.rows": 1})
    assert cut["truncated_lists"] == [{"path": "meta.rows", "total": 3, "listed": 1, "cap": 1}]


LONG: list[Callable[[int], str]] = [
    lambda size: "a" * size,
    lambda size: "1_" * (size // 2) + "a",
    lambda size: "1," * (size // 2) + "a",
    lambda size: "1" * size,
    lambda size: "a." * (size // 2),
    lambda size: "showing 1 of " * (size // 13),
    lambda size: "showing " + "1," * (size // 2) + " of",
    lambda size: "showing" + " " * size + "a",
]


@pytest.mark.parametrize("make", LONG)
def test_a_long_next_step_is_judged_in_linear_time(make: Callable[[int], str]) -> None:
    started = process_time()
    rules({"next_step": make(100_000), "truncated": True, "callers": [1], "caller_count": 3})
    assert process_time() - started < 2  # a minute and more where it is looked through again from each character


def test_many_names_of_totals_are_looked_through_in_linear_time() -> None:
    started = process_time()
    rules({f"total_{n}": n for n in range(8000)} | {f"k{n}": [] for n in range(8000)})
    assert process_time() - started < 2


def test_only_few_and_short_names_are_remembered() -> None:
    calls = []
    recall = Remembered(lambda keys: len(calls.append(keys) or keys))  # type: ignore[func-returns-value]
    for keys, times in ((("a",), 1), (("a", "b" * 3000), 2), (tuple(map(str, range(65))), 2)):
        calls.clear()
        assert recall(keys) == recall(keys) == len(keys)
        assert len(calls) == times
    recall(("first",))
    for n in range(512):
        recall((str(n),))
    calls.clear()
    recall(("first",))
    assert calls == [("first",)]
