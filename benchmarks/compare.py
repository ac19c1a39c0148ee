"""Compare toonwire with JSON libraries and with every other TOON library that is installed.

Contract: one process, interleaved rounds, CPU time, medians (see ``timing.py``); the exit code is 0 when
the run is complete, whatever the numbers are.  Prints Markdown tables: the time of a call, the time
relative to orjson (smaller is better), and the speed relative to toon-format (larger is better).

Usage: ``python benchmarks/compare.py --scale small --rounds 3``
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from contenders import CONTENDERS, Absent, Contender, installed
from families import FAMILIES
from timing import DIRECTIONS, Cell, Payload, check, make_cells, measure, payload, ratio

__all__ = ["main"]

SCALES = {"small": 0.02, "full": 1.0}
"""small proves that everything runs; numbers are quoted from full only."""

Index = dict[tuple[str, str, str], Cell]


def _milliseconds(cell: Cell, index: Index) -> str:
    del index
    return f"{cell.median * 1000:.3g}"


def _to_orjson(cell: Cell, index: Index) -> str:
    base = index.get((cell.family, cell.direction, "orjson"))
    return f"{ratio(cell, base):.2f}" if base else ""


def _to_toon_format(cell: Cell, index: Index) -> str:
    base = index.get((cell.family, cell.direction, "toon-format"))
    return f"{1 / ratio(cell, base):.2f}" if base else ""


VIEWS: dict[str, Callable[[Cell, Index], str]] = {
    "milliseconds of CPU a call": _milliseconds,
    "time as a multiple of orjson's, smaller is better": _to_orjson,
    "speed as a multiple of toon-format's, larger is better": _to_toon_format,
}
"""The tables of each direction: title, and what stands in a cell."""


def _markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [list(header), *(list(row) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = [
        [line[0].ljust(widths[0]), *(text.rjust(w) for text, w in zip(line[1:], widths[1:], strict=True))]
        for line in lines
    ]
    rule = ["-" * widths[0], *("-" * (w - 1) + ":" for w in widths[1:])]
    return "\n".join(f"| {' | '.join(line)} |" for line in [padded[0], rule, *padded[1:]])


def _tables(index: Index, payloads: Sequence[Payload], labels: Sequence[str]) -> Iterable[str]:
    for direction in DIRECTIONS:
        for title, show in VIEWS.items():
            rows = []
            for item in payloads:
                row = [item.family]
                for label in labels:
                    cell = index.get((item.family, direction, label))
                    row.append(show(cell, index) if cell else "–")
                rows.append(row)
            yield f"## {direction}: {title}\n\n{_markdown(['family', *labels], rows)}\n"


def _sizes(payloads: Sequence[Payload]) -> str:
    rows = []
    for item in payloads:
        size = len(item.toon.encode())
        rows.append([item.family, f"{len(item.json):,}", f"{size:,}", f"{size / len(item.json):.2f}"])
    return f"## sizes in bytes\n\n{_markdown(['family', 'compact JSON', 'TOON', 'TOON/JSON'], rows)}\n"


def _checked(payloads: Sequence[Payload], contenders: Sequence[Contender]) -> set[tuple[str, str]]:
    """Print who fails on which family, and return these pairs: they are not measured."""
    failed = set()
    for item in payloads:
        for contender in contenders:
            if why := check(item, contender):
                failed.add((item.family, contender.label))
                print(f"check: {contender.label} fails on {item.family}: {why}")
    print(f"check: {len(payloads) * len(contenders) - len(failed)} pairs are right, {len(failed)} are not\n")
    return failed


def _record(args: argparse.Namespace, contenders: Sequence[Contender], cells: Sequence[Cell]) -> dict[str, Any]:
    return {
        "python": sys.version.split()[0],
        "implementation": platform.python_implementation(),
        "machine": platform.machine(),
        "scale": args.scale,
        "rounds": args.rounds,
        "seed": args.seed,
        "versions": {contender.label: contender.version for contender in contenders},
        "cells": [
            {
                "family": cell.family,
                "direction": cell.direction,
                "label": cell.label,
                "seconds": cell.samples,
                "failure": cell.failure,
            }
            for cell in cells
        ],
    }


def _parse(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare toonwire with its peers on CPU time.")
    parser.add_argument("--families", nargs="+", choices=FAMILIES, default=list(FAMILIES), metavar="NAME")
    labels = [entry.label for entry in CONTENDERS]
    parser.add_argument("--only", nargs="+", choices=labels, default=labels, metavar="LABEL", help="these contenders")
    parser.add_argument("--rounds", type=int, default=15, help="samples of each cell (default: 15)")
    parser.add_argument("--scale", choices=SCALES, default="full", help="size of the data (default: full)")
    parser.add_argument("--seed", type=int, default=0, help="of the order of measuring")
    parser.add_argument("--check", action="store_true", help="verify every round trip first; who fails is not timed")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every sample to FILE")
    args = parser.parse_args(argv)
    if args.rounds < 1:
        parser.error("--rounds must be at least 1")
    return args


def _introduce(args: argparse.Namespace, contenders: Sequence[Contender], absent: Sequence[Absent]) -> None:
    names = ", ".join(f"{one.label} {one.version}".strip() for one in contenders)
    print(f"# Python {sys.version.split()[0]}, scale {args.scale}, {args.rounds} rounds, CPU time, GC on\n")
    print(f"Measured: {names}.")
    for one in absent:
        print(f"Left out: {one.label} ({one.reason}).")
    print()


def main(argv: list[str] | None = None) -> int:
    args = _parse(argv)
    contenders, absent = installed()
    contenders = [one for one in contenders if one.label in args.only]
    _introduce(args, contenders, [one for one in absent if one.label in args.only])
    payloads = [payload(name, FAMILIES[name](SCALES[args.scale]), contenders) for name in args.families]
    failed = _checked(payloads, contenders) if args.check else set()
    cells = []
    for item in payloads:
        cells += make_cells(item, [one for one in contenders if (item.family, one.label) not in failed])
    started = time.monotonic()
    measure(cells, args.rounds, args.seed, lambda n: print(f"round {n + 1} of {args.rounds}", file=sys.stderr))
    for cell in cells:
        if cell.failure:
            print(f"not measured: {cell.label} {cell.direction} {cell.family}: {cell.failure}")
    index: Index = {(cell.family, cell.direction, cell.label): cell for cell in cells if cell.samples}
    print(_sizes(payloads))
    for text in _tables(index, payloads, [one.label for one in contenders]):
        print(text)
    if args.json:
        args.json.parent.mkdir(parents=True, exist_ok=True)
        args.json.write_text(json.dumps(_record(args, contenders, cells), indent=1), encoding="utf-8")
    print(f"{len(index)} cells in {time.monotonic() - started:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
