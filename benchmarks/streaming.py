"""What streaming costs: memory while a large table is written and read, and the rates against whole values.

    python benchmarks/streaming.py                   a table of 1 GB; needs 6 GB on the disk for a while
    python benchmarks/streaming.py --size 10000000   a smaller one

Memory is the peak of the resident set of a process of its own, above that of the bare interpreter.  Rates of
encoding are of rows that are in memory already, the best of some rounds, written to nowhere; those of decoding are
taken as in ``stream_records.py``.  The exit code is 1 where something takes more than --most megabytes.
"""

from __future__ import annotations

import argparse
import gc
import inspect
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson

import stream_records
import toonwire
from toonwire.stream import iter_records, iterencode, write_table

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


def lines(count: int) -> Iterator[bytes]:
    """The same rows as JSON Lines."""
    return (orjson.dumps(each) + b"\n" for each in rows(count))


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


@contextmanager
def chdir(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def read_records(folder: Path, count: int) -> Path:
    path = folder / "table.toon"
    with path.open("rb") as fp:
        assert sum(1 for _ in iter_records(fp, "")) == count
    return path


def command(*arguments: str) -> Callable[[Path, int], Path]:
    """A run of the command in a folder, in this process; the first file that is named tells the size."""

    def run(folder: Path, _: int) -> Path:
        from toonwire.cli.app import run as toon

        with chdir(folder):
            sys.argv = ["toon", *arguments, "--no-progress"]
            gc.disable()  # as the command does
            assert toon() == 0
        return folder / next(name for name in arguments if name.endswith(".toon"))

    return run


MEMORY: dict[str, Callable[[Path, int], Path]] = {
    "write_table, count known": write_known,
    "write_table, count unknown": write_unknown,
    "iter_records": read_records,
    "toon encode, JSON Lines": command("encode", "rows.jsonl", "-o", "out.toon"),
    "toon decode, JSON Lines": command("decode", "table.toon", "-o", "out.jsonl"),
    "toon decode, JSON": command("decode", "table.toon", "-o", "out.json"),
}


def prepare(folder: Path, count: int) -> None:
    """The files that are read."""
    with (folder / "rows.jsonl").open("wb") as fp:
        fp.writelines(lines(count))
    with (folder / "table.toon").open("wb") as fp:
        write_table(fp, rows(count), count=count)


def watched(name: str, folder: Path, count: int) -> dict[str, Any]:
    """Runs one of them here, and tells what it took."""
    start = time.perf_counter()
    path = MEMORY[name](folder, count)
    return {"size": path.stat().st_size, "seconds": time.perf_counter() - start, "peak": peak_memory()}


def memory(size: int) -> Iterator[dict[str, Any]]:
    """What each takes for a table of that size."""
    bare = f"import sys, json; from pathlib import Path\n{inspect.getsource(peak_memory)}\nprint(peak_memory())"
    base = int(subprocess.run([sys.executable, "-c", bare], capture_output=True, check=True).stdout)
    with tempfile.TemporaryDirectory() as name:
        prepare(Path(name), size // ROW_SIZE)
        for each in MEMORY:
            call = [sys.executable, __file__, "--watch", each, "--folder", name, "--size", str(size)]
            found = json.loads(subprocess.run(call, capture_output=True, check=True).stdout)
            for made in Path(name).glob("*known.toon"):
                made.unlink()
            yield {"name": each, "above": found["peak"] - base, **found}


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


def main(arguments: list[str] | None = None) -> int:
    """Prints all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--size", type=int, default=1_000_000_000, help="bytes of the table")
    parser.add_argument("--most", type=int, default=120, metavar="MB", help="memory that each may take")
    parser.add_argument("--rows", type=int, default=200_000, help="rows in memory")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--watch", choices=MEMORY, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.watch:
        print(json.dumps(watched(options.watch, options.folder, options.size // ROW_SIZE)))
        return 0
    print(f"toonwire {toonwire.__version__}, engine {toonwire.engine()}, Python {sys.version.split()[0]}")
    print("\nA large table")
    worst = 0.0
    for found in memory(options.size):
        size, above = found["size"] / 1e6, found["above"] / 1e6
        worst = max(worst, above)
        rate = size / found["seconds"]
        figures = f"{size:8.1f} MB  {rate:6.1f} MB/s  peak {above:6.1f} MB above the interpreter"
        print(f"  {found['name']:<28} {figures}", flush=True)
    print(f"\nEncoding {options.rows:,} rows that are in memory")
    for found in rates(options.rows, options.rounds):
        print(
            f"  {found['name']:<28} {found['rows'] / 1e6:8.2f} M rows/s  {found['ratio']:5.2f}x of encode", flush=True
        )
    print(f"\nDecoding {options.rows:,} records that are in memory as text")
    stream_records.compare(options.rows, options.rounds)
    return 0 if worst <= options.most else 1


if __name__ == "__main__":
    sys.exit(main())
