"""How a time is taken: who is called with what, and how often."""

from __future__ import annotations

import json
from typing import Any

import pytest

import timing
from contenders import Contender
from payloads import Payload
from timing import Cell, make_cells, measure, ratio


def _contender(encode: Any, decode: Any) -> Contender:
    return Contender("peer", "peer", "1.0", encode, decode)


def _fail(argument: object) -> Any:
    raise RecursionError("too deep\nsecond line")


ITEM = Payload("small", ["text"], b'["text"]', "[1]: text")


def test_a_library_that_fails_is_named_and_not_measured() -> None:
    cells = make_cells(ITEM, [_contender(_fail, len)])
    measure(cells, 3, 0, lambda number: None)
    assert [(cell.direction, cell.failure, len(cell.samples)) for cell in cells] == [
        ("encode", "RecursionError: too deep", 0),
        ("decode", "", 3),
    ]


def test_where_new_objects_are_asked_for_no_encoder_sees_one_twice() -> None:
    seen: list[Any] = []
    fresh = Payload("small", ["text"], b'["text"]', "[1]: text", fresh=True, directions=("encode",))
    (cell,) = make_cells(fresh, [_contender(seen.append, None)])
    cell.loops = 5
    measure([cell], 2, 0, lambda number: None)
    assert len(seen) >= 10
    assert len({id(value) for value in seen}) == len({id(value[0]) for value in seen}) == len(seen)
    reused = make_cells(ITEM, [_contender(seen.append, None)])[0]
    del seen[:]
    timing.sample(reused)
    assert {id(value) for value in seen} == {id(ITEM.value)}


def test_copies_for_one_sample_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "POOL", 3 * len(ITEM.json))
    fresh = Payload("small", ITEM.value, ITEM.json, ITEM.toon, fresh=True, directions=("encode",))
    assert make_cells(fresh, [_contender(json.dumps, None)])[0].loops == 3
    assert make_cells(ITEM, [_contender(json.dumps, None)])[0].loops > 100


def test_a_slow_cell_takes_part_in_few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "BUDGET", 0.1)
    slow, quick = make_cells(ITEM, [_contender(lambda _: sum(range(3_000_000)), len)])
    measure([slow, quick], 6, 0, lambda number: None)
    assert len(slow.samples) == slow.rounds == timing.FEWEST
    assert len(quick.samples) == 6


def test_a_ratio_is_taken_round_by_round() -> None:
    assert ratio([2.0, 40.0, 9.0], [1.0, 10.0, 3.0, 0.1]) == 3.0
    cell = Cell("f", "encode", "slow", len, "", samples=[2.0, 40.0, 9.0])
    assert cell.median == 9.0
