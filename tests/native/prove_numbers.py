"""Proves the native number routines against CPython's own, on random and on hard numbers.

    python setup.py build_ext --inplace
    PYTHONPATH=src python -m tests.native.prove_numbers --count 100000000

Contract: each double is written, compared with the text that §2 makes of ``repr``, read back, and read again
with up to 24 digits more or less; each token is compared with ``float``.  Exit status 1 on any difference.
With CFLAGS="-O3 -DTOONWIRE_PORTABLE" at the build, the code for other processors is proved instead.
"""

from __future__ import annotations

import argparse
import sys
import time
from array import array
from collections.abc import Iterator
from importlib import import_module
from math import isinf
from types import ModuleType

from tests.native.hard_numbers import DOUBLES, TOKENS

_BATCH = 1_000_000


def wrong_doubles(numbers: ModuleType, values: Iterator[float]) -> list[float]:
    """Those of some doubles and their negatives that are written or read wrongly; a few of them."""
    both = array("d", values)
    both.extend([-value for value in both])
    wrong: list[float] = numbers.check_doubles(both)
    return wrong


def wrong_tokens(numbers: ModuleType, tokens: Iterator[str]) -> list[str]:
    """Those of some tokens, and of their negatives, that are read wrongly."""
    return [token for text in tokens for token in (text, f"-{text}") if not reads(numbers, token)]


def reads(numbers: ModuleType, token: str) -> bool:
    """Whether a number token with a fraction or an exponent is read as ``float`` does, or left to it."""
    kind, value = numbers.read_number(token.encode())
    expected = float(token)
    if isinf(expected):
        return kind in ("infinite", "undecided")
    return kind == "undecided" or (kind == "real" and value.hex() == expected.hex())


def undecided(numbers: ModuleType, tokens: Iterator[str]) -> int:
    """How many tokens are left to Python."""
    return sum(numbers.read_number(token.encode())[0] == "undecided" for token in tokens)


def _random(numbers: ModuleType, first: int, count: int) -> list[float]:
    started = time.monotonic()
    for start in range(first, first + count, _BATCH):
        wrong: list[float] = numbers.check_random(start, min(_BATCH, first + count - start))
        if wrong:
            return wrong
        done = start + _BATCH - first
        if done % (10 * _BATCH) == 0:
            print(f"  {done:,} in {time.monotonic() - started:.0f} s", flush=True)
    return []


def main() -> int:
    """Runs all families, then the random ones."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=10_000_000, help="random bit patterns")
    options.add_argument("--first", type=int, default=0, help="where in their fixed order to begin")
    given = options.parse_args()
    numbers = import_module("toonwire.native._numbers")
    failures = 0
    for family in DOUBLES:
        failures += report(family.__name__, wrong_doubles(numbers, family()))
    for tokens in TOKENS:
        left = undecided(numbers, tokens())
        failures += report(f"{tokens.__name__} ({left} left to Python)", wrong_tokens(numbers, tokens()))
    failures += report(f"{given.count:,} random", _random(numbers, given.first, given.count))
    return 1 if failures else 0


def report(name: str, wrong: list[float] | list[str]) -> bool:
    """Says how a family went."""
    print(f"{name}: {'WRONG: ' + repr(wrong[:10]) if wrong else 'right'}", flush=True)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
