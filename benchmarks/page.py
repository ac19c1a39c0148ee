"""Writes what was measured into the page about performance: its tables, and the plots beside it.

Contract: a part of the page between ``<!-- measured: NAME -->`` and ``<!-- end -->`` is replaced by what
``PARTS`` makes of the records in a folder; all else on the page is left alone.  Sentences with numbers in
them stand outside and are checked by people.

Usage: ``python benchmarks/page.py benchmarks/results``, after the commands that the page names
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import memory
import plot
import scaling
import strictness
from contenders import BASE
from payloads import DIRECTIONS, REUSED
from results import Results, read_json
from tables import NONE, markdown

__all__ = ["PAGE", "PARTS", "fill", "main", "summary"]

PAGE = Path(__file__).resolve().parents[1] / "docs" / "explanation" / "performance.md"
PART = re.compile(r"(<!-- measured: ([^>]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)

MAIN, NEWEST = "speed-3.11.json", "speed-3.13.json"
COLUMNS = ("toonwire", "toonwire bytes", "ssrjson", "msgspec.json", "json")
SLOW = "toon-format"


def summary(results: Results, direction: str) -> str:
    """The family's time by toonwire, the JSON libraries and the best other TOON library; orjson's is 1."""
    labels = [label for label in COLUMNS if label in results.roles]
    rows = []
    for family in results.families:
        times = [results.ratio(family, direction, label) for label in [*labels, SLOW]]
        lead = results.lead(family, direction)
        if times[0] is not None:
            best = results.ratio(family, direction, lead.peer) if lead else None
            peer = [f"{lead.peer} {best:.2f}", f"{lead.times:.1f}"] if lead else [NONE, NONE]
            shown = [NONE if time is None else f"{time:.2f}" for time in times]
            rows.append([family, *shown[:-1], *peer, *shown[len(labels) : len(labels) + (SLOW in results.roles)]])
    return markdown(["family", *labels, "best TOON peer", "lead", *([SLOW] if SLOW in results.roles else [])], rows)


def _versions(results: Results) -> str:
    names = [f"{label} {version}" for label, version in results.versions.items() if results.roles[label] != "own"]
    return f"Python {results.python}, {results.rounds} rounds, on {results.machine}: {', '.join(names)}."


def _reference(results: Results) -> str:
    rows = []
    for family in results.families:
        times = [results.ratio(family, direction, "toonwire reference") for direction in DIRECTIONS]
        if not family.endswith(REUSED):
            rows.append([family, *(NONE if time is None else f"{time:.0f}" for time in times)])
    return markdown(["family", *DIRECTIONS], rows)


def _json(name: str) -> Callable[[Path], Any]:
    return lambda folder: json.loads((folder / name).read_text(encoding="utf-8"))


def _speed(name: str) -> Callable[[Path], Results]:
    return lambda folder: read_json(folder / name)


def _needs(folder: Path) -> str:
    return memory.table([memory.Need(**row) for row in _json("memory.json")(folder)])


PARTS: dict[str, Callable[[Path], str]] = {
    "versions 3.11": lambda folder: _versions(_speed(MAIN)(folder)),
    "encode 3.11": lambda folder: summary(_speed(MAIN)(folder), "encode"),
    "decode 3.11": lambda folder: summary(_speed(MAIN)(folder), "decode"),
    "versions 3.13": lambda folder: _versions(_speed(NEWEST)(folder)),
    "encode 3.13": lambda folder: summary(_speed(NEWEST)(folder), "encode"),
    "decode 3.13": lambda folder: summary(_speed(NEWEST)(folder), "decode"),
    "corpora encode": lambda folder: summary(_speed("corpora.json")(folder), "encode"),
    "corpora decode": lambda folder: summary(_speed("corpora.json")(folder), "decode"),
    "reference": lambda folder: _reference(_speed(MAIN)(folder)),
    "memory": _needs,
    "scaling": lambda folder: scaling.table(_json("scaling.json")(folder)),
    "strictness": lambda folder: strictness.table(_json("strictness.json")(folder)),
}
"""By the name of the part: what is written there, from the records in a folder."""


def fill(text: str, folder: Path) -> str:
    """The page with its parts made anew.  Raises a KeyError for a part that nobody makes."""
    return PART.sub(lambda m: f"{m[1]}\n{PARTS[m[2]](folder)}\n\n{m[4]}", text)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Write the measured tables and plots of the page about performance.")
    parser.add_argument("folder", type=Path, help="where the records are")
    folder = parser.parse_args(argv).folder
    PAGE.write_text(fill(PAGE.read_text(encoding="utf-8"), folder), encoding="utf-8", newline="\n")
    plot.ratios(read_json(folder / MAIN), PAGE.with_name("performance.svg"))
    points = scaling.series(_json("scaling.json")(folder))
    plot.lines(points, "rows of the table", f"ns a row, beside {BASE}", PAGE.with_name("performance-rows.svg"))
    print(f"{PAGE} and its plots are written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
