"""What an envelope costs beside ``orjson.dumps`` of the same data.

Contract: ``all`` is building, compacting and rendering to JSON on the wire, ``render`` the last of these for an
envelope that is finished.  The best of many short runs counts.  The first result is a table of 2 KB; the others are
real ones (``tests/cases/envelopes``), small or mostly prose, which orjson copies in half a microsecond.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import orjson

from toonwire.envelope import Envelope, normalize, render_bytes, truncate

__all__ = ["costs", "main", "results"]

CASES = Path(__file__).parents[1] / "tests" / "cases" / "envelopes"
REAL = ("nav_callers_trunc", "health_patterns", "edit_guard", "index_status")


def results() -> dict[str, dict[str, Any]]:
    """The responses by name."""
    rows = [
        {"name": f"caller_{n}", "file": f"src/pkg/mod_{n}.py", "line": 10 * n, "kind": "method", "known": n % 2 == 0}
        for n in range(198)
    ]
    table = Envelope(verdict="INFO", function="execute", **truncate(rows, 22, noun="callers").fields).to_dict()
    real = {name: json.loads((CASES / f"{name}.json").read_text("utf-8"))["envelope"] for name in REAL}
    return {"table": table} | {name: normalize(result) for name, result in real.items()}


def costs(response: dict[str, Any], rounds: int, calls: int) -> dict[str, float]:
    """Microseconds by what is done."""
    envelope = Envelope.from_response(response)
    work: dict[str, Callable[[], Any]] = {
        "dumps": lambda: orjson.dumps(response),
        "render": lambda: render_bytes(envelope, "toon", layout="compact"),
        "all": lambda: render_bytes(Envelope(**response), "toon", layout="compact"),
    }
    best = dict.fromkeys(work, float("inf"))
    for _ in range(rounds):
        for name, call in work.items():
            start = perf_counter()
            for _ in range(calls):
                call()
            best[name] = min(best[name], (perf_counter() - start) / calls * 1e6)
    return best


def main(rounds: int = 50, calls: int = 300) -> None:
    """Prints a table."""
    print(f"{'result':<20}{'bytes':>7}{'dumps':>9}{'render':>15}{'all':>16}")
    for name, response in results().items():
        cost = costs(response, rounds, calls)
        cells = "".join(f"{cost[part]:>8.2f} us{cost[part] / cost['dumps']:>4.1f}x" for part in ("render", "all"))
        print(f"{name:<20}{len(orjson.dumps(response)):>7}{cost['dumps']:>6.2f} us{cells}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
