"""Measures every contender on every payload, in one process, so that ratios mean something.

Contract: time is the process's CPU time (``time.process_time``), so a busy machine adds little.  A round
measures each cell (a payload, a direction and a contender) once; payloads, directions and contenders come
in a new shuffled order in each round, so that drift of the machine hits all alike.  A cell is called so
often that its sample is no shorter than ``MIN_SAMPLE``; freeing the result counts as part of the call.  A
cell takes part in the first rounds only, once all of them would take longer than ``BUDGET``.

The garbage collector is on, since users have it on, and decoding makes it run.  The inputs are frozen
(``gc.freeze``) so that no contender pays for scanning them, and garbage is collected before each sample
so that none pays for another's.

Where a payload asks for new objects, each call of a sample gets a copy of its own.  The copies are made
before the clock starts and freed after it has stopped.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from math import ceil
from random import Random
from statistics import median
from time import process_time
from typing import Any

from contenders import Contender
from payloads import Direction, Payload, why

__all__ = ["BUDGET", "FEWEST", "Cell", "make_cells", "measure", "ratio", "sample"]

MIN_SAMPLE = 0.01
"""Seconds: far above the resolution of the clock."""

BUDGET = 1.5
"""Seconds that all samples of a cell may take together ..."""

FEWEST = 3
"""... and the number of rounds that it takes part in even so."""

POOL = 32_000_000
"""Bytes of JSON that the copies for one sample may stand for: they are all in memory at once."""


@dataclass(slots=True)
class Cell:
    """One measured call: a contender in one direction on one payload, with a sample for each of its rounds.

    ``copy`` makes the argument of a call that must not see the same objects twice.  ``failure`` says why it
    could not be measured; its samples are then empty.
    """

    family: str
    direction: Direction
    label: str
    call: Callable[[Any], Any]
    argument: Any
    copy: Callable[[], Any] | None = None
    most: int = 1_000_000
    loops: int = 1
    rounds: int = 1_000_000
    samples: list[float] = field(default_factory=list)
    failure: str = ""

    @property
    def median(self) -> float:
        """Seconds for one call."""
        return median(self.samples)


def make_cells(item: Payload, contenders: Iterable[Contender]) -> list[Cell]:
    """The cells of one payload, each called once or twice: to warm up, and to choose its loops and rounds."""
    cells = []
    for contender in contenders:
        calls = {"encode": (contender.encode, item.value), "decode": (contender.decode, item.text_for(contender))}
        for direction in item.directions:
            call, argument = calls[direction]
            if call is not None:
                cell = Cell(item.family, direction, contender.label, call, argument)
                if item.fresh and direction == "encode":
                    cell.copy, cell.most = item.copy, max(1, POOL // len(item.json))
                cells.append(_warm(cell))
    return cells


def _warm(cell: Cell) -> Cell:
    try:
        once = sample(cell)
        if once < BUDGET / FEWEST:
            once = sample(cell)
    except Exception as error:  # any failure of a peer is a result, not the end of the run
        cell.failure = why(error)
    else:
        cell.loops = min(cell.most, ceil(MIN_SAMPLE / max(once, 1e-7)))
        cell.rounds = max(FEWEST, int(BUDGET / (cell.loops * max(once, 1e-7))))
    return cell


def sample(cell: Cell) -> float:
    """Seconds for one call, from one sample."""
    arguments: Iterable[Any] = repeat(cell.argument, cell.loops)
    if cell.copy is not None:
        arguments = [cell.copy() for _ in range(cell.loops)]
    call = cell.call
    gc.collect()
    start = process_time()
    for argument in arguments:
        call(argument)
    return (process_time() - start) / cell.loops


def measure(cells: Sequence[Cell], rounds: int, seed: int, on_round: Callable[[int], None]) -> None:
    """Add up to ``rounds`` samples to each cell that works.  The same seed gives the same order."""
    rng = Random(seed)
    groups: dict[tuple[str, str], list[Cell]] = {}
    for cell in cells:
        if not cell.failure:
            groups.setdefault((cell.family, cell.direction), []).append(cell)
    gc.enable()
    gc.collect()
    gc.freeze()
    try:
        for number in range(rounds):
            on_round(number)
            for group in rng.sample(list(groups.values()), len(groups)):
                for cell in rng.sample(group, len(group)):
                    if number < cell.rounds:
                        cell.samples.append(sample(cell))
    finally:
        gc.unfreeze()


def ratio(samples: Sequence[float], base: Sequence[float]) -> float:
    """How many times the time of ``base``: the median over the rounds that both took part in."""
    return median(mine / theirs for mine, theirs in zip(samples, base, strict=False))
