"""Proves the native encoder against the reference encoder, on values of all kinds, with and without host types.

    python setup.py build_ext --inplace
    PYTHONPATH=src python -m tests.native.prove_encoder --values 200000

Contract: both give the same text, the same bytes, or the same error at the same path.  The values are the same
in each run.  Exit status 1 on any difference.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from tests import json_values
from tests.fuzz.choices import Choices
from tests.fuzz.encode_engines import Case, case_of, compare
from tests.fuzz.outcomes import DifferenceError
from tests.native.documents import json_value
from tests.native.hosts import hosted
from toonwire.options import EncodeOptions

__all__ = ["value_and_options"]

SOURCES: tuple[Callable[[int], Any], ...] = (
    lambda seed: json_value(Random(f"values {seed}")),
    json_values.json_value,
    lambda seed: json_values.json_value(seed, javascript_safe=False),
    lambda seed: json_value(Random(f"values {seed}"), depth=6),
)
SHARES = (0, 0, 0.02, 0.1, 0.4)
PLAIN = Case(EncodeOptions(), boxes=False)


def value_and_options(seed: int) -> tuple[Callable[[], Any], Case]:
    """What makes a value, and how it is to be written: half of them with the usual options."""
    rng = Random(f"options {seed}")
    case = PLAIN if rng.random() < 0.5 else case_of(Choices(rng.randbytes(6)))
    source, share = rng.choice(SOURCES), rng.choice(SHARES)
    return lambda: hosted(source(seed), Random(f"hosts {seed}"), share), case


def main() -> int:
    """Compares the encoders."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--values", type=int, default=200_000, help="how many")
    options.add_argument("--first", type=int, default=0, help="the first seed")
    given = options.parse_args()
    failures = written = 0
    started = time.monotonic()
    for seed in range(given.first, given.first + given.values):
        make, case = value_and_options(seed)
        try:
            written += compare(case, make)[0] == "value"
        except DifferenceError as error:
            failures += 1
            print(f"seed {seed}: {error}", flush=True)
            if failures >= 20:
                break
    print(f"{given.values:,} values, {written:,} written, {failures} differences, {time.monotonic() - started:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
