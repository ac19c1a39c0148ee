"""The command on JSON Lines that are made on the fly: time, and memory above that of the bare interpreter.

    python benchmarks/json_lines.py                      # 100,000 lines
    python benchmarks/json_lines.py --lines 1000000      # 130 MB
    python benchmarks/json_lines.py --lines 8000000      # 1 GB

Each command runs in a process of its own.  The exit code is 1 where one of them takes more than --most megabytes, or
where what comes back are not the lines that were given.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LEVELS = ("info", "warn", "error")

MEASURED = """
import resource, runpy, sys
from pathlib import Path
report, sys.argv = sys.argv[1], ["toon", *sys.argv[2:]]
try:
    runpy.run_module("toonwire", run_name="__main__")
finally:
    used = resource.getrusage(resource.RUSAGE_SELF)
    peak = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    Path(report).write_text(f"{used.ru_utime + used.ru_stime} {peak}")
"""


def line(number: int) -> str:
    """One line of a log."""
    at = f"2026-11-02T08:{number // 60 % 60:02}:{number % 60:02}.{number % 1000:03}Z"
    return (
        f'{{"at":"{at}","level":"{LEVELS[number % 3]}","service":"api-{number % 7}","request":{number},'
        f'"ms":{number % 977 + 0.5},"msg":"GET /v1/items/{number * 7} done"}}\n'
    )


def make(path: Path, lines: int) -> None:
    """A file of so many lines."""
    with path.open("w", encoding="utf-8") as file:
        for start in range(0, lines, 10_000):
            file.write("".join(map(line, range(start, min(start + 10_000, lines)))))


def digest(path: Path) -> str:
    """What tells two files apart."""
    with path.open("rb") as file:
        sha = hashlib.sha256()
        while block := file.read(1 << 20):
            sha.update(block)
        return sha.hexdigest()


def measured(folder: Path, *arguments: str) -> tuple[float, float, int]:
    """Seconds, seconds of the processor and bytes that a run of the command takes."""
    report = folder / "report"
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", MEASURED, str(report), *arguments], check=True, cwd=folder, stdout=subprocess.DEVNULL
    )
    seconds = time.perf_counter() - start
    busy, peak = report.read_text().split()
    return seconds, float(busy), int(peak)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--most", type=int, default=120, metavar="MB")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(folder / "log.jsonl", given.lines)
        size = (folder / "log.jsonl").stat().st_size
        *_, base = measured(folder, "--version")
        print(f"{given.lines:,} lines, {size / 1e6:.1f} MB; the interpreter with toonwire takes {base / 1e6:.1f} MB")
        worst = 0
        for arguments in (
            ("encode", "log.jsonl", "-o", "log.toon"),
            ("decode", "log.toon", "-o", "back.jsonl"),
            ("decode", "log.toon", "-o", "back.json"),
        ):
            seconds, busy, peak = measured(folder, *arguments)
            worst = max(worst, peak - base)
            rates = f"{given.lines / busy:11,.0f} lines/s {size / busy / 1e6:7.1f} MB/s"
            took = f"{seconds:6.2f} s, {busy:6.2f} s of the processor: {rates}"
            print(f"toon {' '.join(arguments):34} {took}   {(peak - base) / 1e6:+6.1f} MB", flush=True)
        same = digest(folder / "log.jsonl") == digest(folder / "back.jsonl")
        print("the lines come back as they were" if same else "THE LINES DIFFER")
        return 0 if same and worst <= given.most * 1e6 else 1


if __name__ == "__main__":
    sys.exit(main())
