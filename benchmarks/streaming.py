"""What streaming costs: memory while a large table is made on the fly, and the rate against whole values.

    python benchmarks/streaming.py                   a table of 1 GB
    python benchmarks/streaming.py --size 10000000   a smaller one

Memory is the peak of the resident set of a process of its own, above what it was before the first row.  Rates
are of rows that are in memory already, the best of some rounds, written to nowhere.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson

import toonwire
from toonwire.stream import iterencode, write_table

NAMES = ("Ada Moreira", "Bo Lindqvist", "Chiara Conti", "Dai Nguyen")
NOTES = ("gift", "call first, then ship", "", "leave at the door: back yard")
ROW_SIZE = 66
"""About how many bytes a row has in TOON."""


def row(number: int) -> dict[str, Any]:
    """A row of an order list."""
    return {
        "id": 1_000_000 + number,
        "customer": {"name": NAMES[number % 4], "country": "PT"},
        "total": number % 9973 / 8,
        "paid": number % 3 == 0,
        "note": NOTES[number % 4],
        "day": "2026-11-02",
    }


def rows(count: int) -> Iterator[dict[str, Any]]:
    """Rows that exist one at a time."""
    return map(row, range(count))


def peak_memory() -> int:
    """The largest resident set of this process so far, in bytes."""
    status = Path("/proc/self/status")
    if status.exists():
        # getrusage would tell that of the process which started this one, too
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    import resource

    scale = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale


# ---- memory, in a process of its own


def write_known(folder: Path, count: int) -> Path:
    path = folder / "known.toon"
    with path.open("wb") as fp:
        write_table(fp, rows(count), "orders", count=count)
    return path


def write_unknown(folder: Path, count: int) -> Path:
    path = folder / "unknown.toon"
    with path.open("wb") as fp:
        write_table(fp, rows(count), "orders")
    return path


MEMORY: dict[str, Callable[[Path, int], Path]] = {
    "write_table, count known": write_known,
    "write_table, count unknown": write_unknown,
}


def watched(name: str, count: int) -> dict[str, Any]:
    """Runs one of them here, and tells what it took."""
    with tempfile.TemporaryDirectory() as folder:
        MEMORY[name](Path(folder), 10)  # what is loaded once
        before, start = peak_memory(), time.perf_counter()
        path = MEMORY[name](Path(folder), count)
        seconds = time.perf_counter() - start
        return {"size": path.stat().st_size, "seconds": seconds, "above": peak_memory() - before}


def memory(size: int) -> list[dict[str, Any]]:
    """What each takes for a table of that size."""
    out = []
    for name in MEMORY:
        command = [sys.executable, __file__, "--watch", name, "--size", str(size)]
        done = subprocess.run(command, capture_output=True, check=True)
        out.append({"name": name, **json.loads(done.stdout)})
    return out


# ---- rates


class Nowhere:
    """A file for bytes that keeps nothing."""

    mode = "wb"

    def write(self, data: bytes) -> int:
        return len(data)


def by_lines(held: list[Any]) -> None:
    write = Nowhere().write
    for item in held:
        write(orjson.dumps(item))
        write(b"\n")


def in_pieces(held: list[Any]) -> None:
    for _ in iterencode({"orders": held}):
        pass


RATES: dict[str, Callable[[list[Any]], Any]] = {
    "encode, in memory": lambda held: toonwire.encode({"orders": held}),
    "write_table": lambda held: write_table(Nowhere(), held, "orders"),
    "write_table, count unknown": lambda held: write_table(Nowhere(), iter(held), "orders"),
    "iterencode": in_pieces,
    "orjson, a line a row": by_lines,
}


def rates(count: int, rounds: int) -> list[dict[str, Any]]:
    """Rows a second of each, rounds of all of them in turn."""
    held = list(rows(count))
    best = dict.fromkeys(RATES, float("inf"))
    gc.disable()
    for _ in range(rounds):
        for name, run in RATES.items():
            start = time.process_time()
            run(held)
            best[name] = min(best[name], time.process_time() - start)
    gc.enable()
    whole = best["encode, in memory"]
    return [{"name": name, "rows": count / seconds, "ratio": whole / seconds} for name, seconds in best.items()]


def main(arguments: list[str] | None = None) -> None:
    """Prints both."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--size", type=int, default=1_000_000_000, help="bytes of the table that is made on the fly")
    parser.add_argument("--rows", type=int, default=200_000, help="rows in memory")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--watch", choices=MEMORY, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.watch:
        print(json.dumps(watched(options.watch, options.size // ROW_SIZE)))
        return
    print(f"toonwire {toonwire.__version__}, engine {toonwire.engine()}, Python {sys.version.split()[0]}")
    print("\nEncoding a table that is made on the fly")
    for found in memory(options.size):
        size, above = found["size"] / 1e6, found["above"] / 1e6
        rate = size / found["seconds"]
        print(f"  {found['name']:<28} {size:8.1f} MB  {rate:6.1f} MB/s  peak {above:6.1f} MB above the interpreter")
    print(f"\nEncoding {options.rows:,} rows that are in memory")
    for found in rates(options.rows, options.rounds):
        print(f"  {found['name']:<28} {found['rows'] / 1e6:8.2f} M rows/s  {found['ratio']:5.2f}x of encode")


if __name__ == "__main__":
    main()
