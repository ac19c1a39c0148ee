"""Compare toonwire with JSON libraries and with every other TOON library that is installed.

Contract: one process, interleaved rounds, CPU time, medians (see ``timing.py``); the exit code is 0 when
the run is complete, whatever the numbers are.  Prints Markdown tables: the time of a call, the time
relative to orjson (smaller is better), and toonwire's lead over the best other TOON library.

Usage: ``python benchmarks/compare.py --scale small --rounds 3``
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from contenders import CONTENDERS, Absent, Contender, installed
from families import FAMILIES
from fetch_corpora import Corpus
from payloads import Payload, check, corpora, payloads
from results import Measured, Results, Size, machine, write_json
from tables import report
from timing import BUDGET, FEWEST, Cell, make_cells, measure

__all__ = ["main"]

SCALES = {"small": 0.02, "full": 1.0}
"""small proves that everything runs; numbers are quoted from full only."""


def _checked(items: Sequence[Payload], contenders: Sequence[Contender]) -> set[tuple[str, str]]:
    """Print who fails on which family, and return these pairs: they are not measured."""
    failed = set()
    for item in items:
        for contender in contenders:
            if reason := check(item, contender):
                failed.add((item.family, contender.label))
                print(f"check: {contender.label} fails on {item.family}: {reason}")
    print(f"check: {len(items) * len(contenders) - len(failed)} pairs are right, {len(failed)} are not\n")
    return failed


def _results(
    args: argparse.Namespace, contenders: Sequence[Contender], items: Sequence[Payload], cells: Sequence[Cell]
) -> Results:
    return Results(
        python=platform.python_version(),
        machine=machine(),
        scale=args.scale,
        rounds=args.rounds,
        roles={one.label: one.role for one in contenders},
        versions={one.label: one.version for one in contenders},
        sizes=tuple(Size(item.family, len(item.json), len(item.toon.encode())) for item in items),
        measured=tuple(
            Measured(cell.family, cell.direction, cell.label, tuple(cell.samples), cell.failure) for cell in cells
        ),
    )


def _parse(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare toonwire with its peers on CPU time.")
    parser.add_argument("--families", nargs="*", choices=FAMILIES, default=list(FAMILIES), metavar="NAME")
    parser.add_argument("--corpora", action="store_true", help="also the files that fetch_corpora.py has fetched")
    labels = [entry.label for entry in CONTENDERS]
    parser.add_argument("--only", nargs="+", choices=labels, default=labels, metavar="LABEL", help="these contenders")
    parser.add_argument("--without", nargs="+", choices=labels, default=[], metavar="LABEL", help="not these")
    parser.add_argument("--rounds", type=int, default=15, help="samples of each cell (default: 15)")
    parser.add_argument("--scale", choices=SCALES, default="full", help="size of the data (default: full)")
    parser.add_argument("--seed", type=int, default=0, help="of the order of measuring")
    parser.add_argument("--check", action="store_true", help="verify every round trip first; who fails is not timed")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every sample to FILE")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw the ratios to orjson; needs matplotlib")
    args = parser.parse_args(argv)
    if args.rounds < 1:
        parser.error("--rounds must be at least 1")
    return args


def _introduce(args: argparse.Namespace, contenders: Sequence[Contender], absent: Sequence[Absent]) -> None:
    names = ", ".join(f"{one.label} {one.version}" for one in contenders)
    print(f"# Python {platform.python_version()}, scale {args.scale}, {args.rounds} rounds, CPU time, GC on\n")
    print(f"Measured: {names}.")
    for one in absent:
        print(f"Left out: {one.label} ({one.reason}).")
    print(f"What would take more than {BUDGET:g} s in all has fewer rounds, at least {FEWEST}.\n")


def _items(args: argparse.Namespace, contenders: Sequence[Contender]) -> list[Payload]:
    items = list(payloads(args.families, SCALES[args.scale], contenders))
    for item in corpora(contenders) if args.corpora else ():
        if isinstance(item, Corpus):
            print(f"SKIPPED: {item.name} is not there: python benchmarks/fetch_corpora.py {item.package}")
        else:
            items.append(item)
    return items


def _say_what_is_missing(cells: Sequence[Cell], rounds: int) -> None:
    for cell in cells:
        if cell.failure:
            print(f"not measured: {cell.label} {cell.direction} {cell.family}: {cell.failure}")
    fewer = [f"{c.label} {c.direction} {c.family} {c.rounds}" for c in cells if not c.failure and c.rounds < rounds]
    if fewer:
        print(f"fewer rounds: {', '.join(fewer)}")
    print()


def main(argv: list[str] | None = None) -> int:
    args = _parse(argv)
    labels = [label for label in args.only if label not in args.without]
    contenders, absent = installed(labels)
    _introduce(args, contenders, absent)
    items = _items(args, contenders)
    failed = _checked(items, contenders) if args.check else set()
    cells = []
    for item in items:
        cells += make_cells(item, [one for one in contenders if (item.family, one.label) not in failed])
    started = time.monotonic()
    measure(cells, args.rounds, args.seed, lambda n: print(f"round {n + 1} of {args.rounds}", file=sys.stderr))
    _say_what_is_missing(cells, args.rounds)
    results = _results(args, contenders, items, cells)
    for text in report(results):
        print(text)
    if args.json:
        write_json(args.json, results)
    if args.plot:
        import plot

        plot.ratios(results, args.plot)
    print(f"{len(cells)} cells in {time.monotonic() - started:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
