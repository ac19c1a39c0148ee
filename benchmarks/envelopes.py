"""What an envelope costs beside ``orjson.dumps`` of the same data.

Contract: ``all`` is building, compacting and rendering to JSON on the wire, ``render`` the last two for an envelope
that is finished.  The calls take turns, a time is CPU time, and each ratio is the median over the rounds of the ratio
of two times of one round.  The first results are made, 2 KB each; the others are real ones
(``tests/cases/envelopes``).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import orjson

from toonwire.envelope import Envelope, normalize, render_bytes, truncate

__all__ = ["MADE", "REAL", "costs", "main", "results"]

CASES = Path(__file__).parents[1] / "tests" / "cases" / "envelopes"
MADE = ("table", "matches", "nested", "prose", "flat text", "texts")
REAL = ("nav_callers_trunc", "health_patterns", "edit_guard", "index_status")

_SENTENCES = (
    'The parser reads a line and tries the classes that "state" accepts.\nThen it moves on; nothing is read twice. '
)


def results() -> dict[str, dict[str, Any]]:
    """The responses by name.

    ``flat text`` is one line without a character that JSON escapes, ``texts`` a list of such lines: there orjson
    only copies.
    """
    rows = [
        {"name": f"caller_{n}", "file": f"src/pkg/mod_{n}.py", "line": 10 * n, "kind": "method", "known": n % 2 == 0}
        for n in range(198)
    ]
    found = [{"file": f"src/pkg/mod_{n}.py", "line": 7 * n, "text": f'return "{n}", self.x'} for n in range(29)]
    modules = {
        f"mod_{n}": {
            "path": f"src/mod_{n}.py",
            "uses": {"in": n, "out": 2 * n},
            "tags": ["core", "io"],
            "note": {"by": n},
        }
        for n in range(20)
    }
    text = (_SENTENCES * 20)[:1840]
    flat = text.replace("\n", " ").replace('"', "'")
    read: dict[str, Any] = {"file_path": "src/parser.py", "summary_line": "read 40 lines"}
    made = {
        "table": truncate(rows, 22, noun="callers").fields,
        "matches": {"summary_line": "29 matches", **truncate(found, 50, noun="matches").fields},
        "nested": {"summary_line": "20 modules", "modules": modules},
        "prose": {**read, "content": text},
        "flat text": {**read, "content": flat},
        "texts": {"total_matches": 25, "matches_listed": 25, "matches": [flat[n : n + 70] for n in range(25)]},
    }
    real = {name: normalize(json.loads((CASES / f"{name}.json").read_text("utf-8"))["envelope"]) for name in REAL}
    return {name: Envelope(verdict="INFO", **fields).to_dict() for name, fields in made.items()} | real


def costs(response: dict[str, Any], rounds: int, calls: int) -> dict[str, float]:
    """Microseconds of ``dumps``, and by what is done how many times as long it takes."""
    envelope = Envelope.from_response(response)
    work: dict[str, Callable[[], Any]] = {
        "dumps": lambda: orjson.dumps(response),
        "render": lambda: render_bytes(envelope, "toon", layout="compact"),
        "all": lambda: render_bytes(Envelope(**response), "toon", layout="compact"),
    }
    taken: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, call in work.items():
            start = process_time()
            for _ in range(calls):
                call()
            taken[name].append((process_time() - start) / calls * 1e6)
    ratios = {
        name: median(time / base for time, base in zip(taken[name], taken["dumps"], strict=True) if base)
        for name in ("render", "all")
    }
    return {"dumps": median(taken["dumps"]), **ratios}


def main(rounds: int = 50, calls: int = 2000) -> None:
    """Prints a table."""
    print(f"{'result':<20}{'bytes':>7}{'dumps':>11}{'render':>9}{'all':>8}")
    for name, response in results().items():
        cost = costs(response, rounds, calls)
        size = len(orjson.dumps(response))
        print(f"{name:<20}{size:>7}{cost['dumps']:>8.2f} us{cost['render']:>8.1f}x{cost['all']:>7.1f}x")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
