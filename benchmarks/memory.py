"""Peak memory of encoding and decoding, each family by each contender in a process of its own.

Contract: encoding is held against the size of the object that it returns, decoding against the objects that
it returns, its input not counted.  The input is there before the measuring begins; the process has used the
library on a little value of the same shape before.  Exit code 1 where toonwire needs more than its bound.
Linux only: it reads the peak of the resident memory from the kernel, so that no allocator goes unseen.

glibc serves large blocks in pages of their own until a first large one was freed, and then from a heap in
which a block that grows may leave a hole.  Which of the two a call meets depends on what the process did
before, so it is settled here for all: pages of their own.

Usage: ``python benchmarks/memory.py [--json FILE]``
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any

from contenders import CONTENDERS, Contender, installed
from families import FAMILIES
from payloads import DIRECTIONS, Payload, payload
from tables import NONE, markdown
from weights import growth, supported, weight

__all__ = ["Need", "bound", "main", "need", "table"]

TARGET = 8_000_000
"""Bytes of JSON that each family is scaled to: far above what a page or a reserve can blur."""

LITTLE = 0.002
"""The scale of the value that a library is warmed up with."""

ONE_SIZE = frozenset({"envelope", "table100k"})
"""Families that are left out: too small to measure, and the same as another one."""

PAGES = {"MALLOC_MMAP_THRESHOLD_": str(128 * 1024)}
"""glibc's own threshold, which stays where it is once it is set."""

DEFAULT = ("orjson", "toonwire", "toonwire bytes", "toons", "ctoon", "etoon", "toony", "msgspec-toon")


@dataclass(frozen=True, slots=True)
class Need:
    """The peak of one call beside the size of its result, in bytes."""

    family: str
    direction: str
    label: str
    ascii: bool
    size: int
    peak: int

    @property
    def times(self) -> float:
        return self.peak / self.size


def bound(need: Need) -> float | None:
    """How many times the size of its result toonwire may need."""
    if need.label not in ("toonwire", "toonwire bytes"):
        return None
    if need.direction == "decode":
        return 1.2
    return 1.3 if need.ascii or need.label == "toonwire bytes" else 2.3


def need(file: Path, direction: str, label: str) -> Need:
    """Measure here and now; the process should be a new one, and ``file`` one that :func:`_lay_down` wrote."""
    (contender,), _ = installed([label])
    family = file.stem
    little = payload(family, FAMILIES[family](LITTLE), [contender])
    contender.encode(little.value)
    if direction == "encode":
        result, peak = growth(contender.encode, json.loads(file.read_bytes()))
        text = result if isinstance(result, bytes) else result.encode()
        return Need(family, direction, label, text.isascii(), sys.getsizeof(result), peak)
    assert contender.decode is not None, "asked only of those that decode"
    source: Any = file.with_suffix(".json" if contender.role == "json" else ".toon").read_bytes()
    contender.decode(Payload(family, None, little.json, _toon(little.value)).text_for(contender))
    is_ascii = source.isascii()
    if contender.reads == "str":
        source = source.decode()
    result, peak = growth(contender.decode, source)
    return Need(family, direction, label, is_ascii, weight(result), peak)


def _toon(value: Any) -> str:
    from toonwire import encode

    return encode(value)


def _lay_down(family: str, folder: Path, target: int) -> Path:
    """The value as JSON and as TOON, about ``target`` bytes of JSON."""
    per_scale = len(json.dumps(FAMILIES[family](0.1), ensure_ascii=False).encode()) * 10
    value = FAMILIES[family](target / per_scale)
    file = folder / f"{family}.json"
    file.write_text(json.dumps(value, separators=(",", ":"), ensure_ascii=False), encoding="utf-8")
    file.with_suffix(".toon").write_text(_toon(value), encoding="utf-8", newline="\n")
    return file


def _in_process(file: Path, direction: str, label: str) -> Need | None:
    command = [sys.executable, __file__, "--one", str(file), direction, label]
    done = subprocess.run(command, env=os.environ | PAGES, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr.strip() or f"exit code {done.returncode}").splitlines()[-1]
        print(f"not measured: {label} {direction} {file.stem}: {said}")
        return None
    return Need(**json.loads(done.stdout))


def _needs(families: Sequence[str], contenders: Sequence[Contender], target: int) -> Iterator[Need]:
    with tempfile.TemporaryDirectory(prefix="memory-") as folder:
        for family in families:
            file = _lay_down(family, Path(folder), target)
            for direction, contender in product(DIRECTIONS, contenders):
                if direction == "encode" or contender.decode:
                    found = _in_process(file, direction, contender.label)
                    if found is not None:
                        yield found


def table(needs: Iterable[Need]) -> str:
    """A row for each family and direction: how large toonwire's result is, and each peak by the size of its result."""
    cells = {(one.family, one.direction, one.label): one for one in needs}
    labels = list(dict.fromkeys(label for _, _, label in cells))
    rows = []
    for family, direction in dict.fromkeys((family, direction) for family, direction, _ in cells):
        row = [cells.get((family, direction, label)) for label in labels]
        own = cells.get((family, direction, "toonwire"))
        limit = bound(own) if own else None
        shown = [f"{one.times:.2f}" if one else NONE for one in row]
        rows.append(
            [family, direction, f"{own.size / 1e6:.1f} MB" if own else NONE, *shown, f"{limit}" if limit else NONE]
        )
    return markdown(["family", "direction", "result", *labels, "toonwire's bound"], rows)


def over(needs: Iterable[Need]) -> list[str]:
    """What toonwire needs beyond its bounds, in a sentence each."""
    bounds = [(one, bound(one)) for one in needs]
    return [
        f"{one.label} {one.direction} {one.family}: {one.times:.2f} times the result, bound {limit}"
        for one, limit in bounds
        if limit is not None and one.times > limit
    ]


def _parse(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure peak memory, each call in a process of its own.")
    choices = [name for name in FAMILIES if name not in ONE_SIZE]
    parser.add_argument("--families", nargs="+", choices=choices, default=choices, metavar="NAME")
    labels = [entry.label for entry in CONTENDERS]
    parser.add_argument("--only", nargs="+", choices=labels, default=list(DEFAULT), metavar="LABEL")
    parser.add_argument("--bytes", type=int, default=TARGET, help=f"of JSON for each family (default: {TARGET:,})")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was measured to FILE")
    parser.add_argument("--one", nargs=3, metavar=("FILE", "DIRECTION", "LABEL"), help=argparse.SUPPRESS)
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    args = _parse(argv)
    if args.one:
        print(json.dumps(asdict(need(Path(args.one[0]), *args.one[1:]))))
        return 0
    if not supported():
        print("this system does not tell the peak of a process: nothing was measured")
        return 2
    contenders, absent = installed(args.only)
    for one in absent:
        print(f"Left out: {one.label} ({one.reason}).")
    needs = list(_needs(args.families, contenders, args.bytes))
    print(f"\n## peak memory as a multiple of the result\n\n{table(needs)}\n")
    if args.json:
        args.json.parent.mkdir(parents=True, exist_ok=True)
        args.json.write_text(json.dumps([asdict(one) for one in needs], indent=1) + "\n", encoding="utf-8")
    beyond = over(needs)
    for sentence in beyond:
        print(f"OVER: {sentence}")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
