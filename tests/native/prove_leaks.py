"""Proves that nothing is left behind by 100,000 calls each way, on input that is taken and that is refused.

    python setup.py build_ext --inplace
    PYTHONPATH=src python -m tests.native.prove_leaks
    TOONWIRE_ENGINE=reference PYTHONPATH=src python -m tests.native.prove_leaks

Contract: memory blocks, objects of the collector and the resident size stay as they are, but for what
the interpreter itself moves about.  Exit status 1 if one of them grows.
"""

from __future__ import annotations

import argparse
import sys
import time

import toonwire
from tests.native.leaks import GROUPS, Held, growth

ALLOWED = Held(blocks=300, objects=100, kilobytes=1024)


def main() -> int:
    """Runs every group."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--calls", type=int, default=100_000, help="of each group")
    calls = options.parse_args().calls
    print(f"engine {toonwire.engine()}, {calls:,} calls a group")
    print(f"{'group':20} {'blocks':>8} {'objects':>8} {'KB':>8} {'s':>6}")
    failed = 0
    for group in GROUPS:
        started = time.monotonic()
        found = growth(group, calls, warm_up=max(2000, calls // 20))
        failed += any(grown > allowed for grown, allowed in zip(found, ALLOWED, strict=True))
        print(f"{group:20} {found.blocks:8} {found.objects:8} {found.kilobytes:8} {time.monotonic() - started:6.1f}")
    print(f"{failed} groups grow")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
