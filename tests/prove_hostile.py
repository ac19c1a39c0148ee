"""Proves that no input hurts: both engines, each input in a process of its own with 20 s and 3 GB.

    python setup.py build_ext --inplace
    PYTHONPATH=src python -m tests.prove_hostile [--only TEXT] [--engine native]

Contract: each call ends with a result or with a DecodeError or EncodeError that has its code and its place,
the same with both engines; and an input of twice the size takes at most 2.3 times as long.  Where it fills
large dicts, the processor's caches set the pace: then it may take as much longer as orjson does for the same
value.  Prints a table; exit status 1 if anything failed.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import orjson

import toonwire
from tests.hostile_inputs import INPUTS, Input

SECONDS, BYTES = 20, 3 * 2**30
GROWTH = 2.3
NOISE = 0.02  # a time below it says nothing about growth
ROUNDS = 3
CHANCES = 3
ENGINES = ("reference", "native")
EVEN_MEMORY = {"MALLOC_MMAP_THRESHOLD_": "131072"}  # else glibc changes its way between the two sizes


class Seen(NamedTuple):
    """One input in one mode: what came of it, CPU seconds for half the size and for all, and the peak.

    allowed: how many times as long all of it may take.
    """

    outcome: str
    half: float
    full: float
    megabytes: int
    allowed: float


# ---- inside the process that may die


def guarded(run: Callable[[], Any]) -> tuple[str, float]:
    """What a call gives and how long it takes; one that takes too long ends the process."""
    spent = resource.getrusage(resource.RUSAGE_SELF)
    until = int(spent.ru_utime + spent.ru_stime) + SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))
    signal.alarm(SECONDS)
    start = time.thread_time()  # the clock of the process is a coarse one under a limit
    outcome = attempt(run)
    taken = time.thread_time() - start
    signal.alarm(0)
    return outcome, taken


def attempt(run: Callable[[], Any]) -> str:
    try:
        run()
    except toonwire.DecodeError as error:
        placed = error.line >= 1 and error.column >= 1 and len(str(error)) < 500
        return f"{error.code} {error.line}:{error.column}" if placed else f"NO PLACE: {error!r:.200}"
    except toonwire.EncodeError as error:
        # the path of what is nested too deep names every level
        return f"{error.code} {error.path[:60]}"
    return "value"


def measure(given: Input, strict: bool) -> Seen:
    sizes = (int(given.size / (2**0.5 if given.squared else 2)), given.size)
    best, filling = [float("inf")] * 2, [float("inf")] * 2
    for chance in range(CHANCES * ROUNDS):
        for place, size in enumerate(sizes):
            made = given.make(size)
            outcome, taken = guarded(call(given, made, strict))
            best[place] = min(best[place], taken)
            if given.wide:
                filling[place] = min(filling[place], seconds_of_orjson(given, made))
            del made
        allowed = GROWTH * max(1, filling[1] / filling[0] / 2) if given.wide else GROWTH
        if chance + 1 >= ROUNDS and grows_evenly(*best, allowed):
            break
        if sum(best) > SECONDS / 2:
            break
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return Seen(outcome, *best, peak, allowed)


def seconds_of_orjson(given: Input, made: Any) -> float:
    """What orjson takes to read the same value as JSON."""
    value = made if given.direction == "encode" else toonwire.decode(made, strict=False, limits=given.limits)
    text = orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS)
    del value
    start = time.thread_time()
    orjson.loads(text)
    return time.thread_time() - start


def call(given: Input, made: Any, strict: bool) -> Callable[[], Any]:
    if given.direction == "encode":
        return lambda: toonwire.encode(made, limits=given.limits)
    return lambda: toonwire.decode(made, limits=given.limits, strict=strict)


def grows_evenly(half: float, full: float, allowed: float) -> bool:
    return full < NOISE or full <= allowed * half


def inside(name: str) -> None:
    """Prints what was seen of one input as JSON."""
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    given = INPUTS[name]
    modes = (True, False) if given.direction == "decode" else (True,)
    print(json.dumps([measure(given, strict) for strict in modes]))


# ---- outside


def watch(name: str, engine: str) -> list[Seen] | str:
    """What was seen of one input, or how its process died."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.prove_hostile", "--inside", name],
        env=os.environ | {"TOONWIRE_ENGINE": engine, **EVEN_MEMORY},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [""])[-1]
        return f"DIED with {done.returncode}: {last:.120}"
    return [Seen(*seen) for seen in json.loads(done.stdout)]


def faults(name: str, seen: list[Seen]) -> list[str]:
    """What one engine did wrong."""
    wrong = []
    expected = INPUTS[name].expected
    if expected and seen[0].outcome.partition(" ")[0] != expected:
        wrong.append(f"expected {expected}")
    for one in seen:
        if one.outcome.startswith("NO PLACE"):
            wrong.append(one.outcome)
        if not grows_evenly(one.half, one.full, one.allowed):
            wrong.append(f"twice the size takes {one.full / one.half:.2f} times as long")
    return wrong


def line(name: str, engine: str, seen: list[Seen]) -> str:
    first, last = seen[0], seen[-1]
    ratio = f"{first.full / max(first.half, 1e-9):.2f}" if first.full >= NOISE else "-"
    loose = f"{last.outcome}, {last.full:.3f} s" if last is not first else ""
    return f"{name:45} {engine:9} {first.outcome:28} {first.full:7.3f} {ratio:>5} {last.megabytes:5}  {loose}"


def main() -> int:
    """Runs every input with every engine."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--only", default="", help="inputs whose name holds this text")
    options.add_argument("--engine", choices=ENGINES, help="one engine alone")
    options.add_argument("--inside", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.inside is not None:
        inside(chosen.inside)
        return 0
    names = [name for name in INPUTS if chosen.only in name]
    engines = [chosen.engine] if chosen.engine else ENGINES
    failed = 0
    print(f"{'input':45} {'engine':9} {'strict outcome':28} {'s':>7} {'x2':>5} {'MB':>5}  not strict")
    for name in names:
        outcomes = set()
        for engine in engines:
            seen = watch(name, engine)
            wrong = [seen] if isinstance(seen, str) else faults(name, seen)
            if not isinstance(seen, str):
                outcomes.add(tuple(one.outcome for one in seen))
                print(line(name, engine, seen), flush=True)
            failed += bool(wrong)
            for fault in wrong:
                print(f"  FAILED: {name}, {engine}: {fault}", flush=True)
        if len(outcomes) > 1:
            failed += 1
            print(f"  FAILED: {name}: the engines differ: {sorted(outcomes)}", flush=True)
    print(f"{len(names)} inputs, {len(engines)} engines, {failed} failed")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
