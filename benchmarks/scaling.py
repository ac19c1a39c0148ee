"""The time of a row, from tables of 1,000 rows to tables of a million: a straight line means linear time.

Contract: measured as ``compare.py`` measures, all sizes in the same rounds; exit code 0 whatever the numbers
are.  orjson stands beside toonwire, since what memory costs beyond a processor's caches grows for both.

Usage: ``python benchmarks/scaling.py [--rows 1000 10000 ...] [--json FILE] [--plot FILE.svg]``
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypedDict

from contenders import BASE, installed
from families import FAMILIES
from payloads import DIRECTIONS, payload
from tables import NONE, markdown
from timing import make_cells, measure

__all__ = ["Point", "main", "series", "table"]

ROWS = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
FULL = 10_000
"""The rows of the family ``table`` at scale 1."""

WHO = (BASE, "toonwire")


class Point(TypedDict):
    """Seconds for one row of a table of so many."""

    rows: int
    direction: str
    label: str
    seconds: float


def points(rows: Sequence[int], rounds: int) -> list[Point]:
    """Measure tables of these lengths."""
    contenders, _ = installed(WHO)
    cells = []
    for count in rows:
        cells += make_cells(payload(str(count), FAMILIES["table"](count / FULL), contenders), contenders)
    measure(cells, rounds, 0, lambda n: print(f"round {n + 1} of {rounds}", file=sys.stderr))
    return [
        Point(rows=int(cell.family), direction=cell.direction, label=cell.label, seconds=cell.median / int(cell.family))
        for cell in cells
    ]


def series(found: Sequence[Point]) -> Mapping[str, list[tuple[float, float]]]:
    """The lines of the plot: rows, and nanoseconds a row."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for one in found:
        lines.setdefault(f"{one['label']} {one['direction']}", []).append((one["rows"], one["seconds"] * 1e9))
    return lines


def table(found: Sequence[Point]) -> str:
    names = [(label, direction) for direction in DIRECTIONS for label in WHO]
    cells = {(one["rows"], one["label"], one["direction"]): one["seconds"] for one in found}
    rows = []
    for count in dict.fromkeys(one["rows"] for one in found):
        seconds = [cells.get((count, *name)) for name in names]
        rows.append([f"{count:,}", *(NONE if s is None else f"{s * 1e9:.0f}" for s in seconds)])
    return markdown(["rows", *(f"{label} {direction}" for label, direction in names)], rows)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure the time of a row in tables of growing length.")
    parser.add_argument("--rows", nargs="+", type=int, default=list(ROWS), metavar="N")
    parser.add_argument("--rounds", type=int, default=9, help="samples of each cell (default: 9)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was measured to FILE")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw it; needs matplotlib")
    args = parser.parse_args(argv)
    found = points(args.rows, args.rounds)
    print(f"\n## nanoseconds of CPU a row\n\n{table(found)}")
    if args.json:
        args.json.parent.mkdir(parents=True, exist_ok=True)
        args.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if args.plot:
        import plot

        plot.lines(series(found), "rows", "ns a row", args.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
