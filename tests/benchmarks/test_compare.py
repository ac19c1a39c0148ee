"""The comparison runs, says what it found, and survives libraries that are wrong or broken."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from contenders import Contender
from timing import Cell, check, make_cells, measure, payload, ratio

COMPARE = Path(__file__).resolve().parents[2] / "benchmarks" / "compare.py"


def _contender(encode: Any, decode: Any) -> Contender:
    return Contender("peer", "toon", "1.0", encode, decode)


def _fail(argument: object) -> Any:
    raise RecursionError("too deep\nsecond line")


RIGHT = _contender(json.dumps, json.loads)
VALUE = {"a": [1, 2]}


def test_a_small_run_is_complete(tmp_path: Path) -> None:
    record = tmp_path / "new" / "samples.json"
    options = ["--scale", "small", "--rounds", "2", "--families", "envelope", "keyed", "--check", "--json", str(record)]
    done = subprocess.run([sys.executable, str(COMPARE), *options], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    for direction in ("encode", "decode"):
        titles = [line for line in lines if line.startswith(f"## {direction}: ")]
        assert len(titles) == 3
        for title in titles:
            header = lines[lines.index(title) + 2]
            assert "orjson" in header
            assert "toonwire" in header
    cells = json.loads(record.read_text())["cells"]
    mine = [cell for cell in cells if cell["label"] == "toonwire"]
    assert [(cell["family"], cell["direction"]) for cell in mine] == [
        (family, direction) for family in ("envelope", "keyed") for direction in ("encode", "decode")
    ]
    assert all(len(cell["seconds"]) == 2 and min(cell["seconds"]) > 0 for cell in mine)


@pytest.mark.parametrize(
    ("contender", "why"),
    [
        (RIGHT, ""),
        (_contender(json.dumps, None), ""),
        (_contender(lambda value: "other", None), "text differs, and no decoder"),
        (_contender(json.dumps, lambda text: [text]), "decode(encode(x)) differs from x"),
        (_contender(lambda value: "own", {"own": VALUE}.get), "reads another value from the common text"),
        (_contender(_fail, json.loads), "RecursionError: too deep"),
        (_contender(json.dumps, _fail), "RecursionError: too deep"),
    ],
)  # fmt: skip
def test_check_says_what_is_wrong(contender: Contender, why: str) -> None:
    assert check(payload("small", VALUE, [RIGHT]), contender) == why


def test_a_library_that_fails_is_named_and_not_measured() -> None:
    item = payload("small", VALUE, [RIGHT])
    cells = make_cells(item, [_contender(_fail, json.loads)])
    measure(cells, 3, 0, lambda number: None)
    assert [(cell.direction, cell.failure, len(cell.samples)) for cell in cells] == [
        ("encode", "RecursionError: too deep", 0),
        ("decode", "", 3),
    ]


def test_a_ratio_is_taken_round_by_round() -> None:
    slow, fast = (Cell("f", "encode", label, len, "") for label in ("slow", "fast"))
    slow.samples, fast.samples = [2.0, 40.0, 9.0], [1.0, 10.0, 3.0]
    assert ratio(slow, fast) == 3.0
    assert slow.median == 9.0
