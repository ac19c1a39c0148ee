"""Fails when the engine has become slow: the ratios to orjson are held against recorded ceilings.

Contract: each cell of ``ceilings.tsv`` is measured as ``compare.py`` measures.  One that is somewhat above
its ceiling is measured again by itself, with more rounds, and fails only if it is above each time: a busy
machine makes a cell slow once, a slow engine always.  One that is far above fails at once.  Exit code 1
names cell, ratio and ceiling; also where the native engine does not serve, and where ceilings and families
do not match.

``--record`` raises the ceilings to what is measured now and ``SLACK`` above it, and lowers none: run it with
each version of Python that is to be guarded.  Delete the file first to start anew.

Usage: ``python benchmarks/guard.py [--record]``
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from contenders import BASE, Contender, installed
from families import FAMILIES
from payloads import REUSED, Payload, payloads
from timing import Cell, make_cells, measure, ratio
from toonwire import engine

__all__ = ["CEILINGS", "Breach", "Key", "breaches", "main", "read_ceilings", "write_ceilings"]

CEILINGS = Path(__file__).resolve().parent / "ceilings.tsv"

SLACK = 1.3
"""Above the noise of a ratio and the difference between processors, below what a lost trick costs."""

ROUNDS = 7
RETRIES = 3
"""Times that a cell is measured again, each with twice the rounds."""

FAR = 1.5
"""Times its ceiling, from where on a cell is not measured again: load alone does not do that."""

GUARDED = ("toonwire", "toonwire bytes")
TOO_LONG = frozenset({"table100k"})
"""Families that would take most of the time and show nothing that their smaller kin does not."""


class Key(NamedTuple):
    """What is guarded."""

    family: str
    direction: str
    label: str


class Breach(NamedTuple):
    """A cell that is above its ceiling, with the lowest ratio that was measured."""

    key: Key
    ratio: float
    ceiling: float

    def __str__(self) -> str:
        family, direction, label = self.key
        return f"{label} {direction} {family}: {self.ratio:.2f} times the time of {BASE}, ceiling {self.ceiling:.2f}"


Ceilings = Mapping[Key, float]


def read_ceilings(path: Path = CEILINGS) -> dict[Key, float]:
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t")
        return {Key(row["family"], row["direction"], row["label"]): float(row["ceiling"]) for row in rows}


def write_ceilings(ceilings: Ceilings, path: Path = CEILINGS) -> None:
    lines = ["\t".join([*key, f"{ceiling:.2f}"]) for key, ceiling in ceilings.items()]
    path.write_text("\n".join(["family\tdirection\tlabel\tceiling", *lines]) + "\n", encoding="utf-8")


def _ratios(cells: Sequence[Cell], rounds: int, seed: int) -> dict[Key, float]:
    """Measure the cells anew; those of the base are among them."""
    for cell in cells:
        cell.samples.clear()
    measure(cells, rounds, seed, lambda _: None)
    base = {(cell.family, cell.direction): cell.samples for cell in cells if cell.label == BASE}
    return {_key(cell): ratio(cell.samples, base[cell.family, cell.direction]) for cell in cells if cell.label != BASE}


def _key(cell: Cell) -> Key:
    return Key(cell.family, cell.direction, cell.label)


def _with_base(cells: Sequence[Cell], wanted: set[Key]) -> list[Cell]:
    places = {(key.family, key.direction) for key in wanted}
    return [c for c in cells if _key(c) in wanted or (c.label == BASE and (c.family, c.direction) in places)]


def measured(items: Sequence[Payload], contenders: Sequence[Contender]) -> tuple[list[Cell], dict[Key, float]]:
    """The cells of the guarded and of the base, and the first ratios."""
    cells = [cell for item in items for cell in make_cells(item, contenders)]
    for cell in cells:
        if cell.failure:
            raise RuntimeError(f"{' '.join(_key(cell))}: {cell.failure}")
    return cells, _ratios(cells, ROUNDS, 0)


def breaches(
    items: Sequence[Payload],
    contenders: Sequence[Contender],
    ceilings: Ceilings,
    say: Callable[[str], None] = print,
) -> list[Breach]:
    """Measure, and measure again what is too slow; what is too slow each time."""
    cells, lowest = measured(items, contenders)
    doubtful = {key for key, found in lowest.items() if ceilings[key] < found <= FAR * ceilings[key]}
    for attempt in range(1, RETRIES + 1):
        if doubtful:
            say(f"measured again: {', '.join(' '.join(key) for key in sorted(doubtful))}")
            again = _ratios(_with_base(cells, doubtful), 2 * ROUNDS, attempt)
            lowest |= {key: min(lowest[key], again[key]) for key in doubtful}
            doubtful = {key for key in doubtful if lowest[key] > ceilings[key]}
    return [Breach(key, lowest[key], ceilings[key]) for key in lowest if lowest[key] > ceilings[key]]


def _mismatches(cells: set[Key], ceilings: Ceilings) -> Iterator[str]:
    for key in sorted(cells - ceilings.keys()):
        yield f"no ceiling for {' '.join(key)}: python benchmarks/guard.py --record"
    for key in sorted(ceilings.keys() - cells):
        yield f"a ceiling for {' '.join(key)}, which is not measured: take it out of {CEILINGS.name}"


def _keys(items: Sequence[Payload]) -> set[Key]:
    return {Key(item.family, direction, label) for item in items for direction in item.directions for label in GUARDED}


def _record(items: Sequence[Payload], contenders: Sequence[Contender]) -> None:
    old = read_ceilings() if CEILINGS.exists() else {}
    _, found = measured(items, contenders)
    raised = {key: math.ceil(value * SLACK * 20) / 20 for key, value in found.items()}
    write_ceilings({key: max(ceiling, old.get(key, 0)) for key, ceiling in raised.items()})
    print(f"{len(raised)} ceilings are in {CEILINGS}")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Hold the ratios to orjson against recorded ceilings.")
    parser.add_argument("--record", action="store_true", help="raise the ceilings to what is measured now")
    args = parser.parse_args(argv)
    if engine() != "native":
        print(f"FAIL: the {engine()} engine serves; build the native one: python setup.py build_ext --inplace")
        return 1
    contenders, _ = installed([BASE, *GUARDED])
    names = [name for name in FAMILIES if name not in TOO_LONG]
    items = [item for item in payloads(names, 1.0, contenders) if not item.family.endswith(REUSED)]
    if args.record:
        _record(items, contenders)
        return 0
    ceilings = read_ceilings()
    wrong = list(_mismatches(_keys(items), ceilings)) or [str(one) for one in breaches(items, contenders, ceilings)]
    for sentence in wrong:
        print(f"FAIL: {sentence}")
    print(f"{len(ceilings)} ceilings, {len(wrong)} failures")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
