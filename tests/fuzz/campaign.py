"""All targets one after the other, each with an equal share of the time.

Contract: the corpus of a target stays in build/fuzz/corpus from run to run, and holds at least its seeds and
regressions.  A crash, a difference, a hang of more than 20 seconds and the use of more than 3 GB end the run;
what caused it is a file in build/fuzz/crashes.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tests.fuzz import sanitised
from tests.fuzz.npm import BUILD, oracle
from tests.fuzz.regressions import regressions
from tests.fuzz.seeds import dictionary
from tests.fuzz.targets import target
from tests.integration.oracle import UnavailableError

__all__ = ["Result", "run", "table"]

ROOT = Path(__file__).parents[2]
MODULE = "python -m tests.fuzz"
CRASHES, LOGS = BUILD / "crashes", BUILD / "logs"
LIMITS = ("-timeout=20", "-rss_limit_mb=3072", "-max_len=4096", "-detect_leaks=0")
SLACK = 600
"""Seconds that a process may take beyond its share: libFuzzer tries the whole corpus before it looks at the time.
An input that hangs is caught by libFuzzer itself, much sooner."""


class Result(NamedTuple):
    """How the run of one target went."""

    target: str
    seconds: float
    cpu: float
    """Seconds of processor time: less than the others where the machine is busy."""
    executions: int
    edges: int
    features: int
    corpus: int
    failure: str
    """What went wrong, "" if nothing did."""


def run(names: Sequence[str], seconds: float, *, with_sanitisers: bool) -> list[Result]:
    """Runs the targets, up to the first that fails."""
    environment = sanitised.environment() if with_sanitisers else dict(os.environ)
    # seeds are made, and packages installed, before the time starts
    folders = {name: _corpus(name) for name in names if _available(name)}
    results = []
    for name, folder in folders.items():
        results.append(_fuzz(name, folder, max(round(seconds / len(folders)), 1), environment))
        print(_line(results[-1]), flush=True)
        if results[-1].failure:
            break
    return results


def _available(name: str) -> bool:
    if name != "npm":
        return True
    try:
        oracle().close()
    except UnavailableError as error:
        if os.environ.get("TOON_ORACLE") == "required":
            raise
        print(f"npm: NOT RUN: {error}", flush=True)
        return False
    return True


def _corpus(name: str) -> Path:
    folder = BUILD / "corpus" / name
    folder.mkdir(parents=True, exist_ok=True)
    for data in (*target(name).seeds(), *(kept.data for kept in regressions(name))):
        path = folder / sha256(data).hexdigest()[:32]
        if not path.exists():
            path.write_bytes(data)
    return folder


def _fuzz(name: str, corpus: Path, seconds: int, environment: dict[str, str]) -> Result:
    for folder in (CRASHES, LOGS):
        folder.mkdir(parents=True, exist_ok=True)
    words = BUILD / "words.dict"
    words.write_text(dictionary(), encoding="ascii")
    log = LOGS / f"{name}.log"
    command = [
        *(sys.executable, "-m", "tests.fuzz.runner", name, f"-max_total_time={seconds}", *LIMITS),
        *(f"-dict={words}", f"-artifact_prefix={CRASHES / name}-", "-print_final_stats=1", "-verbosity=1", str(corpus)),
    ]
    started, used, before = time.monotonic(), _cpu(), set(CRASHES.iterdir())
    # one order of sets in all processes, so that a crash can be repeated
    environment = environment | {"PYTHONHASHSEED": "0", "PYTHONPATH": _paths(environment)}
    with log.open("wb") as out:
        try:
            code: int | str = subprocess.run(
                command, cwd=ROOT, env=environment, stdout=out, stderr=out, timeout=seconds + SLACK, check=False
            ).returncode
        except subprocess.TimeoutExpired:
            code = "none, it did not end"
    said = log.read_text(encoding="utf-8", errors="replace")
    made = [path for path in sorted(set(CRASHES.iterdir()) - before) if "slow-unit" not in path.name]
    failure = "" if code == 0 and not made else _failure(name, code, made, log)
    return Result(name, time.monotonic() - started, _cpu() - used, *_figures(said), failure)


def _cpu() -> float:
    """What all child processes that have ended took."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def _paths(environment: dict[str, str]) -> str:
    return os.pathsep.join(filter(None, [environment.get("PYTHONPATH"), str(ROOT)]))


def _failure(name: str, code: int | str, made: list[Path], log: Path) -> str:
    ways = [f"  {path}\n  {MODULE} replay {name} {path}\n  {MODULE} keep {name} {path}" for path in made]
    return "\n".join([f"exit code {code}, see {log}", *(ways or ["  no input was left behind"])])


def _figures(said: str) -> tuple[int, int, int, int]:
    """Executions, edges, features and inputs in the corpus."""
    last = [int(found[-1]) if (found := re.findall(pattern, said)) else 0 for pattern in _FIGURES]
    return last[0], last[1], last[2], last[3]


_FIGURES = (r"stat::number_of_executed_units: (\d+)", r"cov: (\d+)", r"ft: (\d+)", r"corp: (\d+)/")


def _line(result: Result) -> str:
    speed = result.executions / max(result.seconds, 1)
    figures = (
        f"{result.target:15} {result.executions:>10,} executions ({speed:,.0f}/s) {result.edges:>7,} edges "
        f"{result.features:>8,} features {result.corpus:>6,} inputs {result.seconds:>5.0f} s, {result.cpu:.0f} s of CPU"
    )
    return f"{figures}\n{result.target} FAILED: {result.failure}" if result.failure else figures


def table(results: Sequence[Result]) -> str:
    """The figures of all targets together."""
    total = sum(result.executions for result in results)
    seconds, cpu = sum(result.seconds for result in results), sum(result.cpu for result in results)
    failed = "".join(f"FAILED: {result.target}" for result in results if result.failure)
    return f"{len(results)} targets, {total:,} executions in {seconds:.0f} s, {cpu:.0f} s of CPU: {failed or 'clean'}"
