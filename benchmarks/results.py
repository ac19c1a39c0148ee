"""What a comparison found, as data: ratios, leads, and the JSON that keeps every sample.

Contract: a record is immutable and can be written to JSON and read back equal.  Every number that is printed,
drawn or held against a ceiling is computed here, from the samples.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from contenders import BASE, Role
from payloads import Direction
from timing import ratio

__all__ = ["Lead", "Measured", "Results", "Size", "machine", "read_json", "write_json"]


@dataclass(frozen=True, slots=True)
class Size:
    """How long the two texts of a payload are, in bytes."""

    family: str
    json: int
    toon: int


@dataclass(frozen=True, slots=True)
class Measured:
    """The samples of one cell in seconds a call, one for each of its rounds, from the first on."""

    family: str
    direction: Direction
    label: str
    seconds: tuple[float, ...]
    failure: str = ""


class Lead(NamedTuple):
    """The quickest other TOON library, and how many times toonwire's time it takes."""

    peer: str
    times: float


@dataclass(frozen=True, slots=True)
class Results:
    """One run.  ``roles`` and ``versions`` are by label, in the order of the columns."""

    python: str
    machine: str
    scale: str
    rounds: int
    roles: dict[str, Role]
    versions: dict[str, str]
    sizes: tuple[Size, ...]
    measured: tuple[Measured, ...]

    @property
    def families(self) -> list[str]:
        return [size.family for size in self.sizes]

    def seconds(self, family: str, direction: str, label: str) -> tuple[float, ...]:
        """The samples of a cell; none where it was not measured."""
        key = (family, direction, label)
        return next((one.seconds for one in self.measured if (one.family, one.direction, one.label) == key), ())

    def median(self, family: str, direction: str, label: str) -> float | None:
        samples = self.seconds(family, direction, label)
        return median(samples) if samples else None

    def ratio(self, family: str, direction: str, label: str, base: str = BASE) -> float | None:
        """The cell's time as a multiple of that of ``base``, None where one of them was not measured."""
        mine, theirs = (self.seconds(family, direction, one) for one in (label, base))
        return ratio(mine, theirs) if mine and theirs else None

    def lead(self, family: str, direction: str, own: str = "toonwire") -> Lead | None:
        """The best peer here; None without one."""
        peers = [label for label, role in self.roles.items() if role == "peer"]
        times = {peer: self.ratio(family, direction, peer, own) for peer in peers}
        return min((Lead(peer, t) for peer, t in times.items() if t is not None), key=lambda it: it.times, default=None)


def machine() -> str:
    """The processor, without anything that names this one machine."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        facts = dict(line.replace("\t", "").split(":", 1) for line in lines if ":" in line)
        model = facts["model name"].strip()
    except (OSError, KeyError):
        model = platform.processor() or platform.machine()
    return f"{model}, {os.cpu_count()} processors, {platform.system()}"


def write_json(path: Path, results: Results) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(asdict(results), indent=1) + "\n", encoding="utf-8")


def _measured(row: dict[str, Any]) -> Measured:
    return Measured(**{**row, "seconds": tuple(row["seconds"])})


def read_json(path: Path) -> Results:
    found = json.loads(path.read_text(encoding="utf-8"))
    sizes: Sequence[Size] = [Size(**row) for row in found.pop("sizes")]
    measured = [_measured(row) for row in found.pop("measured")]
    return Results(**found, sizes=tuple(sizes), measured=tuple(measured))
