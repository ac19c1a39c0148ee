"""Measures every contender on every family, in one process, so that ratios mean something.

Contract: time is the process's CPU time (``time.process_time``), so a busy machine adds little.  A round
measures each cell (a family, a direction and a contender) once; families, directions and contenders come
in a new shuffled order in each round, so that drift of the machine hits all alike.  A cell is called so
often that its sample is no shorter than ``MIN_SAMPLE``; freeing the result counts as part of the call.

The garbage collector is on, since users have it on, and decoding makes it run.  The inputs are frozen
(``gc.freeze``) so that no contender pays for scanning them, and garbage is collected before each sample
so that none pays for another's.

Encoders get the value.  JSON decoders get the UTF-8 bytes of compact JSON, TOON decoders all get one and
the same text, which is toonwire's where toonwire is there.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from math import ceil
from random import Random
from statistics import median
from time import process_time
from typing import Any, Literal

from contenders import Contender

__all__ = ["DIRECTIONS", "Cell", "Payload", "check", "make_cells", "measure", "payload", "ratio"]

Direction = Literal["encode", "decode"]
DIRECTIONS: tuple[Direction, ...] = ("encode", "decode")

MIN_SAMPLE = 0.01
"""Seconds: far above the resolution of the clock."""


@dataclass(frozen=True, slots=True)
class Payload:
    """A family's value and the two texts that decoders read."""

    family: str
    value: Any
    json: bytes
    toon: str


@dataclass(slots=True)
class Cell:
    """One measured call: a contender in one direction on one family, with a sample for each round.

    ``failure`` says why it could not be measured; its samples are then empty.
    """

    family: str
    direction: Direction
    label: str
    call: Callable[[Any], Any]
    argument: Any
    loops: int = 1
    samples: list[float] = field(default_factory=list)
    failure: str = ""

    @property
    def median(self) -> float:
        """Seconds for one call."""
        return median(self.samples)


def payload(family: str, value: Any, contenders: Sequence[Contender]) -> Payload:
    """The texts of ``value``; the TOON text is that of the first TOON contender that can write one."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
    for writer in contenders:
        if writer.format == "toon":
            try:
                return Payload(family, value, text, _text(writer.encode(value)))
            except Exception as error:  # see check
                print(f"{writer.label} cannot encode {family}: {_why(error)}")
    return Payload(family, value, text, "")


def _text(output: Any) -> str:
    return output.decode() if isinstance(output, bytes | bytearray) else str(output)


def _why(error: BaseException) -> str:
    line = (str(error) or "no message").splitlines()[0]
    return f"{type(error).__name__}: {line}"[:120]


def check(item: Payload, contender: Contender) -> str:
    """Why ``contender`` may not be trusted on this payload, "" where it can.

    It must read its own text back to an equal value, and the text that all decoders are timed on too.
    """
    try:
        own = contender.encode(item.value)
        if contender.decode is None:
            return "" if contender.format == "json" or _text(own) == item.toon else "text differs, and no decoder"
        if contender.decode(own) != item.value:
            return "decode(encode(x)) differs from x"
        if contender.decode(_argument(item, contender)) != item.value:
            return "reads another value from the common text"
    except Exception as error:  # any failure of a peer is a result, not the end of the run
        return _why(error)
    return ""


def _argument(item: Payload, contender: Contender) -> Any:
    return item.json if contender.format == "json" else item.toon


def make_cells(item: Payload, contenders: Iterable[Contender]) -> list[Cell]:
    """The cells of one payload, each called twice: once to warm up, once to choose its loops."""
    cells = []
    for contender in contenders:
        calls = {"encode": (contender.encode, item.value), "decode": (contender.decode, _argument(item, contender))}
        for direction in DIRECTIONS:
            call, argument = calls[direction]
            if call is not None:
                cells.append(_warm(Cell(item.family, direction, contender.label, call, argument)))
    return cells


def _warm(cell: Cell) -> Cell:
    try:
        cell.call(cell.argument)
        once = max(_sample(cell), 1e-7)
    except Exception as error:  # see check
        cell.failure = _why(error)
    else:
        cell.loops = max(1, ceil(MIN_SAMPLE / once))
    return cell


def _sample(cell: Cell) -> float:
    call, argument, loops = cell.call, cell.argument, cell.loops
    gc.collect()
    start = process_time()
    for _ in repeat(None, loops):
        call(argument)
    return (process_time() - start) / loops


def measure(cells: Sequence[Cell], rounds: int, seed: int, on_round: Callable[[int], None]) -> None:
    """Add ``rounds`` samples to each cell that works.  The same seed gives the same order."""
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
                    cell.samples.append(_sample(cell))
    finally:
        gc.unfreeze()


def ratio(cell: Cell, base: Cell) -> float:
    """How many times the CPU time of ``base`` the cell takes: the median over rounds of both in one round."""
    return median(mine / theirs for mine, theirs in zip(cell.samples, base.samples, strict=True))
