"""The guard sees a slow engine, says which cell, and is not deceived by one slow moment."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import guard
from contenders import BASE, Contender
from families import FAMILIES
from guard import Key, breaches, read_ceilings, write_ceilings
from payloads import Payload, payloads

VALUE = list(range(2_000))
TEXT = json.dumps(VALUE)
ITEM = Payload("numbers", VALUE, TEXT.encode(), TEXT)
CEILINGS = {Key("numbers", direction, "toonwire"): 2.0 for direction in ("encode", "decode")}
ORJSON = Contender(BASE, "json", "1", json.dumps, json.loads)


def _thrice(text: Any) -> Any:
    return [json.loads(text) for _ in range(3)]


def _found(decode: Any, said: list[str]) -> list[guard.Breach]:
    return breaches([ITEM], [ORJSON, Contender("toonwire", "own", "1", json.dumps, decode)], CEILINGS, said.append)


def test_a_planted_slowdown_is_named_and_the_rest_is_not() -> None:
    said: list[str] = []
    (breach,) = _found(_thrice, said)
    assert breach.key == ("numbers", "decode", "toonwire")
    assert 2 < breach.ratio < 4.5
    assert str(breach) == f"toonwire decode numbers: {breach.ratio:.2f} times the time of orjson, ceiling 2.00"
    assert len(said) in (0, guard.RETRIES)


def test_an_engine_that_is_quick_enough_passes() -> None:
    assert _found(json.loads, []) == []


def test_what_was_slow_once_is_measured_again_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[list[str]] = []
    ratios = iter([{"encode": 1.0, "decode": 2.1}, {"decode": 2.2}, {"decode": 1.9}])

    def busy(cells: Any, rounds: int, seed: int) -> dict[Key, float]:
        runs.append(sorted(f"{cell.label} {cell.direction}" for cell in cells))
        return {Key("numbers", direction, "toonwire"): value for direction, value in next(ratios).items()}

    monkeypatch.setattr(guard, "_ratios", busy)
    said: list[str] = []
    assert _found(json.loads, said) == []
    assert said == ["measured again: numbers decode toonwire"] * 2
    assert runs[1:] == [["orjson decode", "toonwire decode"]] * 2


def test_an_engine_that_fails_does_not_pass() -> None:
    with pytest.raises(RuntimeError, match="numbers decode toonwire: KeyError"):
        _found({}.__getitem__, [])


def test_there_is_a_ceiling_for_each_family(tmp_path: Path) -> None:
    ceilings = read_ceilings()
    families = [name for name in FAMILIES if name not in guard.TOO_LONG]
    items = [item for item in payloads(families, 0.001, [ORJSON]) if "reused" not in item.family]
    assert list(guard._mismatches(guard._keys(items), ceilings)) == []
    write_ceilings(ceilings, tmp_path / "ceilings.tsv")
    assert (tmp_path / "ceilings.tsv").read_text() == guard.CEILINGS.read_text()


def test_a_ceiling_too_few_or_too_many_is_told() -> None:
    told = list(guard._mismatches({Key("new", "encode", "toonwire")}, {Key("old", "encode", "toonwire"): 1.0}))
    assert told == [
        "no ceiling for new encode toonwire: python benchmarks/guard.py --record",
        "a ceiling for old encode toonwire, which is not measured: take it out of ceilings.tsv",
    ]


def test_ceilings_are_raised_and_never_lowered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    one, two = CEILINGS
    monkeypatch.setattr(guard, "CEILINGS", tmp_path / "ceilings.tsv")
    monkeypatch.setattr(guard, "measured", lambda items, contenders: ([], {one: 1.0, two: 1.0}))
    monkeypatch.setattr(guard, "read_ceilings", lambda: read_ceilings(tmp_path / "ceilings.tsv"))
    monkeypatch.setattr(guard, "write_ceilings", lambda rows: write_ceilings(rows, tmp_path / "ceilings.tsv"))
    write_ceilings({one: 5.0, two: 1.1}, tmp_path / "ceilings.tsv")
    guard._record([], [])
    assert read_ceilings(tmp_path / "ceilings.tsv") == {one: 5.0, two: pytest.approx(1.3, abs=0.051)}


def test_the_reference_engine_does_not_pass(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(guard, "engine", lambda: "reference")
    assert guard.main([]) == 1
    assert "FAIL: the reference engine serves" in capsys.readouterr().out
