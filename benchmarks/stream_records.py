"""Records from a stream: how fast, how soon and in how much memory, beside decoding in memory and JSON readers.

Contract: all contenders read the same records: toonwire from one document, ijson from one of JSON, orjson from JSON
Lines.  Time is CPU time of the process; a ratio is the median over rounds of two times of the same round.  Documents
for the run in bounded memory are made while they are read, in a process of its own whose peak is measured against its
start.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import orjson

import toonwire
from toonwire.stream import iter_records

Row = dict[str, Any]


def rows_from(start: int, count: int) -> list[Row]:
    """Rows of common data: numbers, names, texts that need no quotes and some that do."""
    return [
        {
            "id": n,
            "name": f"user {n % 977}",
            "email": f"user{n}@example.com",
            "score": n % 1000 / 8,
            "active": n % 3 == 0,
            "note": f"row {n}, checked" if n % 10 == 0 else None,
        }
        for n in range(start, start + count)
    ]


def drain(records: Iterable[Any]) -> int:
    return sum(1 for _ in records)


def varied(number: int) -> Row:
    """Items that are no rows, with small lists and objects inside, as an API gives them."""
    inside: tuple[Row, ...] = (
        {"tags": ["new", "large"], "at": {"x": number, "y": [1, 2, [3]]}},
        {"commits": [{"sha": f"{number:040x}", "by": {"name": "Ada", "id": number}, "text": "mend: it"}], "none": []},
        {"labels": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "org": {"id": number, "login": "one"}},
        {"pages": [{"title": "home"}, {"title": "more", "html": None}], "size": 3.5},
    )
    user = {"id": number % 997, "login": f"user{number % 997}"}
    return {"id": f"{number}", "user": user, "public": number % 2 == 0, **inside[number % 4]}


def shapes(count: int) -> dict[str, tuple[Any, str]]:
    """Documents of so many records, or of about so many rows, and the path of their records."""
    rows = rows_from(0, count)
    return {
        "table": ({"rows": rows}, "rows"),
        "keyed table": ({"rows": {row["email"]: row for row in rows}}, "rows"),
        "list of varied items": ({"rows": [varied(n) for n in range(count)]}, "rows"),
        "the same, three levels down": ({"a": {"b": {"rows": [varied(n) for n in range(count)]}}}, "a.b.rows"),
        "object of varied objects": ({f"k{n}": varied(n) for n in range(count)}, ""),
        "object of small tables": ({f"k{n}": rows[n : n + 2 + n % 7] for n in range(0, count, 5)}, ""),
    }


def at(value: Any, path: str) -> Any:
    """What stands at a path of keys."""
    for key in path.split(".") if path else ():
        value = value[key]
    return value


def contenders(value: Any, path: str) -> dict[str, Callable[[], int]]:
    """Each reads all records and forgets them again, but for the first, which has them all at once."""
    text, records = toonwire.encode_bytes(value), at(value, path)
    pairs = isinstance(records, dict)
    by_line = b"".join(orjson.dumps(record) + b"\n" for record in (records.items() if pairs else records))
    found: dict[str, Callable[[], int]] = {
        "decode, in memory": lambda: drain(at(toonwire.decode(text), path)),
        "iter_records": lambda: drain(iter_records(io.BytesIO(text), path)),
        "orjson by line": lambda: drain(map(orjson.loads, io.BytesIO(by_line))),
    }
    with suppress(ImportError):
        import ijson

        read, place = (ijson.kvitems, path) if pairs else (ijson.items, f"{path}.item")
        json = orjson.dumps(value)
        found[f"ijson {ijson.backend}"] = lambda: drain(read(io.BytesIO(json), place, use_float=True))
    return found


def timed(run: Callable[[], Any]) -> float:
    gc.collect()
    start = process_time()
    run()
    return process_time() - start


def compare(count: int, rounds: int) -> None:
    """Prints what each contender needs, and its ratio to decoding in memory, for every shape."""
    for name, (value, path) in shapes(count).items():
        named, records = contenders(value, path), len(at(value, path))
        gc.freeze()
        print(f"{name}: {records:,} records, engine {toonwire.engine()}, median of {rounds} rounds")
        for contender, run in named.items():
            assert run() == records, contender
        times: dict[str, list[float]] = {contender: [] for contender in named}
        for _ in range(rounds):
            for contender, run in named.items():
                times[contender].append(timed(run))
        base = next(iter(times.values()))
        for contender, taken in times.items():
            rate = median(one / other for one, other in zip(base, taken, strict=True))
            print(f"  {contender:24}{records / median(taken) / 1e6:8.2f} million records/s{rate:8.2f} x decode")
        sys.stdout.flush()


def first_record(count: int) -> None:
    """Prints how long the first record takes, in a process that has read nothing before."""
    table = toonwire.encode_bytes(rows_from(0, count))
    for name in ("first of all", "again"):
        taken = timed(lambda: next(iter_records(io.BytesIO(table))))
        print(f"  first record of {count} rows, {name}: {1000 * taken:.1f} ms")


def table_of(megabytes: int) -> Iterator[bytes]:
    """The table of a document, made while it is read: chunks of 10,000 rows, the ids counted on."""
    size, step = megabytes * 1_000_000, 10_000
    length = len(body(0, step)) + step  # ids grow by a digit or two
    chunks = max(1, size // length)
    yield f"rows[{chunks * step}]{{id,name,email,score,active,note}}:\n".encode()
    for number in range(chunks):
        yield body(number * step, step)


def body(start: int, count: int) -> bytes:
    return toonwire.encode_bytes(rows_from(start, count)).partition(b"\n")[2] + b"\n"


def peak() -> int:
    """The most memory that this process took, in MB."""
    with suppress(OSError):
        # the other number counts what the process that started this one took
        return int(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]) // 1024
    unit = 1024 if sys.platform == "darwin" else 1  # macOS counts bytes, others kilobytes
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit // 1024


def bounded(megabytes: int) -> None:
    """Reads a large document in this process; prints the memory that it took above the start."""
    start = peak()
    made = 0

    def chunks() -> Iterator[bytes]:
        nonlocal made
        for chunk in table_of(megabytes):
            made += len(chunk)
            yield chunk

    count = drain(iter_records(chunks(), "rows"))
    print(f"{made / 1e6:.0f} MB, {count} rows: peak {peak()} MB, {peak() - start} MB above the start of the process")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--rows", type=int, default=200_000)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument(
        "--megabytes", type=int, default=1000, help="size of the document for the run in bounded memory"
    )
    options.add_argument("--bounded", action="store_true", help="only that run, in this process")
    chosen = options.parse_args()
    if chosen.bounded:
        return bounded(chosen.megabytes)
    first_record(chosen.rows)
    compare(chosen.rows, chosen.rounds)
    sys.stdout.flush()
    command = [sys.executable, __file__, "--bounded", "--megabytes", str(chosen.megabytes)]
    subprocess.run(command, env=os.environ, check=True)
    return None


if __name__ == "__main__":
    main()
