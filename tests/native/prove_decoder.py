"""Proves the native decoder against the reference decoder, on documents of all kinds.

    python setup.py build_ext --inplace
    PYTHONPATH=src python -m tests.native.prove_decoder --documents 200000

Contract: in strict mode, what the native decoder does not decline is what the reference decoder gives, with
the same types, as str and as bytes; and it declines no conforming document.  Exit status 1 on any difference.
"""

from __future__ import annotations

import argparse
import sys
import time
from importlib import import_module
from itertools import count
from types import ModuleType
from typing import Any

from tests.native.documents import documents
from toonwire.errors import DecodeError
from toonwire.options import DecodeOptions, Limits
from toonwire.reference import decoder as reference

__all__ = ["alike", "disagreement", "strictly"]

_NO_LIMITS = Limits()


def strictly(native: ModuleType, data: object, **options: Any) -> Any:
    """What the native decoder makes of a document, with the usual options where no others are given."""
    return native.decode(data, **{"indent": 2, "max_depth": 1000, "max_digits": 4300, **options})


def alike(left: Any, right: Any) -> bool:
    """Equal, with the same types, orders of keys and signs of zeros.

    >>> alike({"a": 1}, {"a": 1}), alike(1, 1.0), alike(0.0, -0.0), alike([True], [1])
    (True, False, False, False)
    """
    todo = [(left, right)]
    while todo:
        a, b = todo.pop()
        if type(a) is not type(b):
            return False
        if isinstance(a, dict):
            if list(a) != list(b):
                return False
            todo.extend((a[key], b[key]) for key in a)
        elif isinstance(a, list):
            if len(a) != len(b):
                return False
            todo.extend(zip(a, b, strict=True))
        elif a != b if isinstance(a, int) else repr(a) != repr(b):  # repr refuses long integers
            return False
    return True


def disagreement(
    native: ModuleType, data: str | bytes, indent: int = 2, limits: Limits = _NO_LIMITS, *, conforming: bool = False
) -> str:
    """What is wrong with the native decoder's answer, "" if nothing is."""
    found = strictly(native, data, indent=indent, max_depth=limits.max_depth, max_digits=limits.max_number_digits)
    try:
        expected = reference.decode(data, DecodeOptions(indent=indent, limits=limits))
    except DecodeError as error:
        return "" if found is native.DECLINED else f"accepted {data!r} as {found!r}, but {error}"
    if found is native.DECLINED:
        return f"declined {data!r}, which is {expected!r}" if conforming else ""
    return "" if alike(found, expected) else f"took {data!r} for {found!r} instead of {expected!r}"


def main() -> int:
    """Compares the decoders."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--documents", type=int, default=200_000, help="how many at least")
    options.add_argument("--first", type=int, default=0, help="the first seed")
    given = options.parse_args()
    native = import_module("toonwire.native._decoder")
    done = failures = accepted = 0
    started = time.monotonic()
    for seed in count(given.first):
        for data, indent, conforming in documents(seed):
            done += 1
            accepted += strictly(native, data, indent=indent) is not native.DECLINED
            wrong = disagreement(native, data, indent, conforming=conforming)
            if wrong:
                failures += 1
                print(f"seed {seed}: {wrong}", flush=True)
        if done >= given.documents or failures >= 20:
            break
    print(f"{done:,} documents, {accepted:,} accepted, {failures} differences, {time.monotonic() - started:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
