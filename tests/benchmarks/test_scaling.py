"""The runs for growing tables and for strict mode are complete."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import scaling
import strictness


def test_the_time_of_a_row_is_told_for_each_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "new" / "scaling.json"
    assert scaling.main(["--rows", "20", "200", "--rounds", "2", "--json", str(record)]) == 0
    found = json.loads(record.read_text())
    sizes = {(one["rows"], one["direction"], one["label"]) for one in found}
    assert {(rows, direction, "toonwire") for rows in (20, 200) for direction in ("encode", "decode")} <= sizes
    few, many = ([one["seconds"] for one in found if one["rows"] == rows] for rows in (20, 200))
    assert 0 < sum(many) < 3 * sum(few)  # a row of one table costs what a row of the other does
    assert [line.split("|")[1].strip() for line in capsys.readouterr().out.splitlines()[-2:]] == ["20", "200"]


def test_a_line_of_the_plot_is_a_direction_of_a_library() -> None:
    points = [scaling.Point(rows=n, direction="decode", label="orjson", seconds=n * 1e-9) for n in (1, 10)]
    assert scaling.series(points) == {"orjson decode": [(1, 1.0), (10, 10.0)]}


@pytest.mark.parametrize(("cost", "code"), [(0.02, 0), (0.04, 1)])
def test_strict_mode_has_a_bound(
    cost: float, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(strictness, "costs", lambda families, rounds: {"a": -0.01, "b": cost, "c": 0.2})
    assert strictness.main([]) == code
    assert f"+{cost:.1%}" in capsys.readouterr().out


def test_both_modes_are_measured() -> None:
    found = strictness.costs(["envelope", "keyed"], 1, scale=0.01)
    assert list(found) == ["envelope", "keyed"]
    assert all(-1 < cost < 5 for cost in found.values())
