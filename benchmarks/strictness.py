"""What the checks of strict mode cost: decoding with ``strict=True`` beside ``strict=False``.

Contract: both read the same text in turn, and a cost is the median over rounds of the two times of one
round.  Exit code 1 where the median over the families is above ``BOUND``; single families are noisier than
that.

Usage: ``python benchmarks/strictness.py [--json FILE]``
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median

from contenders import installed
from families import FAMILIES
from payloads import payload
from tables import markdown
from timing import Cell, measure, ratio
from toonwire import decode

__all__ = ["BOUND", "costs", "main", "table"]

BOUND = 0.03

SAMPLE = 1_000_000
"""Bytes of text that a sample decodes."""

HEATING = 5
"""Rounds before those that count."""


def costs(families: Sequence[str], rounds: int, scale: float = 1.0) -> dict[str, float]:
    """By family, how much longer strict decoding takes: 0.01 is one per cent."""
    contenders, _ = installed(["toonwire"])
    found = {}
    for family in families:
        text = payload(family, FAMILIES[family](scale), contenders).toon
        loops = max(1, round(SAMPLE / len(text)))
        strict, lenient = (
            Cell(family, "decode", str(strict), partial(decode, strict=strict), text, loops=loops)
            for strict in (True, False)
        )
        # one family after the other: two samples of a pair must find the memory in the same state
        measure([strict, lenient], HEATING + rounds, 0, lambda _: None)
        found[family] = ratio(strict.samples[HEATING:], lenient.samples[HEATING:]) - 1
    return found


def table(found: Mapping[str, float]) -> str:
    rows = [*found.items(), ("median", median(found.values()))]
    return markdown(["family", "strict mode costs"], [[family, f"{cost:+.1%}"] for family, cost in rows])


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure what the checks of strict mode cost.")
    parser.add_argument("--families", nargs="+", choices=FAMILIES, default=list(FAMILIES), metavar="NAME")
    parser.add_argument("--rounds", type=int, default=61, help="pairs of samples of each family (default: 61)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was measured to FILE")
    args = parser.parse_args(argv)
    found = costs(args.families, args.rounds)
    print(f"\n## strict mode beside non-strict mode, decoding\n\n{table(found)}")
    if args.json:
        args.json.parent.mkdir(parents=True, exist_ok=True)
        args.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    cost = median(found.values())
    if cost > BOUND:
        print(f"OVER: {cost:.1%}, bound {BOUND:.0%}")
    return 1 if cost > BOUND else 0


if __name__ == "__main__":
    sys.exit(main())
