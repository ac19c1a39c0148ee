"""Damaged documents in great number, each read by both engines in every form: for the sanitised build.

    PYTHONPATH=src python -m tests.fuzz.damage --documents 10000

Contract: the documents are the same in each run.  Exit status 1 on any difference.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from random import Random

from tests.damage import damaged as otherwise_damaged
from tests.fuzz.decode_engines import COMMENTS, FORMS, Case, compare
from tests.fuzz.seeds import documents
from tests.native.documents import damaged
from toonwire.options import Limits

__all__ = ["damaged_document", "main"]


def damaged_document(seed: int, texts: list[str]) -> str:
    """One of the texts with changes of one of two kinds."""
    rng = Random(f"damage {seed}")
    text = rng.choice(texts)
    return damaged(text, rng) if seed % 2 else otherwise_damaged(text, seed)


def main() -> int:
    """Reads them all."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--documents", type=int, default=10_000)
    given = options.parse_args()
    texts = list(documents())
    accepted = 0
    for seed in range(given.documents):
        data = damaged_document(seed, texts).encode(errors="surrogatepass") + COMMENTS[seed % len(COMMENTS)]
        for form in FORMS:
            for strict in (True, False):
                found = compare(Case(form(data), strict=strict, indent=2, limits=Limits(), hooks=0))
                accepted += found[0] == "value"
    print(f"native engine: {import_module('toonwire.native._decoder').__file__}")
    ways = f"{len(FORMS)} forms, strict and not"
    print(f"{given.documents:,} damaged documents, each in {ways}: {accepted:,} times accepted, no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
